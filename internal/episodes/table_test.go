package episodes_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/internal/episodes"
	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// lights is an infeasible task: its agent should refuse at once.
func lights(id string) string {
	return `{"id":"` + id + `","source":"t","class":"infeasible","tools":[{"name":"play","parameters":{"type":"object","properties":{"song":{"type":"string"}}}}],
 "turns":[{"user":"Switch on the lights."}],"split":"train"}`
}

func newTable(t testing.TB, opt episodes.Options, ids ...string) *episodes.Table {
	t.Helper()
	var err error
	opt.Tasks, err = episodes.NewCatalog(func(yield func(*env.Task, error) bool) {
		for _, id := range ids {
			if !yield(env.ParseTask(sharedtest.Need(item.Parse(lights(id)))(t))) {
				return
			}
		}
	})
	sharedtest.OK(t, err)
	return sharedtest.Need(episodes.New(opt))(t)
}

func code(err error) string {
	if own, ok := err.(*item.Error); ok && own != nil {
		return own.Code
	}
	return fmt.Sprint(err)
}

func reset(t testing.TB, table *episodes.Table, name string) string {
	_, err := table.Reset(t.Context(), table.Enter(name), episodes.Start{Task: "a"})
	return code(err)
}

var (
	refusal = jsonvalue.NewString("<answer>\n<REFUSE>I can't.</REFUSE>\n</answer>")
	hmm     = jsonvalue.NewString("<answer>\n<ASK><question>Hmm?</question></ASK>\n</answer>")
)

func step(t testing.TB, table *episodes.Table, name string, v jsonvalue.Value) (env.State, string) {
	s, err := table.Step(t.Context(), table.Enter(name), v)
	if err == nil {
		return s, ""
	}
	return s, err.Code
}

// When there is no room, ended episodes are dropped, then idle ones, the longest idle
// first. Otherwise a reset is refused and no episode is lost.
func TestMakingRoom(t *testing.T) {
	const idle = 100 * time.Millisecond
	table := newTable(t, episodes.Options{Most: 3, Idle: idle}, "a")
	for _, name := range []string{"one", "two", "three"} {
		if got := reset(t, table, name); got != "<nil>" {
			t.Fatal(got)
		}
	}
	if got := reset(t, table, "four"); got != item.CodeTooManyEpisodes {
		t.Errorf("a fourth of three: %s", got)
	}
	if s, _ := step(t, table, "two", refusal); !s.Done {
		t.Error("a refusal does not end it")
	}
	if _, got := step(t, table, "two", refusal); got != item.CodeEpisodeDone {
		t.Errorf("a step after the end: %s", got)
	}
	if got := reset(t, table, "four"); got != "<nil>" {
		t.Errorf("one has ended, and makes no room: %s", got)
	}
	if _, got := step(t, table, "two", hmm); got != item.CodeUnknownEpisode {
		t.Errorf("a step of one that left: %s", got)
	}
	time.Sleep(idle)
	if _, got := step(t, table, "one", hmm); got != "" {
		t.Error(got)
	}
	if got := reset(t, table, "five"); got != "<nil>" {
		t.Errorf("two are idle, and make no room: %s", got)
	}
	if _, got := step(t, table, "three", hmm); got != item.CodeUnknownEpisode {
		t.Errorf("the one that was idle longest is still there: %s", got)
	}
	if _, got := step(t, table, "one", hmm); got != "" {
		t.Errorf("one that is at work has left: %s", got)
	}
	if s := table.Stats(); s.Open+s.Ended != 3 || s.Evicted != 2 {
		t.Errorf("%+v", s)
	}
}

// The bytes of messages are bounded, and freed when episodes are closed.
func TestBytesAreBounded(t *testing.T) {
	table := newTable(t, episodes.Options{MostBytes: 1 << 20}, "a")
	reset(t, table, "e")
	long := jsonvalue.NewString(strings.Repeat("x", 1<<19))
	if _, got := step(t, table, "e", long); got != item.CodeTooManyEpisodes {
		t.Errorf("more than there may be: %s", got)
	}
	if _, err := table.Reset(t.Context(), table.Enter(""), episodes.Start{Inline: strings.Replace(lights("b"), "lights", strings.Repeat("y", 1<<17), 1)}); code(err) != item.CodeTooManyEpisodes {
		t.Errorf("a task of more than there may be: %s", code(err))
	}
	if _, got := step(t, table, "e", hmm); got != "" {
		t.Error(got)
	}
	if _, _, err := table.Close(table.Enter("e")); err != nil {
		t.Error(err)
	}
	if _, _, err := table.Close(table.Enter("e")); err == nil || err.Code != item.CodeUnknownEpisode {
		t.Errorf("closed twice: %v", err)
	}
	if s := table.Stats(); s.Bytes != 0 || s.Open != 0 {
		t.Errorf("%+v", s)
	}
}

// After many resets, with or without Close, the numbers of episodes and of names stay
// bounded.
func TestManyResets(t *testing.T) {
	n := 1_000_000
	if testing.Short() {
		n = 50_000
	}
	table := newTable(t, episodes.Options{Most: 100}, "a")
	before := heap()
	for i := range n {
		switch got := reset(t, table, ""); {
		case i < 100 && got != "<nil>", i >= 100 && got != item.CodeTooManyEpisodes:
			t.Fatalf("%d: %s", i, got)
		}
	}
	if grown := heap() - before; grown > 4<<20 {
		t.Errorf("%d resets leave %d bytes", n, grown)
	}
	runtime.KeepAlive(table)
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// With 10,000 open episodes, each takes at most 64 KiB beside its messages (E5).
func TestTenThousand(t *testing.T) {
	const n = 10_000
	table := newTable(t, episodes.Options{}, "a")
	before := heap()
	for i := range n {
		name := fmt.Sprint(i)
		if got := reset(t, table, name); got != "<nil>" {
			t.Fatal(got)
		}
		if s, got := step(t, table, name, hmm); got != "" || s.Done {
			t.Fatal(got, s.Done)
		}
	}
	each := (heap() - before) / n
	t.Logf("%d bytes each", each)
	if each > 64<<10 {
		t.Errorf("each takes %d bytes", each)
	}
	for i := range n {
		if s, got := step(t, table, fmt.Sprint(i), refusal); got != "" || !s.Done {
			t.Fatal(got)
		}
	}
	if s := table.Stats(); s.Ended != n || s.Evicted != 0 {
		t.Errorf("%+v", s)
	}
}

// Requests about one episode are answered in the order of Enter, in whatever order they
// arrive.
func TestOrder(t *testing.T) {
	table := newTable(t, episodes.Options{}, "a")
	const n = 8
	turns := []*episodes.Turn{table.Enter("e")}
	for range n {
		turns = append(turns, table.Enter("e"))
	}
	var all sync.WaitGroup
	var mu sync.Mutex
	var order []int
	for i, u := range slices.Backward(turns) {
		all.Go(func() {
			if i == 0 {
				_, _ = table.Reset(t.Context(), u, episodes.Start{Task: "a"})
				return
			}
			s, err := table.Step(t.Context(), u, hmm)
			mu.Lock()
			defer mu.Unlock()
			if err == nil && s.Done {
				order = append(order, i)
			}
		})
		time.Sleep(time.Millisecond)
	}
	all.Wait()
	if len(order) != 1 || order[0] != 2 { // the user leaves after two completions without a question
		t.Errorf("it ends with %v", order)
	}
	if s := table.Stats(); s.Steps != 2 {
		t.Errorf("%+v", s)
	}
}

// Two tasks with one id are an error.
func TestCatalog(t *testing.T) {
	twice := func(yield func(*env.Task, error) bool) {
		for range 2 {
			if !yield(env.ParseTask(sharedtest.Need(item.Parse(lights("a")))(t))) {
				return
			}
		}
	}
	if _, err := episodes.NewCatalog(twice); err == nil {
		t.Error("two tasks have one id")
	}
}

// slow is a world whose places are slow to close.
type slow struct {
	env.Recorded
	closing chan struct{}
	closed  chan struct{}
}

type slowPlace struct {
	env.Place
	w slow
}

func (w slow) Open(ctx context.Context, p *env.Prepared, seed uint64) (env.Place, error) {
	place, err := w.Recorded.Open(ctx, p, seed)
	return slowPlace{place, w}, err
}

func (p slowPlace) Close() error {
	p.w.closing <- struct{}{}
	<-p.w.closed
	return nil
}

// A world that is slow to close keeps no other episode waiting, and is waited for at the end, to a limit.
func TestASlowWorldHoldsNobody(t *testing.T) {
	world := slow{closing: make(chan struct{}, 8), closed: make(chan struct{})}
	table := newTable(t, episodes.Options{Most: 2, Env: env.Options{World: world}}, "a")
	for _, name := range []string{"one", "two"} {
		if got := reset(t, table, name); got != "<nil>" {
			t.Fatal(got)
		}
	}
	var all sync.WaitGroup
	all.Go(func() { _, _, _ = table.Close(table.Enter("one")) })
	<-world.closing
	if s, got := step(t, table, "two", refusal); got != "" || !s.Done {
		t.Errorf("beside a world that closes: %s", got)
	}
	all.Go(func() { // "two" makes room
		reset(t, table, "three")
		reset(t, table, "four")
	})
	<-world.closing
	if stats := table.Stats(); stats.Evicted != 1 {
		t.Errorf("%+v", stats)
	}
	close(world.closed)
	all.Wait()

	world = slow{closing: make(chan struct{}, 8), closed: make(chan struct{})}
	table = newTable(t, episodes.Options{Env: env.Options{World: world}}, "a")
	for _, name := range []string{"one", "two"} {
		reset(t, table, name)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		table.End(ctx)
		close(ended)
	}()
	<-world.closing
	<-world.closing
	cancel()
	<-ended
	close(world.closed)
}
