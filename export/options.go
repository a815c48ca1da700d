package export

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/shard"
)

// BuildOptions say what to build. Inputs and Out are required; the zero value of any other
// field is its default.
type BuildOptions struct {
	Inputs    []Input      // in the order of the rows; at least one
	Out       string       // the folder to write
	Stdin     io.Reader    // the data of an Input with path "-"
	Answers   string       // path of BFCL's possible answers; "" looks beside each input
	Functions string       // folder of BFCL's function documents; "" looks beside each input
	Turns     reader.Turns // of rows with conversations; "": reader.TurnsLast

	Layouts        []string    // names of Layouts; none: generic
	Tools          ToolsMode   // for all layouts; "": Layout.Tools of each
	SystemPrompt   string      // "": configs.SystemPrompt
	Beliefs        []string    // sources of F12 in the order to try; none: all of them
	Split          []Share     // none: all rows to train
	Seed           int64       // of the split
	ShardRows      int         // samples of a split after which a new shard begins; 0: DefaultShardRows
	DropFlags      []string    // reject rows with one of these flags (flagged)
	MaxPromptChars int64       // reject longer prompts (prompt_too_long), in code points; 0: no limit
	MaxRecordBytes int         // reject longer records (too_large); 0: DefaultRecordBytes
	Rank           int         // which of WorldSize processes this is, from 0
	WorldSize      int         // 0: 1
	Resume         bool        // continue the interrupted run in Out
	Workers        int         // goroutines that parse, label and encode; 0: GOMAXPROCS
	Progress       func(State) // called after each batch, from one goroutine; nil: not called

	Runs          *Runs             // the inputs are recorded runs; nil: samples
	Pivots        *Pivots           // keep only samples that teach; nil: all
	Reader        label.Reader      // nil: the rules
	Readings      Readings          // corrected readings, which win
	Annotator     domains.Annotator // nil: domains.SchemaAnnotator
	AnnotatorName string            // its name in the configuration; "": schema
	Proposer      label.Proposer    // the source llm of Beliefs; nil: none
	Questioner    Questioner        // writes questions that a source lacks; nil: none are written
	Model         *ModelConfig      // the model behind these; nil: none
	Overlay       *domains.Overlay  // domains that win over the annotator's; a domain outside of its schema rejects the row

	hook func(op shard.Op, name string) error // of shard.Folder, for tests
}

// The defaults of BuildOptions.
const (
	DefaultShardRows   = 10_000
	DefaultRecordBytes = 4 << 20
)

// State is the progress of a build.
type State struct {
	Records    int64 // records of this rank read so far
	Rows       int64 // samples written, or waiting to be written
	Rejected   int64
	ReadBytes  int64 // of the stored inputs
	TotalBytes int64 // of the inputs
	Shards     int   // complete shards
}

// Config is the part of the options that determines the bytes, as the manifest shows it.
// For the system prompt only its text matters, not its source.
type Config struct {
	Layouts        []string             `json:"layouts"`
	Tools          map[string]ToolsMode `json:"tools"` // of each layout
	SystemPrompt   string               `json:"system_prompt_sha256"`
	Beliefs        []string             `json:"beliefs"`
	Split          []Share              `json:"split"`
	Seed           int64                `json:"seed"`
	ShardRows      int                  `json:"shard_rows"`
	DropFlags      []string             `json:"drop_flags,omitempty"`
	MaxPromptChars int64                `json:"max_prompt_chars"`
	MaxRecordBytes int                  `json:"max_record_bytes"`
	Annotator      string               `json:"annotator"`
	Domains        string               `json:"domains_sha256"` // of the overlay, "" without one
	Model          *ModelConfig         `json:"model,omitempty"`
	Readings       string               `json:"readings_sha256,omitempty"` // of the corrected readings
	Turns          reader.Turns         `json:"turns,omitempty"`
	Runs           *RunConfig           `json:"runs,omitempty"`
	Pivots         *PivotConfig         `json:"pivots,omitempty"`
}

// Questioner is a model that writes a question to a sample's user about aspects, which are
// parameters of one tool. It is safe for concurrent use. An empty text without an error
// means that it has no question for exactly these aspects.
type Questioner interface {
	Question(ctx context.Context, s *dataset.Sample, tool string, aspects []string) (string, error)
}

// ModelConfig is what a model's answers depend on, beside the question.
type ModelConfig struct {
	Name       string            `json:"name"`
	Prompts    map[string]string `json:"prompts"`              // SHA-256 of each by its name and version
	Candidates int               `json:"candidates,omitempty"` // how many calls it may propose; 0: none are asked for
	Questions  bool              `json:"questions,omitempty"`  // it writes reference questions
	Readings   bool              `json:"readings,omitempty"`   // it reads conversations
}

func (c *Config) hash() string {
	text, err := json.Marshal(c)
	if err != nil {
		panic(err) // strings and numbers always encode
	}
	return hashText(string(text))
}

func hashText(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// plan is checked BuildOptions with the defaults filled in.
type plan struct {
	BuildOptions
	layouts []*Layout
	modes   []ToolsMode // of the layouts, without repeats; the first layout's comes first
	sources []label.Source
	rank    shard.Rank
	config  Config
}

func newPlan(opt BuildOptions) (*plan, error) {
	p := &plan{BuildOptions: opt}
	p.fill()
	if err := p.check(); err != nil {
		var usage *UsageError
		if errors.As(err, &usage) {
			return nil, err
		}
		return nil, &UsageError{err}
	}
	p.config = Config{
		Tools: make(map[string]ToolsMode, len(p.layouts)), SystemPrompt: hashText(p.SystemPrompt),
		Split: p.Split, Seed: p.Seed, ShardRows: p.ShardRows,
		DropFlags: p.DropFlags, MaxPromptChars: p.MaxPromptChars, MaxRecordBytes: p.MaxRecordBytes,
		Annotator: p.AnnotatorName, Domains: overlayHash(p.Overlay), Model: p.Model, Readings: p.Readings.hash(), Turns: p.Turns,
	}
	if p.Pivots != nil {
		p.config.Pivots = &p.Pivots.PivotConfig
	}
	if p.Runs != nil {
		p.Runs.RunConfig.Decisions = p.Runs.Decisions
		p.config.Runs = &p.Runs.RunConfig
	}
	for _, l := range p.layouts {
		p.config.Layouts = append(p.config.Layouts, l.Name)
		mode := cmp.Or(p.Tools, l.Tools)
		p.config.Tools[l.Name] = mode
		if !slices.Contains(p.modes, mode) {
			p.modes = append(p.modes, mode)
		}
	}
	for _, s := range p.sources {
		p.config.Beliefs = append(p.config.Beliefs, string(s))
	}
	return p, nil
}

func (p *plan) fill() {
	if p.SystemPrompt == "" {
		p.SystemPrompt = configs.SystemPrompt()
	}
	p.SystemPrompt = clean(p.SystemPrompt)
	if len(p.Split) == 0 {
		p.Split = []Share{{DefaultSplit, 1}}
	}
	if p.ShardRows == 0 {
		p.ShardRows = DefaultShardRows
	}
	if p.MaxRecordBytes == 0 {
		p.MaxRecordBytes = inputBytes(p.Runs != nil)
	}
	if p.WorldSize == 0 {
		p.WorldSize = 1
	}
	if p.Workers <= 0 {
		p.Workers = runtime.GOMAXPROCS(0)
	}
	if p.Annotator == nil {
		p.Annotator, p.AnnotatorName = domains.SchemaAnnotator{}, "schema"
	}
	p.rank = shard.Rank{Index: p.Rank, Count: p.WorldSize}
}

// inputBytes is the longest record of an input by default.
func inputBytes(recorded bool) int {
	if recorded {
		return reader.DefaultMaxRecordBytes
	}
	return DefaultRecordBytes
}

func (p *plan) check() (err error) {
	switch {
	case p.Out == "":
		return errors.New("no output folder is named")
	case len(p.Inputs) == 0:
		return errors.New("no input is named")
	case p.Tools != "" && p.Tools != ToolsSystem && p.Tools != ToolsColumn:
		return fmt.Errorf("tools %q: they go into the %s message or the %s", p.Tools, ToolsSystem, ToolsColumn)
	case p.ShardRows < 0:
		return fmt.Errorf("a shard has at least 1 row, not %d", p.ShardRows)
	case p.MaxPromptChars < 0:
		return fmt.Errorf("the longest prompt has at least 1 character (0: any), not %d", p.MaxPromptChars)
	case slices.ContainsFunc(p.DropFlags, func(f string) bool { return !slices.Contains(dataset.Flags(), dataset.Flag(f)) }):
		return fmt.Errorf("the flags to leave out are %v; a row may have %v", p.DropFlags, dataset.Flags())
	case p.AnnotatorName == "":
		return errors.New("the annotator has no name to be told by in the manifest")
	}
	if err := p.rank.Validate(); err != nil {
		return err
	}
	if err := checkSplit(p.Split); err != nil {
		return fmt.Errorf("split: %w", err)
	}
	if strings.Contains("\n\n"+p.SystemPrompt+"\n\n", systemHeading) {
		return fmt.Errorf("the system prompt has the heading %s, under which the source's own instructions stand; name it otherwise", strings.TrimSpace(systemHeading))
	}
	if err = p.chooseLayouts(); err != nil {
		return err
	}
	p.sources, err = parseBeliefs(p.Beliefs)
	return err
}

// chooseLayouts finds the layouts by name, and refuses layouts that do not fit the kind of
// input.
func (p *plan) chooseLayouts() (err error) {
	whole := p.Runs != nil && !p.Runs.Decisions
	names := p.Layouts
	if whole && len(names) == 0 {
		names = []string{trajectoriesLayout.Name, stepsLayout.Name}
	}
	if p.layouts, err = ParseLayouts(names); err != nil {
		return err
	}
	for _, l := range p.layouts {
		switch {
		case whole && !l.Runs:
			return fmt.Errorf("the layout %s is of samples; recorded runs are written as %s and %s, or cut into samples by --decisions", l.Name, trajectoriesLayout.Name, stepsLayout.Name)
		case !whole && l.Runs:
			return fmt.Errorf("the layout %s is of recorded runs that stay whole, and these are samples", l.Name)
		}
	}
	return nil
}

// overlayHash identifies an overlay by its content.
func overlayHash(overlay *domains.Overlay) string {
	text := ""
	for _, name := range overlay.Tools() {
		text += name + "\n" + overlay.Of(name).Value().JSON() + "\n"
	}
	if text == "" {
		return ""
	}
	return hashText(text)
}
