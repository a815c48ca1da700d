package audit

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/dataset"
	rows "github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/internal/yamlvalue"
	"github.com/voi-rl/voi/trajectory"
	"github.com/voi-rl/voi/trajectory/reader"
)

// stepSubject is the default step profile with changes.
func stepSubject(t *testing.T, change ...func(p *trajectory.StepProfile)) StepSubject {
	t.Helper()
	parse := func(text []byte) domains.Value {
		return sharedtest.Need(yamlvalue.Parse(string(text), jsonvalue.Options{}))(t)
	}
	var lists []domains.Value
	for _, text := range configs.Critical() {
		lists = append(lists, parse(text))
	}
	critical := sharedtest.Need(trajectory.NewCritical(lists...))(t)
	p := sharedtest.Need(trajectory.ParseStepProfile(parse(configs.StepProfile("default"))))(t)
	for _, f := range change {
		f(p)
	}
	return StepSubject{"default", p, sharedtest.Need(trajectory.NewCounter(critical, domains.Value{}))(t)}
}

func runsOf(t *testing.T, path string, stdin []byte) (runs []*trajectory.Trajectory) {
	t.Helper()
	in := sharedtest.Need(reader.Open(t.Context(), path, rows.Options{Stdin: bytes.NewReader(stdin)}))(t)
	defer in.Close()
	for raw, err := range in.All() {
		sharedtest.OK(t, err)
		runs = append(runs, in.Decode(raw).Runs...)
	}
	return runs
}

func goldRuns(t *testing.T) []*trajectory.Trajectory { return runsOf(t, "-", configs.GoldRuns()) }

// Under the default profile gold runs earn more than every probe: voi's own runs, on which
// every probe has a variant, and models' runs in tau2-bench.
func TestGoldRunsOutEarnProbes(t *testing.T) {
	sharedtest.Unraced(t)
	s := stepSubject(t)
	r := sharedtest.Need(RunsReport(t.Context(), s, goldRuns(t), Options{}))(t)
	if len(r.Exploits) > 0 || r.Unscored > 0 || len(r.Honest.Classes) < 2 {
		t.Errorf("%s", r.Text())
	}
	for _, v := range r.Probes {
		if v.N == 0 || v.Kind == Wrong && !(v.Mean.Value < 0.3) || v.Mean.Value > r.Honest.Mean.Value+1e-9 && v.Kind == Form && v.N == r.Honest.N {
			t.Errorf("%s: %d runs, mean %v", v.Probe, v.N, v.Mean)
		}
	}
	files, _ := filepath.Glob(filepath.Join(sharedtest.Shared(t, "data", "tau2"), "gpt*.json.gz"))
	for _, file := range files {
		r := sharedtest.Need(RunsReport(t.Context(), s, runsOf(t, file, nil), Options{}))(t)
		if len(r.Exploits) > 0 || r.Samples == 0 {
			t.Errorf("%s\n%s", file, r.Text())
		}
	}
}

// Profiles that pay for something else are found, by the right probe and with the component
// that causes it.
func TestProfilesThatPayForSomethingElse(t *testing.T) {
	sharedtest.Unraced(t)
	for _, c := range []struct {
		about, probe, carrier string
		change                func(p *trajectory.StepProfile)
	}{
		{"what is shaped is worth more than the outcome", "stop-early", "progress", func(p *trajectory.StepProfile) { p.Gate, p.Weights[trajectory.Progress] = 20, 20 }},
		{"repetition is paid", "repeat-lookup", "redundancy", func(p *trajectory.StepProfile) { p.Weights[trajectory.Redundancy] = -0.05 }},
		{"calls that cannot be right are paid", "foreign-tool", "hallucination", func(p *trajectory.StepProfile) { p.Weights[trajectory.Hallucination] = -0.1 }},
		{"knowing is all", "never-act", "known", func(p *trajectory.StepProfile) {
			p.Gate, p.Weights = 10, trajectory.Components{trajectory.Known: 10, trajectory.Terminal: 0.1}
		}},
		{"changes of the world are paid, right or wrong", "repeat-write", "critical", func(p *trajectory.StepProfile) {
			p.Gate, p.Weights = 30, trajectory.Components{trajectory.CriticalCalls: -10, trajectory.Terminal: 1}
		}},
	} {
		r := sharedtest.Need(RunsReport(t.Context(), stepSubject(t, c.change), goldRuns(t), Options{}))(t)
		at := slices.IndexFunc(r.Probes, func(v Verdict) bool { return v.Probe == c.probe })
		if v := &r.Probes[at]; !slices.Contains(r.Exploits, c.probe) || len(v.Worst) == 0 || !slices.ContainsFunc(v.Carried, func(x Carrier) bool { return x.Term == c.carrier }) {
			t.Errorf("%s: exploits %v\n%s", c.about, r.Exploits, r.Text())
		}
		r = sharedtest.Need(RunsReport(t.Context(), stepSubject(t, c.change), goldRuns(t), Options{Baseline: map[string]bool{c.probe: true}}))(t)
		if slices.Contains(r.Exploits, c.probe) || !slices.Contains(r.Reviewed, c.probe) {
			t.Errorf("%s: reviewed %v, exploits %v", c.about, r.Reviewed, r.Exploits)
		}
	}
}

// Every probe changes the run, keeps the user's first message, and fails the reference if it
// is of the kind wrong.
func TestRunProbesDoWhatTheySay(t *testing.T) {
	s := stepSubject(t)
	for _, run := range goldRuns(t) {
		g := s.gold(run, 1)
		for _, p := range RunProbes() {
			played, ok := p.play(g)
			if !ok {
				continue
			}
			if agentText(played) == agentText(run) && p.Name != "stale-value" || !slices.EqualFunc(played.Messages[:len(g.prefix)], g.prefix, func(a, b trajectory.Message) bool { return a.Content == b.Content }) {
				t.Errorf("%s of %s: %s", p.Name, run.ID, agentText(played))
			}
			n := s.Counter.Tally(played)
			done := *n.ActionsMatched == *n.ActionsRequired && *n.CriticalCorrect == n.CriticalExecuted
			if done != (p.Kind == Form) {
				t.Errorf("%s of %s: %d of %d actions, %d critical calls of which %d are right", p.Name, run.ID, *n.ActionsMatched, *n.ActionsRequired, n.CriticalExecuted, *n.CriticalCorrect)
			}
		}
	}
}

func TestRunsReportDependsOnNothingElse(t *testing.T) {
	s := stepSubject(t, func(p *trajectory.StepProfile) { p.Weights[trajectory.Redundancy] = -0.05 })
	var first []byte
	for _, workers := range []int{1, 3} {
		r := sharedtest.Need(RunsReport(t.Context(), s, goldRuns(t), Options{Workers: workers, Seed: 5}))(t)
		text := sharedtest.Need(json.Marshal(r))(t)
		if first == nil {
			first = text
		}
		if !bytes.Equal(text, first) {
			t.Errorf("with %d workers\n%s\nwith one\n%s", workers, text, first)
		}
	}
}

// Every probe also has a variant of some run whose offered tools are unknown.
func TestRunsWithoutToolsAreProbed(t *testing.T) {
	runs := goldRuns(t)
	for i := range runs {
		runs[i].Tools = nil
	}
	r, err := RunsReport(t.Context(), stepSubject(t), runs, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Probes {
		if p.N == 0 {
			t.Errorf("%s applies to no run", p.Probe)
		}
	}
}

// Odd runs are skipped or audited, without a crash.
func TestOddRunsAreAudited(t *testing.T) {
	s := stepSubject(t)
	odd := goldRuns(t)[:1]
	for _, change := range []func(r *trajectory.Trajectory){
		func(r *trajectory.Trajectory) { r.Outcome = nil },
		func(r *trajectory.Trajectory) { r.Messages = nil },
		func(r *trajectory.Trajectory) { r.Messages = r.Messages[:2] },
		func(r *trajectory.Trajectory) { r.Reference = trajectory.Reference{} },
		func(r *trajectory.Trajectory) { r.Tools = nil },
		func(r *trajectory.Trajectory) { r.Reference.Actions = nil },
		func(r *trajectory.Trajectory) {
			r.Messages = append(slices.Clone(r.Messages), trajectory.Message{Role: dataset.Assistant, Calls: []trajectory.Call{{Name: "", Arguments: jsonvalue.NewString("{")}}})
		},
	} {
		changed := *odd[0]
		change(&changed)
		r, err := RunsReport(t.Context(), s, []*trajectory.Trajectory{&changed, odd[0]}, Options{})
		if err != nil || r.Samples+r.Unscored != 2 || len(r.Exploits) > 0 {
			t.Errorf("%v, %+v", err, r)
		}
	}
	if _, err := RunsReport(t.Context(), s, nil, Options{}); err == nil || !strings.Contains(err.Error(), "gold") {
		t.Errorf("of no runs: %v", err)
	}
}
