package llm

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// A different prompt, model or input makes a different key.
func TestKeys(t *testing.T) {
	s := serve(t, always(good))
	a := s.model(t).Annotator()
	set := annotateSet(t, weather)
	base := a.request(tool(t, weather), set, []int{0, 1, 4}).key
	b := *a
	b.prompt.SHA256 = "other"
	for name, key := range map[string]string{
		"prompt": b.request(tool(t, weather), set, []int{0, 1, 4}).key,
		"parts":  a.request(tool(t, weather), set, []int{0, 1}).key,
		"input":  a.request(tool(t, strings.Replace(weather, "Where.", "Here.", 1)), set, []int{0, 1, 4}).key,
		"model":  s.model(t, func(o *Options) { o.Model = "other" }).Annotator().request(tool(t, weather), set, []int{0, 1, 4}).key,
	} {
		if key == base {
			t.Errorf("another %s has the same key", name)
		}
	}
	if again := s.model(t, func(o *Options) { o.Seed, o.BaseURL, o.Key = 7, "http://other/v1", "other" }).Annotator().request(tool(t, weather), set, []int{0, 1, 4}).key; again != base {
		t.Error("the key depends on more than the question")
	}
}

// The listener must not be connected to.
func TestOfflineAndDryRunOpenNoSocket(t *testing.T) {
	l := sharedtest.Need(net.Listen("tcp", "127.0.0.1:0"))(t)
	spoken := make(chan struct{}, 10)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			spoken <- struct{}{}
			c.Close()
		}
	}()
	defer l.Close()
	for _, change := range []func(*Options){func(o *Options) { o.Offline = true }, func(o *Options) { o.DryRun = true }} {
		opt := Options{BaseURL: "http://" + l.Addr().String(), Model: "m", Cache: filepath.Join(t.TempDir(), "none"), PriceIn: 1, PriceOut: 2}
		change(&opt)
		m := sharedtest.Need(New(opt))(t)
		for range 2 {
			wantDomains(t, annotated(t, m, weather), with("no answer"))
		}
		if m.client != nil {
			t.Error("there is a client")
		}
		if _, err := os.Stat(opt.Cache); err == nil {
			t.Error("the cache was made")
		}
		if dry := m.Usage().Dry; opt.DryRun && (dry.Calls != 1 || dry.TokensIn < 100 || dry.TokensOut != 700 || dry.Cost == 0) {
			t.Errorf("the estimate is %+v", dry)
		}
	}
	select {
	case <-spoken:
		t.Error("a socket was opened")
	default:
	}
}

// An entry of the cache is checked as a model's answer is.
func TestATamperedCacheIsNotBelieved(t *testing.T) {
	s := serve(t, always(good))
	m := s.model(t)
	wantDomains(t, annotated(t, m, weather), goodDomains())
	path := filepath.Join(m.cache.dir, m.Annotator().request(tool(t, weather), annotateSet(t, weather), []int{0, 1, 4}).entry())
	clean := sharedtest.Need(os.ReadFile(path))(t)
	for name, text := range map[string]string{
		"empty": "", "cut": string(clean[:len(clean)/2]), "no JSON": "x", "other input": strings.Replace(string(clean), "Where.", "Here.", 1),
		"size 1":        strings.Replace(string(clean), `["s","m","l"]`, `["s"]`, 1),
		"no part":       strings.Replace(string(clean), `"days":{"type"`, `"dayz":{"type"`, 1),
		"unknown word":  strings.Replace(strings.Replace(string(clean), `"days":{"type"`, `"dayz":{"type"`, 1), `"dropped":{}`, `"dropped":{"days":"no answer"}`, 1),
		"other version": strings.Replace(string(clean), `"version":1`, `"version":2`, 1),
		"huge":          string(clean) + strings.Repeat(" ", maxEntry),
	} {
		if text == string(clean) {
			t.Fatalf("%s: nothing was changed in %s", name, clean)
		}
		sharedtest.OK(t, os.WriteFile(path, []byte(text), 0o666))
		offline := s.model(t, func(o *Options) { o.Cache, o.Offline = m.opt.Cache, true })
		wantDomains(t, annotated(t, offline, weather), with("no answer"))
		before := s.count()
		wantDomains(t, annotated(t, s.model(t, func(o *Options) { o.Cache = m.opt.Cache }), weather), goodDomains())
		if s.count() != before+1 {
			t.Errorf("%s: the damaged entry was not asked for again", name)
		}
		if again, err := os.ReadFile(path); err != nil || string(again) != string(clean) {
			t.Errorf("%s: the entry was not made again (%v)", name, err)
		}
	}
}

func annotateSet(t testing.TB, text string) domains.Set {
	t.Helper()
	set := sharedtest.Need(domains.SchemaAnnotator{}.Annotate(context.Background(), tool(t, text)))(t)
	return set
}

func TestACacheThatCannotBeWrittenEndsTheRun(t *testing.T) {
	s := serve(t, always(good))
	file := filepath.Join(t.TempDir(), "file")
	sharedtest.OK(t, os.WriteFile(file, nil, 0o666))
	m := s.model(t, func(o *Options) { o.Cache = file })
	if _, err := m.Annotator().Annotate(context.Background(), tool(t, weather)); err == nil || !strings.Contains(err.Error(), "cached") {
		t.Errorf("error %v", err)
	}
}

func TestManyAtOnce(t *testing.T) {
	s := serve(t, always(good))
	m := s.model(t, func(o *Options) { o.Concurrency = 3 })
	errs := make(chan error)
	texts := many(4)
	for i := range 40 {
		go func() {
			set, err := m.Annotator().Annotate(context.Background(), tool(t, texts[i%4]))
			if err == nil && set[0].Domain.Size != 40000 {
				err = fmt.Errorf("size %d", set[0].Domain.Size)
			}
			errs <- err
		}()
	}
	for range 40 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	if u := m.Usage(); s.count() != 4 || u.Requests != 4 {
		t.Errorf("%d calls for 4 tools, usage %+v", s.count(), u)
	}
}

// Two processes share a cache: every file is whole, and no other file is left.
func TestTwoRunsShareACache(t *testing.T) {
	s := serve(t, always(good))
	dir := t.TempDir()
	var all sync.WaitGroup
	for range 2 {
		m := s.model(t, func(o *Options) { o.Cache = dir })
		for _, text := range many(10) {
			all.Go(func() {
				if _, err := m.Annotator().Annotate(context.Background(), tool(t, text)); err != nil {
					t.Error(err)
				}
			})
		}
	}
	all.Wait()
	if n := len(readTree(t, dir)); n != 10 {
		t.Errorf("%d files of 10 questions", n)
	}
	offline := s.model(t, func(o *Options) { o.Cache, o.Offline = dir, true })
	for _, text := range many(10) {
		wantDomains(t, annotated(t, offline, text), goodDomains())
	}
}
