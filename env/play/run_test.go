package play_test

import (
	"context"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/env/agent"
	"github.com/voi-rl/voi/env/play"
	"github.com/voi-rl/voi/internal/shard"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/trajectory"
)

const trip = `{"id":"trip-N","source":"test","class":"ambiguous","system":"",
 "tools":[{"name":"book_trip","description":"Books a trip to a city.","parameters":{"type":"object","properties":{"city":{"type":"string","description":"The city"},"nights":{"type":"integer","description":"Number of nights"}},"required":["city","nights"]}}],
 "turns":[{"user":"Book me a trip for 4 nights.","gold":[{"name":"book_trip","arguments":{"city":"Lima","nights":4}}],"hidden":[{"tool":"book_trip","aspect":"city","value":"Lima"}],"reply":""}],
 "world":{"kind":"recorded"},"split":"train","seed":0}`

func options(t *testing.T, out string, n int) play.Options {
	t.Helper()
	critical := sharedtest.Need(trajectory.NewCritical())(t)
	opt := play.Options{
		Env: sharedtest.Need(env.New(env.Options{}))(t), Counter: sharedtest.Need(trajectory.NewCounter(critical, domains.Value{}))(t),
		Identity: "test", Seeds: 3, Out: out, Rank: shard.Rank{Count: 1}, Workers: 2,
		Tasks: func(context.Context) iter.Seq2[*env.Task, error] {
			return func(yield func(*env.Task, error) bool) {
				for i := range n {
					v := sharedtest.Need(domains.ParseValue(strings.Replace(trip, "N", string(rune('a'+i%26))+strings.Repeat("x", i/26), 1)))(t)
					if !yield(sharedtest.Need(env.ParseTask(v))(t), nil) {
						return
					}
				}
			}
		},
	}
	for _, name := range []string{"never-ask", "sage"} {
		opt.Agents = append(opt.Agents, sharedtest.Need(agent.New(name, agent.Options{Policy: certainty.DefaultPolicy()}))(t))
	}
	return opt
}

func TestSameBytesAtAnyNumberOfWorkers(t *testing.T) {
	one, four := filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "b")
	opt := options(t, one, 40)
	lines := sharedtest.Need(play.Run(t.Context(), opt))(t)
	opt.Out, opt.Workers = four, 4
	sharedtest.Need(play.Run(t.Context(), opt))(t)
	sharedtest.SameTree(t, "four workers", sharedtest.Tree(t, four), sharedtest.Tree(t, one))
	for _, l := range lines {
		want := map[string]float64{"never-ask": 0, "sage": 1}[l.Agent]
		if l.Runs != 120 || l.Figures["success"].Value != want || l.Class != trajectory.Ambiguous {
			t.Errorf("%+v", l)
		}
	}
	if _, err := play.Run(t.Context(), opt); err == nil {
		t.Error("runs are written over")
	}
}

func TestKilledAndResumed(t *testing.T) {
	whole, killed := filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "b")
	opt := options(t, whole, 60)
	want := sharedtest.Need(play.Run(t.Context(), opt))(t)
	opt.Out = killed
	for after := int64(1); ; after += 61 {
		ctx, cancel := context.WithCancelCause(t.Context())
		opt.Progress = func(episodes, _ int64) {
			if episodes > after {
				cancel(errors.New("killed"))
			}
		}
		got, err := play.Run(ctx, opt)
		cancel(nil)
		opt.Resume = true
		if err != nil {
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the figures differ:\n%s", diff)
		}
		break
	}
	sharedtest.SameTree(t, "a run that was killed", sharedtest.Tree(t, killed), sharedtest.Tree(t, whole))
	opt.Identity, opt.Out = "another", filepath.Join(t.TempDir(), "c")
	ctx, cancel := context.WithCancel(t.Context())
	opt.Progress = func(int64, int64) { cancel() }
	if _, err := play.Run(ctx, opt); err == nil {
		t.Fatal("a cancelled run ends well")
	}
	opt.Identity, opt.Progress = "a third", nil
	if _, err := play.Run(t.Context(), opt); !errors.As(err, new(*shard.OtherRunError)) {
		t.Errorf("going on with another run gives %v", err)
	}
}

// A finished run is counted again, and one of other tasks or seeds is not taken for it.
func TestResumedWhenDone(t *testing.T) {
	for _, atif := range []bool{false, true} {
		opt := options(t, filepath.Join(t.TempDir(), "a"), 3)
		opt.ATIF = atif
		want := sharedtest.Need(play.Run(t.Context(), opt))(t)
		opt.Resume = true
		got := sharedtest.Need(play.Run(t.Context(), opt))(t)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the figures differ:\n%s", diff)
		}
		for what, n := range map[string][2]int{"more seeds": {3, 7}, "fewer tasks": {2, 3}, "more tasks": {4, 3}} {
			tasks := options(t, "", n[0]).Tasks
			other := opt
			other.Tasks, other.Seeds = tasks, n[1]
			if _, err := play.Run(t.Context(), other); !errors.As(err, new(*shard.OtherRunError)) {
				t.Errorf("%s, ATIF %t: %v", what, atif, err)
			}
		}
	}
}

func TestRanksShareTheEpisodes(t *testing.T) {
	whole, ranks := filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "b")
	sharedtest.Need(play.Run(t.Context(), options(t, whole, 20)))(t)
	count := map[string]int{}
	for i := range 3 {
		opt := options(t, ranks, 20)
		opt.Rank = shard.Rank{Index: i, Count: 3}
		sharedtest.Need(play.Run(t.Context(), opt))(t)
		text := sharedtest.Need(os.ReadFile(filepath.Join(ranks, play.FileOf("sage", opt.Rank))))(t)
		for line := range strings.Lines(string(text)) {
			count[line]++
		}
	}
	text := sharedtest.Need(os.ReadFile(filepath.Join(whole, play.FileOf("sage", shard.Rank{Count: 1}))))(t)
	for line := range strings.Lines(string(text)) {
		count[line]--
	}
	for line, n := range count {
		if n != 0 {
			t.Errorf("%d more of %.80s", n, line)
		}
	}
}

// Names of agents that are long, or differ only behind the cut, have files of their own.
func TestFileOf(t *testing.T) {
	long := "http://localhost:8000/v1#" + strings.Repeat("m", 200)
	a, b := play.FileOf(long+"1", shard.Rank{Count: 1}), play.FileOf(long+"2", shard.Rank{Count: 1})
	if a == b || len(a) > 120 || !strings.HasPrefix(a, "http_localhost_8000_v1_mmm") {
		t.Errorf("%s and %s", a, b)
	}
	if got := play.FileOf("http://localhost:8000/v1#org/m", shard.Rank{Count: 1}); got != "http_localhost_8000_v1_org_m-00000.jsonl" {
		t.Error(got)
	}
}

// named is an agent under another name.
type named struct {
	agent.Agent
	name string
}

func (n named) Name() string { return n.name }

// Agents whose names give one file are not played into one folder, where one would be resumed as the other.
func TestOneFileForTwo(t *testing.T) {
	opt := options(t, filepath.Join(t.TempDir(), "a"), 2)
	opt.Agents[0], opt.Agents[1] = named{opt.Agents[0], "http://h/v1#org/m"}, named{opt.Agents[1], "http://h/v1#org_m"}
	opt.Resume = true
	if lines, err := play.Run(t.Context(), opt); err == nil || !strings.Contains(err.Error(), "#org/m and http://h/v1#org_m") {
		t.Errorf("%+v, %v", lines, err)
	}
}
