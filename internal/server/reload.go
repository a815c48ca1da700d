package server

import (
	"fmt"
	"sync"

	"github.com/voi-rl/voi/internal/item"
)

// loadedScorer is a scorer over the samples of one reload. Requests that began with it
// end with it.
type loadedScorer struct {
	scorer  *item.Scorer
	release func()         // lets go of its samples
	users   sync.WaitGroup // requests at work with it
}

// end lets go of the scorer that has been replaced, once nobody uses it.
func (t *loadedScorer) end() {
	t.users.Wait()
	t.release()
}

// scorers holds the scorer at work. A request holds it for as long as it scores, so
// that all its items see the same samples.
type scorers struct {
	mu   sync.RWMutex
	now  *loadedScorer
	past item.CacheStats // hits and misses of scorers that were replaced
}

// hold returns the scorer at work; the request calls done when it has scored.
func (ts *scorers) hold() (s *item.Scorer, done func()) {
	ts.mu.RLock()
	defer ts.mu.RUnlock()
	ts.now.users.Add(1)
	return ts.now.scorer, ts.now.users.Done
}

// replace puts another scorer to work and returns the one before it.
func (ts *scorers) replace(next *loadedScorer) (old *loadedScorer) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	old, ts.now = ts.now, next
	stats := old.scorer.Stats()
	ts.past.Hits += stats.Hits
	ts.past.Misses += stats.Misses
	return old
}

// stats is the state of the cache. Its counts never fall, though a reload brings an
// empty cache.
func (ts *scorers) stats() item.CacheStats {
	ts.mu.RLock()
	defer ts.mu.RUnlock()
	stats := ts.now.scorer.Stats()
	stats.Hits += ts.past.Hits
	stats.Misses += ts.past.Misses
	return stats
}

// Reload puts another scorer, with samples of its own, in the place of the one
// at work. Requests that are being scored go on with the old one; when the last
// of them is done, its samples are let go and Reload returns. Where open fails,
// everything stays as it is, and the error is returned. open also returns what
// lets go of the new samples. Profiles stay: a reward must not change under a
// trainer that was told its hash. Calls do not overlap.
func (c *Core) Reload(open func() (s *item.Scorer, release func(), err error)) error {
	s, release, err := unharmed(open)
	if err != nil {
		c.meter.reloadsFailed.Add(1)
		return err
	}
	old := c.scorers.replace(&loadedScorer{scorer: s, release: release})
	c.meter.reloads.Add(1)
	old.end()
	return nil
}

// unharmed turns a panic of ours into an error: a running server has more to lose
// by it than one that starts.
func unharmed(open func() (*item.Scorer, func(), error)) (s *item.Scorer, release func(), err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("a fault in voi, please report it: %v", fault)
		}
	}()
	return open()
}

// Close lets go of the samples, those that Reload brought or Config.Release,
// without waiting for requests that may still be at work: they get errors.
func (c *Core) Close() {
	c.scorers.mu.RLock()
	defer c.scorers.mu.RUnlock()
	c.scorers.now.release()
}
