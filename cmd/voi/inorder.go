package main

import (
	"errors"
	"iter"
)

// inOrder works on items, so many at a time, which pays where a model is asked, and
// visits them in their order. An error among the items ends them, after those before
// it were visited; one of visit ends all.
func inOrder[T any](items iter.Seq2[T, error], atATime int, work func(T), visit func(T) error) (failed error) {
	type job struct {
		item T
		done chan struct{}
	}
	var waiting []job
	visitFirst := func() error {
		first := waiting[0]
		waiting = waiting[1:]
		<-first.done
		return visit(first.item)
	}
	for item, err := range items {
		if err != nil {
			failed = err
			break
		}
		j := job{item, make(chan struct{})}
		waiting = append(waiting, j)
		run := func() {
			defer close(j.done)
			work(j.item)
		}
		if atATime > 1 {
			go run()
		} else {
			run()
		}
		for len(waiting) >= max(atATime, 1) {
			if err := visitFirst(); err != nil {
				return err
			}
		}
	}
	for len(waiting) > 0 {
		if err := visitFirst(); err != nil {
			return errors.Join(failed, err)
		}
	}
	return failed
}
