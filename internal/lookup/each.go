package lookup

import (
	"context"
	"slices"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
)

// Each calls f with every sample and its labels (F12), in the order of the shards
// and their rows; its domains are the sample's own. A row that cannot be read is
// left out, as it is unscored wherever it is asked for. It ends with the error of
// f, or that of the context.
func (st *Store) Each(ctx context.Context, f func(*dataset.Sample, *label.Labels) error) error {
	places := make([]place, len(st.index))
	for i := range st.index {
		places[i] = st.index[i].at
	}
	slices.Sort(places)
	for _, at := range places {
		if err := ctx.Err(); err != nil {
			return err
		}
		r, err := st.row(at)
		if err != nil {
			continue
		}
		s, err := r.Sample()
		if err != nil {
			continue
		}
		labels, err := r.Labels(s)
		if err != nil {
			continue
		}
		if err := f(s, labels); err != nil {
			return err
		}
	}
	return nil
}
