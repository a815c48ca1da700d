package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/yamlvalue"
	"github.com/voi-rl/voi/trajectory"
)

// decideFlags are the flags of voi score about the decisions of recorded runs.
type decideFlags struct {
	gate        string
	predicates  string
	attribution bool
	notes       string
	director    string
}

// decideNames are these flags; they mean nothing for single completions.
var decideNames = []string{"gate", "predicates", "attribution", "notes", "director"}

func (f *decideFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.gate, "gate", "", "of runs: the step at which a gate would stop a search that stalls, and the patterns by which it failed, by the gate `default` or what differs from it (tau_j=0.5,tau_u=0.3,p=2,beta=0)")
	flags.StringVar(&f.predicates, "predicates", "", "of runs: hold each against a plan, `derived` from its reference or from a YAML file of predicates, and say what it certified")
	flags.StringVar(&f.notes, "notes", "", "of runs: what a search knew and still had to find out behind each step, curated, with where it stands: by `rules|llm`")
	flags.StringVar(&f.director, "director", "", "of runs: ask a model about each critical call, too, beside --verdicts: `llm`, or llm:conservative, llm:strict for how it reviews (llm: balanced)")
	flags.BoolVar(&f.attribution, "attribution", false, "of runs: what each that failed is due to, signal, policy, execution or environment, as far as its critical calls tell")
}

// decider computes what decideFlags ask for.
type decider struct {
	flags *decideFlags
	gate  decision.Gate
	plans *trajectory.Plans // nil without --predicates
	notes decision.Extractor

	director trajectory.Director // nil without --director
	setting  string
}

func (f *decideFlags) decider(ctx context.Context, model *modelFlags) (d decider, err error) {
	d.flags = f
	if text := d.flags.gate; text != "" {
		if d.gate, err = decision.ParseGate(text); err != nil {
			return d, usageError{fmt.Errorf("--gate: %w", err)}
		}
	}
	switch d.flags.notes {
	case "", "llm":
	case "rules":
		d.notes = decision.RuleExtractor{}
	default:
		return d, usagef("--notes %q is neither rules nor llm", d.flags.notes)
	}
	if d.plans, err = d.flags.readPlans(); err != nil {
		return d, err
	}
	if d.setting, err = d.flags.setting(); err != nil {
		return d, err
	}
	judges := d.plans != nil && d.plans.Judges()
	if !judges && d.flags.notes != "llm" && d.setting == "" {
		return d, nil
	}
	_, m, err := model.open(ctx, true)
	if err != nil {
		return d, err
	}
	if judges {
		d.plans.Judge = m.Validator().Holds
	}
	if d.flags.notes == "llm" {
		d.notes = m.Extractor()
	}
	if d.setting != "" {
		d.director = m.Director().Direct
	}
	return d, nil
}

// setting is the Director's setting, "" without a Director.
func (f *decideFlags) setting() (string, error) {
	if f.director == "" {
		return "", nil
	}
	who, name, named := strings.Cut(f.director, ":")
	if !named {
		name = "balanced"
	}
	if who != "llm" {
		return "", usagef("--director %q is no llm, nor llm:strict or the like", f.director)
	}
	by, err := trajectory.ParseSetting(name)
	if err != nil {
		return "", usageError{fmt.Errorf("--director: %w", err)}
	}
	return by.Name, nil
}

// readPlans reads the plans, nil without --predicates.
func (f *decideFlags) readPlans() (*trajectory.Plans, error) {
	switch f.predicates {
	case "":
		return nil, nil
	case "derived":
		return &trajectory.Plans{}, nil
	}
	text, err := readText(f.predicates, maxConfig)
	if err != nil {
		return nil, err
	}
	v, err := yamlvalue.Parse(text, jsonvalue.Options{})
	if err == nil {
		var p *trajectory.Plans
		if p, err = trajectory.ParsePlans(v); err == nil {
			return p, nil
		}
	}
	return nil, usageError{fmt.Errorf("--predicates %s: %w", f.predicates, err)}
}

// of sets the same options in a build.
func (d *decider) of(r *export.Runs) error {
	r.Plans, r.Acts, r.Decide = d.plans, d.flags.gate != "", d.decide
	r.Gate, r.Blame, r.Notes = d.flags.gate, d.flags.attribution, d.flags.notes
	if r.RunConfig.Plans = d.flags.predicates; d.plans == nil || r.RunConfig.Plans == "derived" {
		return nil
	}
	text, err := readText(d.flags.predicates, maxConfig)
	r.RunConfig.Plans = hashOf(jsonvalue.NewString(text))
	return err
}

// wants adds the parts of a run that the flags need.
func (d *decider) wants(w *trajectory.Wants) {
	w.Acts = w.Acts || d.flags.gate != ""
	w.Plans, w.Director, w.Setting = d.plans, d.director, d.setting
	w.Verdicts = w.Verdicts || d.director != nil
}

// decide sets the results of package decision for a run.
func (d *decider) decide(ctx context.Context, c *trajectory.Counter, t *trajectory.Trajectory, x *trajectory.Extras) error {
	if x.Critiques != nil {
		x.Decided.Records = decision.StoredRecords(t, x.Critiques)
	}
	if d.flags.gate != "" {
		search := decision.NewSearch(c, t)
		if halt := search.Apply(d.gate); halt.Fired {
			step := int64(halt.Step)
			x.Decided.GateStep = &step
		}
		if patterns := search.Patterns(); len(patterns) > 0 {
			names := make([]string, len(patterns))
			for i := range patterns {
				names[i] = string(patterns[i])
			}
			all := strings.Join(names, ",")
			x.Decided.Failure = &all
		}
	}
	if d.flags.attribution {
		if blame := decision.AttributeRun(c, t); blame != nil {
			part := string(blame.Part)
			x.Decided.Attribution = &part
		}
	}
	if d.notes == nil {
		return nil
	}
	states, err := decision.Beliefs(ctx, c, t, d.notes)
	if err != nil {
		if ctx.Err() == nil {
			x.Unknown = cmp.Or(x.Unknown, "no notes: "+err.Error())
			err = nil
		}
		return err
	}
	x.Decided.Notes = make([]string, len(states))
	for i := range states {
		x.Decided.Notes[i] = states[i].Value().JSON()
	}
	return nil
}
