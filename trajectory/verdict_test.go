package trajectory

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// The table has a row for the Director beside those of the settings, over the calls that it
// judged.
func TestDirectorInTheTable(t *testing.T) {
	run := honest(t)
	c := counter(t, `{"critical":["ship"]}`)
	verdicts := []Verdict{Pass, Abort, ""}
	var sum Summary
	for _, v := range verdicts {
		x, err := c.Extras(t.Context(), run, Wants{Verdicts: true, Setting: "balanced", Director: func(_ context.Context, p Proposal) (Verdict, string, error) {
			if p.Call.Name != "ship" || len(p.Before) != 5 || p.Tool == nil || p.Setting != "balanced" {
				t.Errorf("asked about %+v", p)
			}
			if v == "" {
				return "", "", errors.New("no answer")
			}
			return v, "why", nil
		}})
		sharedtest.OK(t, err)
		n := c.Tally(run)
		sum.Add("runs", Count(run, &n, x))
	}
	lines := sum.Lines(0)
	if d := lines[0].Verdicts.Director; d == nil || d.Right[Pass] != 1 || d.Right[Abort] != 1 || d.RightStopped.N != 2 || lines[0].Verdicts.Right != 3 {
		t.Errorf("%+v", lines[0].Verdicts)
	}
	if text := Table(lines); !strings.Contains(text, "runs, Director      50.0%") {
		t.Errorf("%s", text)
	}
}

func TestVerdicts(t *testing.T) {
	asked := `{"role":"user","content":"Bitte verlegen Sie die Lesung von Frau Adler, Nummer L-2207, in den Saal Nord."},{"role":"assistant","content":"Soll ich L-2207 in den Saal Nord verlegen?"},`
	call := func(args string) string {
		return `{"role":"assistant","tool_calls":[{"id":"a","name":"verlegen","arguments":` + args + `}]}`
	}
	const right = `{"lesung":"L-2207","saal":"Saal Nord"}`
	for _, c := range []struct {
		name, messages string
		want           [3]Verdict
		unmet          []Check
	}{
		{"confirmed", asked + `{"role":"user","content":"Ja, bitte."},` + call(right), [3]Verdict{Pass, Pass, Pass}, nil},
		{"confirmed to a tool that asks", `{"role":"user","content":"Bitte verlegen Sie die Lesung L-2207 in den Saal Nord."},{"role":"assistant","tool_calls":[{"id":"q","name":"ask_user","arguments":{"question":"Soll ich L-2207 in den Saal Nord verlegen?"}}]},{"role":"tool","tool_call_id":"q","content":"Ja, bitte."},` + call(right), [3]Verdict{Pass, Pass, Pass}, nil},
		{"turned down", asked + `{"role":"user","content":"Nein, lieber nicht."},` + call(right), [3]Verdict{Pass, Abort, Abort}, []Check{{"consent", "", false}}},
		{"made up", asked + `{"role":"user","content":"Ja, bitte."},` + call(`{"lesung":"L-9999","saal":"Saal Nord"}`), [3]Verdict{Revise, Revise, Revise}, []Check{{"backing", "lesung", true}}},
		{"refused by the schema", asked + `{"role":"user","content":"Ja, bitte."},` + call(`{"saal":"Saal Nord"}`), [3]Verdict{Revise, Revise, Revise}, []Check{{"schema", "lesung", true}}},
		{"no object", asked + `{"role":"user","content":"Ja, bitte."},` + call(`"{"`), [3]Verdict{Revise, Revise, Revise}, []Check{{"schema", "", true}}},
		{"failed before", asked + `{"role":"user","content":"Ja, bitte."},` + call(right) + `,{"role":"tool","tool_call_id":"a","content":"besetzt","error":true},` + call(right), [3]Verdict{Abort, Abort, Abort}, []Check{{"repeated", "", false}}},
		{"made before", asked + `{"role":"user","content":"Ja, bitte."},` + call(right) + `,{"role":"tool","tool_call_id":"a","content":"gut"},` + call(right), [3]Verdict{Abort, Abort, Abort}, []Check{{"repeated", "", false}}},
	} {
		run := sharedtest.Need(Parse(parse(t, `{"trajectory_id":"1","tools":[{"name":"verlegen","parameters":{"type":"object","properties":{"lesung":{"type":"string"},"saal":{"type":"string"}},"required":["lesung"]}}],"messages":[`+c.messages+`]}`)))(t)
		all := counter(t, `{"critical":["verlegen"]}`).Critiques(run)
		last := &all[len(all)-1]
		for i, by := range Settings {
			if got := last.Verdict(by); got != c.want[i] {
				t.Errorf("%s, %s: %s, want %s (risk %v of %+v)", c.name, by.Name, got, c.want[i], last.Risk(), last.Signals)
			}
		}
		if got := last.Unmet(Settings[2]); !slices.Equal(got, c.unmet) {
			t.Errorf("%s: unmet %v, want %v", c.name, got, c.unmet)
		}
	}
}

func TestPreconditions(t *testing.T) {
	run, err := Parse(parse(t, `{"trajectory_id":"1","messages":[{"role":"user","content":"Yes."},
		{"role":"assistant","tool_calls":[{"id":"a","name":"open","arguments":{}}]},{"role":"tool","tool_call_id":"a","content":"Error: locked"},
		{"role":"assistant","tool_calls":[{"id":"b","name":"enter","arguments":{}}]},{"role":"tool","tool_call_id":"b","content":"in"},
		{"role":"assistant","tool_calls":[{"id":"c","name":"open","arguments":{"with":"key"}}]},{"role":"tool","tool_call_id":"c","content":"open"},
		{"role":"assistant","tool_calls":[{"id":"d","name":"enter","arguments":{"slowly":true}}]}]}`))
	sharedtest.OK(t, err)
	all := counter(t, `{"critical":["enter"],"preconditions":{"enter":["open"]}}`).Critiques(run)
	if len(all) != 2 || len(all[0].Preconditions) != 1 || len(all[1].Preconditions) != 0 || all[0].Correct != nil {
		t.Errorf("%+v", all)
	}
}

// A stricter setting stops every call that a more lenient one stops; a verdict other than
// PASS has a reason.
func TestSettingsAreNested(t *testing.T) {
	for n := range 1 << 7 {
		flag := func(bit int) bool { return n>>bit&1 == 1 }
		s := Signals{NotOffered: flag(0), Confirmed: flag(1), Denied: flag(2), FailedBefore: flag(3), Support: []float64{0, 0.3, 0.6, 1}[n>>4&3], Weakest: "p"}
		if flag(6) {
			s.Unbacked = []string{"p"}
		}
		stopped := false
		for _, by := range Settings {
			v := s.Verdict(by)
			if stopped && v == Pass {
				t.Fatalf("%+v passes under %s and not before", s, by.Name)
			}
			stopped = v != Pass
			if reasons := s.Unmet(by); stopped != (len(reasons) > 0) {
				t.Fatalf("%+v: %s under %s for %v", s, v, by.Name, reasons)
			}
		}
		if r := s.Risk(); r < 0 || r > 1 {
			t.Fatalf("risk %v", r)
		}
	}
}

func TestTheCurveOfVerdicts(t *testing.T) {
	yes, no := true, false
	var j judged
	j.add(judgedCalls([]Critique{
		{Correct: &yes, Signals: Signals{Support: 1, Confirmed: true}}, {Correct: &yes, Signals: Signals{Support: 0, Confirmed: true}},
		{Correct: &no, Signals: Signals{Support: 0, Confirmed: true}}, {Correct: &no, Signals: Signals{NotOffered: true}}, {},
	}))
	v := j.verdicts()
	// Of four pairs of a wrong and a right call, the wrong one has the higher risk in
	// three; one is a tie.
	if v.Right != 2 || v.Wrong != 2 || *v.AUC != 3.5/4 {
		t.Errorf("%+v, AUC %v", v, *v.AUC)
	}
	if want := [][2]float64{{0, 0}, {0, 0.5}, {0.5, 1}, {1, 1}}; !slices.Equal(v.ROC, want) {
		t.Errorf("ROC %v, want %v", v.ROC, want)
	}
}
