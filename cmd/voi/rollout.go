package main

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/env/agent"
	"github.com/voi-rl/voi/env/mcp"
	"github.com/voi-rl/voi/env/play"
	"github.com/voi-rl/voi/env/tasks"
	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/gateway"
	"github.com/voi-rl/voi/gateway/played"
	"github.com/voi-rl/voi/internal/llm"
	"github.com/voi-rl/voi/internal/shard"
	"github.com/voi-rl/voi/internal/term"
	"github.com/voi-rl/voi/trajectory"
)

// rolloutFlags are the flags of voi rollout.
type rolloutFlags struct {
	tasks       string
	agents      []string
	user, world string
	proposer    string
	faults      string
	policy      certainty.Policy
	seeds       int
	out, format string
	ranks       ranks
	rank, size  int
	workers     int
	resume      bool
	unrewarded  bool
	json        bool
	runs        runInputs
	model       modelFlags // of the user, and of agents at an endpoint
}

func newRollout() *cobra.Command {
	f := rolloutFlags{policy: certainty.DefaultPolicy()}
	cmd := described("rollout", &cobra.Command{
		Args: atMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	})
	flags := cmd.Flags()
	flags.StringVar(&f.tasks, "tasks", "", "the `folder` or file of tasks (required); - is stdin")
	flags.StringSliceVar(&f.agents, "agent", []string{"sage"}, "who plays, repeatable: "+strings.Join(agent.Names, ", ")+", gateway:POLICY, or the `URL[#MODEL]` of an OpenAI-compatible endpoint")
	flags.StringVar(&f.user, "user", "scripted", "who answers: `scripted`, what was asked, reply, what the source's user said, or model, what was asked in the words of --llm-model")
	flags.StringVar(&f.world, "world", env.KindRecorded, worldHelp)
	flags.StringVar(&f.proposer, "candidates", "gold", "who proposes the calls that may be meant: `gold` or read")
	flags.StringVar(&f.faults, "faults", "", "of gateway agents: `rates` at which their model errs, as in invent=0.3,vague=0.1,repeat=0,early=0,lose=0")
	flags.Float64Var(&f.policy.Lambda, "lambda", f.policy.Lambda, "cost of asking for an aspect again (F7)")
	flags.Float64Var(&f.policy.Alpha, "alpha", f.policy.Alpha, "call where the best score is below this share of V_now (F7)")
	flags.Float64Var(&f.policy.TauExec, "tau-exec", f.policy.TauExec, "call where V_now is at least this (F7)")
	flags.IntVar(&f.policy.MaxQuestions, "max-questions", f.policy.MaxQuestions, "questions of a turn, of the agent and of the user (n_s)")
	flags.IntVar(&f.seeds, "seeds", 1, "play each task for the seeds 0 to `N`-1")
	flags.StringVar(&f.out, "out", "", "the `folder` to write the runs to (default: none is written)")
	flags.StringVar(&f.format, "format", "voi", "form of the runs: `voi` or atif")
	f.ranks.register(flags, &f.rank, &f.size)
	flags.IntVar(&f.workers, "workers", 0, "episodes played at a time (default: the number of cores)")
	flags.BoolVar(&f.unrewarded, "no-rewards", false, "do not compute what each step earns, which takes most of the time")
	flags.BoolVar(&f.resume, "resume", false, "go on with the runs that were interrupted in --out")
	flags.BoolVar(&f.json, "json", false, "print the figures as one JSON object")
	f.runs.registerWorld(flags, "offered")
	f.model.registerJudge(flags)
	flags.IntVar(&f.model.opt.AnswerTokens, "llm-answer-tokens", 0, "the most tokens of an answer (default: of the user by what is asked, of an agent what its server allows)")
	return cmd
}

// gateway is a scripted model behind a gateway.
func (f *rolloutFlags) gateway(name string, counter *trajectory.Counter) (agent.Agent, error) {
	faults, err := played.ParseFaults(f.faults)
	if err != nil {
		return nil, usageError{fmt.Errorf("--faults: %w", err)}
	}
	return played.New(name, faults, gateway.Options{Counter: counter, Asking: f.policy, MaxCalls: 4, MaxTokens: 1 << 20, Timeout: time.Minute})
}

const worldHelp = "what answers calls: `recorded`, or an MCP server as mcp:PROGRAM or mcp:URL (docs/environment.md)"

// openWorld returns the world with this name.
func openWorld(name string) (env.World, error) {
	if name == env.KindRecorded {
		return env.Recorded{}, nil
	}
	w, err := mcp.New(name)
	if err != nil {
		return nil, usageError{fmt.Errorf("--world: %w, or %s", err, env.KindRecorded)}
	}
	return w, nil
}

// proposers are the sources of calls, by name.
var proposers = map[string]agent.Proposer{"gold": agent.Gold{}, "read": agent.Read{}}

func (f *rolloutFlags) run(cmd *cobra.Command) error {
	if err := f.check(); err != nil {
		return err
	}
	if err := f.ranks.take(cmd, readOnce(f.tasks)); err != nil {
		return err
	}
	known, err := f.runs.loadWorld()
	if err != nil {
		return err
	}
	bounds := env.DefaultBounds
	bounds.Questions = f.policy.MaxQuestions
	critical, err := f.runs.loadCritical(&export.Runs{})
	if err != nil {
		return err
	}
	world, err := openWorld(f.world)
	if err != nil {
		return err
	}
	ctx, user, told, err := f.model.user(cmd.Context(), f.user)
	if err != nil {
		return err
	}
	in := env.Options{User: user, World: world, Bounds: bounds, Critical: critical, Unrewarded: f.unrewarded}
	e, err := env.New(in)
	if err != nil {
		return err
	}
	in.AskTool = true
	asking, err := env.New(in)
	if err != nil {
		return err
	}
	opt := play.Options{Env: e, Asking: asking, Counter: known.Counter, Seeds: f.seeds, Out: f.out, ATIF: f.format == "atif",
		Rank: shard.Rank{Index: f.rank, Count: f.size}, Workers: f.workers, Batch: f.batch(), Resume: f.resume}
	if err := opt.Rank.Validate(); err != nil {
		return usageError{err}
	}
	ctx, err = f.addAgents(ctx, &opt)
	if err != nil {
		return err
	}
	if err := f.source(cmd, &opt, known.Critical); err != nil {
		return err
	}
	progress := term.NewProgress(cmd.ErrOrStderr(), "played")
	opt.Progress = progress.Rows
	lines, err := play.Run(ctx, opt)
	progress.Done()
	told(cmd.ErrOrStderr())
	tellEndpoints(cmd.ErrOrStderr(), opt.Agents)
	if err != nil {
		return whyStopped(ctx, err)
	}
	if err := printResult(cmd.OutOrStdout(), f.json, figures{lines}); err != nil {
		return err
	}
	return anyScored(opt.Agents, lines)
}

// batch is the number of episodes that a worker plays together, 0 for the default. Where something
// outside of voi answers, episodes are long and dear: as many are played at a time as there are
// workers, and each is kept when it ends.
func (f *rolloutFlags) batch() int {
	outside := f.user == byModel || f.world != env.KindRecorded || slices.ContainsFunc(f.agents, func(name string) bool {
		_, _, remote := agent.SplitURL(name)
		return remote
	})
	if outside {
		return 1
	}
	return 0
}

// addAgents sets the agents of a run. The context is done when the model of one stops the run.
func (f *rolloutFlags) addAgents(ctx context.Context, opt *play.Options) (_ context.Context, err error) {
	files := map[string]string{}
	for _, name := range f.agents {
		var a agent.Agent
		switch _, _, remote := agent.SplitURL(name); {
		case remote:
			ctx, a, err = f.endpoint(ctx, name)
		case strings.HasPrefix(name, played.Prefix):
			a, err = f.gateway(name, opt.Counter)
		default:
			a, err = agent.New(name, agent.Options{Policy: f.policy, Proposer: proposers[f.proposer]})
		}
		if err != nil {
			return ctx, usageError{err}
		}
		file := play.FileOf(a.Name(), opt.Rank)
		if other, taken := files[file]; taken {
			return ctx, usagef("--agent %s and %s would be written to one file, %s; play them into two folders", other, a.Name(), file)
		}
		files[file] = a.Name()
		opt.Agents = append(opt.Agents, a)
	}
	return ctx, nil
}

// figures are the printed figures of voi rollout.
type figures struct {
	Lines []play.Line `json:"lines"`
}

func (f figures) Text() string { return play.Table(f.Lines) }

func (f *rolloutFlags) check() error {
	switch {
	case f.tasks == "":
		return usagef("voi rollout needs --tasks, the folder that voi build --tasks has written")
	case f.faults != "" && !slices.ContainsFunc(f.agents, func(name string) bool { return strings.HasPrefix(name, played.Prefix) }):
		return usagef("--faults are of a scripted model; play it as --agent gateway:POLICY")
	case proposers[f.proposer] == nil:
		return usagef("--candidates is %q; give gold or read", f.proposer)
	case f.format != "voi" && f.format != "atif":
		return usagef("--format is %q; give voi or atif", f.format)
	case f.seeds < 1 || f.seeds > maxSeeds:
		return usagef("--seeds %d is not between 1 and %d", f.seeds, maxSeeds)
	case len(f.agents) == 0:
		return usagef("--agent names nobody; give one of %s, gateway:POLICY, or a URL", strings.Join(agent.Names, ", "))
	}
	for i, name := range f.agents {
		if url, _, remote := agent.SplitURL(name); remote {
			if err := llm.CheckURL(url); err != nil { // first, since it may hold a secret, which no message repeats
				return usagef("--agent: %w", err)
			}
		}
		if slices.Contains(f.agents[:i], name) {
			return usagef("--agent %s is given twice", name)
		}
	}
	return notStream("out", f.out)
}

// source sets the source of the tasks and the identity of the run, which includes the lists
// of critical tools.
func (f *rolloutFlags) source(cmd *cobra.Command, opt *play.Options, critical string) error {
	files := []string{f.tasks}
	var identity strings.Builder
	fmt.Fprintf(&identity, "%s %s %s %+v %v %s", f.user, f.world, f.proposer, f.policy, f.unrewarded, critical)
	if id := opt.Env.User.Identity(); id.Model != "" {
		fmt.Fprintf(&identity, " %s %s", id.Model, id.PromptSHA256)
	}
	if f.faults != "" {
		fmt.Fprintf(&identity, " %s", f.faults)
	}
	if f.model.opt.AnswerTokens > 0 {
		fmt.Fprintf(&identity, " answers %d", f.model.opt.AnswerTokens)
	}
	if !readOnce(f.tasks) {
		var err error
		if files, err = tasks.Files(f.tasks); err != nil {
			return err
		}
		for _, file := range files {
			sum, err := shard.HashFile(cmd.Context(), file)
			if err != nil {
				return err
			}
			fmt.Fprintf(&identity, " %s", sum.SHA256)
		}
	} else if len(f.agents) > 1 || f.resume {
		return usagef("tasks from stdin or a pipe are read once, by one agent, and not gone on with; name a file")
	}
	opt.Identity = identity.String()
	opt.Tasks = func(ctx context.Context) iter.Seq2[*env.Task, error] {
		return tasks.Read(ctx, files, reader.Options{Stdin: cmd.InOrStdin()})
	}
	return nil
}
