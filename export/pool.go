package export

import "sync"

// pool runs functions on a fixed number of goroutines. The functions must not
// wait for each other through the pool.
type pool struct {
	jobs chan func()
	done sync.WaitGroup
}

func newPool(workers int) *pool {
	p := &pool{jobs: make(chan func(), workers)}
	for range workers {
		p.done.Go(func() {
			for job := range p.jobs {
				job()
			}
		})
	}
	return p
}

// run starts f when a goroutine is free, and blocks until one has room for it.
func (p *pool) run(f func()) { p.jobs <- f }

// close waits for everything that was started.
func (p *pool) close() {
	close(p.jobs)
	p.done.Wait()
}
