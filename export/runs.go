package export

import (
	"cmp"
	"context"
	"fmt"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/ordered"
	"github.com/voi-rl/voi/trajectory"
	runreader "github.com/voi-rl/voi/trajectory/reader"
)

// Runs say how recorded runs are built (T8): into rows of runs and of their steps, or into
// samples.
type Runs struct {
	Counter *trajectory.Counter
	Profile *trajectory.StepProfile // the rewards of steps; nil: none
	Plans   *trajectory.Plans       // the predicates that runs have to certify; nil: none
	Acts    bool                    // compute how new each act is (T3)
	// Decide adds the results of package decision to a run; nil: nothing.
	Decide func(ctx context.Context, c *trajectory.Counter, t *trajectory.Trajectory, x *trajectory.Extras) error
	// Decisions makes a sample of each critical or clarifying step, instead of the rows of
	// runs and steps.
	Decisions bool
	RunConfig
}

// RunConfig is what the rows of runs depend on beside the inputs, as the manifest shows it.
type RunConfig struct {
	Critical  string `json:"critical_sha256"` // of all lists of critical tools
	Tools     string `json:"tools_sha256,omitempty"`
	Profile   string `json:"profile_sha256,omitempty"`
	Gate      string `json:"gate,omitempty"`
	Plans     string `json:"predicates_sha256,omitempty"`
	Blame     bool   `json:"attribution,omitempty"`
	Notes     string `json:"notes,omitempty"`
	Decisions bool   `json:"decisions,omitempty"`
}

// RunRows are the rows of a run.
type RunRows struct {
	Row   trajectory.Row
	Steps []trajectory.StepRow
}

// bytes estimates the memory of the texts.
func (r *RunRows) bytes() int {
	n := 1024 + len(r.Row.Messages)
	for i := range r.Steps {
		s := &r.Steps[i]
		n += 512 + len(s.Text) + len(s.Calls)
		for _, text := range [...]*string{s.Critical, s.Decision, s.Components} {
			if text != nil {
				n += len(*text)
			}
		}
	}
	return n
}

// question returns the text of the run's user in the form of dataset.Question.
func (r *RunRows) question() (string, error) {
	var t trajectory.Trajectory
	v, err := jsonvalue.Parse(r.Row.Messages, columnOptions)
	if err == nil {
		err = t.ParseMessages(v, "messages")
	}
	return dataset.Question(t.Conversation(len(t.Messages), nil)), err
}

// outcome names the outcome of the run.
func (r *RunRows) outcome() string {
	switch o := r.Row.Outcome; {
	case o == nil:
		return "unscored"
	case *o == 1:
		return "success"
	case *o > 0:
		return "partial"
	}
	return "failure"
}

// runMaker makes entries of runs.
type runMaker struct {
	plan  *plan
	wants trajectory.Wants
	base  *trajectory.Baselines // nil: no advantages
	cut   *maker                // for the samples that decisions become; nil: runs stay whole
}

// newRecorder returns the recorder for the plan's inputs.
func newRecorder(p *plan, base *trajectory.Baselines) recorder {
	switch {
	case p.Runs == nil:
		return newMaker(p)
	case p.Runs.Decisions:
		return &runMaker{plan: p, wants: trajectory.Wants{Verdicts: true}, cut: newMaker(p)}
	}
	return &runMaker{plan: p, base: base, wants: trajectory.Wants{
		Verdicts: true, Beliefs: true, Profile: p.Runs.Profile, Plans: p.Runs.Plans, Acts: p.Runs.Acts,
	}}
}

// runsOf decodes the runs of a record, or returns why it contains none.
func runsOf(b *batch, i int) ([]*trajectory.Trajectory, *reader.Rejection) {
	rec := b.runs.Decode(b.raws[i])
	if rec.Rejection == nil && len(rec.Runs) == 0 {
		return nil, b.reject(i, dataset.CodeNoMessages, "the row holds no run")
	}
	if rec.Rejection != nil {
		rec.Rejection.File = b.source.name
	}
	return rec.Runs, rec.Rejection
}

func (m *runMaker) record(ctx context.Context, b *batch, i int) (res result, err error) {
	runs, rejection := runsOf(b, i)
	if rejection != nil {
		return result{rejections: []*reader.Rejection{rejection}}, nil
	}
	c := m.plan.Runs.Counter
	for _, t := range runs {
		x, err := c.Extras(ctx, t, m.wants)
		if err != nil {
			return res, err
		}
		if m.cut != nil {
			if err := m.decisions(ctx, b, i, t, x, &res); err != nil {
				return res, err
			}
			continue
		}
		if m.base != nil {
			m.base.Advantages(t, x.Credit, m.wants.Profile)
		}
		if m.plan.Runs.Decide != nil {
			if err := m.plan.Runs.Decide(ctx, c, t, &x); err != nil {
				return res, err
			}
		}
		if x.Unknown != "" { // a model failed: a resumed build asks it again
			return res, fmt.Errorf("%s:%d: run %.100q: %s", b.source.shown(), b.raws[i].Line, t.ID, x.Unknown)
		}
		tally := c.Tally(t)
		rows := &RunRows{}
		rows.Row, rows.Steps = c.Rows(t, &tally, x)
		split := SplitOf(m.plan.Split, m.plan.Seed, taskOf(t))
		res.rows = append(res.rows, sampled{{Row: &Row{SampleID: t.ID, Source: t.Source, Split: split}, Run: rows, Tools: m.plan.modes[0]}})
	}
	return res, nil
}

// decisions appends the samples of a run's decisions.
func (m *runMaker) decisions(ctx context.Context, b *batch, i int, t *trajectory.Trajectory, x trajectory.Extras, res *result) error {
	cuts := m.plan.Runs.Counter.Decisions(t, x.Critiques)
	if len(cuts) == 0 {
		res.rejections = append(res.rejections, b.reject(i, CodeNoDecision, fmt.Sprintf("run %.100q has no step that makes a critical call or asks", t.ID)))
	}
	for _, cut := range cuts {
		if cut.Sample == nil {
			res.rejections = append(res.rejections, b.reject(i, cut.Code, fmt.Sprintf("step %d of run %.100q: %s", cut.Step, t.ID, cut.Why)))
			continue
		}
		entries, why, err := m.cut.sample(ctx, cut.Sample)
		if err != nil {
			return err
		}
		if why != nil {
			res.rejections = append(res.rejections, b.reject(i, why.code, fmt.Sprintf("step %d of run %.100q: %s", cut.Step, t.ID, why.message)))
			continue
		}
		res.rows = append(res.rows, entries)
	}
	return nil
}

// taskOf returns the text that determines the split of a run: its task, so that all runs of
// a task are in one split. A run without a task uses its user's text.
func taskOf(t *trajectory.Trajectory) string {
	return cmp.Or(t.TaskID, dataset.Question(t.Conversation(len(t.Messages), nil)))
}

// baselines reads the runs of all ranks, for the rewards of each task.
func (b *builder) baselines(ctx context.Context) (*trajectory.Baselines, error) {
	r := b.plan.Runs
	if r == nil || r.Decisions || r.Profile == nil {
		return nil, nil
	}
	base := &trajectory.Baselines{}
	pipe := &pipeline{plan: b.plan, sources: b.sources, owns: func(int64) bool { return true }}
	pipe.maker = creditMaker{r}
	parse := func(got *batch) error { return pipe.parse(ctx, got) }
	return base, ordered.Run(ctx, b.plan.Workers, readBytes, pipe.split, parse, func(got *batch) error {
		for i := range got.results {
			for _, c := range got.results[i].credits {
				base.Add(c.run, c.credit)
			}
			got.results[i] = result{}
		}
		return nil
	})
}

// creditMaker computes only the rewards of runs.
type creditMaker struct{ runs *Runs }

// credited is a run's reward; only the names of the run are kept.
type credited struct {
	run    *trajectory.Trajectory
	credit *trajectory.Credit
}

func (m creditMaker) record(ctx context.Context, b *batch, i int) (res result, err error) {
	runs, _ := runsOf(b, i)
	for _, t := range runs {
		credit, err := m.runs.Counter.Credit(ctx, t, m.runs.Profile, m.runs.Plans)
		if err != nil {
			return res, err
		}
		res.credits = append(res.credits, credited{&trajectory.Trajectory{ID: t.ID, TaskID: t.TaskID}, credit})
	}
	return res, nil
}

// openRuns returns the decoder of a batch's runs.
func (p *pipeline) openRuns(r *reader.Reader) *runreader.Reader {
	if p.plan.Runs == nil {
		return nil
	}
	return &runreader.Reader{Reader: r}
}
