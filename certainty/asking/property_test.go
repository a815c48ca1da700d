package asking_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/voi-rl/voi/certainty/asking"
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

const flight = `book_flight origin:string "City of departure", destination:string "City of arrival", date:date "Date of departure", passengers:integer "Number of travellers", cabin:enum(economy,business) "Class of travel", insured:boolean "Travel insurance"`

// TestStatements checks which values a question states as already chosen.
func TestStatements(t *testing.T) {
	tool := toolOf(t, flight)
	sets := map[string]domains.Set{tool.Name: annotated(t, &tool)}
	conversation := []grounding.Turn{{Role: "user", Text: "I need a flight to Lisbon for 3 people."}}
	r := grounding.Read(grounding.Input{Turns: conversation, Tools: []domains.Tool{tool}, Sets: sets})
	for _, x := range []struct {
		question string
		unbacked string // the aspects with a stated value that the conversation does not support
	}{
		{"I've put you down for 4 passengers. Where are you flying from?", "passengers"},
		{"Since you chose business, where are you flying from?", "cabin"},
		{"Which city do you leave from on your flight on 14 June 2026?", "date"},
		{"I've set the date to 2026-06-14. When would you like to fly?", "date"},
		{"How many passengers are there, as you said 5 passengers?", "passengers"},
		{"As you're 3 people, where do you leave from?", ""},
		{"Where are you flying from, for example Madrid?", ""},
		{"Would you like economy or business?", ""},
		{"How many are you, say 2 or 4?", ""},
		{"Where are you flying from?", ""},
		{"What is your date of departure?", ""},
		{"Is your flight on 14 June 2026?", ""},
	} {
		q := asking.New([]domains.Tool{tool}, sets).Read(x.question, r)
		var got []string
		for _, s := range q.Statements {
			if !s.Backed {
				got = append(got, s.Aspect)
			}
			if s.Start < 0 || s.End > len(x.question) || s.Start >= s.End {
				t.Errorf("%q: %+v is nowhere", x.question, s)
			}
		}
		if strings.Join(got, " ") != x.unbacked || q.GivesAway() != (x.unbacked != "") {
			t.Errorf("%q gives away %v, want %q", x.question, got, x.unbacked)
		}
		for _, a := range q.Asked() {
			if slices.Contains(got, a.Aspect) {
				t.Errorf("%q asks for %s, which it states", x.question, a.Aspect)
			}
		}
	}
}

// TestLongQuestion checks that a question of more than 512 words yields nothing (F11).
func TestLongQuestion(t *testing.T) {
	tool := toolOf(t, flight)
	a := asking.New([]domains.Tool{tool}, nil)
	for words, want := range map[int]int{512: 1, 513: 0} {
		text := strings.Repeat("Thank you very much. ", (words-5)/4) + strings.Repeat("so ", (words-5)%4) + "where are you flying from?"
		if q := a.Read(text, nil); len(q.Requests) != want {
			t.Errorf("%d words: %d requests, want %d", words, len(q.Requests), want)
		}
	}
}

// TestDoubledLetters checks that a word of doubled letters takes no more steps than any
// other word of its length.
func TestDoubledLetters(t *testing.T) {
	tool := toolOf(t, flight)
	a := asking.New([]domains.Tool{tool}, nil)
	steps := func(letters string) float64 {
		question := "What is the " + strings.Repeat(letters, 1<<12) + "a?"
		return testing.AllocsPerRun(3, func() { a.Read(question, nil) })
	}
	if doubled, plain := steps("bb"), steps("ba"); doubled > plain+50 {
		t.Errorf("%v allocations, and %v for another word", doubled, plain)
	}
}

// TestOfferIsReadOnce counts the allocations, one for each long word of doubled letters that is read, of a question whose
// offer fits every tool: told reads the words once for each request, and nothing else does.
func TestOfferIsReadOnce(t *testing.T) {
	question := "Do you have a city in mind " + strings.Repeat("for sleeping on "+strings.Repeat("bottle", 8)+" ", 100) + "?"
	allocated := func(n int) float64 {
		tools := make([]domains.Tool, n)
		for i := range tools {
			tools[i] = toolOf(t, fmt.Sprintf(`trip%d city:string "The city", style:enum(modern,classic) "The style"`, i))
		}
		a := asking.New(tools, nil)
		return testing.AllocsPerRun(1, func() { a.Read(question, nil) })
	}
	if each := (allocated(60) - allocated(20)) / 40; each > 750 {
		t.Errorf("%.0f allocations for each further tool", each)
	}
}

// TestMarksAreReadOnce checks that marks in front of the words do not count again for each word, parameter and tool.
func TestMarksAreReadOnce(t *testing.T) {
	var text, params strings.Builder
	for i := range 12 {
		fmt.Fprintf(&text, "Isn't the seat%c Lisbon a funny thing? ", 'a'+i)
		fmt.Fprintf(&params, `seat%c:string "The seat", `, 'a'+i)
	}
	tools := make([]domains.Tool, 50)
	for i := range tools {
		tools[i] = toolOf(t, fmt.Sprintf("trip%d %s", i, params.String()))
	}
	a := asking.New(tools, nil)
	r := grounding.Read(grounding.Input{Turns: []grounding.Turn{{Role: "user", Text: text.String()}}, Tools: tools})
	took := func(question string) time.Duration {
		start := sharedtest.CPU()
		a.Read(question, r)
		return sharedtest.CPU() - start
	}
	took(text.String()) // create what is created only once
	few, many := took("!"+text.String()), took(strings.Repeat("!", 31000)+text.String())
	if many > 4*few+100*time.Millisecond {
		t.Errorf("it takes %v with one mark, %v with 31,000", few, many)
	}
}

// TestQuotationsAreLinear counts the allocations, one for each turn, of looking for quotations in a long conversation.
func TestQuotationsAreLinear(t *testing.T) {
	turns := make([]grounding.Turn, 1000)
	for i := range turns {
		turns[i] = grounding.Turn{Role: "user", Text: "I would like to leave in the morning."}
	}
	allocated := func(n int) float64 {
		text := strings.Repeat(`You wrote "one two three four". `, n)
		return testing.AllocsPerRun(1, func() { asking.Unquoted(text, turns) })
	}
	if one, many := allocated(1), allocated(8); many > 2*one {
		t.Errorf("%.0f allocations for one quotation, %.0f for eight", one, many)
	}
}

// TestManyToolsAreLinear checks that reading takes time in proportion to the number of tools, of which each is asked for
// and states a value.
func TestManyToolsAreLinear(t *testing.T) {
	took := func(n int) (least time.Duration) {
		tools := make([]domains.Tool, n)
		for i := range tools {
			tools[i] = domains.Tool{Name: fmt.Sprintf("find%d", i), Params: []domains.Param{{Name: "city", Required: true, Schema: jsonvalue.ObjectOf("type", "string")}}}
		}
		a := asking.New(tools, nil)
		for k := range 3 {
			start := sharedtest.CPU()
			q := a.Read("I picked Quorvel as the city. Which city would you like?", nil)
			q.Asked()
			if d := sharedtest.CPU() - start; k == 0 || d < least {
				least = d
			}
			if len(q.Requests) != n || len(q.Statements) != n {
				t.Fatalf("%d requests and %d statements for %d tools", len(q.Requests), len(q.Statements), n)
			}
		}
		return least
	}
	if small, large := took(2000), took(8000); large > 8*small {
		t.Errorf("2000 tools take %v, 8000 take %v", small, large)
	}
}

// TestPreparedSize bounds the memory of a prepared sample, 20 KiB for five tools of
// eight parameters, and of the cache for any number of tools.
func TestPreparedSize(t *testing.T) {
	sharedtest.Unraced(t)
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	tools := make([][]domains.Tool, 2000)
	for i := range tools {
		for k := range 5 {
			tools[i] = append(tools[i], toolOf(t, fmt.Sprintf(`tool%dx%d origin:string "City of departure", destination:string "City of arrival", date:date "Date of departure", passengers:integer "Number of travellers", cabin:enum(economy,business) "Class of travel", insured:boolean "Travel insurance", phone:string "Phone number of the traveller %d", email:string "Where the ticket is sent to"`, i, k, i)))
		}
	}
	asking.New(tools[0], nil).Read("Where from?", nil) // create what is created only once
	before := heap()
	kept := make([]*asking.Asker, 400)
	for i := range kept {
		kept[i] = asking.New(tools[i], nil)
	}
	if per := (heap() - before) / uint64(len(kept)); per > 20<<10 {
		t.Errorf("a prepared sample takes %d bytes", per)
	}
	runtime.KeepAlive(kept)
	kept = nil
	for i := range tools {
		asking.New(tools[i], nil)
	}
	if grown := int64(heap()) - int64(before); grown > 8<<20 {
		t.Errorf("%d bytes are kept of tools that nobody uses", grown)
	}
	runtime.KeepAlive(tools)
}

// text prints everything that a Question says.
func text(q asking.Question) string {
	var b strings.Builder
	for _, r := range q.Requests {
		fmt.Fprintf(&b, "%+v\n", r)
	}
	for _, s := range q.Statements {
		fmt.Fprintln(&b, s.Tool, s.Aspect, s.Value.JSON(), s.Backed, s.Start, s.End)
	}
	return b.String()
}

func FuzzRead(f *testing.F) {
	all := writtenQuestions(f, "questions.txt")
	for i := 0; i < len(all); i += sharedtest.Long(1, 8) { // make fuzz must come to inputs of its own
		f.Add(all[i].question)
	}
	f.Add("which which which, and and or or? tell me tell me \xff¿?")
	tools := []domains.Tool{toolOf(f, flight), toolOf(f, `lamp_stay state:enum(on,off) "", priority:enum(P1,P2) "", groesse:string "", gepaeck:boolean "", name:string "", phone2:string "", checkin:date "", checkout:date ""`)}
	a := asking.New(tools, nil)
	r := grounding.Read(grounding.Input{Turns: []grounding.Turn{{Role: "user", Text: "Two of us fly to Lisbon."}}, Tools: tools})
	f.Fuzz(func(t *testing.T, question string) {
		q := a.Read(question, r)
		seen := map[string]bool{}
		for _, x := range q.Requests {
			if domains.ToolNamed(tools, x.Tool).Param(x.Aspect) == nil || x.Start < 0 || x.Start > x.End || x.End > len(question) || seen[x.Tool+" "+x.Aspect] {
				t.Fatalf("%q: %+v", question, q.Requests)
			}
			seen[x.Tool+" "+x.Aspect] = true
		}
		for _, x := range q.Statements {
			if domains.ToolNamed(tools, x.Tool).Param(x.Aspect) == nil || x.Start < 0 || x.Start > x.End || x.End > len(question) {
				t.Fatalf("%q: %+v", question, q.Statements)
			}
		}
		if again := a.Read(question, r); text(again) != text(q) {
			t.Fatalf("%q: %+v, then %+v", question, q, again)
		}
	})
}

// TestParsedOnce reads each question for several tools, in any order, and compares the
// result with a text that was never parsed before: the same question with a trailing
// blank, which has no meaning.
func TestParsedOnce(t *testing.T) {
	all := writtenQuestions(t, "questions.txt")
	random := rand.New(rand.NewPCG(5, 5))
	for k := range 3 * len(all) {
		w, other := &all[random.IntN(len(all))], &all[random.IntN(len(all))]
		a := asking.New(w.tools, w.sets)
		asking.New(other.tools, other.sets).Read(w.question, other.reading)
		got, want := a.Read(w.question, w.reading), a.Read(w.question+strings.Repeat(" ", k+1), w.reading)
		if text(got) != text(want) || got.Which != want.Which || !slices.Equal(got.Tools, want.Tools) {
			t.Fatalf("%q: %+v, of a text never parsed %+v", w.question, got, want)
		}
	}
}

// A question in capitals requests what it requests in small letters.
func TestCapitals(t *testing.T) {
	ascii, upper, lower := 0, strings.ToUpper, strings.ToLower
	for _, w := range writtenQuestions(t, "questions.txt") {
		if strings.ContainsFunc(w.question, func(r rune) bool { return r >= utf8.RuneSelf }) {
			continue
		}
		a := asking.New(w.tools, w.sets)
		loud, quiet := a.Read(upper(w.question), w.reading), a.Read(lower(w.question), w.reading)
		if ascii++; !slices.Equal(requested(&w.row, &loud), requested(&w.row, &quiet)) {
			t.Errorf("%s:%d: %q requests %v, and in capitals %v", "questions.txt", w.line, w.question, quiet.Requests, loud.Requests)
		}
	}
	if ascii < 300 {
		t.Errorf("only %d questions were compared", ascii)
	}
}
