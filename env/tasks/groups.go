package tasks

import (
	"context"
	"iter"

	"github.com/voi-rl/voi/dataset/reader"
)

// Groups reads a file row by row. Nothing follows an error.
func Groups(ctx context.Context, path string, opt reader.Options) iter.Seq2[*Group, error] {
	return func(yield func(*Group, error) bool) {
		opt.Sessions = true
		r, err := reader.Open(ctx, path, opt)
		if err != nil {
			yield(nil, err)
			return
		}
		defer r.Close()
		var g *Group
		for raw, err := range r.All() {
			if err != nil {
				yield(nil, err)
				return
			}
			if g == nil || raw.Begins() {
				if g != nil && !yield(g, nil) {
					return
				}
				g = &Group{File: raw.File, Line: raw.Line, Place: raw.Row}
				g.Row, _ = raw.Parse() // an unparsable row is rejected below
			}
			if isClarify(g.Row) {
				continue // a ClarifyBench row is no sample; the row itself becomes a task
			}
			switch rec := r.Decode(raw); {
			case rec.Rejection != nil:
				g.Rejected = rec.Rejection
			default:
				g.Samples = append(g.Samples, rec.Sample)
			}
		}
		if g != nil {
			yield(g, nil)
		}
	}
}
