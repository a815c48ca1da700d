package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/pflag"

	"github.com/voi-rl/voi/internal/llm"
	"github.com/voi-rl/voi/internal/term"
	"github.com/voi-rl/voi/reward"
)

// The environment variables of a model. The key has no flag and no configuration key, so
// that it gets into no shell history and no repository.
const (
	envKey = "OPENAI_API_KEY"
	envURL = "OPENAI_BASE_URL"
)

// modelFlags are the flags of commands that may ask a model.
type modelFlags struct {
	annotator string
	reader    string // "": the command has no choice of one
	format    string
	opt       llm.Options
	opened    *llm.Model // the model that was opened last; nil: none
}

func (f *modelFlags) register(flags *pflag.FlagSet) {
	o := &f.opt
	flags.StringVar(&f.annotator, "annotator", "schema", "who sizes the domains: the `schema` alone, or llm, a model where the schema is silent")
	f.registerModel(flags)
	f.registerCalls(flags)
	flags.BoolVar(&o.DryRun, "dry-run", false, "say what asking the model would cost, write nothing and open no socket")
}

// registerReader registers the flag for who reads.
func (f *modelFlags) registerReader(flags *pflag.FlagSet, what string) {
	flags.StringVar(&f.reader, "reader", "rules", "who reads"+what+": the `rules`, or llm, a model, with the rules where it has nothing")
}

// registerCalls registers the flags for how the model is asked, and for what it costs.
func (f *modelFlags) registerCalls(flags *pflag.FlagSet) {
	o := &f.opt
	flags.StringVar(&f.format, "llm-format", string(llm.JSONSchema), "how the `form` of an answer is asked for: json_schema, json_object or text")
	flags.IntVar(&o.Concurrency, "llm-concurrency", llm.DefaultConcurrency, "calls at a time")
	flags.Float64Var(&o.Rate, "llm-rate", 0, "calls per second (0: no limit)")
	flags.IntVar(&o.AnswerTokens, "llm-answer-tokens", 0, "the most tokens of an answer (default: by what is asked)")
	flags.Float64Var(&o.BudgetCost, "llm-budget-cost", 0, "cost after which the run stops, by the two prices (0: no limit)")
	flags.Float64Var(&o.PriceIn, "llm-price-in", 0, "price of a million tokens of prompt")
	flags.Float64Var(&o.PriceOut, "llm-price-out", 0, "price of a million tokens of answer")
}

// registerModel registers the flags for the choice of the model and for its limits.
func (f *modelFlags) registerModel(flags *pflag.FlagSet) {
	o := &f.opt
	flags.StringVar(&o.Model, "llm-model", "", "`name` of the model to ask")
	flags.StringVar(&o.BaseURL, "llm-url", "", "base `URL` of an OpenAI-compatible API (default $"+envURL+", else "+llm.DefaultBaseURL+"); the key is $"+envKey)
	flags.StringVar(&o.Cache, "llm-cache", "", "`folder` of the model's answers, to be reviewed and shipped (default: voi/llm in the user's cache)")
	flags.BoolVar(&o.Offline, "offline", false, "take the model's answers from the cache alone, and open no socket")
	flags.DurationVar(&o.Timeout, "llm-timeout", llm.DefaultTimeout, "`time` that one call may take")
	flags.IntVar(&o.Retries, "llm-retries", llm.DefaultRetries, "times that a call is made again after an overload or a lost connection")
	flags.Int64Var(&o.BudgetTokens, "llm-budget-tokens", 0, "tokens after which the run stops (0: no limit)")
}

// registerJudge registers the flags of a model that judges (judge: on) or plays the user.
func (f *modelFlags) registerJudge(flags *pflag.FlagSet) {
	f.annotator, f.format, f.opt.Concurrency = "schema", string(llm.JSONSchema), llm.DefaultConcurrency
	f.registerModel(flags)
}

// judge gives the model to the profiles that need a judge. When ctx is done, what the judge is
// asked has no answer.
func (f *modelFlags) judge(ctx context.Context, profiles []*reward.Profile) error {
	if !judges(profiles) {
		return nil
	}
	if f.opened == nil {
		if _, _, err := f.open(ctx, true); err != nil {
			return err
		}
	}
	for i, p := range profiles {
		if p.NeedsJudge() {
			profiles[i] = p.WithJudge(judgeUntil{ctx, f.opened.Judge()})
		}
	}
	return nil
}

// judges reports whether one of the profiles needs a judge.
func judges(profiles []*reward.Profile) bool {
	return slices.ContainsFunc(profiles, func(p *reward.Profile) bool { return p.NeedsJudge() })
}

// judgeUntil is a judge that answers until a context is done. Whoever scores has none.
type judgeUntil struct {
	ctx   context.Context
	judge reward.Judge
}

// Judge implements reward.Judge.
func (j judgeUntil) Judge(_ context.Context, c reward.Case) (float64, error) {
	verdict, err := j.judge.Judge(j.ctx, c)
	if err != nil && j.ctx.Err() != nil {
		err = context.Cause(j.ctx)
	}
	return verdict, err
}

// asked reports whether a model annotates.
func (f *modelFlags) asked() bool { return f.annotator == "llm" }

// reads reports whether a model reads.
func (f *modelFlags) reads() bool { return f.reader == "llm" }

// open returns the model (nil if not wanted) and a context. The context is done when the
// model stops the run; its cause is the reason.
func (f *modelFlags) open(ctx context.Context, wanted bool) (_ context.Context, m *llm.Model, err error) {
	if !slices.Contains([]string{"schema", "llm"}, f.annotator) {
		return ctx, nil, usagef("--annotator %q is neither schema nor llm", f.annotator)
	}
	if !slices.Contains([]string{"", "rules", "llm"}, f.reader) {
		return ctx, nil, usagef("--reader %q is neither rules nor llm", f.reader)
	}
	if !wanted {
		if f.opt.DryRun {
			return ctx, nil, usagef("--dry-run says what asking a model would cost; it needs --reader llm, --annotator llm, --beliefs llm or --questions llm")
		}
		return ctx, nil, nil
	}
	o := f.opt
	o.Format = llm.Format(f.format)
	if o.Model == "" {
		return ctx, nil, usagef("no model is named; give --llm-model NAME")
	}
	if o.BaseURL == "" {
		o.BaseURL = os.Getenv(envURL)
	}
	if o.Cache == "" {
		dir, err := os.UserCacheDir()
		if err != nil {
			return ctx, nil, usagef("there is no cache folder of the user (%v); give --llm-cache DIR", err)
		}
		o.Cache = filepath.Join(dir, "voi", "llm")
	}
	ctx, f.opened, err = startModel(ctx, o)
	return ctx, f.opened, err
}

// tell prints the usage of the model that was opened, if any, for a person.
func (f *modelFlags) tell(w io.Writer) {
	if f.opened != nil {
		printUsage(w, f.opened.Usage())
	}
}

// startModel returns a model, and a context that is done when the model stops the run.
func startModel(ctx context.Context, o llm.Options) (context.Context, *llm.Model, error) {
	o.Key = os.Getenv(envKey)
	if o.Retries == 0 {
		o.Retries = -1
	}
	ctx, cancel := context.WithCancelCause(ctx)
	tell := o.Stop
	o.Stop = func(err error) {
		if tell != nil {
			tell(err)
		}
		cancel(err)
	}
	m, err := llm.New(o)
	if err != nil {
		cancel(nil)
		return ctx, nil, usageError{err}
	}
	return ctx, m, nil
}

// whyStopped is the reason why the model stopped the run, else err.
func whyStopped(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); err != nil && cause != nil && !errors.Is(cause, context.Canceled) {
		return cause
	}
	return err
}

// printUsage prints the model usage for a person.
func printUsage(w io.Writer, u llm.Usage) {
	for _, line := range u.Text() {
		fmt.Fprintf(w, "%s\n", term.Quote(line))
	}
}
