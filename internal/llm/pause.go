package llm

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
	"time"
)

// The pauses between failed calls.
const (
	firstPause = 500 * time.Millisecond
	mostPause  = 2 * time.Minute // a server that asks for a longer one is not waited for
)

// waiter waits, or returns early when the context ends.
type waiter func(context.Context, time.Duration) error

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// pauses are the pauses of one question. The longest possible pause doubles each time; its
// length is random, so that callers that failed together do not retry together. It depends
// only on the seed and the question.
type pauses struct {
	random  *rand.Rand
	longest time.Duration
}

func newPauses(seed int64, key string) *pauses {
	var b [8]byte
	copy(b[:], key)
	return &pauses{rand.New(rand.NewPCG(uint64(seed), binary.LittleEndian.Uint64(b[:]))), firstPause}
}

// next returns the next pause, at least as long as the server asked for.
func (p *pauses) next(asked time.Duration) time.Duration {
	d := p.longest/2 + time.Duration(p.random.Int64N(int64(p.longest)/2+1))
	p.longest *= 2
	if asked > 0 {
		return asked + d/4
	}
	return min(d, mostPause)
}
