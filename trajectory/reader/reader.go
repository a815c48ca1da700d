package reader

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"sync"

	"github.com/voi-rl/voi/dataset"
	rows "github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/trajectory"
)

// Reader reads the runs of one file. Next and Close need one goroutine, Decode may run
// in any.
type Reader struct {
	*rows.Reader
	beside toolsBeside
}

// toolsBeside holds the tools that stand beside the runs of a file. They are parsed once
// for all runs.
type toolsBeside struct {
	mu   sync.Mutex
	head *rows.Beside
	run  trajectory.Trajectory // its tools
	err  error
}

// give sets the tools of a run from a list that stands beside it.
func (b *toolsBeside) give(t *trajectory.Trajectory, head *rows.Beside, list domains.Value) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.head != head {
		b.head, b.run = head, trajectory.Trajectory{}
		b.err = b.run.ParseTools(list)
	}
	t.Tools, t.Annotated = b.run.Tools, b.run.Annotated
	return b.err
}

// Open opens a file; see dataset/reader.Open.
func Open(ctx context.Context, path string, opt rows.Options) (*Reader, error) {
	opt.Runs = true
	in, err := rows.Open(ctx, path, opt)
	if err != nil {
		return nil, err
	}
	return &Reader{Reader: in}, nil
}

// Record is the result for one row: its runs, mostly one, or the reason why it has none.
type Record struct {
	Runs      []*trajectory.Trajectory
	Rejection *rows.Rejection
}

// row is a row that is being read.
type row struct {
	domains.Value
	raw rows.Raw
	in  *Reader
}

// format recognises and reads the rows of a source. With both, a row is a sample as
// well, and is read as a run only on request.
type format struct {
	name  string
	both  bool
	match func(v domains.Value) bool
	read  func(r *row) ([]*trajectory.Trajectory, error)
}

// formats are tried in this order.
var formats = []format{
	{"atif", false, trajectory.IsATIF, one(func(r *row) (*trajectory.Trajectory, error) { return trajectory.ParseATIF(r.Value) })},
	{"voi", false, isOwn, one(readOwn)},
	{"tau2", false, isTau2, one(readTau2)},
	{"tau-bench", false, isTauBench, one(readTauBench)},
	{"tau-bench", false, isReplay, one(readReplay)},
	{"verifiers", false, isVerifiers, readVerifiers},
	{"swe-agent", false, isSWE, one(readSWE)},
	{"react", false, isReAct, one(readReAct)},
	{"bfcl", false, isBFCLResult, one(readBFCLResult)},
	{"nemo-gym", true, isNeMo, one(readNeMo)},
	{"", true, isSession, one(readSession)},
	{"openai", true, isChat, one(readChat)},
}

func one(read func(r *row) (*trajectory.Trajectory, error)) func(r *row) ([]*trajectory.Trajectory, error) {
	return func(r *row) ([]*trajectory.Trajectory, error) {
		t, err := read(r)
		if err != nil {
			return nil, err
		}
		return []*trajectory.Trajectory{t}, nil
	}
}

// Recognise reports whether a row is a run, and whether it could also be a sample.
func Recognise(v domains.Value) (run, both bool) {
	for i := range formats {
		if formats[i].match(v) {
			return true, formats[i].both
		}
	}
	return false, false
}

// mostUnread is how many rows at the beginning of a file may be unreadable before First gives up.
const mostUnread = 100

// First returns the first row of a file that can be parsed, null if there is none, and whether it
// is a run in a format that no other data has. One torn or oversized row says nothing about the
// rows behind it, so that it must not decide what the file is.
func First(ctx context.Context, path string) (v domains.Value, run bool) {
	in, err := Open(ctx, path, rows.Options{})
	if err != nil {
		return v, false
	}
	defer in.Close()
	for range mostUnread {
		raw, err := in.Next()
		if err != nil {
			break
		}
		if v, err := raw.Parse(); err == nil {
			run, both := Recognise(v)
			return v, run && !both
		}
	}
	return domains.Value{}, false
}

// Decode parses a row into runs, or says why it has none. The result depends only on the
// row and on the tools and tasks beside it in the file.
func (in *Reader) Decode(raw rows.Raw) Record {
	v, err := raw.Parse()
	if err == nil {
		var runs []*trajectory.Trajectory
		if runs, err = in.runs(v, raw); err == nil {
			return Record{Runs: runs}
		}
	}
	return Record{Rejection: raw.Reject(err)}
}

// Parse converts one value, without a file, to its run. tau2's tools and tasks, which
// stand beside the rows of a file, are then unknown. The error is a *dataset.Error or a
// *domains.Error.
func Parse(v domains.Value) (*trajectory.Trajectory, error) {
	runs, err := new(Reader).runs(v, rows.Raw{})
	if err == nil && len(runs) != 1 {
		return nil, trajectory.Bad("", "%d runs in one; give each as one of its own", len(runs))
	}
	if err != nil {
		return nil, err
	}
	return runs[0], nil
}

func (in *Reader) runs(v domains.Value, raw rows.Raw) ([]*trajectory.Trajectory, error) {
	for i := range formats {
		f := &formats[i]
		if !f.match(v) {
			continue
		}
		runs, err := f.read(&row{v, raw, in})
		if err != nil {
			return nil, err
		}
		for _, t := range runs {
			if t.Source == "" {
				t.Source = f.name
			}
			if t.ID == "" {
				t.ID = contentID(t)
			}
			if len(t.Messages) == 0 {
				return nil, &dataset.Error{Code: dataset.CodeNoMessages, Msg: "the run has no messages"}
			}
		}
		return runs, nil
	}
	return nil, &dataset.Error{Code: dataset.CodeUnknownFormat, Msg: "no known source has runs with these keys; give {\"trajectory_id\", \"messages\"}, or ATIF"}
}

// contentID is the id of a run without one in its source: 16 bytes of SHA-256, in hex.
func contentID(t *trajectory.Trajectory) string {
	sum := sha256.Sum256(t.Value().AppendCanonical(nil))
	return hex.EncodeToString(sum[:16])
}

// text reads the first member that is a text or a number; some sources have numbers as
// ids.
func text(v domains.Value, keys ...string) string {
	for _, key := range keys {
		switch f := v.Field(key); {
		case f.Kind() == jsonvalue.String && f.Str() != "":
			return f.Str()
		case f.Kind() == jsonvalue.Number:
			return f.NumberText()
		}
	}
	return ""
}

// has reports whether a member is there and not null.
func has(v domains.Value, key string) bool { return !v.Field(key).IsNull() }

// number reads a judgement, which is a number or a boolean; nil if there is none.
func number(v domains.Value) *float64 {
	f, ok := v.Float()
	if v.Kind() == jsonvalue.Bool {
		ok = true
		if v.Bool() {
			f = 1
		}
	}
	if !ok {
		return nil
	}
	return &f
}

// isOwn recognises voi's own runs.
func isOwn(v domains.Value) bool { return has(v, "trajectory_id") && has(v, "messages") }

func readOwn(r *row) (*trajectory.Trajectory, error) {
	v := r.Value
	if v.Field("messages").Kind() == jsonvalue.String { // as in the rows of voi score
		parsed, err := domains.ParseValue(v.Field("messages").Str())
		if err != nil {
			return nil, trajectory.Bad("messages", "a string that holds no JSON (%v)", err)
		}
		v = v.With("messages", parsed)
	}
	return trajectory.Parse(v)
}
