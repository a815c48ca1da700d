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
	return slices.ContainsFunc(r.slots.Targets(question), func(t Target) bool { return t.Param == r.heldOut })
}

// The reference's own question asks for the parameter that was held out, and
// that of another sample mostly does not.
func TestTargetsOfReferenceQuestions(t *testing.T) {
	rows := askRows(t)
	own, next, pairs, foreign := 0, 0, 0, 0
	nexts := 0
	for i := range rows {
		if rows[i].finds(rows[i].question) {
			own++
		} else {
			t.Logf("row %d misses %s: %q, finds %+v", i+1, rows[i].heldOut, rows[i].question, rows[i].slots.Targets(rows[i].question))
		}
		first := true
		for step := 1; step < len(rows); step++ {
			k := (i + step) % len(rows)
			if len(rows[k].tools) != len(rows[i].tools) {
				continue
			}
			found := rows[i].finds(rows[k].question)
			if first {
				first = false
				nexts++
				if found {
					next++
					t.Logf("row %d: the question of %d asks for its %s too: %q", i+1, k+1, rows[i].heldOut, rows[k].question)
				}
			}
			pairs++
			if found {
				foreign++
			}
		}
	}
	t.Logf("own %d of %d, of the next with as many tools %d of %d, of all with as many tools %d of %d (%.3f)", own, len(rows), next, nexts, foreign, pairs, float64(foreign)/float64(pairs))
}
