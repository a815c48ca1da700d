package oldgrounding

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/testdata"
)

const slotTools = `[{"name":"book_trip","description":"Books a journey by train.","parameters":{"type":"object","properties":{
	"from_city":{"type":"string","description":"The city to leave from."},"to_city":{"type":"string","description":"The city to go to."},
	"start_date":{"type":"string","description":"The first day, in the format YYYY-MM-DD."},"end_date":{"type":"string","description":"The last day."},
	"class":{"enum":["first","second"]},"quiet":{"type":"boolean","description":"Whether to sit in a quiet car."},
	"num_passengers":{"type":"integer"},"loc":{"type":"string","description":"Where to be picked up."}},"required":["from_city"]}},
	{"name":"get_order","description":"Looks an order up in the shop.","parameters":{"type":"object","properties":{
	"order_id":{"type":"string"},"城市":{"type":"string","description":"收货城市"},"größe":{"type":"string","description":"Die Größe"}},"required":[]}}]`

func newTestSlots(t testing.TB) *Slots {
	t.Helper()
	tools, err := domains.ParseTools(parse(t, slotTools))
	if err != nil {
		t.Fatal(err)
	}
	sets := map[string]domains.Set{}
	for i := range tools {
		if sets[tools[i].Name], err = (domains.SchemaAnnotator{}).Annotate(context.Background(), &tools[i]); err != nil {
			t.Fatal(err)
		}
	}
	return NewSlots(tools, sets)
}

func names(list []Target) string {
	var out []string
	for _, t := range list {
		out = append(out, t.Param)
	}
	return strings.Join(out, " ")
}

// What questions ask for: the targets, and after a bar what they state.
func TestSlots(t *testing.T) {
	s := newTestSlots(t)
	for _, tc := range []struct{ user, question, want string }{
		{"Book it.", "", ""},
		{"Book it.", "Could you clarify?", ""},
		{"Book it.", "What is the start date?", "start_date"},
		{"Book it.", "Please tell me the start date and the end date.", "start_date end_date"},
		{"Book it.", "When would you like to start?", "start_date"},
		{"Book it.", "How many passengers are there?", "num_passengers"},
		{"Book it.", "Which city do you leave from?", "from_city"},
		{"Book it.", "Which class would you like?", "class"},
		{"Book it.", "Should it be first or second?", "class"},
		{"Book it.", "Do you want a quiet car?", "quiet"},
		{"Book it.", "Where shall we pick you up?", "loc"},
		{"Book it.", "I'll need the ID of your order.", "order_id"},
		{"Book it.", "What is the order number?", "order_id"},
		{"Book it.", "您的城市是哪里？", "城市"},
		{"Book it.", "Welche GRÖSSE? Welche Größe?", "größe"},
		{"Book it.", "Is the start date 2024-05-01?", "| start_date"},
		{"From 2024-05-01 on.", "Is the start date 2024-05-01?", "start_date"},
		{"Book it.", "What is the start date, in the format 2024-05-01?", "start_date"},
		{"Book it.", "Is the class first?", "| class"},
		{"First class, please.", "Is the class first?", "class"},
		{"Book it.", "Should quiet be true?", "| quiet"},
		{"Book it.", "Are there 4 passengers?", "| num_passengers"},
		{"There are four of us.", "Are there 4 passengers?", "num_passengers"},
		{"Book it.", "Is the order ID \"AB12\"?", "| order_id"},
		{"Book it.", "Which city are these museums in?", ""},
		{"Show me museums.", "Which from city are these museums in?", "from_city"},
	} {
		r := s.Read(tc.question, NewContext([]Turn{{"user", tc.user}}))
		got := names(r.Targets)
		if len(r.Stated) > 0 {
			got = strings.TrimSpace(got + " | " + names(r.Stated))
		}
		if got != tc.want {
			t.Errorf("%q after %q asks for %q, want %q: %+v", tc.question, tc.user, got, tc.want, r)
		}
	}
	if r := s.Read("Do you mean get_order?", nil); r.Tool != "get_order" {
		t.Errorf("the tool %q", r.Tool)
	}
	if r := s.Read("Shall I book a trip?", nil); r.Tool != "" {
		t.Errorf("the tool %q", r.Tool)
	}
}

// FuzzSlots: whatever a question holds, targets have a score, a rule and a span
// in it, and come out the same twice.
func FuzzSlots(f *testing.F) {
	for _, q := range []string{"Which city?", "Is it first or second?", "\xff\xfewhich \u3000城市 is the date 12?", "e.g. \"x\"", "where where where"} {
		f.Add(q, "I said 12 and Paris")
	}
	s := newTestSlots(f)
	f.Fuzz(func(t *testing.T, question, user string) {
		ctx := NewContext([]Turn{{"user", user}})
		r := s.Read(question, ctx)
		for _, list := range [][]Target{r.Targets, r.Stated} {
			for _, x := range list {
				if !(x.Score > 0 && x.Score <= 1) || x.Rule == "" || x.Span.Start < 0 || x.Span.Start >= x.Span.End || x.Span.End > len(question) {
					t.Fatalf("%+v of %q", x, question)
				}
			}
		}
		again := s.Read(question, ctx)
		if names(r.Targets) != names(again.Targets) || names(r.Stated) != names(again.Stated) {
			t.Fatalf("%q reads differently twice", question)
		}
	})
}

// Hostile questions and tools cost bounded time.
func TestSlotsAreBounded(t *testing.T) {
	var tools []domains.Tool
	for range 40 {
		var tool domains.Tool
		tool.Name = strings.Repeat("tool ", 100)
		for range 200 {
			tool.Params = append(tool.Params, domains.Param{Name: strings.Repeat("name of date ", 100), Description: strings.Repeat("the date of it ", 1000)})
		}
		tools = append(tools, tool)
	}
	begin := testdata.CPU()
	s := NewSlots(tools, nil)
	for _, unit := range []string{"date ", "name of date ", "which date? ", "字", "date", "is the date 5? ", "'a' "} {
		s.Read(strings.Repeat(unit, 1<<16), NewContext([]Turn{{"user", unit}}))
	}
	if d := testdata.CPU() - begin; d > 30*time.Second { // a second or two, but for a race detector
		t.Errorf("took %v", d)
	}
}

func BenchmarkNewSlots(b *testing.B) {
	tools, err := domains.ParseTools(parse(b, slotTools))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		NewSlots(tools, nil)
	}
}

func BenchmarkSlots(b *testing.B) {
	s := newTestSlots(b)
	ctx := NewContext(benchTurns)
	const question = "To book your trip, could you please tell me the start date and the city that you leave from?"
	b.SetBytes(int64(len(question)))
	b.ReportAllocs()
	for b.Loop() {
		s.Read(question, ctx)
	}
}

// What is asked for by words that something else is asked for by is not asked for
// by itself, unless it is an item of a list.
func TestApart(t *testing.T) {
	tools, err := domains.ParseTools(parse(t, `[{"name":"set_lock","description":"Lock or unlock one door.","parameters":{"type":"object","properties":{
		"door":{"type":"string"},"locked":{"type":"boolean","description":"True locks the door, false unlocks it."}},"required":["door","locked"]}}]`))
	if err != nil {
		t.Fatal(err)
	}
	s := NewSlots(tools, nil)
	for question, want := range map[string]bool{
		"Could you tell me the door and the locked?":       true,
		"Could you tell me the locked and the door?":       true,
		"Is it locked, the door, or not?":                  true,
		"Should the door be locked?":                       false,
		"Shall I lock the door?":                           false,
		"Should the door be locked or unlocked?":           false,
		"Could you tell me the locked state of this door?": false,
	} {
		r := s.Read(question, nil)
		var door *Target
		var others []Target
		for i := range r.Targets {
			if r.Targets[i].Param == "door" {
				door = &r.Targets[i]
			} else {
				others = append(others, r.Targets[i])
			}
		}
		if got := door != nil && r.Apart(door, others); got != want {
			t.Errorf("%q asks for the door by itself: %v, want %v (others %s)", question, got, want, names(others))
		}
	}
}
