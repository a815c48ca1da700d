package episodes

import (
	"container/list"
	"strconv"
	"time"

	"github.com/voi-rl/voi/env"
)

// slot holds the state of a name. It exists while an episode of the name is open, or while
// requests about it are pending.
type slot struct {
	name    string
	tail    chan struct{} // closed by the last request that has entered; nil before the first
	waiting int           // requests that have entered and not left

	episode *env.Episode // nil: no open episode
	task    key          // of the episode
	begun   int          // number of messages at its start
	info    env.Info     // of its last state
	ended   bool
	bytes   int64 // of the messages, estimated
	used    time.Time
	in      *list.List // the list that it is in, nil without an episode
	place   *list.Element
}

// Turn is the place of a request in the queue of one episode. Leave has to be called for
// each.
type Turn struct {
	table  *Table
	slot   *slot
	before <-chan struct{}
	done   chan struct{}

	Name string // of the episode
}

// Enter puts a request at the end of the queue of a named episode; "" stands for a new
// name. It does not wait.
func (t *Table) Enter(name string) *Turn {
	t.mu.Lock()
	defer t.mu.Unlock()
	for name == "" {
		t.names++
		if name = "e" + strconv.FormatUint(t.names, 10); t.slots[name] != nil {
			name = "" // a client has taken the name
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

// wait waits until all earlier requests have left.
func (u *Turn) wait() {
	if u.before != nil {
		<-u.before
	}
}

// Leave lets the next request run. It may be called more than once.
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
