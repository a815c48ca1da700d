package episodes

import (
	"cmp"
	"container/list"
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/lru"
	"github.com/voi-rl/voi/trajectory"
)

// The values for zero fields of Options.
const (
	DefaultMost      = 1 << 14
	DefaultMostBytes = 1 << 30
	DefaultIdle      = 30 * time.Minute
)

const (
	mostName      = 256       // bytes of an episode's name
	preparedBytes = 128 << 20 // of prepared tasks, beside those of open episodes
	// A prepared task takes about preparedGrowth times its text, and at least preparedLeast
	// bytes.
	preparedGrowth = 12
	preparedLeast  = 16 << 10
	// Messages are kept as they were written and as they were parsed.
	saidGrowth = 3
)

// Options of a Table. The zero Options are the defaults.
type Options struct {
	Env       env.Options   // AskTool is set by each reset
	Tasks     *Catalog      // nil: requests cannot name tasks
	Most      int           // open episodes
	MostBytes int64         // of what was said in them, and of tasks that came with requests
	Idle      time.Duration // after this time without a request an open episode may be dropped
}

// Table holds the open episodes. It is safe for concurrent use.
type Table struct {
	opt      Options
	carriers [2]*env.Environment // without and with the tool ask_user
	prepared *lru.Cache[key, ready]

	mu    sync.Mutex
	slots map[string]*slot
	inUse map[key]*use // the tasks of open episodes, also if they are not in the cache
	names uint64
	ended list.List // of *slot, the most recently used at the end
	open  list.List
	stats Stats
}

// Stats are the state of a table, and counts of its operations.
type Stats struct{ Open, Ended, Bytes, Resets, Steps, Evicted int64 }

type key struct {
	text  string
	asked bool
}

type ready struct {
	*env.Prepared
	err error
}

// use is a task in use, and the number of its episodes.
type use struct {
	*env.Prepared
	episodes int
}

// New returns a Table.
func New(opt Options) (*Table, error) {
	opt.Most, opt.MostBytes, opt.Idle = cmp.Or(opt.Most, DefaultMost), cmp.Or(opt.MostBytes, DefaultMostBytes), cmp.Or(opt.Idle, DefaultIdle)
	t := &Table{opt: opt, prepared: lru.New[key, ready](preparedBytes), slots: map[string]*slot{}, inUse: map[key]*use{}}
	for i := range t.carriers {
		opt.Env.AskTool = i == 1
		var err error
		if t.carriers[i], err = env.New(opt.Env); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// Stats returns the state of the table.
func (t *Table) Stats() Stats {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.stats
	s.Open, s.Ended = int64(t.open.Len()), int64(t.ended.Len())
	return s
}

// Start is the start of an episode.
type Start struct {
	Task    string // the id of a task in the catalog, or of Inline
	Inline  string // the JSON text of a task; "": Task is in the catalog
	Seed    uint64
	AskTool bool // the agent asks the user by the tool ask_user
}

// find returns the text of a Start's task, and whether its agent asks by a tool.
func (t *Table) find(s Start) (key, *item.Error) {
	if s.Inline != "" {
		return key{s.Inline, s.AskTool}, nil
	}
	text, err := t.opt.Tasks.text(s.Task)
	return key{text, s.AskTool}, err
}

// Prepare prepares the task of a Start. The error is an *item.Error if the task does not
// exist; any other error is about the task.
func (t *Table) Prepare(s Start) (*env.Prepared, error) {
	k, bad := t.find(s)
	if bad != nil {
		return nil, bad
	}
	t.mu.Lock()
	u := t.inUse[k]
	t.mu.Unlock()
	if u != nil {
		return u.Prepared, nil
	}
	asked := 0
	if s.AskTool {
		asked = 1
	}
	r := t.prepared.Get(k, func() (r ready, bytes int64, keep bool) {
		v, err := item.Parse(k.text)
		if err != nil {
			return ready{err: err}, 0, false
		}
		task, err := env.ParseTask(v)
		if err == nil {
			r.Prepared, err = t.carriers[asked].Prepare(task)
		}
		r.err = err
		return r, int64(preparedLeast + preparedGrowth*len(k.text)), err == nil
	})
	return r.Prepared, r.err
}

// Reset starts an episode under the name of a turn. An error that is no *item.Error is
// about the task.
func (t *Table) Reset(ctx context.Context, u *Turn, start Start) (env.State, error) {
	defer u.Leave()
	u.wait()
	s := u.slot
	switch {
	case len(s.name) > mostName:
		return env.State{}, &item.Error{Code: item.CodeBadRequest, Message: fmt.Sprintf("the episode's name has %d bytes; give at most %d", len(s.name), mostName)}
	case s.episode != nil && !s.ended:
		return env.State{}, &item.Error{Code: item.CodeBadRequest, Message: fmt.Sprintf("the episode %.64q is at work; close it first, or begin one of another name", s.name)}
	}
	p, err := t.Prepare(start)
	if err != nil {
		return env.State{}, err
	}
	t.drop(s)
	said := int64(preparedGrowth * len(start.Inline))
	if err := t.room(s, said, true); err != nil {
		return env.State{}, err
	}
	e, state, err := p.Reset(ctx, start.Seed)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stats.Resets++
	if err != nil {
		t.stats.Bytes -= s.bytes
		s.bytes = 0
		return env.State{}, err
	}
	s.task, _ = t.find(start)
	if t.inUse[s.task] == nil {
		t.inUse[s.task] = &use{Prepared: p}
	}
	t.inUse[s.task].episodes++
	s.episode, s.begun, s.info, s.used = e, len(state.Messages), state.Info, time.Now()
	s.in, s.place = &t.open, t.open.PushBack(s)
	t.grow(s, &state)
	return state, nil
}

// Step plays a completion.
func (t *Table) Step(ctx context.Context, u *Turn, completion domains.Value) (env.State, *item.Error) {
	defer u.Leave()
	u.wait()
	s := u.slot
	switch {
	case s.episode == nil:
		return env.State{}, unknown(s.name)
	case s.ended:
		return env.State{}, &item.Error{Code: item.CodeEpisodeDone, Message: fmt.Sprintf("the episode %.64q has ended; close it, or reset one", s.name)}
	}
	said := saidGrowth * int64(completion.Size())
	if err := t.room(s, said, false); err != nil {
		return env.State{}, err
	}
	state, err := s.episode.Step(ctx, completion)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stats.Steps++
	if err != nil {
		return env.State{}, &item.Error{Code: item.CodeInternal, Message: err.Error()}
	}
	s.used = time.Now()
	if s.ended = state.Done; s.ended {
		s.in.Remove(s.place)
		s.in, s.place = &t.ended, t.ended.PushBack(s)
	} else {
		s.in.MoveToBack(s.place)
	}
	s.info = state.Info
	t.grow(s, &state)
	return state, nil
}

// Close closes an episode and returns its record. The returned state is done; an episode
// that had not ended is truncated.
func (t *Table) Close(u *Turn) (env.State, *trajectory.Trajectory, *item.Error) {
	defer u.Leave()
	u.wait()
	s := u.slot
	if s.episode == nil {
		return env.State{}, nil, unknown(s.name)
	}
	run := s.episode.Trajectory()
	state := env.State{Done: true, Truncated: !s.ended, Info: s.info}
	if !s.ended {
		state.Info = env.Info{Task: s.info.Task, Turn: s.episode.Turn(), Reason: "closed"}
	}
	t.drop(s)
	return state, run, nil
}

func unknown(name string) *item.Error {
	return &item.Error{Code: item.CodeUnknownEpisode, Message: fmt.Sprintf("there is no episode %.64q: it was never begun, was closed, or had to make room for others; reset one", strings.ToValidUTF8(name, "\uFFFD"))}
}

// grow counts the messages of a state for its episode.
func (t *Table) grow(s *slot, state *env.State) {
	n := int64(0)
	for i := range state.Messages {
		n += int64(len(state.Messages[i].Content))
	}
	s.bytes += n
	t.stats.Bytes += n
}

// room makes room for more bytes of an episode; begins says that the episode is new.
func (t *Table) room(s *slot, bytes int64, begins bool) *item.Error {
	gone, err := t.reserve(s, bytes, begins)
	for _, e := range gone {
		_ = e.Close()
	}
	return err
}

// reserve is room. It returns the episodes that made room, which are still to be closed.
func (t *Table) reserve(s *slot, bytes int64, begins bool) (gone []*env.Episode, err *item.Error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for begins && t.open.Len()+t.ended.Len() >= t.opt.Most || t.stats.Bytes+bytes > t.opt.MostBytes {
		e := t.evict(s)
		if gone = append(gone, e); e == nil {
			return gone[:len(gone)-1], &item.Error{Code: item.CodeTooManyEpisodes, Message: fmt.Sprintf(
				"%d episodes are open and hold about %d bytes, of %d and %d; close some, or send this again later", t.open.Len(), t.stats.Bytes, t.opt.Most, t.opt.MostBytes)}
		}
	}
	s.bytes += bytes
	t.stats.Bytes += bytes
	return gone, nil
}

// evict removes an episode without pending requests: one that has ended, else the one that
// has been idle longest, if that is at least Options.Idle. It returns nil if there is none.
func (t *Table) evict(not *slot) *env.Episode {
	for _, in := range []*list.List{&t.ended, &t.open} {
		for place := in.Front(); place != nil; place = place.Next() {
			s := place.Value.(*slot)
			if in == &t.open && time.Since(s.used) < t.opt.Idle {
				break
			}
			if s.waiting == 0 && s != not {
				e := t.remove(s)
				delete(t.slots, s.name)
				t.stats.Evicted++
				return e
			}
		}
	}
	return nil
}

// End closes the episodes of a table that is used no more, all at a time, and waits for their worlds
// until ctx is done. Those with pending requests are left.
func (t *Table) End(ctx context.Context) {
	t.mu.Lock()
	var all sync.WaitGroup
	for _, s := range t.slots {
		if e := s.episode; e != nil && s.waiting == 0 {
			all.Go(func() { _ = e.Close() })
		}
	}
	t.mu.Unlock()
	closed := make(chan struct{})
	go func() {
		all.Wait()
		close(closed)
	}()
	select {
	case <-closed:
	case <-ctx.Done():
	}
}

// drop closes the episode of a slot, if there is one.
func (t *Table) drop(s *slot) {
	t.mu.Lock()
	e := t.remove(s)
	t.mu.Unlock()
	if e != nil {
		_ = e.Close() // of the world of an episode that is over
	}
}

// remove takes the episode out of a slot, and returns it. The caller closes it without the lock: a
// world may take long to end, and all other episodes would wait for it.
func (t *Table) remove(s *slot) *env.Episode {
	e := s.episode
	if e == nil {
		return nil
	}
	s.in.Remove(s.place)
	t.stats.Bytes -= s.bytes
	if u := t.inUse[s.task]; u.episodes == 1 {
		delete(t.inUse, s.task)
	} else {
		u.episodes--
	}
	*s = slot{name: s.name, tail: s.tail, waiting: s.waiting}
	return e
}
