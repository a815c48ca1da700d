package reward

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
)

// ends fails a test whose work takes five seconds, which is enough for linear work on these sizes and too
// short for quadratic work.
func ends(t *testing.T, what string, work func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		work()
	}()
	select {
	case <-done:
	case <-time.After(5 * time.Second):
		t.Fatalf("%s takes more than five seconds", what)
	}
}

// numbered joins n texts by commas; each is format with its number from 0 on.
func numbered(n int, format string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = strings.ReplaceAll(format, "#", fmt.Sprint(i))
	}
	return strings.Join(parts, ",")
}

// A question with many candidates, each of another tool.
func TestManyCandidatesEnd(t *testing.T) {
	_, x := tour(t, "Book it.", refAsk, noCity)
	text := framed("<ASK><TOOLCALL>[" + numbered(100_000, `{"name":"tool#","arguments":{}}`) + "]</TOOLCALL><question>Which city?</question></ASK>")
	ends(t, "a question with 100,000 candidates", func() { x.Score(Input{Completion: text}) })
}

// Many messages in no language that can be told, and tools of many words.
func TestManyNamesEnd(t *testing.T) {
	s, x := tour(t, "Zyx", `{"action":"DIRECTLY"}`)
	s.Tools[0].Description = strings.Repeat("Book a trip. ", 20_000)
	for range 20_000 {
		s.Messages = append(s.Messages, dataset.Message{Role: dataset.User, Content: "Zyx"})
	}
	ends(t, "a conversation of 20,000 names", func() { x.Score(Input{Completion: answering("Zyx.")}) })
}

// Calls that are compared with many that may follow the reference's, with values that are too long for the cache.
func TestManyFollowingEnd(t *testing.T) {
	s, _ := tour(t, "Book it. "+strings.Repeat("That is what I said. ", 200), tourRef)
	for i := range 63 {
		s.Following = append(s.Following, domains.Call{Name: "book", Arguments: value(t, fmt.Sprintf(`{"city":"City %d"}`, i))})
	}
	x := withLabels(t, s, nil, nil)
	text := calling(numbered(48, `{"name":"book","arguments":{"city":"`+strings.Repeat("word ", 1500)+`#"}}`))
	ends(t, "a completion of 48 calls", func() { x.Score(Input{Completion: text}) })
}

// An answer to a conversation of many messages.
func TestManyMessagesEnd(t *testing.T) {
	s, _ := tour(t, "Where is it?", `{"action":"DIRECTLY"}`)
	s.Answers = map[completion.Action]string{completion.Directly: "It is in Porto."}
	for range 100_000 {
		s.Messages = append(s.Messages, dataset.Message{Role: dataset.User, Content: "Where is it, then?"})
	}
	x := withLabels(t, s, nil, nil)
	ends(t, "an answer to 100,000 messages", func() { x.Score(Input{Completion: answering("It is in Porto.")}) })
}

// A call and a reference call of many arguments.
func TestManyArgumentsEnd(t *testing.T) {
	args := "{" + numbered(100_000, `"argument#":0`) + "}"
	_, x := tour(t, "Book it.", `{"action":"TOOLCALL","tool_calls":[{"name":"book","arguments":`+args+`}]}`)
	for _, given := range []string{args, `{}`, "{" + numbered(100_000, `"other#":0`) + "}"} {
		ends(t, "a call of 100,000 arguments", func() { x.Explain(Input{Completion: calling(`{"name":"book","arguments":` + given + `}`)}) })
	}
}

// A belief of many complete candidates: what they differ in is asked for.
func TestManyRivalsEnd(t *testing.T) {
	s, _ := tour(t, "Book it.", refAsk)
	vnow := 1e-5
	labels := &label.Labels{VNow: &vnow}
	for i := range 100_000 {
		call := domains.Call{Name: "book", Arguments: value(t, fmt.Sprintf(`{"city":"City %d","refundable":true,"class":"first"}`, i))}
		labels.Candidates = append(labels.Candidates, certainty.Candidate{Call: call})
	}
	x := withLabels(t, s, nil, labels)
	ends(t, "a belief of 100,000 candidates", func() {
		if got := x.Score(Input{Completion: asks("Which city would you like to go to?")}).Reward; got != 3 {
			t.Errorf("the reward of asking for what they differ in is %v, want 3", got)
		}
	})
}
