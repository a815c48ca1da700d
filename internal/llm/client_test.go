package llm

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

func TestRetryAfterIsHonoured(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, _ *http.Request, n int, _ *call) {
		if n == 1 {
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		say(w, good)
	})
	var waits noWait
	m := s.model(t, func(o *Options) { o.wait = waits.wait })
	wantDomains(t, annotated(t, m, weather), goodDomains())
	if m.client.paused.IsZero() {
		t.Error("the other questions are not held back")
	}
	if len(waits.all) == 0 || waits.all[0] < 7*time.Second || waits.all[0] > 8*time.Second {
		t.Errorf("waited %v, want 7 s and a little", waits.all)
	}
	// All calls wait, because the whole server is busy.
	m = s.model(t, func(o *Options) { o.wait = waits.wait })
	m.client.pause(time.Hour)
	waits = noWait{}
	wantDomains(t, annotated(t, m, weather), goodDomains())
	if len(waits.all) != 1 || waits.all[0] < 59*time.Minute {
		t.Errorf("waited %v, want the hour that the server asked another question for", waits.all)
	}
	// A pause of a day, or of thousands of years, is not waited for.
	for _, after := range []string{"86400", "Fri, 31 Dec 9999 23:59:59 GMT"} {
		s = serve(t, func(w http.ResponseWriter, _ *http.Request, _ int, _ *call) {
			w.Header().Set("Retry-After", after)
			w.WriteHeader(http.StatusServiceUnavailable)
		})
		waits = noWait{}
		wantDomains(t, annotated(t, s.model(t, func(o *Options) { o.wait = waits.wait }), weather), with("no answer"))
		if len(waits.all) != 0 || s.count() != 1 {
			t.Errorf("%s: waited %v, %d calls", after, waits.all, s.count())
		}
	}
}

func TestPausesAreSeeded(t *testing.T) {
	sum := func(seed int64, key string) (all []time.Duration) {
		p := newPauses(seed, key)
		for range 12 {
			all = append(all, p.next(0))
		}
		return all
	}
	a := sum(1, "0123456789")
	if !slices.Equal(a, sum(1, "0123456789")) || slices.Equal(a, sum(2, "0123456789")) || slices.Equal(a, sum(1, "9876543210")) {
		t.Error("the pauses are not those of the seed and the question")
	}
	for i, d := range a {
		if d <= 0 || d > mostPause {
			t.Errorf("pause %d is %v", i, d)
		}
	}
}

func TestRetryAfterHeader(t *testing.T) {
	now := time.Date(2024, 1, 2, 3, 4, 5, 0, time.UTC)
	for text, want := range map[string]time.Duration{
		"": 0, "3": 3 * time.Second, "0.5": time.Second / 2, "-1": 0, "NaN": 0, "Inf": 1e6 * time.Second, "soon": 0,
		"Tue, 02 Jan 2024 03:04:15 GMT": 10 * time.Second, "Tue, 02 Jan 2024 03:04:00 GMT": 0,
		"Fri, 31 Dec 9999 23:59:59 GMT": 1e6 * time.Second,
	} {
		if got := retryAfter(text, now); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// Requests to servers without structured output, and to models that take no temperature.
func TestFormats(t *testing.T) {
	for format, want := range map[Format]string{JSONSchema: "json_schema", JSONObject: "json_object", PlainText: ""} {
		s := serve(t, always(good))
		m := s.model(t, func(o *Options) { o.Format = format })
		wantDomains(t, annotated(t, m, weather), goodDomains())
		c := s.calls[0]
		if inPrompt := strings.Contains(c.Messages[0].Content, `"enum":["city","days","size"]`); c.Format.Type != want || inPrompt == (format == JSONSchema) {
			t.Errorf("%s: asked for %q, schema in the prompt: %t", format, c.Format.Type, inPrompt)
		}
	}
	for model, warm := range map[string]bool{"test-model": true, "o3-mini": false, "gpt-5": false} {
		s := serve(t, always(good))
		wantDomains(t, annotated(t, s.model(t, func(o *Options) { o.Model = model }), weather), goodDomains())
		if got := s.calls[0].Temperature != nil; got != warm {
			t.Errorf("%s: a temperature is sent: %t", model, got)
		}
	}
}

// Servers write contents as lists of parts, and counts of tokens as numbers with a fraction.
func TestFormsOfAnswers(t *testing.T) {
	text, _ := json.Marshal(good)
	s := serve(t, status(200, `{"choices":[{"finish_reason":"stop","message":{"content":[{"type":"text","text":`+string(text)+`}]}}],"usage":{"prompt_tokens":12.0,"completion_tokens":3.5}}`))
	m := s.model(t)
	wantDomains(t, annotated(t, m, weather), goodDomains())
	if _, err := m.Say(t.Context(), Chat{Messages: jsonvalue.NewArray()}); err != nil {
		t.Error(err)
	}
	if u := m.Usage(); s.count() != 2 || u.TokensIn != 24 || u.TokensOut != 6 {
		t.Errorf("%d calls, usage %+v", s.count(), u)
	}
}

// many returns n tools, each of which needs a call.
func many(n int) (all []string) {
	for i := range n {
		all = append(all, strings.Replace(weather, "forecast", fmt.Sprintf("forecast%d", i), 1))
	}
	return all
}

func TestAnEndpointThatIsDownIsGivenUp(t *testing.T) {
	s := serve(t, status(503, ""))
	m := s.model(t, func(o *Options) { o.Retries = -1 })
	for _, text := range many(30) {
		wantDomains(t, annotated(t, m, text), with("no answer"))
	}
	if u := m.Usage(); s.count() != giveUpAfter || !u.GivenUp || u.Requests != 30 || u.Dropped["no answer"] != 90 || !strings.Contains(strings.Join(u.Text(), "\n"), "new output") {
		t.Errorf("%d calls, usage %+v", s.count(), u)
	}
}

// A model that was given up is asked again by one call after a while, and by all once that one has an answer.
func TestAModelThatIsBackIsAskedAgain(t *testing.T) {
	s, up := down(t, 503)
	m := s.model(t, func(o *Options) { o.Retries = -1 })
	all := many(2*giveUpAfter + 8)
	for _, text := range all[:giveUpAfter+4] {
		wantDomains(t, annotated(t, m, text), with("no answer"))
	}
	if s.count() != giveUpAfter {
		t.Fatalf("%d calls", s.count())
	}
	m.again = time.Now()
	for _, text := range all[giveUpAfter+4 : giveUpAfter+8] { // it is not back
		wantDomains(t, annotated(t, m, text), with("no answer"))
	}
	if s.count() != giveUpAfter+1 {
		t.Fatalf("%d calls", s.count())
	}
	up.Store(true)
	m.again = time.Now()
	for _, text := range all[giveUpAfter+8:] {
		wantDomains(t, annotated(t, m, text), goodDomains())
	}
	if u := m.Usage(); !u.GivenUp || s.count() != 2*giveUpAfter+1 {
		t.Errorf("%d calls, usage %+v", s.count(), u)
	}
}

// Conversations that are too long for a model, and answers that are, however many in a row, are no reason
// to give it up.
func TestLongConversationsGiveNothingUp(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request, n int, c *call) {
		switch {
		case n <= giveUpAfter:
			status(400, `{"error":{"message":"too long","code":"context_length_exceeded"}}`)(w, r, n, c)
		case n <= 2*giveUpAfter:
			sayWhy(w, good[:40], "length", "")
		default:
			say(w, good)
		}
	})
	m := s.model(t)
	for i, text := range many(2*giveUpAfter + 1) {
		want := with("no answer")
		if i == 2*giveUpAfter {
			want = goodDomains()
		}
		wantDomains(t, annotated(t, m, text), want)
	}
	if u := m.Usage(); u.GivenUp || u.Failed != 2*giveUpAfter {
		t.Errorf("usage %+v", u)
	}
}

func TestNoMoreCallsAtATimeThanAllowed(t *testing.T) {
	var now, most atomic.Int64
	s := serve(t, func(w http.ResponseWriter, _ *http.Request, _ int, _ *call) {
		n := now.Add(1)
		for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
		}
		time.Sleep(5 * time.Millisecond)
		now.Add(-1)
		say(w, good)
	})
	m := s.model(t, func(o *Options) { o.Concurrency, o.Rate = 2, 1e6 })
	var all sync.WaitGroup
	for _, text := range many(12) {
		all.Go(func() {
			if _, err := m.Annotator().Annotate(context.Background(), tool(t, text)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := most.Load(); n > 2 || s.count() != 12 {
		t.Errorf("%d at a time, %d calls", n, s.count())
	}
}

func TestOptions(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"model": func(o *Options) { o.Model = "" }, "cache": func(o *Options) { o.Cache = "" },
		"format": func(o *Options) { o.Format = "xml" }, "rate": func(o *Options) { o.Rate = -1 },
		"price": func(o *Options) { o.BudgetCost = 1 }, "user": func(o *Options) { o.BaseURL = "https://u:" + testKey + "@h/v1" },
		"query": func(o *Options) { o.BaseURL = "https://h/v1?key=" + testKey }, "scheme": func(o *Options) { o.BaseURL = "file:///etc" },
		"key":     func(o *Options) { o.Key = testKey + "\r" },
		"control": func(o *Options) { o.BaseURL = "http://h/\x7f" + testKey },
	} {
		opt := Options{Model: "m", Cache: "c"}
		change(&opt)
		if _, err := New(opt); err == nil || strings.Contains(err.Error(), testKey) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
