package oldgrounding

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
	own, pairs, foreign, allPairs, allForeign := 0, 0, 0, 0, 0
	for i := range rows {
		if rows[i].finds(rows[i].question) {
			own++
		} else {
			t.Logf("row %d misses %s: %q", i+1, rows[i].heldOut, rows[i].question)
		}
		for k := range rows {
			if k == i {
				continue
			}
			alike := len(rows[k].tools) == len(rows[i].tools)
			allPairs++
			if alike {
				pairs++
			}
			if rows[i].finds(rows[k].question) {
				allForeign++
				if alike {
					foreign++
				}
			}
		}
	}
	t.Logf("the held-out parameter is asked for by %d of %d own questions and %d of %d (%.1f%%) of other samples with as many tools, %d of %d (%.1f%%) of all",
		own, len(rows), foreign, pairs, 100*float64(foreign)/float64(pairs), allForeign, allPairs, 100*float64(allForeign)/float64(allPairs))
	if len(rows) != 50 || pairs < 400 {
		t.Fatalf("%d ASK rows, %d pairs", len(rows), pairs)
	}
	if 10*own < 9*len(rows) {
		t.Errorf("%d of %d own questions, want 90%%", own, len(rows))
	}
	if 100*foreign > 15*pairs || 100*allForeign > 15*allPairs {
		t.Errorf("%d of %d other questions, %d of %d of all, want at most 15%%", foreign, pairs, allForeign, allPairs)
	}
}
