package score

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/shard"
	"github.com/voi-rl/voi/reward"
)

// Samples finds samples. It is safe for concurrent use.
type Samples interface {
	item.Source
	// ByPrompt returns the id of the sample whose prompt, with the contents of its messages
	// joined, is this text. ok is false where no sample or several have that prompt.
	ByPrompt(text string) (id string, ok bool)
}

// Options say what to score. Inputs, Out and Profiles are required; the zero value of any
// other field is its default.
type Options struct {
	Inputs  []string  // COMPLETIONS, in the order of the rows; "-" is Stdin
	Stdin   io.Reader // what an input "-" reads
	Out     string    // FILE; by its name Parquet or JSON lines, these also as .gz or .zst; "-" is Stdout
	Stdout  io.Writer // what an output "-" writes
	Rejects io.Writer // the rows left out of an output "-"; nil: they are dropped

	Samples   Samples           // to look sample ids and prompts up; nil: there are none
	SamplesID string            // identifies the content of Samples, for Resume
	Profiles  []*reward.Profile // at least one, all with different names

	Group     []string             // columns whose equal values form a group; none: group_id, else sample_id with the step
	Advantage reward.AdvantageMode // "": AdvantageStd
	Seed      uint64               // of the bootstrap

	Rank      int  // which of WorldSize processes this is, from 0
	WorldSize int  // 0: 1
	Resume    bool // continue the interrupted run
	Workers   int  // goroutines that score; 0: GOMAXPROCS

	MaxRecordBytes int         // reject longer rows (too_large); 0: DefaultRecordBytes
	CacheBytes     int64       // of prepared samples; 0: DefaultCacheBytes
	Progress       func(State) // called now and then, from one goroutine; nil: not called

	stepRows int64 // rows of one step; 0: defaultStepRows
}

// The defaults of Options.
const (
	DefaultRecordBytes = item.MaxBytes
	DefaultCacheBytes  = 64 << 20
	defaultStepRows    = 1 << 16
)

// State is the progress of a run.
type State struct {
	Rows     int64 // read so far, of this rank
	Rejected int64
}

// usagef returns the error of a call with wrong options.
func usagef(format string, args ...any) error {
	return &export.UsageError{Err: fmt.Errorf(format, args...)}
}

// plan is checked Options with the defaults filled in.
type plan struct {
	Options
	rank   shard.Rank
	format format
}

func newPlan(opt Options) (*plan, error) {
	p := &plan{Options: opt, rank: shard.Rank{Index: opt.Rank, Count: max(opt.WorldSize, 1)}}
	if p.Workers <= 0 {
		p.Workers = runtime.GOMAXPROCS(0)
	}
	if p.MaxRecordBytes <= 0 {
		p.MaxRecordBytes = DefaultRecordBytes
	}
	if p.CacheBytes <= 0 {
		p.CacheBytes = DefaultCacheBytes
	}
	if p.stepRows <= 0 {
		p.stepRows = defaultStepRows
	}
	if p.Advantage == "" {
		p.Advantage = reward.AdvantageStd
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	var err error
	p.format, err = formatOf(p.Out)
	return p, err
}

func (p *plan) check() error {
	switch {
	case len(p.Inputs) == 0:
		return usagef("there is nothing to score; name a file of completions, or - for stdin")
	case p.Out == "":
		return usagef("there is no file to write; name one that ends in .parquet or .jsonl, or - for stdout")
	case len(p.Profiles) == 0:
		return usagef("there is no profile to score with")
	case p.Advantage != reward.AdvantageStd && p.Advantage != reward.AdvantageCenter:
		return usagef("the advantage is %q; it is std or center", p.Advantage)
	case p.Out == "-" && (p.rank.Count > 1 || p.Resume):
		return usagef("neither ranks nor --resume can share stdout; name a file to write")
	}
	if err := p.rank.Validate(); err != nil {
		return usagef("%w", err)
	}
	names := map[string]bool{}
	for _, profile := range p.Profiles {
		if names[profile.Name()] {
			return usagef("two profiles are named %q; their columns could not be told apart", profile.Name())
		}
		names[profile.Name()] = true
	}
	if i := slices.Index(p.Inputs, "-"); i >= 0 {
		if slices.Contains(p.Inputs[i+1:], "-") {
			return usagef("standard input (-) can be read once only")
		}
		if p.Stdin == nil {
			return usagef("there is no stdin to read; give the name of a file")
		}
	}
	return nil
}

// format is the format of the output.
type format struct {
	parquet bool
	codec   string // of JSON lines: "", gz, zst
}

// formatOf derives the format from the name of a file.
func formatOf(name string) (format, error) {
	if name == "-" {
		return format{}, nil
	}
	lower := strings.ToLower(name)
	var f format
	for _, codec := range []string{"gz", "zst"} {
		if rest, ok := strings.CutSuffix(lower, "."+codec); ok {
			f.codec, lower = codec, rest
		}
	}
	switch {
	case strings.HasSuffix(lower, ".parquet") && f.codec == "":
		f.parquet = true
	case strings.HasSuffix(lower, ".jsonl"), strings.HasSuffix(lower, ".json"), strings.HasSuffix(lower, ".ndjson"):
	default:
		return f, usagef("the name %s does not say what to write; it has to end in .parquet, .jsonl, .jsonl.gz or .jsonl.zst", name)
	}
	return f, nil
}
