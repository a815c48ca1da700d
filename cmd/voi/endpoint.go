package main

import (
	"context"
	"fmt"
	"io"
	"runtime"

	"github.com/voi-rl/voi/env/agent"
	"github.com/voi-rl/voi/env/play"
	"github.com/voi-rl/voi/internal/llm"
	"github.com/voi-rl/voi/internal/term"
)

// endpoint returns the agent at a URL, and a context that is done when its model cannot go on.
func (f *rolloutFlags) endpoint(ctx context.Context, name string) (context.Context, agent.Agent, error) {
	url, model, _ := agent.SplitURL(name)
	o := f.model.opt
	if model != "" {
		o.Model = model
	}
	switch {
	case o.Model == "":
		return ctx, nil, usagef("no model is named for --agent %s; give --llm-model NAME, or --agent %s#NAME", url, url)
	case o.Offline:
		return ctx, nil, usagef("--offline takes answers from the cache, and what an agent at a URL says is not cached; leave it out, or play another agent")
	}
	o.BaseURL, o.Cache, o.Format = url, "", llm.PlainText
	o.Concurrency = f.workers
	if o.Concurrency <= 0 {
		o.Concurrency = runtime.GOMAXPROCS(0)
	}
	o.HTTP = llm.NewDoer(o.Concurrency, llm.MaxBody)
	ctx, m, err := startModel(ctx, o)
	if err != nil {
		return ctx, nil, err
	}
	return ctx, agent.NewEndpoint(url, m), nil
}

// tellEndpoints prints what the agents at endpoints took, and what they failed to say.
func tellEndpoints(w io.Writer, agents []agent.Agent) {
	for _, a := range agents {
		e, ok := a.(*agent.Endpoint)
		if !ok {
			continue
		}
		usage := e.Model().Usage()
		usage.GivenUp = false // the run's error says it, and no answer is cached
		printUsage(w, usage)
		name := term.Quote(e.Name())
		lost, full, cut := e.Counts()
		if lost > 0 {
			fmt.Fprintf(w, "%s: %s without an answer, unscored; the runs say why (environment.fault)\n", name, term.Count(lost, "episode"))
		}
		if full > 0 {
			fmt.Fprintf(w, "%s: %s longer than the model can read, failed\n", name, term.Count(full, "episode"))
		}
		if cut > 0 {
			fmt.Fprintf(w, "%s: %s cut off by the server's limit of tokens; --llm-answer-tokens sets one\n", name, term.Count(cut, "message"))
		}
	}
}

// anyScored returns an error for an agent at an endpoint of which no run was scored: nothing is known
// of it, and a script should not go on as if it were.
func anyScored(agents []agent.Agent, lines []play.Line) error {
	for _, a := range agents {
		e, ok := a.(*agent.Endpoint)
		if !ok {
			continue
		}
		scored, last := int64(0), e.Model().Usage().LastError
		for _, l := range lines {
			if l.Agent == e.Name() {
				scored += l.Runs - l.Unscored
			}
		}
		switch {
		case scored > 0:
		case last == "": // all were played before, and this command went on with them
			return fmt.Errorf("no run of %s was scored; play it into another folder", e.Name())
		default:
			return fmt.Errorf("no run of %s was scored; see to the endpoint, and play it again into another folder: %s", e.Name(), last)
		}
	}
	return nil
}
