package simulation

import (
	"reflect"
	"strings"
	"testing"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/trajectory"
)

// An episode as a recorded run has a message of the agent for each decision. It is the
// same episode as without a recording, and the run's figures are the episode's.
func TestTranscripts(t *testing.T) {
	critical := sharedtest.Need(trajectory.NewCritical())(t)
	var none toolSet
	counter := sharedtest.Need(trajectory.NewCounter(critical, none.annotated))(t)
	for _, pair := range [][2]Simulation{{Calendar{}, Calendar{Runs: true}}, {Graph{}, Graph{Runs: true}}} {
		for _, scenario := range pair[0].Scenarios() {
			for _, controller := range pair[0].Controllers() {
				for seed := range uint64(20) {
					plain, kept := pair[0].Run(scenario, controller, seed), pair[1].Run(scenario, controller, seed)
					run := kept.Run
					if kept.Run, kept.policy, plain.policy = nil, nil, nil; !reflect.DeepEqual(plain, kept) || run == nil {
						t.Fatalf("%s %s %d is another episode where its run is kept", scenario, controller, seed)
					}
					back := sharedtest.Need(trajectory.Parse(run.Value()))(t)
					if back.Value().JSON() != run.Value().JSON() {
						t.Fatalf("%s is read as %s", run.Value().JSON(), back.Value().JSON())
					}
					said, asked := 0, 0
					for i := range run.Messages {
						m := &run.Messages[i]
						if m.Role == dataset.Assistant {
							said++
							if strings.HasSuffix(m.Content, "?") {
								asked++
							}
						}
					}
					n := counter.Tally(back)
					won := *run.Outcome == 1
					if said != plain.Turns || asked != plain.Clarify || won != plain.Success || (*n.ActionsMatched == 1) != plain.Success || n.CriticalUnknown != 0 {
						t.Fatalf("%s: %d messages, %d questions, outcome %v, %d actions right; the episode %+v", run.Value().JSON(), said, asked, *run.Outcome, *n.ActionsMatched, plain)
					}
				}
			}
		}
	}
}

// Ids do not tell who is meant.
func TestNamesAreDrawn(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(100) {
		seen[names("S2", seed)[0]] = true
	}
	if len(seen) < 50 {
		t.Errorf("the target has %d names in 100 worlds", len(seen))
	}
}
