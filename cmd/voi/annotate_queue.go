package main

import (
	"context"
	"fmt"

	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// toolQueue annotates a few tools at a time, which pays where a model is asked,
// and visits them in their order.
type toolQueue struct {
	*annotation
	visit   func(*domains.Tool, domains.Set)
	waiting []*queuedTool
}

// queuedTool is a tool on its way.
type queuedTool struct {
	raw  reader.Raw
	tool domains.Tool
	set  domains.Set
	err  error
	done chan struct{}
}

// record takes one tool, a list of them, or the tools of a sample.
func (q *toolQueue) record(ctx context.Context, raw reader.Raw, v domains.Value) error {
	// A sample of BFCL keeps its tools under "function"; an OpenAI tool has a key
	// of that name, too, but it holds an object.
	if held, ok := v.Get("function"); ok && held.Kind() != jsonvalue.Object {
		v = held
	}
	for tool, err := range domains.Tools(v) {
		t := &queuedTool{raw: raw, tool: tool, err: err, done: make(chan struct{})}
		q.waiting = append(q.waiting, t)
		if q.overlay != nil && err == nil {
			q.seen[tool.Name] = true
		}
		if q.ahead > 1 {
			go q.annotate(ctx, t)
		} else {
			q.annotate(ctx, t)
		}
		for len(q.waiting) >= q.ahead {
			if err := q.next(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

func (q *toolQueue) annotate(ctx context.Context, t *queuedTool) {
	defer close(t.done)
	if t.err == nil {
		t.set, t.err = q.annotator.Annotate(ctx, &t.tool)
	}
	if t.err == nil {
		if t.set, t.err = q.overlay.Apply(&t.tool, t.set); t.err != nil {
			t.err = fmt.Errorf("--domains: %w", t.err)
		}
	}
}

// next visits the first of those that wait. The error is the context's: a tool
// that was not annotated because the run ends is not to blame.
func (q *toolQueue) next(ctx context.Context) error {
	t := q.waiting[0]
	<-t.done
	q.waiting = q.waiting[1:]
	switch {
	case t.err == nil:
		q.visit(&t.tool, t.set)
	case ctx.Err() != nil:
		return ctx.Err()
	default:
		q.reject(t.raw, t.err)
	}
	return nil
}

func (q *toolQueue) drain(ctx context.Context) error {
	for len(q.waiting) > 0 {
		if err := q.next(ctx); err != nil {
			return err
		}
	}
	return nil
}
