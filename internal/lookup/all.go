package lookup

import (
	"context"
	"fmt"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/export"
)

// At returns row i of the folder, in [0, Len), in the order of the shards. It is for
// callers that do not know the ids, and returns every row, also where several share an id.
// Nothing is cached. The error is an *Error, as in Get.
func (st *Store) At(i int) (*dataset.Sample, map[string]domains.Set, *label.Labels, error) {
	row := int64(i)
	for number, s := range st.shards {
		if row >= s.rows {
			row -= s.rows
			continue
		}
		r, err := st.row(placeOf(number, row))
		if err != nil {
			return nil, nil, nil, internal("row %d cannot be read: %v", i+1, err)
		}
		sample, labels, bad := decoded(r, fmt.Sprintf("row %d", i+1))
		if bad != nil {
			return nil, nil, nil, bad
		}
		return sample, sample.Domains, labels, nil
	}
	return nil, nil, nil, unknown("there is no row %d among the %d in the shards", i+1, st.Len())
}

// Each calls f with every sample and its labels (F12), in the order of the shards and rows.
// The sample's Domains are set. A row that cannot be read is skipped. Each ends with the
// error of f or of the context.
func (st *Store) Each(ctx context.Context, f func(*dataset.Sample, *label.Labels) error) error {
	for i := range st.Len() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if s, _, labels, err := st.At(i); err == nil {
			if err := f(s, labels); err != nil {
				return err
			}
		}
	}
	return nil
}

// decoded returns the sample of a row and its labels. name is the row's name in messages.
func decoded(r *export.Row, name string) (*dataset.Sample, *label.Labels, *Error) {
	s, err := r.Sample()
	if err != nil {
		return nil, nil, unreadable(name, err)
	}
	labels, err := r.Labels(s)
	if err != nil {
		return nil, nil, internal("the labels of %s cannot be read: %v; voi inspect --verify tells more", name, err)
	}
	return s, labels, nil
}
