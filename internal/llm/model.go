package llm

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// Model is one model with a cache in front. It is safe for concurrent use.
type Model struct {
	opt    Options
	client *client // nil where no call may be made
	cache  cache
	budget budget
	flight singleflight.Group

	mu     sync.Mutex
	usage  Usage
	dry    Estimate             // of the requests that were not made
	seen   map[seenKey]struct{} // requests that usage has counted
	failed int                  // failed calls since the last success
	again  time.Time            // when a model that was given up is asked again
	about  map[string]struct{}  // the subjects of failed calls of a Chat since then; nil: none
	err    error                // why the run has to stop
}

// New returns a model. It opens no connection; the error is about an invalid option.
func New(opt Options) (*Model, error) {
	if err := opt.fill(); err != nil {
		return nil, err
	}
	m := &Model{opt: opt, cache: cache{dir: opt.Cache, model: opt.Model}, seen: map[seenKey]struct{}{}}
	m.budget.opt = &m.opt
	m.usage.Model = opt.Model
	if !opt.Offline && !opt.DryRun {
		m.client = newClient(&m.opt)
	}
	return m, nil
}

// Dry returns a model with the same options and cache that makes no calls. Its Usage says
// which calls it would have made.
func (m *Model) Dry() (*Model, error) {
	opt := m.opt
	opt.DryRun = true
	return New(opt)
}

// Name returns the name of the model.
func (m *Model) Name() string { return m.opt.Model }

// giveUpAfter is the number of consecutive calls that have to fail, each with its retries,
// before no more calls are made. Then one is made every askAgain, so that a long run, or a server,
// goes on with a model that is back.
const (
	giveUpAfter = 8
	askAgain    = time.Minute
)

// ask answers a request from the cache, else from the model. The error is the context's, or
// says why the run has to stop; any other failure is an answer with reasons.
func (m *Model) ask(ctx context.Context, r *request) (answer, error) {
	if err := m.Stopped(); err != nil && !m.opt.Lasting {
		return answer{}, err
	}
	got, err, _ := m.flight.Do(r.key, func() (any, error) { return m.answer(ctx, r) })
	a, _ := got.(answer)
	return a, err
}

// known answers a request without a call: from the cache, or by nothing where no call may be made.
func (m *Model) known(r *request) (a answer, ok bool) {
	if a, ok = m.cache.load(r); ok {
		m.count(r, a, true)
		return a, true
	}
	if m.client != nil {
		return a, false
	}
	m.wouldAsk(r)
	return m.counted(r, r.none(noAnswer)), true
}

func (m *Model) answer(ctx context.Context, r *request) (answer, error) {
	if a, ok := m.known(r); ok {
		return a, nil
	}
	if err := m.Stopped(); err != nil {
		return answer{}, err
	}
	if m.givenUp() {
		return m.counted(r, r.none(noAnswer)), nil
	}
	a, in, out, err := m.converse(ctx, r)
	var failed *failure
	switch {
	case errors.As(err, &failed) && (!failed.final || m.opt.Lasting):
		m.note(failed)
		return m.counted(r, r.none(noAnswer)), nil
	case err != nil && ctx.Err() == nil:
		return answer{}, m.stop(err)
	case err != nil:
		return answer{}, err
	}
	if r.kind == kindReading {
		m.mu.Lock()
		m.usage.Read++
		m.usage.ReadIn += in
		m.usage.ReadOut += out
		m.mu.Unlock()
	}
	if err := m.cache.store(r, a, in, out); err != nil && !m.opt.Lasting {
		return answer{}, m.stop(err)
	}
	return m.counted(r, a), nil
}

// converse asks, and asks once more if the answer is invalid.
func (m *Model) converse(ctx context.Context, r *request) (a answer, in, out int64, err error) {
	messages := r.messages(m.opt.Format)
	got, err := m.call(ctx, r, messages)
	if err != nil {
		return a, 0, 0, err
	}
	in, out = got.in, got.out
	a, faults := r.judge(got)
	if len(faults) == 0 {
		return a, in, out, nil
	}
	m.mu.Lock()
	m.usage.Repairs++
	m.mu.Unlock()
	again, err := m.call(ctx, r, r.repair(messages, got.text, faults))
	if err != nil {
		return a, in, out, err
	}
	second, _ := r.judge(again)
	return r.join(a, second), in + again.in, out + again.out, nil
}

// judge reads a completion. Where it returns no faults, asking again cannot help.
func (r *request) judge(got completion) (answer, []string) {
	if got.refused {
		return r.none(refused), nil
	}
	return r.read(got.text)
}

// call makes one call within the budget.
func (m *Model) call(ctx context.Context, r *request, messages []message) (completion, error) {
	out := int64(r.answerTokens(&m.opt))
	got, err := m.spend(ctx, r.key, estimate(messages), out, func() (completion, error) { return m.client.once(ctx, r, messages) })
	if err == nil && got.cut {
		// The answer is not final: a higher limit on tokens may help.
		err = &failure{cut: true, err: fmt.Errorf("the model %s was cut off after %d tokens; give --llm-answer-tokens for longer answers", m.opt.Model, out)}
	}
	if err == nil {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.failed = 0
	}
	return got, err
}

// spend makes a call of at most these tokens within the budget. Each try is paid, so that each has
// to be allowed. The key is as for retried.
func (m *Model) spend(ctx context.Context, key string, in, out int64, once func() (completion, error)) (completion, error) {
	tried := false
	got, err := m.client.retried(ctx, key, func() (completion, error) {
		if err := m.budget.reserve(ctx, in, out); err != nil {
			return completion{}, err
		}
		tried = true
		got, err := once()
		if err == nil && got.in+got.out == 0 { // the server does not count tokens
			got.in, got.out = in, int64(len(got.text)/4+1)
		}
		var failed *failure
		if errors.As(err, &failed) && failed.billed && got.in == 0 {
			got.in = in
		}
		m.budget.settle(in, out, got.in, got.out)
		return got, err
	})
	if tried {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.usage.Calls++
	}
	return got, err
}

// note counts a call that failed with all its retries. A server that finds a conversation or an answer
// too long is alive: a run that gave it up would never get past several long ones in a row.
func (m *Model) note(err *failure) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.failed++
	m.usage.Failed++
	m.usage.LastError = err.Error()
	if err.full || err.cut {
		m.failed = 0
	}
	if m.failed >= giveUpAfter {
		m.usage.GivenUp, m.again = true, time.Now().Add(askAgain)
	}
}

// whyNone is why the endpoint gave no answer.
func (m *Model) whyNone() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.client == nil {
		return "none is in the cache, and no call may be made (--offline)"
	}
	return m.usage.LastError
}

func (m *Model) givenUp() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	if m.failed < giveUpAfter || now.Before(m.again) {
		return m.failed >= giveUpAfter
	}
	m.again = now.Add(askAgain) // this call alone finds out
	return false
}

// stop stops the run.
func (m *Model) stop(err error) error {
	m.mu.Lock()
	first := m.err == nil
	if first {
		m.err = err
	}
	err = m.err
	m.mu.Unlock()
	if first {
		m.opt.Stop(err)
	}
	return err
}

// Stopped returns why no more calls are made, as a spent budget; nil: they are.
func (m *Model) Stopped() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.err
}
