package episodes

import (
	"container/list"
	"strconv"
	"time"

	"github.com/voi-rl/voi/env"
)

// slot is what is known of a name. It is there while an episode of the name is open, or
// while requests about it are.
type slot struct {
	name    string
	tail    chan struct{} // closed by the last request that has entered; nil before the first
	waiting int           // requests that have entered and not left

	episode *env.Episode // nil: none is open
	task    key          // of the episode
	begun   int          // messages that it began with
	info    env.Info     // of its last state
	ended   bool
	bytes   int64 // of what was said, roughly
	used    time.Time
	in      *list.List // where it stands, nil without an episode
	place   *list.Element
}

// Turn is the place of a request among those about one episode. Each must be left.
type Turn struct {
	table  *Table
	slot   *slot
	before <-chan struct{}
	done   chan struct{}

	Name string // of the episode
}

// Enter gives a request the next place among those about the episode of a name; "" is a
// new one. It does not wait.
func (t *Table) Enter(name string) *Turn {
	t.mu.Lock()
	defer t.mu.Unlock()
	for name == "" {
		t.names++
		if name = "e" + strconv.FormatUint(t.names, 10); t.slots[name] != nil {
			name = "" // a client has taken it
		}
	}
	s := t.slots[name]
	if s == nil {
		s = &slot{name: name}
		t.slots[name] = s
	}
	turn := &Turn{table: t, slot: s, before: s.tail, done: make(chan struct{}), Name: name}
	s.tail = turn.done
	s.waiting++
	return turn
}

// wait waits until all requests that entered before have left.
func (u *Turn) wait() {
	if u.before != nil {
		<-u.before
	}
}

// Leave lets the next request have its turn. It may be called more than once.
func (u *Turn) Leave() {
	if u.done == nil {
		return
	}
	u.wait()
	t, s := u.table, u.slot
	t.mu.Lock()
	defer t.mu.Unlock()
	close(u.done)
	u.done = nil
	if s.waiting--; s.waiting > 0 {
		return
	}
	s.tail = nil
	if s.episode == nil {
		delete(t.slots, s.name)
	}
}
