package asking_test

import (
	"slices"
	"testing"

	"github.com/voi-rl/voi/certainty/asking"
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/domains"
)

// heldOut returns the rows of When2Call whose answer is a question, with the
// parameter that was held out.
func heldOut(t *testing.T) []row {
	t.Helper()
	var out []row
	eachLine(t, func(v domains.Value) {
		if v.Field("correct_answer").Str() != "request_for_info" {
			return
		}
		r := row{question: v.Field("answers").Field("request_for_info").Str(), asks: []string{v.Field("held_out_param").Str()}, sets: map[string]domains.Set{}}
		var err error
		if r.tools, err = domains.ParseTools(v.Field("tools")); err != nil {
			t.Fatal(err)
		}
		for i := range r.tools {
			r.sets[r.tools[i].Name] = annotated(t, &r.tools[i])
		}
		turns := []grounding.Turn{{Role: "user", Text: v.Field("question").Str()}}
		r.reading = grounding.Read(grounding.Input{Turns: turns, Tools: r.tools, Sets: r.sets})
		out = append(out, r)
	}, "when2call", "dev.jsonl")
	return out
}

// TestHeldOutParameters checks that the source's own question is read as asking for
// the parameter that was held out, and that questions of other samples mostly are
// not.
func TestHeldOutParameters(t *testing.T) {
	all := heldOut(t)
	asks := func(r *row, question string) bool {
		q := asking.New(r.tools, r.sets).Read(question, r.reading)
		return slices.ContainsFunc(q.Asked(), func(x asking.Request) bool { return x.Aspect == r.asks[0] })
	}
	own, foreign, pairs := 0, 0, 0
	for i := range all {
		if asks(&all[i], all[i].question) {
			own++
		} else if q := asking.New(all[i].tools, all[i].sets).Read(all[i].question, all[i].reading); *wrong {
			t.Logf("row %d: %s is not asked for by %q: %v", i, all[i].asks[0], all[i].question, q)
		}
		for k := range all {
			if k != i {
				pairs++
				if asks(&all[i], all[k].question) {
					foreign++
					if *wrong && foreign%25 == 0 {
						t.Logf("%s is asked for by the foreign %q", all[i].asks[0], all[k].question)
					}
				}
			}
		}
	}
	t.Logf("%d of %d own questions, %d of %d foreign ones (%.1f%%)", own, len(all), foreign, pairs, 100*float64(foreign)/float64(pairs))
	if len(all) != 50 || own < 49 || 200*foreign > 44*pairs {
		t.Errorf("%d of %d own questions, %d of %d foreign ones; 49 of 50 and 22%% were", own, len(all), foreign, pairs)
	}
}
