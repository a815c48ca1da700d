package server

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/reward"
)

// A request of one item overtakes batches that have been worked on, and all batches are
// finished.
func TestBatchesYield(t *testing.T) {
	const batches, items = 20, 100_000
	c := testCore(t, func(c *Config) { c.Workers = 2 })
	var all sync.WaitGroup
	var finished, scored atomic.Int64
	var served atomic.Bool
	started := make(chan struct{}, batches)
	for range batches {
		all.Go(func() {
			c.inTurn(smallBytes, func(k *task) {
				started <- struct{}{}
				c.each(k, items, func(int) {
					if scored.Add(1); !served.Load() { // two seconds a batch, if nothing interrupts it
						spin(20 * time.Microsecond)
					}
				})
			})
			finished.Add(1)
		})
	}
	for range batches { // each batch has begun, though there are only two places
		<-started
	}
	for range 10 {
		c.inTurn(smallBytes, func(k *task) { c.each(k, 1, func(int) {}) })
	}
	if n := finished.Load(); n > batches/2 {
		t.Errorf("ten requests of one item took until %d of %d batches were finished", n, batches)
	}
	served.Store(true)
	all.Wait()
	if n := scored.Load(); n != batches*items {
		t.Errorf("%d items were scored, want %d", n, batches*items)
	}
}

// Small requests do not starve a batch that waits.
func TestBatchesAreNotStarved(t *testing.T) {
	c := testCore(t, func(c *Config) { c.Workers = 1 })
	done := make(chan struct{})
	begun := make(chan struct{})
	go func() {
		defer close(done)
		c.inTurn(smallBytes, func(k *task) {
			close(begun)
			c.each(k, 5, func(int) { spin(quantum) })
		})
	}()
	<-begun
	var small sync.WaitGroup
	for range 4 {
		small.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					c.inTurn(smallBytes, func(k *task) { c.each(k, 1, func(int) { spin(quantum / 10) }) })
				}
			}
		})
	}
	<-done
	small.Wait()
}

// spin keeps the CPU busy for a time.
func spin(d time.Duration) {
	for begun := time.Now(); time.Since(begun) < d; {
	}
}

// A small request is answered even where batches hold all places for large requests.
func TestSmallRequestsWaitForNoBatch(t *testing.T) {
	h := testHTTP(t, testCore(t), loopback, HTTPOptions{})
	for range h.core.Workers {
		h.core.task(smallBytes).take()
	}
	if w := ask(h, "POST", "/v1/score", `{"items":[]}`); w.Code != 200 {
		t.Errorf("a small request beside batches: %d %s", w.Code, w.Body)
	}
	answered := make(chan int)
	go func() {
		answered <- ask(h, "POST", "/v1/score", `{"items":[],"pad":"`+strings.Repeat("x", smallBytes)+`"}`).Code
	}()
	for h.core.meter.queued.Load() == 0 {
		runtime.Gosched()
	}
	select {
	case code := <-answered:
		t.Errorf("a large request took a place that was not free: %d", code)
	default:
	}
	h.core.task(smallBytes).give()
	if code := <-answered; code != 200 {
		t.Errorf("the large request: %d", code)
	}
}

// refusing is an item that a judge is asked about.
const refusing = `{"messages":[{"role":"user","content":"Play music."}],"tools":[{"name":"light","parameters":{"type":"object","properties":{"room":{"type":"string"}}}}],` +
	`"reference":{"action":"REFUSE"},"completion":"<reasoning>r</reasoning><answer><REFUSE>I have no tool for that.</REFUSE></answer>"}`

// stalled is a judge that answers when it is told to.
type stalled struct {
	asked  chan struct{}
	answer chan struct{}
}

func (j stalled) Judge(context.Context, reward.Case) (float64, error) {
	j.asked <- struct{}{}
	<-j.answer
	return 1, nil
}

// judgedBy is the profile judged, with a judge.
func judgedBy(t *testing.T, judge reward.Judge) *reward.Profile {
	return sharedtest.Need(reward.Parse("judged", []byte("extends: guarded\nrules: {judge: on}\n")))(t).WithJudge(judge)
}

// A model that judges keeps only those waiting that ask it, and is asked about several items at a time.
func TestOthersDoNotWaitForTheJudge(t *testing.T) {
	judge := stalled{make(chan struct{}, 100), make(chan struct{})}
	c := testCore(t, func(c *Config) { c.Workers, c.Asking, c.Profiles = 1, 3, append(c.Profiles, judgedBy(t, judge)) })
	judged := `{"profile":"judged","items":[` + refusing + strings.Repeat(","+refusing, 3) + `]}`
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if reply, _ := c.answer(nil, judged, opScore); !strings.Contains(string(reply), `"rewards":[3,3,3,3]`) {
				t.Errorf("%s", reply)
			}
		})
	}
	for range c.Asking {
		<-judge.asked
	}
	if reply, _ := c.answer(nil, `{"items":[`+refusing+`]}`, opScore); !strings.Contains(string(reply), `"rewards":[3]`) {
		t.Errorf("%s", reply)
	}
	close(judge.answer)
	all.Wait()
}

// A reply that takes longer than the time for writing one is written all the same.
func TestALateReplyIsWritten(t *testing.T) {
	judge := stalled{make(chan struct{}, 1), make(chan struct{})}
	s := httptest.NewUnstartedServer(testHTTP(t, testCore(t, func(c *Config) { c.Workers, c.Profiles = 1, append(c.Profiles, judgedBy(t, judge)) }), loopback, HTTPOptions{}))
	s.Config.ReadTimeout, s.Config.WriteTimeout = 200*time.Millisecond, 200*time.Millisecond
	s.Start()
	defer s.Close()
	go func() {
		<-judge.asked
		time.Sleep(400 * time.Millisecond)
		close(judge.answer)
		<-judge.asked
	}()
	w, err := http.Post(s.URL+"/v1/score", "application/json", strings.NewReader(`{"profile":"judged","items":[`+refusing+`,`+refusing+`]}`))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Body.Close()
	if body, err := io.ReadAll(w.Body); err != nil || !strings.Contains(string(body), `"rewards":[3,3]`) {
		t.Errorf("%s, %v", body, err)
	}
}

// leaving posts a body as a client that leaves once the model is asked, and returns when the server is done with it.
func leaving[T any](t *testing.T, h http.Handler, path, body string, asked <-chan T) {
	t.Helper()
	answered := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(answered)
		h.ServeHTTP(w, r)
	}))
	defer s.Close()
	ctx, leave := context.WithCancel(t.Context())
	go func() {
		<-asked
		leave()
	}()
	r := sharedtest.Need(http.NewRequestWithContext(ctx, http.MethodPost, s.URL+path, strings.NewReader(body)))(t)
	r.Header.Set("Content-Type", "application/json")
	if w, err := http.DefaultClient.Do(r); err == nil {
		text, _ := io.ReadAll(w.Body)
		t.Fatalf("%s: %s", path, text)
	}
	<-answered
}

// A judge is asked no more for a client that has gone; what it is asked already is answered.
func TestNoJudgeForAClientThatHasGone(t *testing.T) {
	for _, path := range []string{"/p/judged/v1/score", "/p/judged/openrlhf"} {
		judge := stalled{make(chan struct{}, 100), make(chan struct{})}
		c := testCore(t, func(c *Config) { c.Workers, c.Profiles = 1, append(c.Profiles, judgedBy(t, judge)) })
		body := `{"items":[` + refusing + strings.Repeat(","+refusing, 9) + `]}`
		if strings.HasSuffix(path, "openrlhf") {
			sample, _, _ := strings.Cut(refusing, `,"completion"`)
			label := quote(sample + "}")
			one := `"<reasoning>r</reasoning><answer><REFUSE>I have no tool for that.</REFUSE></answer>"`
			body = `{"query":[` + one + strings.Repeat(","+one, 9) + `],"prompts":[""` + strings.Repeat(`,""`, 9) + `],"labels":[` + label + strings.Repeat(","+label, 9) + `]}`
		}
		h := testHTTP(t, c, loopback, HTTPOptions{})
		leaving(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			gone := r.Context()
			go func() {
				<-gone.Done()
				close(judge.answer)
			}()
			h.ServeHTTP(w, r)
		}), path, body, judge.asked)
		if more := len(judge.asked); more > 0 {
			t.Errorf("%s: the judge was asked %d times more", path, more)
		}
	}
}

// failing is a judge without a verdict.
type failing struct{}

func (failing) Judge(context.Context, reward.Case) (float64, error) { return 0, io.ErrUnexpectedEOF }

// The codes of completions that a profile leaves unscored are among those that are described and counted from the start.
func TestCodesOfProfilesAreKnown(t *testing.T) {
	cut := sharedtest.Need(reward.Parse("cut", []byte("extends: guarded\nrules: {truncated: unscored}\n")))(t)
	c := testCore(t, func(c *Config) { c.Profiles = append(c.Profiles, judgedBy(t, failing{}), cut) })
	for profile, code := range map[string]string{"judged": reward.CodeJudge, "cut": reward.CodeTruncated} {
		one := strings.Replace(refusing, "{", `{"finish_reason":"length",`, 1)
		reply, _ := c.answer(nil, `{"profile":"`+profile+`","items":[`+one+`]}`, opScore)
		if !strings.Contains(string(reply), `{"code":"`+code+`"`) || !slices.Contains(item.Codes(), code) {
			t.Errorf("%s of %v: %s", code, item.Codes(), reply)
		}
	}
}
