package lru

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

// The least recently used values are dropped first. A value is not kept if it is larger
// than the cache, or if its maker says so.
func TestCache(t *testing.T) {
	c := New[string, int](3 * (entryBytes + 100))
	made := map[string]int{}
	get := func(key string, bytes int64, keep bool) {
		c.Get(key, func() (int, int64, bool) { made[key]++; return made[key], bytes, keep })
	}
	for _, step := range []struct {
		key   string
		bytes int64
		keep  bool
		made  int // number of calls of produce so far
	}{
		{"a", 100, true, 1}, {"b", 100, true, 1}, {"c", 100, true, 1}, {"a", 100, true, 1},
		{"d", 100, true, 1}, // b is dropped
		{"a", 100, true, 1}, {"c", 100, true, 1}, {"b", 100, true, 2},
		{"huge", 10_000, true, 1}, {"huge", 10_000, true, 2}, {"b", 100, true, 2},
		{"passing", 1, false, 1}, {"passing", 1, false, 2}, {"b", 100, true, 2},
	} {
		if get(step.key, step.bytes, step.keep); made[step.key] != step.made {
			t.Errorf("%q was made %d times, want %d", step.key, made[step.key], step.made)
		}
		if s := c.Stats(); s.Bytes > c.Most() || s.Bytes != s.Entries*(entryBytes+100) {
			t.Errorf("after %q: %+v of %d bytes", step.key, s, c.Most())
		}
	}
	if s := c.Stats(); s.Entries != 3 || s.Hits+s.Misses != 14 {
		t.Errorf("%+v", s)
	}
}

// Concurrent callers make a value only once, and a panic leaves nothing behind.
func TestMadeOnce(t *testing.T) {
	c := New[int, int](1 << 20)
	var made atomic.Int64
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			for key := range 20 {
				if got := c.Get(key, func() (int, int64, bool) { made.Add(1); return 7 * key, 10, true }); got != 7*key {
					t.Errorf("%d is %d", key, got)
				}
			}
		})
	}
	all.Wait()
	if made.Load() != 20 {
		t.Errorf("20 values were made %d times", made.Load())
	}
	func() {
		defer func() { _ = recover() }()
		c.Get(99, func() (int, int64, bool) { panic("no") })
	}()
	if got := c.Get(99, func() (int, int64, bool) { return 1, 10, true }); got != 1 {
		t.Errorf("after a panic: %d", got)
	}
}

// A value that takes long to be made does not keep others, used later than it, from being dropped.
func TestLongInTheMaking(t *testing.T) {
	c := New[int, int](3 * (entryBytes + 100))
	began, end := make(chan bool), make(chan bool)
	var slow sync.WaitGroup
	slow.Go(func() {
		c.Get(-1, func() (int, int64, bool) { close(began); <-end; return -1, 100, true })
	})
	<-began
	for key := range 50 {
		c.Get(key, func() (int, int64, bool) { return key, 100, true })
		if s := c.Stats(); s.Bytes > c.Most() {
			t.Fatalf("after %d values: %+v of %d bytes", key+1, s, c.Most())
		}
	}
	close(end)
	slow.Wait()
	if s := c.Stats(); s.Bytes > c.Most() || s.Entries != 3 {
		t.Errorf("at the end: %+v", s)
	}
}

// Who waits for a value whose maker panics makes it, instead of getting none.
func TestMakerPanics(t *testing.T) {
	c := New[int, int](1 << 20)
	began, end := make(chan bool), make(chan bool)
	var all sync.WaitGroup
	all.Go(func() {
		defer func() { _ = recover() }()
		c.Get(1, func() (int, int64, bool) { close(began); <-end; panic("no") })
	})
	<-began
	for range 3 {
		all.Go(func() {
			if got := c.Get(1, func() (int, int64, bool) { return 7, 10, true }); got != 7 {
				t.Errorf("it is %d, want 7", got)
			}
		})
	}
	for c.Stats().Hits < 3 {
		runtime.Gosched()
	}
	close(end)
	all.Wait()
}
