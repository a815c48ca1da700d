package llm

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// A message is returned as it was written, after the retries, and nothing is cached.
func TestSay(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request, n int, c *call) {
		if n <= 2 {
			status([]int{500, 429}[n-1], "")(w, r, n, c)
			return
		}
		_, _ = w.Write([]byte(`{"choices":[{"finish_reason":"length","message":{"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":"{\"a\":"}}]}}],"usage":{"prompt_tokens":7,"completion_tokens":3}}`))
	})
	m := s.model(t, func(o *Options) { o.AnswerTokens = 9 })
	chat := Chat{Subject: "a", Messages: sharedtest.Need(domains.ParseValue(`[{"role":"user","content":"u"}]`))(t), Seed: 5}
	for range 2 {
		said, err := m.Say(t.Context(), chat)
		if err != nil || !said.Cut || said.Message.JSON() != `{"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":"{\"a\":"}}]}` {
			t.Errorf("%s, cut %t: %v", said.Message.JSON(), said.Cut, err)
		}
	}
	if u := m.Usage(); s.count() != 4 || u.Requests != 2 || u.TokensIn != 14 || u.TokensOut != 6 || len(readTree(t, m.opt.Cache)) != 0 {
		t.Errorf("%d calls, usage %+v", s.count(), u)
	}
	if c := s.calls[3]; c.MaxTokens != 9 || c.Temperature == nil || *c.Temperature != 0 || c.auth != "Bearer "+testKey || !strings.HasSuffix(c.path, "/chat/completions") {
		t.Errorf("the request is %+v", c)
	}
}

// One conversation that a server cannot take stops no run, however often it is begun; several in a
// row do. Neither do conversations that are too long.
func TestSayGivesUp(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request, n int, c *call) {
		if c.last() == "long" {
			status(400, `{"message":"This model's maximum context length is 8 tokens."}`)(w, r, n, c)
			return
		}
		status(400, `{"error":{"message":"bad `+testKey+`"}}`)(w, r, n, c)
	})
	m := s.model(t)
	say := func(subject string) error {
		_, err := m.Say(t.Context(), Chat{Subject: subject, Messages: sharedtest.Need(domains.ParseValue(`[{"role":"user","content":"` + subject + `"}]`))(t)})
		return err
	}
	var one *ChatError
	for range 2 * giveUpAfter {
		if err := say("a"); !errors.As(err, &one) || one.Full || strings.Contains(err.Error(), testKey) {
			t.Fatalf("the error is %v", err)
		}
	}
	if err := say("long"); !errors.As(err, &one) || !one.Full {
		t.Fatalf("the error is %v", err)
	}
	for _, subject := range strings.Fields("a b c a b c a") {
		if err := say(subject); !errors.As(err, &one) || one.Full {
			t.Fatalf("the error is %v", err)
		}
	}
	if err := say("b"); errors.As(err, &one) || !strings.Contains(err.Error(), "8 calls failed in a row") {
		t.Errorf("the error is %v", err)
	}
}
