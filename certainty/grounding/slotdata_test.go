package grounding

import (
	"context"
	"slices"
	"testing"

	"github.com/voi-rl/voi/domains"
)

// askRow is an ASK row of When2Call with its own question and what was held out.
type askRow struct {
	tools    []domains.Tool
	slots    *Slots
	question string
	heldOut  string
	user     string
}

func askRows(t testing.TB) []askRow {
	t.Helper()
	var rows []askRow
	for _, v := range readValues(t, "data", "when2call", "dev.jsonl") {
		if v.Field("correct_answer").Str() != "request_for_info" {
			continue
		}
		tools, err := domains.ParseTools(v.Field("tools"))
		if err != nil {
			t.Fatal(err)
		}
		sets := map[string]domains.Set{}
		for i := range tools {
			sets[tools[i].Name], _ = domains.SchemaAnnotator{}.Annotate(context.Background(), &tools[i])
		}
		rows = append(rows, askRow{tools, NewSlots(tools, sets), v.Field("answers").Field("request_for_info").Str(), v.Field("held_out_param").Str(), v.Field("question").Str()})
	}
	return rows
}

func (r *askRow) finds(question string) bool {
	ctx := NewContext([]Turn{{"user", r.user}})
	return slices.ContainsFunc(r.slots.Read(question, ctx).Targets, func(t Target) bool { return t.Param == r.heldOut })
}

// The reference's own question asks for the parameter that was held out, and
// that of another sample mostly does not.
func TestTargetsOfReferenceQuestions(t *testing.T) {
	rows := askRows(t)
	own, pairs, foreign := 0, 0, 0
	for i := range rows {
		if rows[i].finds(rows[i].question) {
			own++
		} else {
			t.Logf("row %d misses %s: %q", i+1, rows[i].heldOut, rows[i].question)
		}
		for k := range rows {
			if k != i && len(rows[k].tools) == len(rows[i].tools) {
				pairs++
				if rows[i].finds(rows[k].question) {
					foreign++
				}
			}
		}
	}
	t.Logf("the held-out parameter is asked for by %d of %d own questions and %d of %d (%.1f%%) of other samples with as many tools",
		own, len(rows), foreign, pairs, 100*float64(foreign)/float64(pairs))
	if 10*own < 9*len(rows) {
		t.Errorf("%d of %d own questions, want 90%%", own, len(rows))
	}
	if 100*foreign > 15*pairs {
		t.Errorf("%d of %d other questions, want at most 15%%", foreign, pairs)
	}
}
