package main

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// statedP99 is the latency that docs/deploy.md promises to clients while the server is
// attacked. Only make attack checks it, on an otherwise idle machine.
const statedP99 = 250 * time.Millisecond

// A bystander is an honest client during an attack. It sends a request every few
// milliseconds, without waiting for earlier replies. Half of its requests use kept
// connections, half use new ones. It retries as a trainer would: after a lost connection,
// and after a pause at 429.
type bystander struct {
	t       *testing.T
	url     string
	clients [2]*http.Client
	stop    chan struct{}
	ended   chan struct{}

	mu    sync.Mutex
	took  []time.Duration // from the due time of a request to its reply, with retries
	again int             // retries
	wrong []string
}

// bystanderEvery is the pause between two requests.
const bystanderEvery = 5 * time.Millisecond

const bystanderItem = `{"completion":"<reasoning>\nThe day is missing.\n</reasoning>\n<answer>\n<ASK>\n<TOOLCALL>[{\"name\":\"book_train\",\"arguments\":{\"to\":\"Porto\",\"class\":\"<UNK>\"}}]</TOOLCALL>\n<question>First or second class?</question>\n</ASK>\n</answer>\n",` +
	`"messages":[{"role":"user","content":"A train to Porto, please."}],` +
	`"tools":[{"name":"book_train","parameters":{"type":"object","properties":{"to":{"type":"string"},"class":{"enum":["first","second"]}},"required":["to","class"]}}],` +
	`"reference":{"action":"ASK"}}`

// bystander starts a bystander; end ends it.
func (a *attacked) bystander() *bystander { return a.trusting(nil) }

// trusting starts a bystander over TLS.
func (a *attacked) trusting(config *tls.Config) *bystander {
	b := &bystander{t: a.t, url: a.url + "/v1/score", stop: make(chan struct{}), ended: make(chan struct{})}
	for i := range b.clients {
		b.clients[i] = &http.Client{
			Timeout:   time.Minute,
			Transport: &http.Transport{DisableKeepAlives: i == 1, MaxIdleConnsPerHost: 64, TLSClientConfig: config},
		}
	}
	go b.run()
	return b
}

func (b *bystander) run() {
	defer close(b.ended)
	var all sync.WaitGroup
	defer all.Wait()
	tick := time.NewTicker(bystanderEvery)
	defer tick.Stop()
	due := time.Now()
	for i := 0; ; i++ {
		select {
		case <-b.stop:
			if i >= 20 {
				return
			}
			<-tick.C
		case <-tick.C:
		}
		for ; due.Before(time.Now()); due = due.Add(bystanderEvery) { // a late tick counts as late
			since := due
			all.Go(func() { b.ask(b.clients[i%2], since) })
		}
	}
}

// ask retries until there is a reward.
func (b *bystander) ask(client *http.Client, due time.Time) {
	var err error
	tries := 0
	for ; tries < 100; tries++ {
		if err = b.once(client); err == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.took = append(b.took, time.Since(due))
	b.again += tries
	if err != nil {
		b.wrong = append(b.wrong, err.Error())
	}
}

func (b *bystander) once(client *http.Client) error {
	req, err := http.NewRequest("POST", b.url, strings.NewReader(`{"id":9,"items":[`+bystanderItem+`]}`))
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+attackToken)
	req.Header.Set("Content-Type", "application/json")
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if res.StatusCode != 200 || !strings.HasPrefix(string(body), `{"op":"result","id":9,`) || !strings.Contains(string(body), `"errors":[null]`) {
		return errors.Join(err, fmt.Errorf("%d %s", res.StatusCode, body))
	}
	return err
}

// end waits for all requests, checks that each was answered, and checks the latency during
// an attack.
func (b *bystander) end(attack string) {
	b.t.Helper()
	if p99 := b.tell(attack); os.Getenv("VOI_ATTACK") != "" && p99 > statedP99 {
		b.t.Errorf("%s: p99 %s, stated are %s", attack, p99, statedP99)
	}
}

// tell is end without the check of the latency.
func (b *bystander) tell(attack string) (p99 time.Duration) {
	b.t.Helper()
	close(b.stop)
	<-b.ended
	for _, c := range b.clients {
		c.CloseIdleConnections()
	}
	if len(b.wrong) > 0 {
		b.t.Errorf("%s: %d of %d requests of another client have no reward, as for: %s", attack, len(b.wrong), len(b.took), b.wrong[0])
	}
	slices.Sort(b.took)
	at := func(q float64) time.Duration {
		return b.took[min(int(q*float64(len(b.took))), len(b.took)-1)].Round(100 * time.Microsecond)
	}
	b.t.Logf("%-45s another client: %5d requests, %d sent again; p50 %s, p99 %s, most %s", attack, len(b.took), b.again, at(0.5), at(0.99), at(1))
	return at(0.99)
}
