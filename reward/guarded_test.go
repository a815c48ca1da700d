package reward

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
)

// guardedOf makes a sample ready under guarded, with the labels that it has.
func guardedOf(t testing.TB, s *dataset.Sample, sets map[string]domains.Set) *Prepared {
	t.Helper()
	labels, err := (&label.Labeler{}).Label(s, sets)
	if err != nil {
		t.Fatal(err)
	}
	return withLabels(t, s, sets, &labels)
}

func withLabels(t testing.TB, s *dataset.Sample, sets map[string]domains.Set, labels *label.Labels) *Prepared {
	t.Helper()
	x, err := builtin(t, "guarded").Prepare(s, sets, labels)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// tour offers book (a free text, a boolean, an enumeration, an optional number
// with a default) and cancel, and has the given words of the user.
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
		calls, err := domains.ParseCalls(value(t, c))
		if err != nil {
			t.Fatal(err)
		}
		s.Candidates = append(s.Candidates, dataset.Candidate{Call: calls[0]})
	}
	labels, err := (&label.Labeler{}).Label(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s, withLabels(t, s, nil, &labels)
}

const (
	tourUser = "Book me a refundable ticket to Porto, second class."
	tourCall = `{"name":"book","arguments":{"city":"Porto","refundable":true,"class":"second"}}`
	tourRef  = `{"action":"TOOLCALL","tool_calls":[` + tourCall + `]}`
	noCity   = `{"name":"book","arguments":{"city":"<UNK>","refundable":true,"class":"second"}}`
	noClass  = `{"name":"book","arguments":{"city":"Porto","refundable":true,"class":"<UNK>"}}`
	noneSaid = `{"name":"book","arguments":{"city":"<UNK>","refundable":true,"class":"<UNK>"}}`
)

func asking(question string) string {
	return framed("<ASK>\n<question>" + question + "</question>\n</ASK>")
}

// The worked values of F11: form, tool, cls, certainty, slot, reward.
func TestGuardedWorkedValues(t *testing.T) {
	ln := math.Log
	const flag = 0.9 + 0.1/2 // p of "refundable", said but not as a value: s = 0.9
	for _, tc := range []struct {
		name, user, reference string
		candidates            []string
		text                  string
		want                  [5]float64
	}{
		{"the call", tourUser, tourRef, nil, framed("<TOOLCALL>[" + tourCall + "]</TOOLCALL>"), [5]float64{0.5, 1, 2, flag, 0}},
		{"a default written out", tourUser, tourRef, nil, framed(`<TOOLCALL>[{"name":"book","arguments":{"city":"Porto","refundable":"True","class":"second","passengers":"1"}}]</TOOLCALL>`), [5]float64{0.5, 1, 2, flag, 0}},
		{"a city that nobody named", tourUser, tourRef, nil, framed(`<TOOLCALL>[{"name":"book","arguments":{"city":"Vladivostok","refundable":true,"class":"second"}}]</TOOLCALL>`), [5]float64{0.5, 0.75, 2, 1e-4 * flag, 0}},
		{"a class that is none", tourUser, tourRef, nil, framed(`<TOOLCALL>[{"name":"book","arguments":{"city":"Porto","refundable":true,"class":"fourth"}}]</TOOLCALL>`), [5]float64{0.5, 0.75, 2, 0, 0}},
		{"a class left open", tourUser, tourRef, nil, framed(`<TOOLCALL>[` + noClass + `]</TOOLCALL>`), [5]float64{0.5, 0.75, 2, flag / 3, 0}},
		{"a boolean left out", tourUser, tourRef, nil, framed(`<TOOLCALL>[{"name":"book","arguments":{"city":"Porto","class":"second"}}]</TOOLCALL>`), [5]float64{0.5, 0.75, 2, 0.5, 0}},
		{"a tool that is not offered", tourUser, tourRef, nil, framed(`<TOOLCALL>[{"name":"cook","arguments":{}}]</TOOLCALL>`), [5]float64{0.5, 0.5, 0, 0, 0}},
		{"the call twice", tourUser, tourRef, nil, framed(`<TOOLCALL>[` + tourCall + `,` + tourCall + `]</TOOLCALL>`), [5]float64{0.5, 0.5, 2, flag * flag, 0}},
		{"malformed", tourUser, tourRef, nil, framed(`<TOOLCALL>[` + tourCall + `</TOOLCALL>`), [5]float64{}},
		{"text after the call", tourUser, tourRef, nil, framed("<TOOLCALL>[" + tourCall + "]</TOOLCALL> done"), [5]float64{}},
		{"text after the answer", tourUser, tourRef, nil, framed("<TOOLCALL>["+tourCall+"]</TOOLCALL>") + "So be it.", [5]float64{}},
		{"tokens after the answer", tourUser, tourRef, nil, " " + framed("<TOOLCALL>["+tourCall+"]</TOOLCALL>") + " <|im_end|>\n</s> ", [5]float64{0.5, 1, 2, flag, 0}},
		{"two actions", tourUser, tourRef, nil, framed("<TOOLCALL>[" + tourCall + "]</TOOLCALL><REFUSE>No.</REFUSE>"), [5]float64{}},
		{"no action", tourUser, tourRef, nil, "Hello", [5]float64{}},
		{"a refusal where a call was due", tourUser, tourRef, nil, framed("<REFUSE>That is beyond me.</REFUSE>"), [5]float64{0.5, 0, 0, 1, 0}},
		{"a refusal", tourUser, refRefuse, nil, framed("<REFUSE>No.</REFUSE>"), [5]float64{0.5, 0.5, 2, 1, 0}},
		{"an empty refusal", tourUser, refRefuse, nil, framed("<REFUSE> </REFUSE>"), [5]float64{0.5, 0.5, 0, 1, 0}},
		{"an answer where a refusal was due", tourUser, refRefuse, nil, framed("<DIRECTLY>Porto is nice.</DIRECTLY>"), [5]float64{0.5, 0, 0, 1, 0}},

		// One candidate, a free text missing: u = (1 - 1e-4) / (1 - 1e-4) = 1.
		{"the question", "Book it.", refAsk, []string{noCity}, asking("Which city would you like to go to?"), [5]float64{0.5, 0.5, 2, 1, 1}},
		{"without the tag", "Book it.", refAsk, []string{noCity}, framed("<ASK>Which city would you like to go to?</ASK>"), [5]float64{0.5, 0.5, 2, 1, 1}},
		{"its candidates do not count", "Book it.", refAsk, []string{noCity}, framed("<ASK><TOOLCALL>[" + noClass + "]</TOOLCALL><question>Which city would you like to go to?</question></ASK>"), [5]float64{0.5, 0.5, 2, 1, 1}},
		{"a vague question", "Book it.", refAsk, []string{noCity}, asking("Could you clarify?"), [5]float64{0.5, 0.5, 2, 0, 0}},
		{"no question", "Book it.", refAsk, []string{noCity}, asking(" "), [5]float64{0.5, 0.5, 0, 0, 0}},
		{"what is settled, too", "Book it.", refAsk, []string{noCity}, asking("Which city, and which class of travel?"), [5]float64{0.5, 0.5, 2, 0.75, 0.75}},
		{"only what is settled", "Book it.", refAsk, []string{noCity}, asking("Which class of travel?"), [5]float64{0.5, 0.5, 2, 0, 0}},
		{"the value stated", "Book it.", refAsk, []string{noCity}, asking("Is the city Lisbon?"), [5]float64{0.5, 0.5, 2, 0, 0}},
		{"a value that the user gave", "Book it, perhaps to Lisbon.", refAsk, []string{noCity}, asking("Is the city Lisbon?"), [5]float64{0.5, 0.5, 2, 1, 1}},
		{"a class: half the bits are as good", "Book it.", refAsk, []string{noClass}, asking("Which class?"), [5]float64{0.5, 0.5, 2, 1, 1}},
		{"a choice among the classes", "Book it.", refAsk, []string{noClass}, asking("Would you like to go first, second or third class?"), [5]float64{0.5, 0.5, 2, 1, 1}},
		{"a class stated", "Book it.", refAsk, []string{noClass}, asking("Is the class first?"), [5]float64{0.5, 0.5, 2, 0, 0}},
		{"one of two", "Book it.", refAsk, []string{noneSaid}, asking("Which class?"), [5]float64{0.5, 0.5, 2, ln(3) / (ln(3) + ln(1e4)), ln(3) / (ln(3) + ln(1e4))}},
		{"two of two", "Book it.", refAsk, []string{noneSaid}, asking("Which city, and which class of travel?"), [5]float64{0.5, 0.5, 2, 1, 1}},
		// Nothing missing: u = 0.
		{"nothing to ask", "Book it.", refAsk, []string{tourCall}, asking("Which city?"), [5]float64{0.5, 0.5, 2, 0, 0}},
		// Two complete rivals: v = 1/2, N = 2, u = 1.
		{"what rivals differ in", "Book it.", refAsk, []string{tourCall, strings.Replace(tourCall, "Porto", "Faro", 1)}, asking("Which city would you like?"), [5]float64{0.5, 0.5, 2, 1, 1}},
		{"what they do not differ in", "Book it.", refAsk, []string{tourCall, strings.Replace(tourCall, "Porto", "Faro", 1)}, asking("Which class?"), [5]float64{0.5, 0.5, 2, 0, 0}},
		{"rival tools", "Do it.", refAsk, []string{tourCall, `{"name":"cancel","arguments":{"code":"X1"}}`}, asking("Shall I book it or cancel?"), [5]float64{0.5, 0.5, 2, 1, 1}},
		// A candidate with a boolean open beside a complete one: w = 1, 1/2; pi = 2/3,
		// 1/3; v_now = 2/3; N = 3; u = (1/3) / (2/3).
		{"u between", "Book it.", refAsk, []string{tourCall, strings.Replace(tourCall, "true", `"<UNK>"`, 1)}, asking("Refundable?"), [5]float64{0.5, 0.5, 2, 0, 0}},
		// No belief.
		{"no belief, a parameter", "Book it.", refAsk, nil, asking("Which city?"), [5]float64{0.5, 0.5, 2, 1, 1}},
		{"no belief, a tool", "Book it.", refAsk, nil, asking("Do you mean cancel?"), [5]float64{0.5, 0.5, 2, 1, 1}},
		{"no belief, nothing named", "Book it.", refAsk, nil, asking("Hm?"), [5]float64{0.5, 0.5, 2, 0.5, 0.5}},
	} {
		_, x := tour(t, tc.user, tc.reference, tc.candidates...)
		in := Input{Completion: tc.text}
		got := x.Score(in)
		if got.Err != nil {
			t.Fatal(got.Err)
		}
		for i, name := range x.profile.Components() {
			if !(math.Abs(got.Components[i]-tc.want[i]) <= 1e-9) {
				t.Errorf("%s: %s is %v, want %v\n%s", tc.name, name, got.Components[i], tc.want[i], x.Explain(in).Text())
			}
		}
		if want := tc.want[0] + tc.want[1] + tc.want[2]*tc.want[3]; !(math.Abs(got.Reward-want) <= 1e-9) {
			t.Errorf("%s: reward %v, want %v", tc.name, got.Reward, want)
		}
	}
}

// Action weights multiply cls by the action of the reference, and move the range
// and the hash.
func TestActionWeights(t *testing.T) {
	p := builtin(t, "guarded")
	q, err := p.WithActionWeights(map[completion.Action]float64{completion.Refuse: 0.25, completion.Ask: 2})
	if err != nil {
		t.Fatal(err)
	}
	if _, hi := q.Range(); hi != 5.5 || q.SHA256() == p.SHA256() {
		t.Errorf("the range ends at %v, want 5.5; hash %s", hi, q.SHA256())
	}
	if w := q.ActionWeights(); w[completion.Refuse] != 0.25 || w[completion.ToolCall] != 1 {
		t.Errorf("weights %v", w)
	}
	s, _ := tour(t, tourUser, refRefuse)
	x, err := q.Prepare(s, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
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

// Fitted weights pay honest work of each class the same in all, and in all what
// it was.
func TestBalance(t *testing.T) {
	var b Balance
	add := func(n int, reference string, candidates ...string) {
		_, x := tour(t, tourUser, reference, candidates...)
		for range n {
			b.Add(x)
		}
	}
	add(2, tourRef)          // Cert 0.95 each
	add(3, refAsk, noCity)   // u = 1 each
	add(1, refAsk, tourCall) // u = 0
	add(9, refRefuse)
	const mean = (1.9 + 3 + 9) / 3
	w := b.Weights()
	for action, want := range map[completion.Action]float64{completion.ToolCall: mean / 1.9, completion.Ask: mean / 3, completion.Refuse: mean / 9, completion.Directly: 1} {
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
		{"Porto", "", `{"a":[1,2]}`, 1}, {"Oporto", "", `{"a":[1,3]}`, 1}, {"Faro", "", `{"a":[1,2]}`, 0.75},
		{"Porto", `,"passengers":"2"`, `{"a":[1,2],"b":4}`, 1}, {"Porto", `,"passengers":1`, `{"a":[1,2]}`, 1},
		{"Porto", `,"passengers":3`, `{"a":[1,2]}`, 0.75}, {"Porto", "", `{"a":[3,2]}`, 0.75}, {"Porto", "", `{"a":[1]}`, 0.75},
		{"Porto", "", `{"a":[1,2],"b":5}`, 0.75}, {"Porto", "", `{}`, 0.75},
	} {
		text := framed(`<TOOLCALL>[{"name":"cancel","arguments":{"code":` + tc.code + `}},{"name":"book","arguments":{"city":"` + tc.city + `","refundable":true,"class":"second"` + tc.extra + `}}]</TOOLCALL>`)
		if got := x.Score(Input{Completion: text}).Components[1]; got != tc.want {
			t.Errorf("%s: tool %v, want %v", text, got, tc.want)
		}
	}
}

// Two calls that accept each other's values in part are paired off as they must be.
func TestAlternativesArePairedOff(t *testing.T) {
	s, _ := tour(t, tourUser, `{"action":"TOOLCALL","tool_calls":[{"name":"cancel","arguments":{"code":"a"}},{"name":"cancel","arguments":{"code":"b"}}]}`)
	s.Alternatives = []dataset.Alternative{{Call: 0, Parameter: "code", Values: []domains.Value{value(t, `"b"`)}}}
	x := withLabels(t, s, nil, nil)
	for text, want := range map[string]float64{"ab": 1, "ba": 1, "bb": 1, "aa": 0.75} {
		call := func(c byte) string { return `{"name":"cancel","arguments":{"code":"` + string(c) + `"}}` }
		if got := x.Score(Input{Completion: framed("<TOOLCALL>[" + call(text[0]) + "," + call(text[1]) + "]</TOOLCALL>")}); got.Components[1] != want {
			t.Errorf("%s: tool %v, want %v", text, got.Components[1], want)
		}
	}
}

// A belief that underflows is still one.
func TestGuardedUnderflow(t *testing.T) {
	s, _ := tour(t, tourUser, refAsk)
	vnow := 0.0
	labels := &label.Labels{Source: label.Given, VNow: &vnow, Missing: []string{"city", "nobody"}, Action: certainty.ActionAsk}
	got := withLabels(t, s, nil, labels).Score(Input{Completion: asking("Which city?")})
	if want := 0.0; got.Components[3] != want { // no candidates: N = 0
		t.Errorf("certainty %v, want %v", got.Components[3], want)
	}
	if want := 0.5; got.Components[4] != want { // free text each
		t.Errorf("slot %v, want %v", got.Components[4], want)
	}
}

// A schema that is echoed for a question names every parameter, and asks for
// nothing in words (F11).
func TestSchemaIsNoQuestion(t *testing.T) {
	s, x := tour(t, tourUser, `{"action":"ASK"}`, noCity)
	schema := s.Tools[0].OpenAI().JSON()
	for question, want := range map[string]float64{
		"Which city do you travel to?": 1,
		schema:                         0,
		"Please fill this in: " + schema + " Thanks.": 0,
		"Which city do you travel to? " + schema:      1,
		"[" + schema + "]":                            0,
		`["city"]`:                                    0,
		"Which city {or town} do you travel to?":      1,
	} {
		got := x.Score(Input{Completion: asking(question)})
		if slot := got.Components[len(got.Components)-1]; slot != want {
			t.Errorf("%q: slot %v, want %v", question, slot, want)
		}
	}
}

// A call that differs from the reference is never surer than the reference, where
// a source calls a value right that nothing backs or that the schema does not
// admit.
func TestWrongCallIsNeverSurer(t *testing.T) {
	book := func(rest string) string {
		return `{"name":"book","arguments":{"city":"Porto","refundable":true` + rest + `}}`
	}
	const odd = "A refundable ticket to Porto, fourth class."
	for _, c := range []struct {
		name, user, right, made string
		tool, cert, reference   float64 // of the call made, and Cert of the reference's
	}{
		{"the reference outside the enumeration", odd, book(`,"class":"fourth"`), book(`,"class":"fourth"`), 1, 0, 0},
		{"a class of the enumeration in its place", odd, book(`,"class":"fourth"`), book(`,"class":"first"`), 0.75, 0, 0},
		{"left out", odd, book(`,"class":"fourth"`), book(``), 0.75, 0, 0},
		{"an optional value that nobody said", tourUser, book(`,"class":"second","passengers":7`), book(`,"class":"second","passengers":7`), 1, 0.95 / 9, 0.95 / 9},
		{"left out, and surer by itself", tourUser, book(`,"class":"second","passengers":7`), tourCall, 0.75, 0.95 / 9, 0.95 / 9},
		{"its default in its place", tourUser, book(`,"class":"second","passengers":7`), book(`,"class":"second","passengers":1`), 0.75, 0.95 / 9, 0.95 / 9},
		{"less sure than the reference", tourUser, tourCall, book(`,"class":"third"`), 0.75, 0.95 / 3, 0.95},
	} {
		_, x := tour(t, c.user, `{"action":"TOOLCALL","tool_calls":[`+c.right+`]}`, tourCall)
		right := x.Score(Input{Completion: framed("<TOOLCALL>[" + c.right + "]</TOOLCALL>")})
		in := Input{Completion: framed("<TOOLCALL>[" + c.made + "]</TOOLCALL>")}
		made := x.Score(in)
		if got := made.Components; got[1] != c.tool || !(math.Abs(got[3]-c.cert) <= 1e-9) || !(math.Abs(right.Components[3]-c.reference) <= 1e-9) {
			t.Errorf("%s: tool %v, certainty %v, the reference's %v; want %v, %v, %v\n%s", c.name, got[1], got[3], right.Components[3],
				c.tool, c.cert, c.reference, x.Explain(in).Text())
		}
		if c.tool < 1 && made.Reward > right.Reward-0.25 {
			t.Errorf("%s: the wrong call earns %v, the right one %v", c.name, made.Reward, right.Reward)
		}
	}
}

// A call that the source accepts for the reference keeps its own certainty.
func TestAcceptedCallIsAsSureAsItIs(t *testing.T) {
	s, _ := tour(t, tourUser, `{"action":"TOOLCALL","tool_calls":[{"name":"book","arguments":{"city":"Faro","refundable":true,"class":"second"}}]}`)
	s.Alternatives = []dataset.Alternative{{Call: 0, Parameter: "city", Values: []domains.Value{value(t, `"Porto"`)}}}
	x := withLabels(t, s, nil, nil)
	for city, want := range map[string][2]float64{"Faro": {1, 0.95e-4}, "Porto": {1, 0.95}, "Lisbon": {0.75, 0.95e-4}} {
		got := x.Score(Input{Completion: framed("<TOOLCALL>[" + strings.Replace(tourCall, "Porto", city, 1) + "]</TOOLCALL>")}).Components
		if got[1] != want[0] || !(math.Abs(got[3]-want[1]) <= 1e-9) {
			t.Errorf("%s: tool %v, certainty %v; want %v", city, got[1], got[3], want)
		}
	}
}

// An explanation says that a wrong call counts as sure as the reference, and lays
// what that costs to what is wrong with it.
func TestExplainWrongCall(t *testing.T) {
	_, x := tour(t, tourUser, `{"action":"TOOLCALL","tool_calls":[{"name":"book","arguments":{"city":"Faro","refundable":true,"class":"second"}}]}`)
	e := x.Explain(Input{Completion: framed("<TOOLCALL>[" + tourCall + "]</TOOLCALL>")})
	if text := e.Text(); !strings.Contains(text, "a call that differs from them is never surer") {
		t.Errorf("no word of it:\n%s", text)
	}
	for _, l := range e.Lost {
		if l.Cause != CauseArgumentWrong {
			t.Errorf("lost to %s:\n%s", l.Cause, e.Text())
		}
	}
}

// A call whose sample has no conversation is said to have none: nothing can back
// its values.
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
