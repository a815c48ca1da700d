package grounding

import (
	"strings"
	"testing"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// TestToldSupport checks that the fills of a model's slot are supported, in whatever form a
// call writes them, and that other values are not, even if the conversation mentions them.
func TestToldSupport(t *testing.T) {
	const text = "From Oslo to Rome tomorrow, not Milan. The Pedigree dry food for Baxter, 12 kg. Eggs, milk and bread. Tell Bob I'm running late, the bus broke down."
	v, err := domains.ParseValue(`[{"name":"t","parameters":{"type":"object","properties":{
 "destination":{"type":"string"},"origin":{"type":"string"},"date":{"type":"string","format":"date"},"food":{"type":"string"},"grams":{"type":"integer"},
 "list":{"type":"array","items":{"type":"string"}},"message":{"type":"string"},"fragile":{"type":"boolean"},"class":{"type":"string","enum":["economy","business"]},"seat":{"type":"string"},"miles":{"type":"number"}},
 "required":["destination"]}}]`)
	if err != nil {
		t.Fatal(err)
	}
	tools, err := domains.ParseTools(v)
	if err != nil {
		t.Fatal(err)
	}
	set, err := domains.SchemaAnnotator{}.Annotate(t.Context(), &tools[0])
	if err != nil {
		t.Fatal(err)
	}
	r := &Reading{Reader: "some-model", Slots: EmptySlots(tools)}
	fill := func(param, quote, value string, status Status, p float64) {
		start := strings.Index(text, quote)
		r.Mentions = append(r.Mentions, Mention{Kind: Text, Value: quote, Status: status, Span: Span{0, start, start + len(quote)}})
		for i := range r.Slots {
			if r.Slots[i].Param == param {
				value, err := domains.ParseValue(value)
				if err != nil {
					t.Fatal(err)
				}
				r.Slots[i].Fills = append(r.Slots[i].Fills, Fill{Mention: len(r.Mentions) - 1, P: p, Value: value})
			}
		}
	}
	fill("destination", "Rome", `"Rome"`, Said, 0.95)
	fill("destination", "Milan", `"Milan"`, Denied, 0.9)
	fill("origin", "Oslo", `"Oslo"`, Said, 0.95)
	fill("date", "tomorrow", `"2026-05-03"`, Said, 0.9)
	fill("food", "Pedigree dry food", `"Pedigree dry food"`, Said, 0.9)
	fill("grams", "12 kg", `12000`, Said, 0.9)
	fill("list", "Eggs, milk and bread", `["Eggs","milk","bread"]`, Said, 0.9)
	fill("message", "I'm running late, the bus broke down", `"I'm running late, the bus broke down"`, Said, 0.9)
	fill("miles", "12 kg", `6.21`, Said, 0.9)
	fill("class", "bus", `"economy"`, Said, 0.6)
	r.Bind(Input{Turns: []Turn{{Role: "user", Text: text}}, Tools: tools, Sets: map[string]domains.Set{"t": set}})
	for _, c := range []struct {
		param, value string
		least, most  float64
	}{
		{"destination", `"Rome"`, 0.95, 0.95},
		{"destination", `"ROME"`, 0.95, 0.95},
		{"destination", `"Milan"`, 0, 0.05},
		{"destination", `"Oslo"`, 0, 0.2},
		{"destination", `"Lima"`, 0, 0.2},
		{"origin", `"Rome"`, 0, 0.2},
		{"date", `"2026-05-03"`, 0.9, 0.9},
		{"date", `"03.05.2026"`, 0.9, 0.9},
		{"date", `"2026-05-04"`, 0, 0.2},
		{"food", `"the Pedigree dry food"`, 0.5, 0.9},
		{"food", `"Pedigree dry food 15 kg"`, 0, 0.2},
		{"food", `"Chappi dry food"`, 0, 0.2},
		{"grams", `12000`, 0.9, 0.9},
		{"grams", `"12000"`, 0.9, 0.9},
		{"grams", `12`, 0, 0.2},
		{"miles", `6.2`, 0.5, 0.9},
		{"miles", `6.21`, 0.9, 0.9},
		{"miles", `6.3`, 0, 0.2},
		{"list", `["milk","bread","eggs"]`, 0.9, 0.9},
		{"list", `["milk","bread"]`, 0, 0.2},
		{"list", `["milk","bread","eggs","butter"]`, 0, 0.2},
		{"message", `"Running late, the bus broke down."`, 0.5, 0.9},
		{"message", `"I am ill today and stay at home"`, 0, 0.2},
		{"class", `"economy"`, 0.6, 0.6},
		{"class", `"business"`, 0, 0.2},
		{"fragile", `true`, 0, 0.2},
		{"seat", `"Baxter"`, 0, 0.2},
	} {
		value, err := domains.ParseValue(c.value)
		if err != nil {
			t.Fatal(err)
		}
		d, _ := set.Get(c.param)
		s := r.Support(&tools[0], tools[0].Param(c.param), d, value)
		if s.Score < c.least || s.Score > c.most {
			t.Errorf("%s = %s has support %.3f by %s, want %g to %g", c.param, c.value, s.Score, s.Rule, c.least, c.most)
		}
	}
	// Elements with a fill each make up a list.
	for i := range r.Slots {
		if r.Slots[i].Param == "list" {
			r.Slots[i].Fills = nil
		}
	}
	fill("list", "Eggs", `"Eggs"`, Said, 0.9)
	fill("list", "bread", `"bread"`, Said, 0.8)
	d, _ := set.Get("list")
	list := jsonvalue.NewArray(jsonvalue.NewString("bread"), jsonvalue.NewString("eggs"))
	if s := r.Support(&tools[0], tools[0].Param("list"), d, list); s.Score != 0.8 {
		t.Errorf("a list told by its elements has support %g", s.Score)
	}
}

// TestConsent checks that yes and no as an answer are told apart from polite endings.
func TestConsent(t *testing.T) {
	for text, want := range map[string][2]bool{
		"Yes, please.":                            {true, false},
		"I always forget, so yes.":                {true, false},
		"No thanks.":                              {false, true},
		"A table for four people, please.":        {false, false},
		"Change it to the harbour branch, please": {false, false},
		"Make it Friday, fine?":                   {false, false},
	} {
		r := Read(Input{Turns: []Turn{{Role: "assistant", Text: "Shall I?"}, {Role: "user", Text: text}}})
		if yes, no := r.Consent(1); [2]bool{yes, no} != want {
			t.Errorf("%q: yes %v, no %v, want %v", text, yes, no, want)
		}
	}
}

// TestToldTexts checks which texts are a slot's value in other words: those that add or omit words, not those
// that replace one, and codes only if their characters are the same.
func TestToldTexts(t *testing.T) {
	for _, c := range []struct {
		held, text string
		same       bool
	}{
		{"the north wing of the hospital", "north wing of the hospital", true},
		{"the north wing of the hospital", "north wing of hospital", true},
		{"the north wing of the hospital", "the south wing of the hospital", false},
		{"12 High Street, Flat B, Leeds", "12 High Street, Flat C, Leeds", false},
		{"jane.doe@mail.example.com", "john.doe@mail.example.com", false},
		{"0161 496 0042", "01614960042", true},
		{"0161 496 0042", "01614960043", false},
		{"会議室B", "会議室A", false},
	} {
		text := "It is " + c.held + "."
		tools := []domains.Tool{{Name: "t", Params: []domains.Param{{Name: "x"}}}}
		r := &Reading{Reader: "some-model", Slots: EmptySlots(tools), Mentions: []Mention{{Kind: Text, Value: c.held, Status: Said, Span: Span{0, 6, 6 + len(c.held)}}}}
		r.Slots[0].Fills = []Fill{{P: 1, Value: jsonvalue.NewString(c.held)}}
		r.Bind(Input{Turns: []Turn{{Role: "user", Text: text}}, Tools: tools})
		if s := r.Support(&tools[0], &tools[0].Params[0], domains.Domain{}, jsonvalue.NewString(c.text)); s.Grounded() != c.same {
			t.Errorf("%q for %q: %.2f", c.text, c.held, s.Score)
		}
	}
}
