package item_test

import (
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/reward"
)

const fly = `[{"name":"fly","parameters":{"type":"object","properties":{"destination":{"type":"string"},"nights":{"type":"integer"}},"required":["destination"]}}]`

func TestAppendReading(t *testing.T) {
	s := item.NewScorer(item.Options{})
	for _, c := range []struct{ text, want string }{
		{`{"messages":[{"role":"user","content":"I fly to Rome."}],"tools":` + fly + `}`, `"value":"Rome","unit":"","role":"to","status":"said","turn":0,"span":[9,13]`},
		{`{"messages":[{"role":"user","content":"I fly to Rome."}],"tools":` + fly + `,"completion":"x","reference":7}`, `{"reader":"rules","mentions":[`},
		{`{"messages":[],"tools":` + fly + `}`, `{"reader":"rules","mentions":[],"slots":{"fly":{"destination":[],"nights":[]}}}`},
		{`{"messages":[]}`, `{"reader":"rules","mentions":[],"slots":{}}`},
		{`{"tools":[]}`, `{"error":{"code":"bad_request","message":"the item has no messages; give a list"}}`},
		{`{"messages":7,"tools":[]}`, `{"error":{"code":"bad_request","message":"messages: `},
		{`{"messages":[],"tools":7}`, `{"error":{"code":"bad_tools",`},
		{`7`, `{"error":{"code":"bad_request",`},
		{`{"sample_id":"x"}`, `{"error":{"code":"unknown_sample",`},
	} {
		got := string(s.AppendReading(nil, c.text))
		if !strings.Contains(got, c.want) {
			t.Errorf("%s\ngives %s\nwant  %s", c.text, got, c.want)
		}
		if _, err := jsonvalue.Parse(got, jsonvalue.Options{}); err != nil {
			t.Errorf("%s: %v", got, err)
		}
	}
}

// A reading in an item wins over the rules and over labels. A reading that contradicts the
// conversation is the item's error, with its place.
func TestCorrectedReading(t *testing.T) {
	p := sharedtest.Need(reward.Load("guarded"))(t)
	s := item.NewScorer(item.Options{})
	missing := func(extra string) (string, *item.Error) {
		it, bad := item.Read(`{"completion":"x","messages":[{"role":"user","content":"I fly to Rome, not to Oslo."}],"tools":` + fly + `,"reference":{"action":"ASK"}` + extra + `}`)
		if bad != nil {
			t.Fatal(bad)
		}
		x, bad := s.Prepare(p, &it, true)
		if bad != nil {
			return "", bad
		}
		return x.Reading().Value().JSON(), nil
	}
	const corrected = `{"reader":"rules","mentions":[{"kind":"place","value":"Oslo","status":"said","turn":0,"span":[22,26]}],"slots":{"fly":{"destination":[{"mention":0,"p":1}]}}}`
	rules, bad := missing("")
	if bad != nil || !strings.HasPrefix(rules, `{"reader":"rules"`) {
		t.Fatalf("%v: %s", bad, rules)
	}
	if got, bad := missing(`,"reading":` + corrected); bad != nil || !strings.HasPrefix(got, `{"reader":"corrected","mentions":[{"kind":"place","value":"Oslo"`) {
		t.Errorf("%v: %s", bad, got)
	}
	// A reading among the labels of a row stays as it is.
	if got, bad := missing(`,"labels":{"reading":` + rules + `}`); bad != nil || got != rules {
		t.Errorf("%v: %s", bad, got)
	}
	if got, bad := missing(`,"labels":{"reading":` + rules + `},"reading":` + corrected); bad != nil || !strings.HasPrefix(got, `{"reader":"corrected"`) {
		t.Errorf("%v: %s", bad, got)
	}
	for _, c := range []struct{ extra, want string }{
		{`,"reading":` + strings.Replace(corrected, "[22,26]", "[22,260]", 1), "reading: mentions[0]: span is [22,260]"},
		{`,"reading":[]`, "reading: a reading is of type array"},
		{`,"labels":{"reading":` + strings.Replace(corrected, `"p":1`, `"p":2`, 1) + `}`, "labels: reading: slots of"},
	} {
		if _, bad := missing(c.extra); bad == nil || !strings.Contains(bad.Message, c.want) {
			t.Errorf("%s gives %v, want %q", c.extra, bad, c.want)
		}
	}
}
