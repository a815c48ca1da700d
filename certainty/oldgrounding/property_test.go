package oldgrounding

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/testdata"
)

// checkSupport holds every Support to its contract.
func checkSupport(t *testing.T, turns []Turn, s Support) {
	t.Helper()
	if !(s.Score >= 0 && s.Score <= 1) {
		t.Errorf("score %v lies outside [0,1]", s.Score)
	}
	if s.Rule == "" || (s.Rule == RuleNone && s.Score > 0) {
		t.Errorf("rule %q with score %v", s.Rule, s.Score)
	}
	if s.Span.Start == s.Span.End {
		return
	}
	if s.Span.Turn < 0 || s.Span.Turn >= len(turns) || s.Span.Start < 0 || s.Span.Start > s.Span.End || s.Span.End > len(turns[s.Span.Turn].Text) {
		t.Fatalf("span %+v lies outside the turns", s.Span)
	}
	if role := turns[s.Span.Turn].Role; role != "user" && role != "tool" {
		t.Errorf("a span in a turn of %s", role)
	}
}

// FuzzGround looks for panics, for supports that break their contract and for
// answers that differ from one time to the next.
func FuzzGround(f *testing.F) {
	f.Add("I need two tickets for March 10th 2023 at 9 pm in San Jose, CA", `"San Jose, CA"`, "location", "The city, such as 'Berkeley, CA'")
	f.Add("wait 1 hour and 30 minutes, $45, 7%, 1,000,000", `5400`, "seconds", "1 for Bangkok, 2 for Chiang Mai")
	f.Add("박지성 \xff\xfe ﬁ 'quoted' “curly”", `["박지성",{"a":true,"b":null}]`, "has_garage", "track:NAME")
	f.Add("today is 2023.10.10, next Friday, half past three, 15T10:00", `"2023-10-13T15:30:00Z"`, "when", "")
	f.Add("192.168.1.1 2-bedroom -5 1.2.3", `-5`, "number_of_beds", "")
	f.Add("1.234,5 ½ 2 1/2 三百 −8, 5'11\" 20 °C, 1h30m, U.S. e-mail, in a month, at ten to nine", `"PT1H30M"`, "temp_c", "P1 (high), P2 (low), a,b comma-separated km/h")
	f.Add("SF NYC \\n\\n", `"San Francisco"`, "command", "language country")
	f.Fuzz(func(t *testing.T, text, value, name, description string) {
		if len(text) > 1<<12 || len(value) > 1<<10 || len(description) > 1<<10 {
			t.Skip("long inputs have a test of their own")
		}
		v, err := domains.ParseValue(value)
		if err != nil {
			v = jsonvalue.NewString(value)
		}
		p := &domains.Param{Name: name, Description: description, Required: true}
		tool := &domains.Tool{Name: "f", Params: []domains.Param{*p, {Name: "other", Schema: jsonvalue.NewObject(jsonvalue.Member{Key: "type", Value: jsonvalue.NewString("integer")})}}}
		turns := []Turn{{"system", text}, {"user", text}, {"assistant", text}, {"tool", description}}
		g := New(Options{})
		for _, d := range []domains.Domain{{}, {Type: domains.Finite, Size: 2, Values: []domains.Value{v, jsonvalue.NewString("other")}}} {
			s := g.Ground(NewContext(turns), tool, p, d, v)
			checkSupport(t, turns, s)
			if again := g.Ground(NewContext(turns), tool, p, d, v); again != s {
				t.Errorf("first %+v, then %+v", s, again)
			}
		}
	})
}

func TestNilParamAndTool(t *testing.T) {
	ctx := NewContext([]Turn{{"user", "send it to Paris"}})
	s := New(Options{}).Ground(ctx, nil, nil, domains.Domain{}, jsonvalue.NewString("Paris"))
	if s.Score != 1 || s.Rule != RuleExact {
		t.Errorf("got %+v, want an exact match", s)
	}
	s = New(Options{}).Ground(NewContext(nil), nil, nil, domains.Domain{}, jsonvalue.NewInt(3))
	if s.Grounded() {
		t.Errorf("an empty conversation backs 3: %+v", s)
	}
}

// Hostile conversations and values cost bounded time.
func TestBounds(t *testing.T) {
	deep := jsonvalue.NewString("x")
	for range 200 {
		deep = jsonvalue.NewArray(deep, jsonvalue.NewObject(jsonvalue.Member{Key: "k", Value: deep}))
		if deep.Len() > 2 {
			break
		}
	}
	texts := map[string]string{
		"one word":     strings.Repeat("word ", 1<<20),
		"days":         strings.Repeat("in 3 days ", 1<<18),
		"numbers":      strings.Repeat("1,000 ", 1<<18),
		"dates":        strings.Repeat("2023-01-02 ", 1<<18),
		"times":        strings.Repeat("at 5 pm ", 1<<18),
		"quotes":       strings.Repeat("'", 1<<20),
		"open quotes":  strings.Repeat(" 'a", 1<<19),
		"no spaces":    strings.Repeat("字", 1<<19),
		"capitals":     strings.Repeat("A ", 1<<19),
		"initials":     strings.Repeat("A.A.", 1<<18),
		"thousands":    strings.Repeat("1.000.", 1<<18),
		"halves":       strings.Repeat("1 1/2 and a half ", 1<<16),
		"han numerals": strings.Repeat("三百", 1<<18),
		"telephone":    strings.Repeat("1 (555) 123-", 1<<16),
		"short forms":  strings.Repeat("st ", 1<<18),
		"hyphens":      strings.Repeat("1-2/", 1<<18),
		"number words": strings.Repeat("hundred thousand ", 1<<17),
	}
	values := []domains.Value{
		deep, jsonvalue.NewString(strings.Repeat("word ", 1<<18)), jsonvalue.NewString(strings.Repeat("字", 1<<18)),
		jsonvalue.NewInt(1000), jsonvalue.NewString("2023-01-03"), jsonvalue.NewString("Aaaa Aaaa"), jsonvalue.NewString("misspeling"),
		jsonvalue.NewString("15551235551235551239"), jsonvalue.NewString(strings.Repeat("saint ", 1<<10)), jsonvalue.NewString("A. A. Aaaa"),
	}
	tool := &domains.Tool{Name: "f"}
	for i := range 200 {
		tool.Params = append(tool.Params, domains.Param{Name: fmt.Sprintf("number_of_%d_things", i), Required: true})
	}
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			begin := testdata.CPU()
			turns := []Turn{{"user", text}}
			ctx := NewContext(turns)
			for _, v := range values {
				checkSupport(t, turns, New(Options{}).Ground(ctx, tool, &tool.Params[0], domains.Domain{}, v))
			}
			if d := testdata.CPU() - begin; d > 10*time.Second { // a second or less, but for a race detector
				t.Errorf("took %v", d)
			}
		})
	}
}

// The latest turns are the ones that are kept.
func TestLatestTurnsAreKept(t *testing.T) {
	turns := []Turn{{"user", "Rome"}, {"user", strings.Repeat("word ", 1<<18)}, {"user", "Paris"}}
	g := New(Options{})
	if s := g.Ground(NewContext(turns), nil, nil, domains.Domain{}, jsonvalue.NewString("Paris")); !s.Grounded() {
		t.Errorf("the last turn is lost: %+v", s)
	}
}

func TestStem(t *testing.T) {
	for in, want := range map[string]string{
		"cities": "city", "boxes": "box", "classes": "class", "tickets": "ticket", "bus": "bus", "glass": "glass",
		"planning": "plan", "selling": "sell", "booked": "book", "this": "this", "a": "a", "": "",
	} {
		if got := stem(in); got != want {
			t.Errorf("stem(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestMisspelt(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"berkeley", "berkley", true}, {"orlando", "orlanda", true}, {"theatre", "theater", true}, {"accomodation", "accommodations", true},
		{"artificial", "airtificial", true}, {"paris", "parks", false}, {"rome", "roma", false},
		{"boston", "austin", false}, {"abc123", "abc124", false}, {"chicago", "chigaco", false},
	} {
		if got := misspelt(c.a, c.b); got != c.want {
			t.Errorf("misspelt(%q, %q) = %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

// The short way of cutting names gives what the long way gives.
func TestSplitPlain(t *testing.T) {
	for _, s := range []string{"", "user_id", "numberOfBeds", "HTTPServer2", "a.b-c d", "ABC", "x1Y", "__", "price_asc: cheapest First.", "aB cD1e"} {
		var spaced strings.Builder
		for i := range len(s) {
			if i > 0 && hump(s[i-1], s[i]) {
				spaced.WriteByte(' ')
			}
			spaced.WriteByte(s[i])
		}
		if diff := cmp.Diff(normsOf(tokenize(spaced.String(), 0, MaxValueTokens)), split(s)); diff != "" {
			t.Errorf("%q: %s", s, diff)
		}
	}
}
