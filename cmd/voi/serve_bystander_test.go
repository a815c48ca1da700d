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

// statedP99 is what docs/deploy.md promises a client whose server is attacked. Only
// make attack holds the server to it, on a machine that does nothing else.
const statedP99 = 250 * time.Millisecond

// A bystander is an honest client that asks for a reward every few milliseconds,
// whether the ones before have come or not, while somebody else attacks. Half of its
// requests go over connections that it keeps, half over new ones. It tries again what
// a trainer would: a lost connection, and 429 after a pause.
type bystander struct {
	t       *testing.T
	url     string
	clients [2]*http.Client
	stop    chan struct{}
	ended   chan struct{}

	mu    sync.Mutex
	took  []time.Duration // from when a request was due to its reply, further tries included
	again int             // further tries
	wrong []string
}

// bystanderEvery is the pause between two requests.
const bystanderEvery = 5 * time.Millisecond

const bystanderItem = `{"completion":"<reasoning>\nThe day is missing.\n</reasoning>\n<answer>\n<ASK>\n<TOOLCALL>[{\"name\":\"book_train\",\"arguments\":{\"to\":\"Porto\",\"class\":\"<UNK>\"}}]</TOOLCALL>\n<question>First or second class?</question>\n</ASK>\n</answer>\n",` +
	`"messages":[{"role":"user","content":"A train to Porto, please."}],` +
	`"tools":[{"name":"book_train","parameters":{"type":"object","properties":{"to":{"type":"string"},"class":{"enum":["first","second"]}},"required":["to","class"]}}],` +
	`"reference":{"action":"ASK"}}`

// bystander begins to ask; end ends it.
func (a *attacked) bystander() *bystander { return a.trusting(nil) }

// trusting is a bystander over TLS.
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

// ask asks until there is a reward.
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

// end waits for what was asked, checks that all of it was answered, and reports how
// long it took during an attack.
func (b *bystander) end(attack string) {
	b.t.Helper()
	if p99 := b.tell(attack); os.Getenv("VOI_ATTACK") != "" && p99 > statedP99 {
		b.t.Errorf("%s: p99 %s, stated are %s", attack, p99, statedP99)
	}
}

// tell is end where no time is promised.
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
