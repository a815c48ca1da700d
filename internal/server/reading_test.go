package server

import (
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/item"
)

// A request to read is answered item by item. Scoring returns the reading of an item where
// the request asks for it.
func TestReadRequest(t *testing.T) {
	const conversation = `"messages":[{"role":"user","content":"I fly to Rome."}],"tools":[{"name":"fly","parameters":{"type":"object","properties":{"destination":{"type":"string"}},"required":["destination"]}}]`
	c := testCore(t)
	reply := func(text string) string {
		got, _ := c.answer(nil, text, "")
		return string(got)
	}
	got := reply(`{"op":"read","id":7,"items":[{` + conversation + `},{"tools":[]},{` + conversation + `}]}`)
	if !strings.HasPrefix(got, `{"op":"reading","id":7,"items":[{"reader":"rules","mentions":[{"kind":`) || strings.Count(got, `"slots":{"fly":{"destination":[{"mention":`) != 2 ||
		!strings.Contains(got, `]}}},{"error":{"code":"bad_request","message":"the item has no messages; give a list"}},{"reader"`) {
		t.Errorf("got %s", got)
	}
	for text, want := range map[string]string{
		`{"op":"read","id":1}`:                               item.CodeBadRequest,
		`{"op":"read","id":1,"items":[{"messages":[}]}`:      item.CodeBadJSON,
		`{"op":"score","id":1,"items":[],"reading":"rules"}`: item.CodeBadRequest,
	} {
		if got := reply(text); !strings.Contains(got, `"code":"`+want+`"`) {
			t.Errorf("%s gives %s", text, got)
		}
	}
	score := `{"op":"score","id":1,"details":true,"reading":true,"items":[{` + conversation + `,"reference":{"action":"ASK"},"completion":"x"}]}`
	if got := reply(score); !strings.Contains(got, `"reading":{"reader":"rules","mentions":[`) {
		t.Errorf("with reading: %s", got)
	}
	if got := reply(strings.Replace(score, `"reading":true,`, "", 1)); strings.Contains(got, `"mentions"`) {
		t.Errorf("without: %s", got)
	}
}
