package grounding

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// codecInput returns a small conversation that contains multi-byte characters.
func codecInput(t testing.TB) Input {
	t.Helper()
	v, err := domains.ParseValue(`[{"name":"fly","parameters":{"type":"object","properties":{"origin":{"type":"string"},"destination":{"type":"string"}}}},
 {"name":"fly","parameters":{"type":"object","properties":{"other":{"type":"string"}}}},
 {"name":"wait","parameters":{"type":"object","properties":{"minutes":{"type":"integer"}}}}]`)
	if err != nil {
		t.Fatal(err)
	}
	tools, err := domains.ParseTools(v)
	if err != nil {
		t.Fatal(err)
	}
	return Input{Tools: tools, Turns: []Turn{{Role: "user", Text: "de Málaga à Zürich"}, {Role: "user", Text: ""}, {Role: "user", Text: "東京へ"}}}
}

// randomReading returns a random reading that is valid for in and uses every
// field.
func randomReading(rng *rand.Rand, in Input) *Reading {
	texts := []string{"", "Rome", "a\"b\\c\n\x01", "東京", "\u2028<tag>"}
	pick := func() string { return texts[rng.IntN(len(texts))] }
	r := &Reading{Reader: pick(), Mentions: make([]Mention, rng.IntN(6)), Slots: EmptySlots(in.Tools)}
	for i := range r.Mentions {
		turn := rng.IntN(len(in.Turns))
		var bounds []int
		for k := range in.Turns[turn].Text {
			bounds = append(bounds, k)
		}
		bounds = append(bounds, len(in.Turns[turn].Text))
		a, b := bounds[rng.IntN(len(bounds))], bounds[rng.IntN(len(bounds))]
		r.Mentions[i] = Mention{
			Kind: Text + Kind(rng.IntN(int(Phone))), Status: Said + Status(rng.IntN(int(Proposed))),
			Value: pick(), Unit: pick(), Role: pick(), Span: Span{turn, min(a, b), max(a, b)},
		}
	}
	values := []domains.Value{{}, jsonvalue.NewBool(false), jsonvalue.NewInt(7), jsonvalue.NewArray(jsonvalue.NewString("x"))}
	for i := range r.Slots {
		for range rng.IntN(3) * min(1, len(r.Mentions)) {
			r.Slots[i].Fills = append(r.Slots[i].Fills, Fill{rng.IntN(len(r.Mentions)), float64(rng.IntN(101)) / 100, values[rng.IntN(len(values))]})
		}
		r.Slots[i].SortFills()
	}
	return r
}

func TestReadingRoundTrip(t *testing.T) {
	in := codecInput(t)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		r := randomReading(rng, in)
		text := r.Value().JSON()
		v, err := jsonvalue.Parse(text, jsonvalue.Options{})
		if err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		again, err := ParseReading(v, in)
		if err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		if got := again.Value().JSON(); got != text || !reflect.DeepEqual(r.Mentions, again.Mentions) {
			t.Fatalf("read back as\n%s\nwas\n%s", got, text)
		}
	}
}

func TestReadingJSON(t *testing.T) {
	in := codecInput(t)
	r := &Reading{Reader: "rules", Slots: EmptySlots(in.Tools),
		Mentions: []Mention{{Kind: Place, Value: "Málaga", Role: "from", Status: Said, Span: Span{0, 3, 10}}}}
	r.Slots[0].Fills = []Fill{{Mention: 0, P: 0.97}}
	r.Slots[2].Fills = []Fill{{Mention: 0, P: 0.5, Value: jsonvalue.NewInt(3)}}
	const want = `{"reader":"rules","mentions":[{"kind":"place","value":"Málaga","unit":"","role":"from","status":"said","turn":0,"span":[3,10]}],` +
		`"slots":{"fly":{"origin":[{"mention":0,"p":0.97}],"destination":[]},"wait":{"minutes":[{"mention":0,"p":0.5,"value":3}]}}}`
	if got := r.Value().JSON(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestParseReadingFaults checks that invalid JSON is rejected with an error
// that says where it is invalid.
func TestParseReadingFaults(t *testing.T) {
	const mention = `{"kind":"place","value":"x","status":"said","turn":0,"span":[3,10]}`
	for _, c := range []struct{ text, want string }{
		{`[]`, "a reading is of type array"},
		{`{"mentions":3}`, "mentions is of type number"},
		{`{"reader":7,"mentions":[]}`, "reader is of type number"},
		{`{"reader":"` + strings.Repeat("r", 257) + `","mentions":[]}`, "reader has 257 bytes"},
		{`{"mentions":[` + mention + `,7]}`, "mentions[1]: kind is of type null"},
		{`{"mentions":[` + strings.Replace(mention, "place", "city", 1) + `]}`, `mentions[0]: kind "city" is none of F4; use text, name`},
		{`{"mentions":[` + strings.Replace(mention, "said", "maybe", 1) + `]}`, `mentions[0]: status "maybe" is none of F4`},
		{`{"mentions":[` + strings.Replace(mention, `"turn":0`, `"turn":3`, 1) + `]}`, "mentions[0]: turn is 3; the conversation has turns 0 to 2"},
		{`{"mentions":[` + strings.Replace(mention, "[3,10]", "[3,99]", 1) + `]}`, "mentions[0]: span is [3,99]"},
		{`{"mentions":[` + strings.Replace(mention, "[3,10]", "[10,3]", 1) + `]}`, "mentions[0]: span is [10,3]"},
		{`{"mentions":[` + strings.Replace(mention, "[3,10]", "[3,5]", 1) + `]}`, "between characters of turn 0"},
		{`{"mentions":[],"slots":[]}`, "slots is of type array"},
		{`{"mentions":[],"slots":{"swim":{"origin":[]}}}`, `slots name "origin" of tool "swim", which is not offered`},
		{`{"mentions":[],"slots":{"fly":{"other":[]}}}`, `"other" of tool "fly", which is not offered`},
		{`{"mentions":[],"slots":{"fly":[]}}`, `slots of "fly" are of type array`},
		{`{"mentions":[],"slots":{"fly":{"origin":7}}}`, `slots of "fly", "origin": the fills are of type number`},
		{`{"mentions":[],"slots":{"fly":{"origin":[{"mention":0,"p":1}]}}}`, "[0]: mention is 0, of 0 mentions"},
		{`{"mentions":[` + mention + `],"slots":{"fly":{"origin":[{"mention":0,"p":1.5}]}}}`, "[0]: p is 1.5"},
		{`{"mentions":[` + mention + `],"slots":{"fly":{"origin":[{"mention":0}]}}}`, "[0]: p is null"},
	} {
		v, err := jsonvalue.Parse(c.text, jsonvalue.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ParseReading(v, codecInput(t)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\ngives %v, want %q", c.text, err, c.want)
		}
	}
}

// FuzzParseReading checks that whatever can be parsed stays the same when
// written and parsed again.
func FuzzParseReading(f *testing.F) {
	in := codecInput(f)
	rng := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		f.Add(randomReading(rng, in).Value().JSON())
	}
	f.Add(`{"mentions":[{"kind":"text","value":"","status":"said","turn":2,"span":[0,3]}],"slots":{"fly":{"origin":[{"mention":0,"p":0.1},{"mention":0,"p":1e0,"value":{"a":1}}]}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		v, err := jsonvalue.Parse(text, jsonvalue.Options{})
		if err != nil {
			return
		}
		r, err := ParseReading(v, in)
		if err != nil {
			return
		}
		written := r.Value().JSON()
		v, err = jsonvalue.Parse(written, jsonvalue.Options{})
		if err != nil {
			t.Fatalf("%v: %s", err, written)
		}
		again, err := ParseReading(v, in)
		if err != nil || again.Value().JSON() != written {
			t.Fatalf("%v: %s", err, written)
		}
	})
}
