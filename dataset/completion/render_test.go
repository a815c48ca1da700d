package completion

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// TestRenderRoundTrip renders random drafts and reads them back.
func TestRenderRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	refused := 0
	for range 20000 {
		d := randomDraft(rng)
		text, err := Render(d)
		if err != nil {
			if !errors.Is(err, ErrTag) {
				t.Fatalf("%+v: %v", d, err)
			}
			refused++
			continue
		}
		checkRoundTrip(t, d, text)
	}
	if refused == 0 || refused > 15000 {
		t.Errorf("%d of 20000 drafts refused for a tag: the test has lost its point", refused)
	}
}

// checkRoundTrip checks that text reads back as the draft, without a note and with the
// format of F9.
func checkRoundTrip(t *testing.T, d Draft, text string) {
	t.Helper()
	c := Parse(text)
	calls := c.Calls
	if d.Action == Ask {
		calls = c.Candidates
	}
	switch {
	case c.Action != d.Action, c.CallErr != nil:
		t.Fatalf("%+v: read back as %s, %v from %q", d, c.Action, c.CallErr, text)
	case !jsonvalue.Equal(callsValue(calls), callsValue(d.Calls)):
		t.Fatalf("%+v: calls %v from %q", d, callsValue(calls).JSON(), text)
	case d.Action != ToolCall && c.Content() != strings.TrimSpace(d.Text):
		t.Fatalf("%+v: text %q from %q", d, c.Content(), text)
	case strings.TrimSpace(c.Reasoning.Of(text)) != strings.TrimSpace(d.Reasoning):
		t.Fatalf("%+v: reasoning %q", d, c.Reasoning.Of(text))
	case len(c.Notes) > 0:
		t.Fatalf("%+v: notes %v", d, c.Notes)
	}
	for _, part := range []string{"<reasoning>\n", "\n</reasoning>\n", "\n<answer>\n", "\n</answer>"} {
		if strings.Count(text, part) != 1 {
			t.Fatalf("%+v: %q is there %d times in %q", d, part, strings.Count(text, part), text)
		}
	}
}

// snippets are the pieces of random texts, including tags.
var snippets = []string{"a", " ", "\n", "<", ">", "</", "<UNK>", "\"", "\\", "é", "東", "\u00a0", "</TOOLCALL", "TOOLCALL>",
	"<answer>", "</ASK>", "<question>", "</TOOLCALL>", "<TOOLCALL>", "\\u003c", "{", "}", "\U0001F600"}

func randomText(rng *rand.Rand, n, most int) string {
	var b strings.Builder
	for range n {
		b.WriteString(snippets[rng.IntN(most)])
	}
	return b.String()
}

func randomDraft(rng *rand.Rand) Draft {
	most := 14 // snippets without tags
	if rng.IntN(4) == 0 {
		most = len(snippets)
	}
	d := Draft{Action: Actions[rng.IntN(len(Actions))], Reasoning: randomText(rng, rng.IntN(6), most)}
	if d.Action != ToolCall {
		d.Text = "x" + randomText(rng, rng.IntN(6), most)
	}
	if d.Action == ToolCall || d.Action == Ask && rng.IntN(2) == 0 {
		for range 1 + rng.IntN(3) {
			d.Calls = append(d.Calls, domains.Call{Name: randomText(rng, 3, len(snippets)), Arguments: jsonvalue.NewObject(
				jsonvalue.Member{Key: randomText(rng, 2, len(snippets)), Value: jsonvalue.NewString(randomText(rng, 5, len(snippets)))},
				jsonvalue.Member{Key: "n", Value: jsonvalue.NewInt(rng.Int64())})})
		}
	}
	return d
}

func TestRenderRefuses(t *testing.T) {
	call := []domains.Call{{Name: "f", Arguments: jsonvalue.NewObject()}}
	for name, d := range map[string]Draft{
		"no action":          {Text: "x"},
		"no call":            {Action: ToolCall},
		"text beside a call": {Action: ToolCall, Calls: call, Text: "x"},
		"no text":            {Action: Refuse, Text: " \n"},
		"calls in a refusal": {Action: Refuse, Text: "x", Calls: call},
		"tag in the text":    {Action: Directly, Text: "</answer>"},
		"tag in the reason":  {Action: Directly, Text: "x", Reasoning: "<reasoning>"},
	} {
		if text, err := Render(d); err == nil {
			t.Errorf("%s: rendered %q", name, text)
		}
	}
}
