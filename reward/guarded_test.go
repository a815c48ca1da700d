package reward

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// guardedOf prepares a sample under guarded, with its labels.
func guardedOf(t testing.TB, s *dataset.Sample, sets map[string]domains.Set) *Prepared {
	t.Helper()
	labels := sharedtest.Need((&label.Labeler{}).Label(s, sets))(t)
	return withLabels(t, s, sets, &labels)
}

func withLabels(t testing.TB, s *dataset.Sample, sets map[string]domains.Set, labels *label.Labels) *Prepared {
	t.Helper()
	x := sharedtest.Need(builtin(t, "guarded").Prepare(s, sets, labels))(t)
	return x
}

func asks(question string) string {
	return framed("<ASK>\n<question>" + question + "</question>\n</ASK>")
}

func calling(calls string) string  { return framed("<TOOLCALL>[" + calls + "]</TOOLCALL>") }
func refusing(text string) string  { return framed("<REFUSE>" + text + "</REFUSE>") }
func answering(text string) string { return framed("<DIRECTLY>" + text + "</DIRECTLY>") }

// tour offers book (a free text, a boolean, an enumeration, an optional number with
// a default) and cancel; user is the user's message.
func tour(t testing.TB, user, reference string, candidates ...string) (*dataset.Sample, *Prepared) {
	t.Helper()
	tools, err := domains.ParseTools(value(t, `[{"name":"book","description":"Book a trip.","parameters":{"type":"object","properties":{
		"city":{"type":"string","description":"The city to travel to."},
		"refundable":{"type":"boolean","description":"Whether the ticket can be given back."},
		"class":{"type":"string","enum":["first","second","third"],"description":"The class of travel."},
		"passengers":{"type":"integer","default":1,"minimum":1,"maximum":9}},"required":["city","refundable","class"]}},
		{"name":"cancel","description":"Cancel a booking.","parameters":{"type":"object","properties":{"code":{"type":"string"}},"required":["code"]}}]`))
	if err != nil {
		t.Fatal(err)
	}
	ref, err := dataset.ParseReference(value(t, reference))
	if err != nil {
		t.Fatal(err)
	}
	s := &dataset.Sample{Tools: tools, Reference: ref, Messages: []dataset.Message{{Role: "user", Content: user}}}
	if len(candidates) == 0 {
		return s, withLabels(t, s, nil, nil)
	}
	for _, c := range candidates {
		calls := sharedtest.Need(domains.ParseCalls(value(t, c)))(t)
		s.Candidates = append(s.Candidates, dataset.Candidate{Call: calls[0]})
	}
	labels, err := (&label.Labeler{}).Label(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s, withLabels(t, s, nil, &labels)
}

const (
	tourUser   = "Book me a refundable ticket to Porto, second class."
	tourCall   = `{"name":"book","arguments":{"city":"Porto","refundable":true,"class":"second"}}`
	tourCancel = `{"name":"cancel","arguments":{"code":"X1"}}`
	tourRef    = `{"action":"TOOLCALL","tool_calls":[` + tourCall + `]}`
	noCity     = `{"name":"book","arguments":{"city":"<UNK>","refundable":true,"class":"second"}}`
	noClass    = `{"name":"book","arguments":{"city":"Porto","refundable":true,"class":"<UNK>"}}`
	noneSaid   = `{"name":"book","arguments":{"city":"<UNK>","refundable":true,"class":"<UNK>"}}`
)

// The worked values of F11: form, tool, cls, certainty, slot.
func TestGuardedWorkedValues(t *testing.T) {
	ln := math.Log
	book := func(rest string) string {
		return `{"name":"book","arguments":{"city":"Porto","refundable":true` + rest + `}}`
	}
	right, nothing := [5]float64{0.5, 1, 2, 1, 0}, [5]float64{}
	question := [5]float64{0.5, 0.5, 2, 1, 1}
	denied := [5]float64{0.5, 0.5, 0, 1, 0}
	for _, tc := range []struct {
		name, user, reference string
		candidates            []string
		text                  string
		want                  [5]float64
	}{
		{"the call", tourUser, tourRef, nil, calling(tourCall), right},
		{"a default written out, values as text", tourUser, tourRef, nil, calling(`{"name":"book","arguments":{"city":"Porto","refundable":"True","class":"second","passengers":"1"}}`), right},
		{"null for what is optional", tourUser, tourRef, nil, calling(book(`,"class":"second","passengers":null`)), right},
		{"an enumerator in capitals", tourUser, tourRef, nil, calling(book(`,"class":"SECOND"`)), right},
		{"a city that nobody named", tourUser, tourRef, nil, calling(strings.Replace(tourCall, "Porto", "Vladivostok", 1)), [5]float64{0.5, 1. / 3, 2. / 3, -1, 0}},
		{"a class that is none", tourUser, tourRef, nil, calling(book(`,"class":"fourth"`)), [5]float64{0.5, 1. / 3, 2. / 3, 0, 0}},
		{"a class left open", tourUser, tourRef, nil, calling(noClass), [5]float64{0.5, 1. / 3, 2. / 3, 1. / 3, 0}},
		{"a boolean left out", tourUser, tourRef, nil, calling(`{"name":"book","arguments":{"city":"Porto","class":"second"}}`), [5]float64{0.5, 1. / 3, 2. / 3, 0.5, 0}},
		{"an argument too many", tourUser, tourRef, nil, calling(book(`,"class":"second","passengers":7`)), [5]float64{0.5, 0.375, 0.75, -1, 0}},
		{"a tool that is not offered", tourUser, tourRef, nil, calling(`{"name":"cook","arguments":{}}`), [5]float64{0.5, 0, 0, 0, 0}},
		{"the call twice", tourUser, tourRef, nil, calling(tourCall + "," + tourCall), [5]float64{0.5, 0.25, 0.5, -1, 0}},
		{"malformed", tourUser, tourRef, nil, framed(`<TOOLCALL>[` + tourCall + `</TOOLCALL>`), nothing},
		{"keys beside name and arguments", tourUser, tourRef, nil, calling(strings.Replace(tourCall, "{", `{"why":"x",`, 1)), nothing},
		{"text after the call", tourUser, tourRef, nil, framed("<TOOLCALL>[" + tourCall + "]</TOOLCALL> done"), nothing},
		{"text after the answer", tourUser, tourRef, nil, calling(tourCall) + "So be it.", nothing},
		{"tokens after the answer", tourUser, tourRef, nil, " " + calling(tourCall) + " <|im_end|>\n</s> ", right},
		{"two actions", tourUser, tourRef, nil, framed("<TOOLCALL>[" + tourCall + "]</TOOLCALL><REFUSE>No.</REFUSE>"), nothing},
		{"no action", tourUser, tourRef, nil, "Hello", nothing},
		{"no reasoning", tourUser, tourRef, nil, "<answer><TOOLCALL>[" + tourCall + "]</TOOLCALL></answer>", nothing},
		{"a reasoning without a word", tourUser, tourRef, nil, strings.Replace(calling(tourCall), "\nr\n", "\n...\n", 1), nothing},
		{"a long reasoning", tourUser, tourRef, nil, strings.Replace(calling(tourCall), "\nr\n", "\n"+strings.Repeat("so ", 6667)+"\n", 1), nothing},
		{"a turn in the reasoning", tourUser, tourRef, nil, strings.Replace(calling(tourCall), "\nr\n", "\nUser: do it\n", 1), nothing},
		{"a refusal where a call was due", tourUser, tourRef, nil, refusing("That is beyond me."), [5]float64{0.5, 0, 0, 1, 0}},
		{"a refusal", tourUser, refRefuse, nil, refusing("I can't do that."), [5]float64{0.5, 0.5, 2, 1, 0}},
		{"an empty refusal", tourUser, refRefuse, nil, refusing(" "), denied},
		{"a refusal that claims", tourUser, refRefuse, nil, refusing("I have booked the ticket."), denied},
		{"a copy of the user", tourUser, refRefuse, nil, refusing(tourUser), denied},
		{"a refusal and an invented turn", tourUser, refRefuse, nil, refusing("I can't do that.\nUser: fine"), nothing},
		{"an answer where a refusal was due", tourUser, refRefuse, nil, answering("Porto is nice."), [5]float64{0.5, 0, 0, 1, 0}},
		{"an answer", tourUser, `{"action":"DIRECTLY"}`, nil, answering("Porto lies on the Douro."), [5]float64{0.5, 0.5, 2, 1, 0}},
		{"a call in prose", tourUser, `{"action":"DIRECTLY"}`, nil, answering(`book(city="Porto")`), denied},
		{"nothing but a promise", tourUser, `{"action":"DIRECTLY"}`, nil, answering("Sure, let me look into it."), denied},

		{"the question", "Book it.", refAsk, []string{noCity}, asks("Which city would you like to go to?"), question},
		{"without the tag", "Book it.", refAsk, []string{noCity}, framed("<ASK>Which city would you like to go to?</ASK>"), question},
		{"in other words", "Book it.", refAsk, []string{noCity}, asks("Where would you like to travel to?"), question},
		{"with its candidate", "Book it.", refAsk, []string{noCity}, framed("<ASK><TOOLCALL>[" + noCity + "]</TOOLCALL><question>Which city would you like to go to?</question></ASK>"), question},
		{"a candidate of something else", "Book it.", refAsk, []string{noCity}, framed("<ASK><TOOLCALL>[" + noClass + "]</TOOLCALL><question>Which city would you like to go to?</question></ASK>"), nothing},
		{"text beside the question", "Book it.", refAsk, []string{noCity}, framed("<ASK>Hm.<question>Which city would you like to go to?</question></ASK>"), nothing},
		{"a question that is not closed", "Book it.", refAsk, []string{noCity}, framed("<ASK><question>Which city would you like to go to?</ASK>"), nothing},
		{"a vague question", "Book it.", refAsk, []string{noCity}, asks("Could you clarify?"), [5]float64{0.5, 0.5, 2, 0, 0}},
		{"no question", "Book it.", refAsk, []string{noCity}, asks(" "), [5]float64{0.5, 0.5, 0, 0, 0}},
		{"a claim that no call shows, without a question mark", "Book it.", refAsk, []string{noCity}, asks("I have booked your trip. Name the city."), [5]float64{0.5, 0.5, 0, 1, 1}},
		{"what is settled, too", "Book it.", refAsk, []string{noCity}, asks("Which city, and which class of travel?"), [5]float64{0.5, 0.5, 2, 0.75, 0.75}},
		{"only what is settled", "Book it.", refAsk, []string{noCity}, asks("Which class of travel?"), [5]float64{0.5, 0.5, 2, 0, 0}},
		{"one of two", "Book it.", refAsk, []string{noneSaid}, asks("Which class of travel?"), [5]float64{0.5, 0.5, 2, ln(3) / (ln(3) + ln(1e4)), ln(3) / (ln(3) + ln(1e4))}},
		{"two of two", "Book it.", refAsk, []string{noneSaid}, asks("Which city, and which class of travel?"), question},
		// Nothing is missing; the source is trusted that a question is right.
		{"what a call needs", "Book it.", refAsk, []string{tourCall}, asks("Which city would you like to go to?"), [5]float64{0.5, 0.5, 2, 0.5, 0.5}},
		// Two complete rivals: v = 1/2, N = 2, u = 1.
		{"which tool is meant", "Book it.", refAsk, []string{tourCall, tourCancel}, asks("Shall I book it or cancel it?"), question},
		{"which tool is meant, with candidates", "Book it.", refAsk, []string{tourCall, tourCancel}, framed("<ASK><TOOLCALL>[" + tourCall + "," + tourCancel + "]</TOOLCALL><question>Do you want to book or to cancel?</question></ASK>"), question},
		{"which of the rivals", "Book it.", refAsk, []string{tourCall, strings.Replace(tourCall, "Porto", "Faro", 1)}, asks("There are several. Which one do you mean?"), question},
		{"which of the rivals, with candidates", "Book it.", refAsk, []string{tourCall, strings.Replace(tourCall, "Porto", "Faro", 1)}, framed("<ASK><TOOLCALL>[" + tourCall + "," + strings.Replace(tourCall, "Porto", "Faro", 1) + "]</TOOLCALL><question>I found these. Which one?</question></ASK>"), question},
		{"what rivals differ in", "Book it.", refAsk, []string{tourCall, strings.Replace(tourCall, "Porto", "Faro", 1)}, asks("Which city would you like to go to?"), question},
	} {
		_, x := tour(t, tc.user, tc.reference, tc.candidates...)
		in := Input{Completion: tc.text}
		got := x.Score(in)
		if got.Err != nil {
			t.Fatal(got.Err)
		}
		if tc.want[3] < 0 { // as the reading has it
			tc.want[3] = got.Components[3]
		}
		if got.Components[0] == 0 && len(got.Notes) == 0 {
			t.Errorf("%s: nothing says why the form is 0", tc.name)
		}
		for i, name := range x.profile.Components() {
			if !(math.Abs(got.Components[i]-tc.want[i]) <= 1e-9) {
				t.Errorf("%s: %s is %v, want %v\n%s", tc.name, name, got.Components[i], tc.want[i], x.Explain(in).Text())
				break
			}
		}
		if want := tc.want[0] + tc.want[1] + tc.want[2]*tc.want[3]; !(math.Abs(got.Reward-want) <= 1e-9) {
			t.Errorf("%s: reward %v, want %v", tc.name, got.Reward, want)
		}
	}
}

// Action weights multiply cls by the weight of the reference's action, and change
// the range and the hash.
func TestActionWeights(t *testing.T) {
	p := builtin(t, "guarded")
	q := sharedtest.Need(p.WithActionWeights(map[completion.Action]float64{completion.Refuse: 0.25, completion.Ask: 2}))(t)
	if _, hi := q.Range(); hi != 5.5 || q.SHA256() == p.SHA256() {
		t.Errorf("the range ends at %v, want 5.5; hash %s", hi, q.SHA256())
	}
	if w := q.ActionWeights(); w[completion.Refuse] != 0.25 || w[completion.ToolCall] != 1 {
		t.Errorf("weights %v", w)
	}
	s, _ := tour(t, tourUser, refRefuse)
	x := sharedtest.Need(q.Prepare(s, nil, nil))(t)
	got := x.Score(Input{Completion: framed("<REFUSE>That is beyond me.</REFUSE>")})
	points := 0.0
	for _, f := range q.Points(got.Components, got.Action) {
		points += f
	}
	if want := 0.5 + 0.5 + 0.25*2; got.Reward != want || math.Abs(points-want) > 1e-12 {
		t.Errorf("reward %v, points %v, want %v", got.Reward, points, want)
	}
	if e := x.Explain(Input{Completion: framed("<REFUSE></REFUSE>")}); e.Best != 1.5 {
		t.Errorf("at best %v, want 1.5", e.Best)
	}
	for _, bad := range []float64{-1, math.NaN(), math.Inf(1)} {
		if _, err := p.WithActionWeights(map[completion.Action]float64{completion.Ask: bad}); err == nil {
			t.Errorf("the weight %v is accepted", bad)
		}
	}
	if _, err := builtin(t, "certainty").WithActionWeights(nil); err == nil {
		t.Error("certainty takes action weights")
	}
}

// Under fitted weights the honest work of each class earns the same in total, and
// the overall total does not change.
func TestBalance(t *testing.T) {
	var b Balance
	add := func(n int, reference string, candidates ...string) {
		_, x := tour(t, tourUser, reference, candidates...)
		for range n {
			b.Add(x)
		}
	}
	add(2, tourRef)
	add(4, refAsk, noCity)
	add(9, refRefuse)
	const mean = (2 + 4 + 9) / 3.
	w := b.Weights()
	for action, want := range map[completion.Action]float64{completion.ToolCall: mean / 2, completion.Ask: mean / 4, completion.Refuse: mean / 9, completion.Directly: 1} {
		if !(math.Abs(w[action]-want) <= 1e-9) {
			t.Errorf("%s: weight %v, want %v", action, w[action], want)
		}
	}
	if b.Samples() != 15 {
		t.Errorf("%d samples", b.Samples())
	}
	add(2000, refRefuse)
	if w = b.Weights(); w[completion.Refuse] < MinBalance || w[completion.ToolCall] != MaxBalance {
		t.Errorf("weights out of bounds: %v", w)
	}
	if w = new(Balance).Weights(); w[completion.Ask] != 1 {
		t.Errorf("weights of nothing: %v", w)
	}
}

// Alternatives that the source accepts count as equal (inputs.md, BFCL).
func TestAlternatives(t *testing.T) {
	s, _ := tour(t, tourUser, `{"action":"TOOLCALL","tool_calls":[{"name":"book","arguments":{"city":"Porto","refundable":true,"class":"second"}},{"name":"cancel","arguments":{"code":{"a":[1,2]}}}]}`)
	s.Alternatives = []dataset.Alternative{
		{Call: 0, Parameter: "city", Values: []domains.Value{value(t, `"Oporto"`)}},
		{Call: 0, Parameter: "passengers", Values: []domains.Value{value(t, `2`)}, Optional: true},
		{Call: 1, Parameter: "code", Path: []string{"a", "1"}, Values: []domains.Value{value(t, `3`)}},
		{Call: 1, Parameter: "code", Path: []string{"b"}, Values: []domains.Value{value(t, `4`)}, Optional: true},
	}
	x := withLabels(t, s, nil, nil)
	for _, tc := range []struct {
		city, extra, code string
		want              float64
	}{
		{"Porto", "", `{"a":[1,2]}`, 1}, {"Oporto", "", `{"a":[1,3]}`, 1}, {"Faro", "", `{"a":[1,2]}`, 5. / 12},
		{"Porto", `,"passengers":"2"`, `{"a":[1,2],"b":4}`, 1}, {"Porto", `,"passengers":1`, `{"a":[1,2]}`, 1},
		{"Porto", `,"passengers":3`, `{"a":[1,2]}`, 0.4375}, {"Porto", "", `{"a":[3,2]}`, 0.25}, {"Porto", "", `{"a":[1]}`, 0.25},
		{"Porto", "", `{"a":[1,2],"b":5}`, 0.25}, {"Porto", "", `{}`, 0.25},
	} {
		text := framed(`<TOOLCALL>[{"name":"cancel","arguments":{"code":` + tc.code + `}},{"name":"book","arguments":{"city":"` + tc.city + `","refundable":true,"class":"second"` + tc.extra + `}}]</TOOLCALL>`)
		if got := x.Score(Input{Completion: text}).Components[1]; math.Abs(got-tc.want) > 1e-9 {
			t.Errorf("%s: tool %v, want %v", text, got, tc.want)
		}
	}
}

// If two calls accept some of each other's values, they are paired optimally.
func TestAlternativesArePairedOff(t *testing.T) {
	s, _ := tour(t, tourUser, `{"action":"TOOLCALL","tool_calls":[{"name":"cancel","arguments":{"code":"a"}},{"name":"cancel","arguments":{"code":"b"}}]}`)
	s.Alternatives = []dataset.Alternative{{Call: 0, Parameter: "code", Values: []domains.Value{value(t, `"b"`)}}}
	x := withLabels(t, s, nil, nil)
	for text, want := range map[string]float64{"ab": 1, "ba": 1, "bb": 1, "aa": 0.25} {
		call := func(c byte) string { return `{"name":"cancel","arguments":{"code":"` + string(c) + `"}}` }
		if got := x.Score(Input{Completion: framed("<TOOLCALL>[" + call(text[0]) + "," + call(text[1]) + "]</TOOLCALL>")}); got.Components[1] != want {
			t.Errorf("%s: tool %v, want %v", text, got.Components[1], want)
		}
	}
}

// Very many calls earn in any order what they earn in that of the reference, and one that is wrong
// costs its own share.
func TestManyCallsArePairedOff(t *testing.T) {
	const n = maxPaired + 20
	list := func(code func(i int) int) string {
		calls := []string{tourCall}
		for i := range n {
			calls = append(calls, fmt.Sprintf(`{"name":"cancel","arguments":{"code":"X%d"}}`, code(i)))
		}
		return strings.Join(calls, ",")
	}
	_, x := tour(t, tourUser, `{"action":"TOOLCALL","tool_calls":[`+list(func(i int) int { return i })+`]}`)
	for name, tc := range map[string]struct {
		code func(i int) int
		want float64
	}{
		"in order":       {func(i int) int { return i }, 1},
		"backwards":      {func(i int) int { return n - 1 - i }, 1},
		"one is wrong":   {func(i int) int { return max(n-1-i, 1) }, n / (n + 1.) / 2},
		"all are others": {func(i int) int { return n + i }, 1 / (n + 1.) / 2},
	} {
		if got := x.Score(Input{Completion: calling(list(tc.code))}).Components[1]; math.Abs(got-tc.want) > 1e-9 {
			t.Errorf("%s: tool %v, want %v", name, got, tc.want)
		}
	}
}

// A prefix of the calls that may follow is accepted after the reference (inputs.md,
// BFCL multi-turn), in any order, and no other call is.
func TestFollowing(t *testing.T) {
	s, _ := tour(t, tourUser, `{"action":"TOOLCALL","tool_calls":[{"name":"cancel","arguments":{"code":"a"}}]}`)
	call := func(c rune) string { return `{"name":"cancel","arguments":{"code":"` + string(c) + `"}}` }
	for _, c := range "bcb" {
		s.Following = append(s.Following, domains.Call{Name: "cancel", Arguments: value(t, `{"code":"`+string(c)+`"}`)})
	}
	x := withLabels(t, s, nil, nil)
	for codes, want := range map[string]struct {
		m    float64
		with int
	}{
		"a": {1, 1}, "ab": {1, 2}, "ba": {1, 2}, "abc": {1, 3}, "abcb": {1, 4},
		"b": {1. / 2, 2}, "ac": {2. / 3, 3}, "bcb": {3. / 4, 4}, "abcbb": {4. / 5, 4}, "ax": {1. / 2, 2}, "x": {0, 1}, "aa": {1. / 2, 2},
	} {
		var list []string
		for _, c := range codes {
			list = append(list, call(c))
		}
		in := Input{Completion: calling(strings.Join(list, ","))}
		if p := x.Explain(in); p.Agreement == nil || math.Abs(*p.Agreement-want.m) > 1e-9 {
			t.Errorf("%s: %s, want agreement %v", codes, p.Text(), want.m)
		} else if said := fmt.Sprintf("of %d calls with %d", len(codes), want.with); want.m > 0 && want.m < 1 && !strings.Contains(p.Text(), said) {
			t.Errorf("%s: no %q in\n%s", codes, said, p.Text())
		}
		if got := x.Score(in); want.m == 1 && got.Reward != 3.5 {
			t.Errorf("%s: %+v", codes, got)
		}
	}
	for _, name := range []string{"baseline", "certainty", "certainty-total", "paper"} {
		paper := sharedtest.Need(builtin(t, name).Prepare(s, nil, nil))(t)
		if got := paper.Score(Input{Completion: calling(call('a') + "," + call('b'))}).Components[3]; got != toolOther {
			t.Errorf("%s: tool %v; the paper's profiles know one reference", name, got)
		}
	}
}

// A call in a sample without a conversation gets a note, because nothing can
// support its values.
func TestNoConversation(t *testing.T) {
	call := framed("<TOOLCALL>[" + tourCall + "]</TOOLCALL>")
	for _, c := range []struct {
		name     string
		messages []dataset.Message
		text     string
		noted    bool
	}{
		{"no messages", nil, call, true},
		{"the system and the assistant only", []dataset.Message{{Role: "system", Content: "To Porto."}, {Role: "user", Content: " "}, {Role: "assistant", Content: "Porto?"}}, call, true},
		{"a word of the user", []dataset.Message{{Role: "user", Content: "Go."}}, call, false},
		{"a result of a tool", []dataset.Message{{Role: "tool", Content: "{}"}}, call, false},
		{"a call without arguments", nil, framed(`<TOOLCALL>[{"name":"book","arguments":{}}]</TOOLCALL>`), false},
		{"a malformed call", nil, framed("<TOOLCALL>[" + tourCall + "</TOOLCALL>"), false},
		{"a refusal", nil, framed("<REFUSE>No.</REFUSE>"), false},
	} {
		s, _ := tour(t, "", tourRef)
		s.Messages = c.messages
		got := withLabels(t, s, nil, nil).Score(Input{Completion: c.text})
		if slices.Contains(got.Notes, NoteNoConversation) != c.noted {
			t.Errorf("%s: notes %v", c.name, got.Notes)
		}
	}
}

// A sample without a reference is scored by its belief alone: F7's action is right,
// and for a call the best candidate's tool.
func TestNoReference(t *testing.T) {
	for _, c := range []struct {
		candidate, text string
		want            float64
	}{
		{noCity, asks("Which city would you like to go to?"), 3},
		{noCity, calling(tourCall), 0.5},
		{tourCall, calling(tourCall), -1},
		{tourCall, calling(`{"name":"cancel","arguments":{"code":"X1"}}`), 0.5},
		{tourCall, asks("Which city would you like to go to?"), 0.5},
	} {
		for _, none := range []string{`"none"`, `{"action":"none"}`} {
			_, x := tour(t, tourUser, none, c.candidate)
			got := x.Score(Input{Completion: c.text})
			if !slices.Contains(got.Notes, NoteNoReference) || c.want >= 0 && math.Abs(got.Reward-c.want) > 1e-9 || c.want < 0 && !(got.Reward > 2.5 && got.Components[1] == 1) {
				t.Errorf("%s on %s: %+v\n%s", c.text, c.candidate, got, x.Explain(Input{Completion: c.text}).Text())
			}
		}
	}
	s, _ := tour(t, tourUser, `"none"`, tourCall)
	if _, err := builtin(t, "guarded").Prepare(s, nil, nil); err == nil {
		t.Error("a sample with neither a reference nor a belief is scored")
	}
	if _, err := builtin(t, "certainty").Prepare(s, nil, nil); err == nil || !strings.Contains(err.Error(), "the profile certainty compares with one; give a reference") {
		t.Errorf("certainty, of a sample without a reference: %v", err)
	}
}

// TestEveryCallsMissingParameters checks that a question may earn its full slot where several calls to different
// tools leave something open, and that it has to ask for all of it.
func TestEveryCallsMissingParameters(t *testing.T) {
	row := `{"id":"m","messages":[{"role":"user","content":"Tell me the weather and book a table."}],"tools":[` +
		`{"type":"function","function":{"name":"get_weather","description":"Get the weather of a city","parameters":{"type":"object","properties":{"city":{"type":"string","description":"The city"}},"required":["city"]}}},` +
		`{"type":"function","function":{"name":"book_table","description":"Book a table at a restaurant","parameters":{"type":"object","properties":{"restaurant":{"type":"string","description":"Name of the restaurant"},"guests":{"type":"integer","minimum":1,"maximum":20,"description":"number of guests"}},"required":["restaurant","guests"]}}}],` +
		`"reference":{"action":"ASK","question":"Which city?"},"rejected":{"role":"assistant","content":"","tool_calls":[` +
		`{"type":"function","function":{"name":"get_weather","arguments":{"city":"Rome"}}},{"type":"function","function":{"name":"book_table","arguments":{"restaurant":"Roma","guests":4}}}]}}`
	s := readSamples(t, "-", strings.NewReader(row))[0]
	x := guardedOf(t, s, annotated(t, s))
	earn := func(question string) float64 { return x.Score(Input{Completion: asks(question)}).Reward }
	all := earn("Which city do you want the weather for, which restaurant should I book, and for how many guests?")
	some := earn("For how many guests shall I book?")
	if all != 3 || some >= all || some <= 1 {
		t.Errorf("asking for everything earns %v, asking for one of three %v; want 3 and less", all, some)
	}
}
