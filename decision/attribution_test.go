package decision

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/trajectory"
)

// A single known fault is attributed to its part in at least 99 of 100 episodes; -v
// shows the confusion matrix.
func TestAttributionOfOneKnownFault(t *testing.T) {
	const episodes = 10000
	got := map[Fault]map[Part]int{}
	right, signals := 0, 0
	for i := range episodes {
		f := Faults[i%len(Faults)]
		records, policy := Broken(f.Fault, uint64(i))
		if *records[0].Outcome != 0 {
			t.Fatalf("%s, seed %d: it succeeds", f.Fault, i)
		}
		blame := Attribute(records, policy)
		part := Part("none")
		if blame != nil {
			part = blame.Part
		}
		if got[f.Fault] == nil {
			got[f.Fault] = map[Part]int{}
		}
		got[f.Fault][part]++
		if part == f.Part {
			right++
		}
		if f.Fault == FaultFirst && part == PartSignal && blame.Signal == "first" || f.Fault == FaultSecond && part == PartSignal && blame.Signal == "second" {
			signals++
		}
	}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	columns := append(slices.Clone(Parts[:]), "none")
	fmt.Fprint(w, "injected\t")
	for _, part := range columns {
		fmt.Fprintf(w, "%s\t", part)
	}
	n := 0
	for _, f := range Faults {
		fmt.Fprintf(w, "\n%s\t", f.Fault)
		for _, part := range columns {
			fmt.Fprintf(w, "%d\t", got[f.Fault][part])
		}
		if f.Part == PartSignal {
			for _, k := range got[f.Fault] {
				n += k
			}
		}
	}
	w.Flush()
	t.Logf("%d of %d right, the signal named in %d of %d\n%s", right, episodes, signals, n, b.String())
	if 100*right < 99*episodes || 100*signals < 99*n {
		t.Errorf("%d of %d are blamed on the part that was broken, the signal is named in %d of %d", right, episodes, signals, n)
	}
}

func boolean(b bool) *bool { return &b }

// Each rule of T5 on handwritten records.
func TestAttribution(t *testing.T) {
	failure, success := 0.0, 1.0
	p := Threshold("p", 0.8, Stop, Expand)
	rec := func(p, truth float64, action, best string, more ...func(*Record)) *Record {
		r := &Record{Episode: "e", Actions: []string{Stop, Expand}, Signals: Signals{{"p", p}}, Truth: Signals{{"p", truth}}, Action: action, Outcome: &failure}
		if best != "" {
			r.Best = []string{best}
		}
		for _, f := range more {
			f(r)
		}
		return r
	}
	unsound := func(r *Record) { r.Sound = boolean(false) }
	hopeless := func(r *Record) { r.Hope = boolean(false) }
	unknown := func(r *Record) { r.Truth = nil }
	won := func(r *Record) { r.Outcome = &success }
	unscored := func(r *Record) { r.Outcome = nil }
	for _, c := range []struct {
		name    string
		records []*Record
		want    string
	}{
		{"the signal was too high", []*Record{rec(0.9, 0.5, Stop, Expand)}, "signal 0 p"},
		{"the threshold is too low", []*Record{rec(0.85, 0.85, Stop, Expand)}, "policy 0 "},
		{"the policy was not followed", []*Record{rec(0.2, 0.2, Stop, Expand)}, "policy 0 "},
		{"nobody knows the true value", []*Record{rec(0.9, 0, Stop, Expand, unknown)}, "none"},
		{"nobody knows what was best", []*Record{rec(0.9, 0.5, Stop, "")}, "none"},
		{"it went wrong by itself, behind noise", []*Record{rec(0.25, 0.2, Expand, Expand, unsound), rec(0.25, 0.2, Expand, Expand), rec(0.9, 0.2, Stop, Expand)}, "signal 0 p"},
		{"right, and broken", []*Record{rec(0.2, 0.2, Expand, Expand), rec(0.9, 0.9, Stop, Stop, unsound)}, "execution 0 "},
		{"broken, made good, then misled", []*Record{rec(0.2, 0.2, Expand, Expand, unsound), rec(0.2, 0.2, Expand, Expand), rec(0.9, 0.1, Stop, Expand)}, "signal 0 p"},
		{"misled ever since it broke", []*Record{rec(0.2, 0.2, Expand, Expand, unsound), rec(0.9, 0.2, Stop, Expand)}, "execution 0 "},
		{"nothing to be done", []*Record{rec(0.2, 0.2, Expand, "", hopeless)}, "environment 0 "},
		{"it succeeded", []*Record{rec(0.9, 0.5, Stop, Expand, won)}, "none"},
		{"nobody judged it", []*Record{rec(0.9, 0.5, Stop, Expand, unscored)}, "none"},
		{"no records", nil, "none"},
	} {
		got := "none"
		if b := Attribute(c.records, p); b != nil {
			got = fmt.Sprintf("%s %d %s", b.Part, b.Step, b.Signal)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	if Attribute([]*Record{rec(0.9, 0.5, Stop, Expand)}, nil) != nil {
		t.Error("without a policy nothing can be said of a wrong action")
	}
}

// Of two signals in a mix, the one with the larger share of the error is named.
func TestAttributionOfAMix(t *testing.T) {
	failure := 0.0
	for _, c := range []struct {
		alpha float64
		want  string
	}{{0.9, "dense"}, {0.1, "llm"}} {
		r := &Record{Episode: "e", Actions: []string{Stop, Expand}, Action: Stop, Best: []string{Expand}, Outcome: &failure,
			Signals: Signals{{"dense", 0.9}, {"llm", 0.9}}, Truth: Signals{{"dense", 0.1}, {"llm", 0}}}
		if b := Attribute([]*Record{r}, Mixed("dense", "llm", c.alpha, 0.8)); b == nil || b.Signal != c.want {
			t.Errorf("alpha %v: %+v, want %s", c.alpha, b, c.want)
		}
	}
}

// Recorded runs can be attributed if a critical call was wrong, or right and not
// executed.
func TestAttributionOfRuns(t *testing.T) {
	const tools = `[{"name":"ship","parameters":{"type":"object","properties":{"article":{"type":"string"}},"required":["article"]}}]`
	critical := sharedtest.Need(trajectory.NewCritical(value(t, `{"critical":["ship"]}`)))(t)
	c := sharedtest.Need(trajectory.NewCounter(critical, value(t, tools)))(t)
	ship := func(article, result string, failed bool) string {
		return fmt.Sprintf(`{"role":"assistant","tool_calls":[{"name":"ship","arguments":{"article":%q}}]},{"role":"tool","content":%q,"error":%v}`, article, result, failed)
	}
	for _, k := range []struct{ name, messages, outcome, end, want string }{
		{"a wrong call that nothing backs", ship("B-2", "ok", false), "0", "user_stop", "policy"},
		{"a wrong call that looks right", `{"role":"user","content":"Yes, or B-2."},` + ship("B-2", "ok", false), "0", "user_stop", "signal"},
		{"it looks right, and nothing says what would be", `{"role":"user","content":"Yes, and B-2."},` + ship("A-1", "ok", false) + `,{"role":"user","content":"Yes, B-2 too."},` + ship("B-2", "ok", false), "0", "user_stop", "none"},
		{"the right call failed", ship("A-1", "Error: down", true), "0", "user_stop", "execution"},
		{"the right call failed, and was made again", ship("A-1", "Error: down", true) + "," + ship("A-1", "ok", false), "0", "user_stop", "none"},
		{"a made-up call failed, and no right one was made", ship("C-3", "Error: none", true), "0", "user_stop", "policy"},
		{"it failed, and was put right", ship("C-3", "Error: none", true) + "," + ship("A-1", "ok", false), "0", "user_stop", "none"},
		{"it succeeded", ship("B-2", "ok", false), "1", "user_stop", "none"},
		{"the environment ended it", ship("A-1", "ok", false), "0", "timeout", "environment"},
	} {
		r := run(t, `{"trajectory_id":"r","messages":[{"role":"user","content":"Please ship A-1."},%s],"reference":{"actions":[{"name":"ship","arguments":{"article":"A-1"}}]},"outcome":%s,"end":{"reason":%q}}`, k.messages, k.outcome, k.end)
		got := "none"
		by := trajectory.Settings[1]
		if b := Attribute(RecordsOf(r, c.Critiques(r), by), Director(by)); b != nil {
			got = string(b.Part)
		}
		if got != k.want {
			t.Errorf("%s: %s, want %s", k.name, got, k.want)
		}
	}
}

// If no critical call was wrong, the last step decides.
func TestAttributionOfTheEnd(t *testing.T) {
	c := counter(t)
	const tools = `"tools":[{"name":"ship","annotations":{"destructiveHint":true},"parameters":{}},{"name":"look","annotations":{"readOnlyHint":true},"parameters":{}}]`
	told := func(text string) string { return fmt.Sprintf(`{"role":"assistant","content":%q}`, text) }
	look := `{"role":"assistant","tool_calls":[{"name":"look","arguments":{"q":"bridge"}}]},{"role":"tool","content":"The bridge is old."}`
	ship := `{"role":"assistant","tool_calls":[{"name":"ship","arguments":{}}]},{"role":"tool","content":"ok"}`
	acts := `"actions":[{"name":"look","arguments":{"q":"bridge"}},{"name":"ship","arguments":{}}]`
	for _, k := range []struct{ name, messages, reference, end, want string }{
		{"it never tried", told("Sorry, I cannot."), acts, "user_stop", "policy 0"},
		{"it never tried, after looking", look + "," + told("It is old."), acts, "agent_stop", "policy 1"},
		{"what it did not look up changes nothing", told("It is old."), `"actions":[{"name":"look","arguments":{}}]`, "user_stop", "none"},
		{"it was still at work", look, acts, "user_stop", "none"},
		{"it did what was to be done", ship + "," + told("Done."), acts, "user_stop", "none"},
		{"it was cut off", told("Let me see."), acts, "max_steps", "none"},
		{"the user failed", told("Sorry."), acts, "user_error", "none"},
		{"it answered too early", look + "," + told("Brunel"), `"answer":"Jan Novak"`, "agent_stop", "policy 1"},
		{"it had seen the answer", look + "," + told("new"), `"answer":"old"`, "agent_stop", "execution 1"},
		{"it had been told the answer", told("the other"), `"answer":"this bridge"`, "agent_stop", "execution 0"},
		{"it stalled", look + "," + look + "," + look + "," + told("no idea"), `"answer":"Jan Novak"`, "agent_stop", "none"},
		{"no passage holds a yes", look + "," + told("no"), `"answer":"yes"`, "agent_stop", "none"},
		{"it gave no answer", look, `"answer":"Jan Novak"`, "agent_stop", "none"},
	} {
		r := run(t, `{"trajectory_id":"r",%s,"messages":[{"role":"user","content":"What of this bridge? Ship it."},%s],"reference":{%s},"outcome":0,"end":{"reason":%q}}`, tools, k.messages, k.reference, k.end)
		got := "none"
		if b := AttributeRun(c, r); b != nil {
			got = fmt.Sprint(b.Part, " ", b.Step)
		}
		if got != k.want {
			t.Errorf("%s: %s, want %s", k.name, got, k.want)
		}
	}
}

func settings() trajectory.Setting { return trajectory.Settings[1] }
