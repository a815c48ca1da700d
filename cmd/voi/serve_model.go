package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/spf13/pflag"

	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/term"
	"github.com/voi-rl/voi/reward"
)

// registerServing registers the flags of a server's model.
func (f *modelFlags) registerServing(flags *pflag.FlagSet) {
	f.registerReader(flags, " the conversations that come without a reading, but not those of runs and episodes")
	f.registerJudge(flags)
	f.registerCalls(flags)
	for name, unit := range map[string]string{"tokens": "tokens", "cost": "cost, by the two prices,"} {
		flags.Lookup("llm-budget-" + name).Usage = unit + " after which the model is asked no more (0: no limit)"
	}
}

// openModel opens the model if it is to read or to judge, and gives it to the profiles that need a
// judge. There is one for both, with one budget.
func (f *serveFlags) openModel(ctx context.Context, stderr io.Writer, profiles []*reward.Profile) error {
	who, what := "model", []string{}
	if f.model.reads() {
		what = append(what, "what it has not read before is read by the rules (read_by_rules)")
	}
	if judges(profiles) {
		what = append(what, "what it would judge and has not judged before has no reward (judge_failed)")
		if !f.model.reads() {
			who = "judge"
		}
	}
	f.model.opt.Lasting = true
	f.model.opt.Stop = func(err error) {
		fmt.Fprintf(stderr, "voi: the %s is asked no more: %s. Until the server is started anew, %s.\n", who, term.Quote(err.Error()), strings.Join(what, ", and "))
	}
	if _, _, err := f.model.open(ctx, f.model.reads()); err != nil {
		return err
	}
	return f.model.judge(ctx, profiles)
}

// modelMetrics are the metrics of the model, if there is one, by what it does.
func (f *serveFlags) modelMetrics(profiles []*reward.Profile) (all []prometheus.Collector) {
	m := f.model.opened
	if m == nil {
		return nil
	}
	counter := func(name, help string, value func() int64) {
		all = append(all, prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "voi_" + name, Help: help}, func() float64 { return float64(value()) }))
	}
	tokens := func() int64 {
		u := m.Usage()
		return u.TokensIn + u.TokensOut
	}
	stopped := func(name, help string) {
		all = append(all, prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "voi_" + name, Help: help}, func() float64 {
			if m.Stopped() != nil {
				return 1
			}
			return 0
		}))
	}
	if judges(profiles) {
		counter("judge_tokens_total", "Tokens that the judge has taken of its budget.", tokens)
		stopped("judge_stopped", "1 once the judge's budget is spent, and only what it has judged before has a reward.")
	}
	if f.model.reads() {
		counter("reader_tokens_total", "Tokens that the model that reads has taken of its budget, for judging, too.", tokens)
		counter("reader_requests_total", "Requests for the model that reads, answered from its cache or by it.", func() int64 { return m.Usage().Requests })
		counter("reader_failed_total", "Requests to which its endpoint gave no answer.", func() int64 { return m.Usage().Failed })
		stopped("reader_stopped", "1 once its budget is spent, and the rules read what it has not read before.")
	}
	return all
}

// readerStats returns what the op stats says of the model that reads; nil without one.
func (f *serveFlags) readerStats() func() jsonvalue.Value {
	if !f.model.reads() {
		return nil
	}
	return func() jsonvalue.Value {
		u := f.model.opened.Usage()
		return jsonvalue.ObjectOf(
			"model", u.Model, "requests", u.Requests, "cached", u.Cached, "calls", u.Calls, "failed", u.Failed, "absent", u.Absent,
			"tokens_in", u.TokensIn, "tokens_out", u.TokensOut)
	}
}

// errStopping is why a model is asked no more.
var errStopping = errors.New("the server is stopping")

// asking is the context of the model. It ends with the server's, or where HTTP then goes on for a
// while, after that: a model may be slower than --drain, and its client waits for a reply.
func (f *serveFlags) asking(ctx context.Context) context.Context {
	asking, end := context.WithCancelCause(context.WithoutCancel(ctx))
	goesOn := time.Duration(0)
	if f.http != "" {
		goesOn = f.drainDelay
	}
	context.AfterFunc(ctx, func() { time.AfterFunc(goesOn, func() { end(errStopping) }) })
	return asking
}
