package decision_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	rows "github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/trajectory"
	"github.com/voi-rl/voi/trajectory/reader"
)

// recorded reads the runs of a file of the shared data.
func recorded(t *testing.T, path ...string) (runs []*trajectory.Trajectory) {
	in := sharedtest.Need(reader.Open(context.Background(), sharedtest.Shared(t, path...), rows.Options{}))(t)
	defer in.Close()
	for raw, err := range in.All() {
		sharedtest.OK(t, err)
		rec := in.Decode(raw)
		if rec.Rejection != nil {
			t.Fatal(rec.Rejection)
		}
		runs = append(runs, rec.Runs...)
	}
	return runs
}

// On FireAct's recorded searches a gate that never fires saves and loses nothing, a
// stricter gate never saves more steps of a run, and no more answers are lost than there
// were right ones. -v shows the default gate, and the best gate of one half on the other
// half.
func TestGatesOnFireAct(t *testing.T) {
	runs := recorded(t, "data", "retrieval", "fireact_llama2-7b.json.gz")
	critical := sharedtest.Need(trajectory.NewCritical())(t)
	counter := sharedtest.Need(trajectory.NewCounter(critical, domains.Value{}))(t)
	grid := func(text string) decision.Grid { return sharedtest.Need(decision.ParseGrid(text))(t) }
	replay := sharedtest.Need(decision.NewGateReplay(decision.DefaultGate, []decision.Grid{grid("tau_j=0.3:0.9:0.1"), grid("tau_u=0:0.5:0.1"), grid("p=1,2,3"), grid("beta=0,0.3")}))(t)
	never := sharedtest.Need(decision.NewGateReplay(decision.DefaultGate, []decision.Grid{grid("tau_j=inf"), grid("tau_u=0,1"), grid("p=1,2")}))(t)
	tokens, won := int64(0), int64(0)
	for _, run := range runs {
		s := decision.NewSearch(counter, run)
		replay.Add(run.ID, len(s.Acts), replay.PlaySearch(s))
		never.Add(run.ID, len(s.Acts), never.PlaySearch(s))
		tokens += s.Tokens()
		if *run.Outcome > 0 {
			won++
		}
		for _, g := range []decision.Gate{decision.DefaultGate, {TauJ: 0.4, TauU: 0.5, P: 1}, {TauJ: 0.5, TauU: 0.2, P: 2, Beta: 0.3}} {
			stricter := decision.Gate{TauJ: g.TauJ + 0.1, TauU: g.TauU, P: g.P, Beta: g.Beta}
			later := decision.Gate{TauJ: g.TauJ, TauU: g.TauU, P: g.P + 1, Beta: g.Beta}
			for _, other := range []decision.Gate{stricter, later} {
				if a, b := s.Apply(g), s.Apply(other); b.Fired && b.Steps > a.Steps {
					t.Fatalf("%s: %+v saves %d steps, the stricter %+v %d", run.ID, g, a.Steps, other, b.Steps)
				}
			}
		}
	}
	for _, c := range never.Report().Cells {
		if g := c.Gate; g.Fired != 0 || g.StepsSaved != 0 || g.TokensSaved != 0 || g.AtMost != 0 || math.Abs(c.Cost.Value*float64(len(runs))-float64(tokens)) > 1 {
			t.Errorf("a gate that never fires: %+v", g)
		}
	}
	r := replay.Report()
	if len(runs) != 500 || len(r.Cells) < 200 || r.Best == nil {
		t.Fatalf("%d runs, %d cells, best %v", len(runs), len(r.Cells), r.Best)
	}
	for _, c := range append(r.Cells, decision.CellReport{Figures: r.Given}) {
		if g := c.Gate; g.Lost > g.AtMost || g.AtMost > won || g.TokensSaved > tokens || c.Coverage != 1 || c.Success.N != 500 {
			t.Errorf("%v: %+v", c.Params, c.Figures)
		}
	}
	show := func(name string, f decision.Figures) string {
		return fmt.Sprintf("%s: %d fired, %d steps and %d tokens saved, %d answers lost, at most %d\n", name, f.Gate.Fired, f.Gate.StepsSaved, f.Gate.TokensSaved, f.Gate.Lost, f.Gate.AtMost)
	}
	t.Logf("%d tokens, %d of 500 succeeded, %d cells\n%s%s%s", tokens, won, len(r.Cells), show("default", r.Given), show(fmt.Sprint("best of one half ", r.Best.Params, ", on the other"), r.Best.HeldOut), show("default, there", r.HeldOut))
}
