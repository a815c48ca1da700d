package server

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/item"
)

// generation is a folder of samples that knows one id, its own, and fails once
// it has been let go.
type generation struct {
	n      int
	sample *dataset.Sample
	enter  chan struct{} // what a look-up waits for; nil: nothing
	inside atomic.Bool
	gone   atomic.Bool
}

func (g *generation) Get(id string) (*dataset.Sample, map[string]domains.Set, *label.Labels, error) {
	g.inside.Store(true)
	if g.enter != nil {
		<-g.enter
	}
	if g.gone.Load() {
		return nil, nil, nil, errors.New("it is closed")
	}
	if id != fmt.Sprint(g.n) {
		return nil, nil, nil, &item.Error{Code: item.CodeUnknownSample, Message: fmt.Sprintf("generation %d has no %s", g.n, id)}
	}
	return g.sample, nil, nil, nil
}

func (g *generation) open() (*item.Scorer, func(), error) {
	return item.NewScorer(item.Options{Samples: g}), func() { g.gone.Store(true) }, nil
}

// generationCore is a core on the first generation, and what asks it for an id.
func generationCore(t *testing.T, first *generation) (*Core, func(id int) string) {
	scorer, release, _ := first.open()
	c := testCore(t, func(cfg *Config) { cfg.Scorer, cfg.Release = scorer, release })
	return c, func(id int) string {
		reply, _ := c.answer(nil, fmt.Sprintf(`{"op":"score","items":[{"sample_id":"%d","completion":"x"}]}`, id), "")
		return string(reply)
	}
}

func TestReload(t *testing.T) {
	sample := exampleSamples(t)[0]
	first := &generation{n: 1, sample: sample, enter: make(chan struct{})}
	second := &generation{n: 2, sample: sample}
	c, score := generationCore(t, first)

	var early string
	var asking, reloading sync.WaitGroup
	asking.Go(func() { early = score(1) })
	for !first.inside.Load() {
		runtime.Gosched()
	}
	reloading.Go(func() {
		if err := c.Reload(second.open); err != nil {
			t.Error(err)
		}
	})
	for c.meter.reloads.Load() == 0 {
		runtime.Gosched()
	}
	if got := score(2); strings.Contains(got, `"code"`) {
		t.Errorf("after the reload: %s", got)
	}
	if got := score(1); !strings.Contains(got, "generation 2 has no 1") {
		t.Errorf("an id of before: %s", got)
	}
	if first.gone.Load() {
		t.Error("samples were let go that a request was at work with")
	}
	close(first.enter)
	asking.Wait()
	reloading.Wait()
	if strings.Contains(early, `"code"`) || !first.gone.Load() {
		t.Errorf("a request that began before: %s; let go: %v", early, first.gone.Load())
	}

	before := c.scorers.stats()
	for name, open := range map[string]func() (*item.Scorer, func(), error){
		"it holds no samples": func() (*item.Scorer, func(), error) { return nil, nil, errors.New("it holds no samples") },
		"a fault in voi":      func() (*item.Scorer, func(), error) { panic("a fault") },
	} {
		if err := c.Reload(open); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("got %v, want %s", err, name)
		}
	}
	if got := score(2); strings.Contains(got, `"code"`) {
		t.Errorf("after reloads that failed: %s", got)
	}
	if err := c.Reload((&generation{n: 3, sample: sample}).open); err != nil || !second.gone.Load() {
		t.Errorf("%v; let go: %v", err, second.gone.Load())
	}
	if after := c.scorers.stats(); after.Entries != 0 || after.Hits < before.Hits || after.Misses < before.Misses {
		t.Errorf("the cache was %+v and is %+v", before, after)
	}
	if stats := string(c.appendStats(nil, "1")); !strings.Contains(stats, `"reloads":{"done":2,"failed":2}`) {
		t.Error(stats)
	}
}

// Many requests while generations come and go: each request sees one of them.
func TestReloadUnderLoad(t *testing.T) {
	sample := exampleSamples(t)[0]
	c, _ := generationCore(t, &generation{n: 0, sample: sample})
	var stop atomic.Bool
	var clients sync.WaitGroup
	items := strings.TrimSuffix(strings.Repeat(`{"sample_id":"0","completion":"x"},{"sample_id":"1","completion":"x"},`, 20), ",")
	for range 4 {
		clients.Go(func() {
			for !stop.Load() {
				reply, _ := c.answer(nil, `{"op":"score","items":[`+items+`]}`, "")
				if n := strings.Count(string(reply), "unknown_sample"); n != 20 || strings.Contains(string(reply), "closed") {
					t.Errorf("%d items unknown: %.300s", n, reply)
					return
				}
			}
		})
	}
	for n := range 200 {
		if err := c.Reload((&generation{n: (n + 1) % 2, sample: sample}).open); err != nil {
			t.Error(err)
		}
	}
	stop.Store(true)
	clients.Wait()
}
