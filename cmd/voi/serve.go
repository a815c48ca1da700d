package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/env/tasks"
	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/episodes"
	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/lookup"
	"github.com/voi-rl/voi/internal/server"
	"github.com/voi-rl/voi/internal/term"
	"github.com/voi-rl/voi/reward"
)

// serveFlags are the flags of voi serve.
type serveFlags struct {
	profiles      []string
	actionWeights string
	model         modelFlags // of the reader and of the judge
	runs          runInputs
	stepProfiles  []string
	data          string
	tasks, world  string
	episodes      episodes.Options
	wire          string
	workers       int
	ordered       bool
	advantage     string
	maxLineBytes  int
	cacheBytes    int64
	httpFlags
}

func newServe() *cobra.Command {
	var f serveFlags
	cmd := described("serve", &cobra.Command{
		Args: atMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error { return serve(cmd, &f) },
	})
	flags := cmd.Flags()
	flags.StringArrayVar(&f.profiles, "profile", nil, "profile by `NAME` or path, repeatable; the first is the default (default "+reward.DefaultProfile+")")
	flags.StringArrayVar(&f.stepProfiles, "step-profile", nil, "of runs: what each step earns, by the profile NAME (default) or path, repeatable; the first counts where a request names none")
	f.runs.registerWorld(flags, "tools")
	flags.StringVar(&f.data, "data", "", "`DIR` of shards where sample ids are looked up")
	flags.StringVar(&f.tasks, "tasks", "", "`folder` or file of tasks that episodes can be begun of by their ids (voi build --tasks)")
	flags.StringVar(&f.world, "world", env.KindRecorded, worldHelp)
	flags.IntVar(&f.episodes.Most, "max-episodes", episodes.DefaultMost, "episodes at a time")
	flags.Int64Var(&f.episodes.MostBytes, "episode-bytes", episodes.DefaultMostBytes, "bytes of what is said in them, roughly")
	flags.DurationVar(&f.episodes.Idle, "episode-idle", episodes.DefaultIdle, "time after which an episode that nobody steps may make room for others")
	flags.StringVar(&f.wire, "wire", "jsonl", "what stdin and stdout speak: jsonl or arrow")
	flags.StringVar(&f.http, "http", "", "serve HTTP at `ADDR` (host:port) in place of stdin and stdout; without a host: loopback")
	f.httpFlags.register(flags)
	flags.IntVar(&f.workers, "workers", 0, "requests answered at once (default: the number of cores)")
	flags.BoolVar(&f.ordered, "ordered", false, "reply in the order of the requests (jsonl)")
	flags.StringVar(&f.actionWeights, "action-weights", "", actionWeightsUsage)
	f.model.registerServing(flags)
	flags.StringVar(&f.advantage, "advantage", string(reward.AdvantageStd), "advantages of a group: std, or center for no division")
	flags.IntVar(&f.maxInflight, "max-inflight", server.DefaultMaxInflight, "requests read and not yet answered, beyond which reading stops (HTTP: 429)")
	flags.Int64Var(&f.maxInflightBytes, "max-inflight-bytes", server.DefaultMaxInflightBytes, "bytes of these and of their replies, likewise")
	flags.IntVar(&f.maxLineBytes, "max-line-bytes", server.DefaultMaxLineBytes, "longest request; a longer one is answered too_large")
	flags.Int64Var(&f.cacheBytes, "cache-bytes", item.DefaultCacheBytes, "memory for prepared samples, roughly")
	flags.Int("parent-pid", 0, "end when the process `PID` does")
	return cmd
}

func (f *serveFlags) check() error {
	switch {
	case f.wire != "jsonl" && f.wire != "arrow":
		return usagef("--wire is %q; give jsonl or arrow", f.wire)
	case f.wire != "jsonl" && f.http != "":
		return usagef("--wire %s is for stdin and stdout; leave it or --http out", f.wire)
	case f.advantage != string(reward.AdvantageStd) && f.advantage != string(reward.AdvantageCenter):
		return usagef("--advantage is %q; give std or center", f.advantage)
	case f.maxInflight <= 0 || f.maxInflightBytes <= 0 || f.maxLineBytes <= 0 || f.cacheBytes <= 0:
		return usagef("--max-inflight, --max-inflight-bytes, --max-line-bytes and --cache-bytes have to be positive")
	case f.episodes.Most <= 0 || f.episodes.MostBytes <= 0 || f.episodes.Idle <= 0:
		return usagef("--max-episodes, --episode-bytes and --episode-idle have to be positive")
	}
	return f.httpFlags.check()
}

// unused is memory that a server of one client allocates and never touches, so that it
// costs nothing. The collector starts when garbage equals the live heap; with a small heap
// that is several times in a trainer's step. The unused memory makes the heap look larger.
const unused = 48 << 20

func serve(cmd *cobra.Command, f *serveFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	if err := watchParent(cmd); err != nil {
		return err
	}
	core, closeData, err := f.core(cmd)
	if err != nil {
		return err
	}
	defer closeData()
	defer func() { // else the servers of MCP worlds are killed, or never told
		ending, cancel := context.WithTimeout(context.Background(), grace)
		defer cancel()
		core.Episodes.End(ending)
	}()
	ctx := cmd.Context()
	if os.Getenv("GOMEMLIMIT") == "" { // from here on the collector works harder: all live data is bounded
		debug.SetMemoryLimit(memoryTarget + f.maxInflightBytes + f.cacheBytes)
	}
	if f.http == "" {
		defer runtime.KeepAlive(make([]byte, unused))
	}
	patient.Store(true)                       // first answer the requests read, for at most --drain
	signal.Notify(ignored(), syscall.SIGPIPE) // a closed stdout is a write error, a closed stderr is none
	if f.http != "" {
		return f.serveHTTP(ctx, cmd, core)
	}
	explainServe(cmd)
	if f.wire == "arrow" {
		return core.ServeArrow(ctx, cmd.InOrStdin(), cmd.OutOrStdout(), server.ArrowOptions{MaxInflightBytes: f.maxInflightBytes, Drain: f.drain})
	}
	return core.ServeLines(ctx, cmd.InOrStdin(), cmd.OutOrStdout(), server.LineOptions{
		Ordered: f.ordered, MaxInflight: f.maxInflight, MaxInflightBytes: f.maxInflightBytes, Drain: f.drain,
	})
}

// ignored is a channel that nobody reads: signals sent to it are dropped.
func ignored() chan os.Signal { return make(chan os.Signal, 1) }

// explainServe tells a person at a keyboard what input the command expects.
func explainServe(cmd *cobra.Command) {
	if file, ok := asFile(cmd.InOrStdin()); ok && term.IsTerminal(file) {
		fmt.Fprintln(cmd.ErrOrStderr(), "voi serve is a server: a program writes requests to its stdin, one JSON object a line,\n"+
			`as in {"op":"ping","id":1}. See voi serve --help; --http ADDR serves HTTP. Ctrl-D ends it.`)
	}
}

// core sets up the part that all transports share; closeData closes the samples.
func (f *serveFlags) core(cmd *cobra.Command) (core *server.Core, closeData func(), err error) {
	profiles, err := loadProfiles(f.profiles)
	if err == nil {
		profiles, err = builtIn(profiles)
	}
	if err != nil {
		return nil, nil, err
	}
	stderr := cmd.ErrOrStderr()
	asking := f.asking(cmd.Context())
	if err := f.openModel(asking, stderr, profiles); err != nil {
		return nil, nil, err
	}
	if err := checkActionWeights(f.actionWeights, f.data); err != nil {
		return nil, nil, err
	}
	runs, err := f.recorded()
	if err != nil {
		return nil, nil, err
	}
	table, err := f.table(cmd.Context(), runs)
	if err != nil {
		return nil, nil, err
	}
	samples, closeData, err := openSamples(cmd.Context(), f.data, f.workers)
	if err != nil {
		return nil, nil, err
	}
	if store, ok := samples.(*lookup.Store); ok && f.actionWeights != "" {
		if err := balance(cmd.Context(), store, profiles, stderr); err != nil {
			closeData()
			return nil, nil, err
		}
	}
	core, err = server.NewCore(server.Config{
		Version:      export.Version,
		Profiles:     profiles,
		Scorer:       f.scorer(asking, samples),
		Runs:         runs,
		Episodes:     table,
		Collectors:   f.modelMetrics(profiles),
		Advantage:    reward.AdvantageMode(f.advantage),
		Workers:      f.workers,
		Asking:       f.model.opt.Concurrency,
		Reader:       f.readerStats(),
		MaxLineBytes: f.maxLineBytes,
		Fault: func(message string, stack []byte) {
			fmt.Fprintf(stderr, "voi: %s\n%s", term.Quote(message), stack)
		},
	})
	if err != nil {
		closeData()
		return nil, nil, usageError{err}
	}
	return core, closeData, nil
}

// table holds the episodes; their steps earn rewards by the first profile of steps.
func (f *serveFlags) table(ctx context.Context, runs *server.Runs) (*episodes.Table, error) {
	if f.tasks != "" {
		files, err := tasks.Files(f.tasks)
		if err != nil {
			return nil, err
		}
		if f.episodes.Tasks, err = episodes.NewCatalog(tasks.Read(ctx, files, reader.Options{})); err != nil {
			return nil, err
		}
	}
	critical, err := f.runs.loadCritical(&export.Runs{})
	if err != nil {
		return nil, err
	}
	world, err := openWorld(f.world)
	if err != nil {
		return nil, err
	}
	f.episodes.Env = env.Options{World: world, Critical: critical, Steps: runs.Profiles[0].StepProfile}
	return episodes.New(f.episodes)
}

// recorded sets up the scoring of recorded runs.
func (f *serveFlags) recorded() (*server.Runs, error) {
	world, err := f.runs.loadWorld()
	if err != nil {
		return nil, err
	}
	runs := &server.Runs{Counter: world.Counter}
	for _, name := range append(f.stepProfiles, defaultSteps) {
		if slices.ContainsFunc(runs.Profiles, func(p server.StepProfile) bool { return p.Name == name }) {
			continue
		}
		p, _, err := loadStepProfile(name)
		if err != nil {
			return nil, err
		}
		runs.Profiles = append(runs.Profiles, server.StepProfile{Name: name, StepProfile: p})
	}
	return runs, nil
}

func (f *serveFlags) scorer(asking context.Context, samples item.Source) *item.Scorer {
	opt := item.Options{Samples: samples, CacheBytes: f.cacheBytes}
	if f.model.reads() {
		opt.Model, opt.Context = f.model.opened.Reader(), asking
	}
	return item.NewScorer(opt)
}

// loadProfiles loads the profiles of these names, or the default profile.
func loadProfiles(names []string) ([]*reward.Profile, error) {
	if len(names) == 0 {
		names = []string{reward.DefaultProfile}
	}
	profiles := make([]*reward.Profile, len(names))
	for i, name := range names {
		var err error
		if profiles[i], err = reward.Load(name); err != nil {
			return nil, usageError{err}
		}
	}
	return profiles, nil
}

// builtIn appends the built-in profiles that are missing.
func builtIn(profiles []*reward.Profile) ([]*reward.Profile, error) {
	for _, name := range reward.Names() {
		if slices.ContainsFunc(profiles, func(p *reward.Profile) bool { return p.Name() == name }) {
			continue
		}
		p, err := reward.Load(name)
		if err != nil {
			return nil, err
		}
		profiles = append(profiles, p)
	}
	return profiles, nil
}

// openSamples opens the folder of shards, if one is given.
func openSamples(ctx context.Context, dir string, workers int) (item.Source, func(), error) {
	store, closeData, err := openStore(ctx, dir, lookup.Options{Workers: workers})
	if store == nil {
		return nil, closeData, err // a nil store would make a non-nil source
	}
	return store, closeData, nil
}

// openStore is openSamples for commands that need more than single samples; the store is
// nil without a folder.
func openStore(ctx context.Context, dir string, opt lookup.Options) (*lookup.Store, func(), error) {
	if dir == "" {
		return nil, func() {}, nil
	}
	store, err := lookup.Open(ctx, dir, opt)
	if err != nil {
		return nil, nil, err
	}
	return store, func() { store.Close() }, nil
}

// serveHTTP serves HTTP until ctx is done.
func (f *serveFlags) serveHTTP(ctx context.Context, cmd *cobra.Command, core *server.Core) error {
	token, err := f.token()
	if err != nil {
		return err
	}
	// Two processors more than the workers for batches, one of them for the collector. If
	// all processors are busy, Go polls the network only every 10 ms, and a small request
	// waits for that.
	runtime.GOMAXPROCS(max(runtime.GOMAXPROCS(0), core.Workers+2))
	h, l, url, err := f.listen(core, token, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "voi: serving HTTP on %s\n", url)
	return h.Serve(ctx, l)
}
