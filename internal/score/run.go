package score

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/rollout"
	"github.com/voi-rl/voi/internal/shard"
)

// Run scores completions. After an error the output is unchanged, and the scored rows are
// kept for Resume. If other ranks are not done, the summary says so, and the last rank
// writes the output.
func Run(ctx context.Context, opt Options) (*Summary, error) {
	p, err := newPlan(opt)
	if err != nil {
		return nil, err
	}
	inputs, err := openInputs(p)
	if err != nil {
		return nil, err
	}
	w, err := openRunFolder(p)
	if err != nil {
		return nil, err
	}
	if w.temp {
		defer os.RemoveAll(w.folder.Dir)
	}
	release, err := w.folder.Lock()
	if err != nil {
		return nil, err
	}
	sum, err := w.run(ctx, inputs)
	release()
	w.folder.Prune() // if it is empty
	return sum, err
}

func (w *runFolder) run(ctx context.Context, inputs []*input) (*Summary, error) {
	p := w.plan
	for _, in := range inputs {
		if err := in.spool(ctx, p.Stdin, w.folder, stdinName(p.rank)); err != nil {
			return nil, err
		}
	}
	w.header = newHeader(p, inputs)
	c := newColumns(p, p.format.parquet && sameSchema(inputs) == nil)
	markers, missing, err := w.bring(ctx, func(at *step, work *shard.Work) ([]int64, error) {
		return w.pump(ctx, inputs, newScorer(p, c), at, work)
	})
	if err != nil {
		return nil, err
	}
	if len(missing) > 0 {
		return w.summary(markers[p.rank.Index], missing), nil
	}
	sum, err := w.finish(ctx, inputs, c, markers)
	if errors.As(err, new(*export.UsageError)) { // a second attempt would end here again
		return nil, errors.Join(err, w.remove())
	}
	if err != nil {
		return nil, w.resumable(err)
	}
	return sum, nil
}

// summary is the summary of a rank before the others are done.
func (w *runFolder) summary(own *marker, missing []string) *Summary {
	sum := &Summary{Out: w.plan.Out, Missing: missing, Rejections: map[string]int64{}}
	sum.Group, sum.Advantage, sum.Seed = w.plan.groupName(), string(w.plan.Advantage), w.plan.Seed
	if own != nil {
		sum.Records, sum.Rejected = own.Own, own.Rejected
		sum.Rows = own.Own - own.Rejected
	}
	return sum
}

func (p *plan) groupName() string {
	if len(p.Group) == 0 {
		return rollout.GroupKey
	}
	return strings.Join(p.Group, ",")
}

// finish writes the output once all rows are scored.
func (w *runFolder) finish(ctx context.Context, inputs []*input, c *columns, markers []*marker) (sum *Summary, err error) {
	m := &merger{runFolder: w, inputs: inputs, columns: c, markers: markers, layout: newLayout(w.plan)}
	done, err := w.merge(func() (err error) {
		sum, err = m.run(ctx)
		return err
	})
	if err == nil && !done {
		sum = w.summary(markers[w.plan.rank.Index], nil) // another rank writes the output
	}
	return sum, err
}

// merger makes the output from the logs and the inputs.
type merger struct {
	*runFolder
	inputs  []*input
	columns *columns
	markers []*marker
	layout  layout
}

func (m *merger) run(ctx context.Context) (*Summary, error) {
	t, all, err := m.survey(ctx)
	if err != nil {
		return nil, err
	}
	p := m.plan
	if len(p.Group) > 0 && t.column == 0 && t.rows > 0 {
		return nil, usagef("no row has the column %q that --group names", p.groupName())
	}
	sum := m.summary(nil, nil)
	sum.Complete = true
	sum.Rows, sum.Rejected, sum.Rejections = t.rows, t.rejected, t.codes
	sum.Example = t.commonest()
	sum.Records = sum.Rows + sum.Rejected
	for i := range p.Profiles {
		sum.Reports = append(sum.Reports, t.perColumn[i].report(p, i, all.counts(i)))
	}
	return sum, m.write(ctx, sum, all)
}

// survey reads all logs twice, for the summary and for the groups.
func (m *merger) survey(ctx context.Context) (*tally, *groups, error) {
	t, all := newTally(len(m.plan.Profiles)), newGroups(len(m.plan.Profiles))
	err := m.records(ctx, func(r record) error {
		if err := t.add(r, &m.layout); err != nil || r.rejected() {
			return err
		}
		return all.first(r, &m.layout)
	})
	if err != nil {
		return nil, nil, err
	}
	all.between()
	err = m.records(ctx, func(r record) error {
		if !r.rejected() {
			all.second(r, &m.layout)
		}
		return nil
	})
	all.end()
	return t, all, err
}

// records calls do for every record of the logs, in the order of the rows.
func (m *merger) records(ctx context.Context, do func(r record) error) error {
	logs, err := openLogs(m.folder.Dir, m.plan.rank.Count)
	if err != nil {
		return err
	}
	defer logs.close()
	for buf := record(nil); ; {
		buf, err = m.layout.readRecord(logs.turn(), buf)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err == nil && logs.row%1024 == 0:
			err = ctx.Err()
		}
		if err == nil {
			err = do(buf)
		}
		if err != nil {
			return err
		}
	}
}

// meta is the metadata of the output: the hash of each profile, and the options of scoring.
func (m *merger) meta(sum *Summary) map[string]string {
	meta := map[string]string{}
	type ranged struct {
		profile
		Range [2]float64 `json:"reward_range"`
	}
	var profiles []ranged
	for _, pr := range m.plan.Profiles {
		key := "profile_sha256"
		if len(m.plan.Profiles) > 1 {
			key = pr.Name() + profileJoiner + key
		}
		meta[key] = pr.SHA256()
		lo, hi := pr.Range()
		profiles = append(profiles, ranged{profile{pr.Name(), pr.SHA256()}, [2]float64{lo, hi}})
	}
	text, err := json.Marshal(struct {
		Voi       string   `json:"voi"`
		Profiles  []ranged `json:"profiles"`
		Group     string   `json:"group"`
		Advantage string   `json:"advantage"`
		Rows      int64    `json:"rows"`
		Rejected  int64    `json:"rejected"`
	}{export.Version, profiles, sum.Group, sum.Advantage, sum.Rows, sum.Rejected})
	if err == nil { // a struct of texts and finite numbers always has a JSON form
		meta["voi"] = string(text)
	}
	return meta
}

// open opens the sink that writes to out.
func (m *merger) open(out io.Writer, sum *Summary) (s sink, native bool, err error) {
	if !m.plan.format.parquet {
		s, err = newJSONSink(m.plan, m.columns, out)
		return s, false, err
	}
	meta := m.meta(sum)
	err = guard(func() error {
		if schema := sameSchema(m.inputs); schema != nil {
			s, native = newParquetSink(m.plan, m.columns, out, m.nativeFields(schema), nil, meta), true
			return nil
		}
		kinds := m.kinds()
		s = newParquetSink(m.plan, m.columns, out, inferredFields(kinds, m.columns), kinds, meta)
		return nil
	})
	return s, native, err
}

// nativeFields are the columns of inputs with one schema. A step from the file names is
// added where the inputs have no step column.
func (m *merger) nativeFields(schema *parquet.Schema) []parquet.Field {
	fields := inputFields(schema, m.columns)
	if saysStep(m.inputs) && !slices.Contains(m.inputs[0].columns, rollout.StepKey) {
		fields = append(fields, namedField{parquet.Optional(parquet.Int(64)), rollout.StepKey})
	}
	return fields
}

// saysStep reports whether the name of an input holds a step.
func saysStep(inputs []*input) bool {
	return slices.ContainsFunc(inputs, func(in *input) bool { return in.step != "" })
}

// kinds returns the columns of all inputs: those in rows, and those in the schemas of
// Parquet files, because rows may lack some of them.
func (m *merger) kinds() []columnKind {
	var all columnKinds
	base := int64(0)
	for i, in := range m.inputs {
		for k, name := range in.columns {
			all.note(columnKind{Name: name, Row: base, Place: k})
		}
		base += m.markers[0].Counts[i]
	}
	if saysStep(m.inputs) {
		all.note(columnKind{Name: rollout.StepKey, Kinds: kindInt, Row: base})
	}
	for _, mk := range m.markers {
		for _, col := range mk.Columns {
			all.note(col)
		}
	}
	return all.sorted()
}
