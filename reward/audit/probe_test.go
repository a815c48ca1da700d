package audit

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// The completions of every probe for handmade samples, in both grammars: one line
// for each.
func TestProbesWrite(t *testing.T) {
	for _, grammar := range []completion.Grammar{completion.Tagged, completion.Native} {
		var b strings.Builder
		for _, s := range handmade(t) {
			m := newMaterial(s, grammar == completion.Native, 0, "number of rooms")
			fmt.Fprintf(&b, "%s\n  %-18s %q\n", s.ID, "honest", shown(m, m.honest.text))
			for _, p := range Probes() {
				if d, ok := p.on(m); ok {
					fmt.Fprintf(&b, "  %-18s %q\n", p.Name, shown(m, d.text))
				}
			}
		}
		sharedtest.Golden(t, "testdata/"+string(grammar)+".txt", b.String())
	}
}

// shown shortens the frame and the filler in a text.
func shown(m *material, text string) string {
	text = strings.ReplaceAll(text, filler, "~")
	text = strings.ReplaceAll(text, keywords, "KEYWORDS")
	before, after, _ := strings.Cut(m.frame("\x00"), "\x00")
	if rest, ok := strings.CutPrefix(text, before); ok && !m.native {
		if inner, ok := strings.CutSuffix(rest, after); ok {
			return inner
		}
	}
	return text
}

// A probe of the kind wrong is never right: it is no honest completion, and its
// text is read as its declared action.
func TestProbesAreWhatTheySay(t *testing.T) {
	for _, s := range append(handmade(t), shards(t)...) {
		for _, native := range []bool{false, true} {
			m := newMaterial(s, native, 7, "number of rooms")
			grammar := completion.Tagged
			if native {
				grammar = completion.Native
			}
			for _, p := range Probes() {
				d, ok := p.on(m)
				if !ok {
					continue
				}
				if p.Kind == Wrong && d.text == m.honest.text {
					t.Errorf("%s, %s: the honest completion", s.ID, p.Name)
				}
				got := completion.ParseText(d.text, grammar)
				if !native && !d.spoilt && p.Kind != Form && (got.Action != d.action || got.CallErr != nil || !sameCalls(got.Calls, d.calls)) {
					t.Errorf("%s, %s: read as %s with %d calls (%v), not %s with %d: %q", s.ID, p.Name, got.Action, len(got.Calls), got.CallErr, d.action, len(d.calls), d.text)
				}
				if again, _ := p.on(newMaterial(s, native, 7, "number of rooms")); again.text != d.text {
					t.Errorf("%s, %s: another text the second time", s.ID, p.Name)
				}
			}
		}
	}
}

// An invented value has the right type, is inside its domain, and does not occur
// in the conversation.
func TestInvented(t *testing.T) {
	for _, s := range append(handmade(t), shards(t)...) {
		m := newMaterial(s, false, 3, "")
		for i := range s.Tools {
			tool := &s.Tools[i]
			for _, a := range m.inventedCall(tool).Arguments.Members() {
				d, _ := s.Sets[tool.Name].Get(a.Key)
				if !d.Contains(a.Value) {
					t.Errorf("%s, %s.%s: %s lies outside %s", s.ID, tool.Name, a.Key, a.Value.JSON(), d.Value().JSON())
				}
				if m.holds(a.Value) && (d.Size < 0 || d.Size > 40) {
					t.Errorf("%s, %s.%s: %s is what the user says", s.ID, tool.Name, a.Key, a.Value.JSON())
				}
			}
		}
	}
}

// A range that is narrower than 1 has more than one value.
func TestInventedShare(t *testing.T) {
	tools := sharedtest.Need(domains.ParseTools(sharedtest.Need(domains.ParseValue(`[{"name":"f","parameters":{"type":"object","properties":{"x":{"type":"number","minimum":0.1,"maximum":0.9}}}}]`))(t)))(t)
	set := sharedtest.Need(domains.SchemaAnnotator{}.Annotate(t.Context(), &tools[0]))(t)
	m := &material{Sample: Sample{Sample: &dataset.Sample{ID: "share", Tools: tools}, Sets: map[string]domains.Set{"f": set}}}
	avoid := jsonvalue.NewFloat(0.1)
	if v, d := m.invent(&tools[0], &tools[0].Params[0], avoid), set[0].Domain; !d.Contains(v) || jsonvalue.Equal(v, avoid) {
		t.Errorf("%s is not another value of %s", v.JSON(), d.Value().JSON())
	}
}

// Every failure mode that a probe can show has a probe, and every anchor is a
// failure mode.
func TestAnchors(t *testing.T) {
	var shown []string
	names := map[string]bool{}
	for _, p := range Probes() {
		if names[p.Name] || (len(p.Anchors) == 0) != (p.Kind == Same) || p.About == "" {
			t.Errorf("%s: named twice, or without anchors or a description", p.Name)
		}
		names[p.Name] = true
		shown = append(shown, p.Anchors...)
	}
	for _, h := range []int{1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16, 17, 18, 19} {
		if !slices.Contains(shown, fmt.Sprintf("H%d", h)) {
			t.Errorf("no probe shows H%d", h)
		}
	}
}

// What the data says goes into a probe as it is, in any script: {x} in an answer is no place for the
// missing parameters, and a Hebrew word can be lifted.
func TestProbesOfOddTexts(t *testing.T) {
	formula := sampleOf(t, "formula", "What does it grow by?", `{"action":"DIRECTLY"}`, `[]`)
	formula.Answers = map[completion.Action]string{completion.Directly: "It is e^{x}."}
	for _, c := range []struct {
		s           Sample
		probe, says string
	}{
		{formula, "answer-reworded", "It is e^{x}."},
		{sampleOf(t, "hebrew", "רכבת לירושלים בבקשה", `{"action":"TOOLCALL","tool_calls":[{"name":"weather","arguments":{"town":"חיפה"}}]}`, `[]`), "lifted", `{"town":"לירושלים"}`},
	} {
		m := newMaterial(c.s, false, 1, "")
		for _, p := range Probes() {
			if d, ok := p.on(m); p.Name == c.probe && (!ok || !strings.Contains(d.text, c.says)) {
				t.Errorf("%s of %s: %q", c.probe, c.s.ID, d.text)
			}
		}
	}
}
