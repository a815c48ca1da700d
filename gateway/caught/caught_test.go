package caught_test

import (
	"math"
	"strings"
	"testing"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/configs"
	rows "github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/gateway"
	"github.com/voi-rl/voi/gateway/caught"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/internal/yamlvalue"
	"github.com/voi-rl/voi/trajectory"
	"github.com/voi-rl/voi/trajectory/reader"
)

// runsOf reads recorded runs.
func runsOf(t *testing.T, path string) (all []*trajectory.Trajectory) {
	in := sharedtest.Need(reader.Open(t.Context(), path, rows.Options{}))(t)
	defer in.Close()
	for raw, err := range in.All() {
		sharedtest.OK(t, err)
		all = append(all, in.Decode(raw).Runs...)
	}
	return all
}

// optionsOf returns options for policies, with tau2's critical tools.
func optionsOf(t *testing.T) gateway.Options {
	var lists []domains.Value
	for _, text := range configs.Critical() {
		lists = append(lists, sharedtest.Need(yamlvalue.Parse(string(text), jsonvalue.Options{}))(t))
	}
	critical := sharedtest.Need(trajectory.NewCritical(lists...))(t)
	return gateway.Options{Counter: sharedtest.Need(trajectory.NewCounter(critical, domains.Value{}))(t), Asking: certainty.DefaultPolicy()}
}

// linesOf returns the lines of policies on runs.
func linesOf(t *testing.T, o gateway.Options, runs []*trajectory.Trajectory, names ...string) map[string]caught.Line {
	var chains []gateway.Chain
	for _, name := range names {
		chains = append(chains, sharedtest.Need(gateway.ParseChain(name, &o))(t))
	}
	f := caught.New(chains, names, o)
	for _, run := range runs {
		f.Add(sharedtest.Need(f.Judge(t.Context(), run))(t))
	}
	got := map[string]caught.Line{}
	for _, l := range f.Lines() {
		got[l.Policy] = l
	}
	return got
}

// pass holds nothing back, and its CAP, CAR and success are those of the runs. The
// Director by rules holds back exactly the messages with a call that its verdict stops.
func TestWhatIsHeldBack(t *testing.T) {
	for _, source := range []struct {
		name string
		path func(t *testing.T) string
	}{
		{"examples", func(*testing.T) string { return "../../examples/trajectories/runs.jsonl" }},
		{"retail", func(t *testing.T) string { return sharedtest.Shared(t, "data", "tau2", "gpt-4.1_retail.json.gz") }},
	} {
		t.Run(source.name, func(t *testing.T) {
			o, runs := optionsOf(t), runsOf(t, source.path(t))
			got := linesOf(t, o, runs, "pass", "nod:strict")
			var all, stopped [2]int64 // right and wrong calls
			precision, n, success, scored := 0.0, 0.0, 0.0, 0.0
			for _, run := range runs {
				if run.Broken() {
					continue
				}
				tally := o.Counter.Tally(run)
				if tally.CAP != nil {
					precision, n = precision+*tally.CAP, n+1
				}
				if run.Outcome != nil {
					success, scored = success+*run.Outcome, scored+1
				}
				critiques := o.Counter.Critiques(run)
				for _, c := range critiques {
					if c.Correct == nil {
						continue
					}
					side := 1
					if *c.Correct {
						side = 0
					}
					all[side]++
					for _, with := range critiques {
						if with.Message == c.Message && with.Verdict(trajectory.Settings[2]) != trajectory.Pass {
							stopped[side]++
							break
						}
					}
				}
			}
			for side, name := range []string{"right", "wrong"} {
				e := got["nod:strict"].Figures[name]
				if e.N != all[side] || math.Round(e.Value*float64(e.N)) != float64(stopped[side]) || all[side] > 0 && !(e.Low <= e.Value && e.Value <= e.High) {
					t.Errorf("of %d %s calls %d are stopped; the figure is %v of %d", all[side], name, stopped[side], e, e.N)
				}
				if e := got["pass"].Figures[name]; e.N != all[side] || e.Value != 0 {
					t.Errorf("pass stops %v of %d %s calls", e, e.N, name)
				}
			}
			if stopped[1] == 0 {
				t.Error("no wrong call is stopped: the runs show nothing")
			}
			for name, want := range map[string]float64{"cap": precision / n, "success": success / scored} {
				if e := got["pass"].Figures[name]; math.Abs(e.Value-want) > 1e-12 {
					t.Errorf("%s under pass is %v, of the runs %v", name, e.Value, want)
				}
			}
		})
	}
}

// A policy that needs a model says so, and messages that it does not decide on pass. A run
// that the infrastructure ended is not counted, and reported.
func TestWhatIsNotDecided(t *testing.T) {
	runs := runsOf(t, "../../examples/trajectories/runs.jsonl") // one of them ended so
	broken := *runs[0]
	broken.Finish("infrastructure_error", nil)
	got := linesOf(t, optionsOf(t), append(runs, &broken), "reflect")["reflect"]
	if got.Undecided != got.Messages || got.Why == "" || got.Figures["wrong"].Value != 0 || got.Broken != 2 || got.Runs != int64(len(runs))-1 {
		t.Errorf("%+v", got)
	}
	if text := caught.Table([]caught.Line{got}); !strings.Contains(text, "did not decide on") || !strings.Contains(text, "left out") {
		t.Errorf("%s", text)
	}
}

// A run that is too long to be read for every step is decided on up to the limit.
func TestALongRun(t *testing.T) {
	run := &trajectory.Trajectory{ID: "long"}
	for range 400 {
		run.Messages = append(run.Messages, trajectory.Message{Role: "user", Content: strings.Repeat("one two three ", 10)}, trajectory.Message{Role: "assistant", Content: "And then?"})
	}
	for range 60 {
		run.Messages = append(run.Messages, trajectory.Message{Role: "user", Content: strings.Repeat("one two three ", 1<<14)}, trajectory.Message{Role: "assistant", Content: "And then?"})
	}
	got := linesOf(t, optionsOf(t), []*trajectory.Trajectory{run}, "pass")["pass"]
	if got.Messages != 460 || got.Undecided == 0 || got.Undecided > 60 || !strings.Contains(got.Why, "too long") {
		t.Errorf("%d of %d messages are undecided: %s", got.Undecided, got.Messages, got.Why)
	}
}
