package configs_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// workedExamples cuts the completions out of the prompt by their tags.
func workedExamples(prompt string) []string {
	var out []string
	for {
		_, rest, ok := strings.Cut(prompt, "<reasoning>")
		if !ok {
			return out
		}
		body, after, ok := strings.Cut(rest, "</answer>\n")
		if !ok {
			return out
		}
		out = append(out, "<reasoning>"+body+"</answer>\n")
		prompt = after
	}
}

// The prompt shows each action once, and the parser reads each example without a flag.
func TestWorkedExamplesParse(t *testing.T) {
	examples := workedExamples(configs.SystemPrompt())
	var actions []completion.Action
	for _, text := range examples {
		c := completion.Parse(text)
		actions = append(actions, c.Action)
		if len(c.Notes) != 0 || c.CallErr != nil {
			t.Errorf("%s\nnotes %v, call error %v", text, c.Notes, c.CallErr)
		}
		if c.AnswerLength() < 30 {
			t.Errorf("%s\nan answer of %d characters, under the 30 of F9", text, c.AnswerLength())
		}
		layout(t, text)
		switch c.Action {
		case completion.ToolCall:
			if len(c.Calls) != 1 || c.Calls[0].Name != "book_table" {
				t.Errorf("calls %v, want one of book_table", c.Calls)
			}
		case completion.Ask:
			if len(c.Candidates) != 1 || !strings.HasSuffix(c.Question, "?") {
				t.Errorf("candidates %v, question %q", c.Candidates, c.Question)
			}
		}
	}
	if want := completion.Actions[:]; !slices.Equal(actions, want) {
		t.Errorf("the prompt shows %v, want %v", actions, want)
	}
}

// layout checks the newlines that F9 rewards.
func layout(t *testing.T, text string) {
	t.Helper()
	for _, want := range []string{"<reasoning>\n", "\n</reasoning>\n", "\n<answer>\n", "\n</answer>\n"} {
		if strings.Count(text, want) != 1 {
			t.Errorf("%s\nholds %q %d times, want once", text, want, strings.Count(text, want))
		}
	}
}

// Outside its worked examples the prompt has no answer tags, so that cutting by tags finds
// the examples and nothing else.
func TestPromptHasNoOtherTags(t *testing.T) {
	rest := configs.SystemPrompt()
	for _, text := range workedExamples(rest) {
		rest = strings.Replace(rest, text, "", 1)
	}
	rest = strings.ReplaceAll(rest, `"<UNK>"`, "")
	if strings.ContainsAny(rest, "<>") {
		t.Errorf("a tag outside the examples:\n%s", rest)
	}
}

// The answers of the tagged examples parse without flags, like those of the prompt.
func TestTaggedExamplesParse(t *testing.T) {
	for _, ex := range configs.Examples() {
		if ex.Name != "examples/4-tagged.jsonl" {
			continue
		}
		for line := range strings.Lines(string(ex.Data)) {
			var row struct {
				ID       string
				Messages []struct{ Content string }
			}
			sharedtest.OK(t, json.Unmarshal([]byte(line), &row))
			answer := row.Messages[len(row.Messages)-1].Content
			c := completion.Parse(answer)
			if !c.Action.Valid() || len(c.Notes) != 0 || c.CallErr != nil {
				t.Errorf("%s: action %q, notes %v, call error %v", row.ID, c.Action, c.Notes, c.CallErr)
			}
			layout(t, answer)
		}
		return
	}
	t.Fatal("no examples/4-tagged.jsonl")
}
