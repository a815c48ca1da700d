package lookup

import (
	"fmt"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
)

// At returns row i of the folder, from 0 to Len, in the order of the shards, where
// samples are wanted and no ids are known. Rows of one id are all there. Nothing of it
// is kept. The error is an *Error, as that of Get.
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
		sample, err := r.Sample()
		if err != nil {
			return nil, nil, nil, unreadable(fmt.Sprintf("row %d", i+1), err)
		}
		labels, err := r.Labels(sample)
		if err != nil {
			return nil, nil, nil, internal("the labels of row %d cannot be read: %v; voi inspect --verify tells more", i+1, err)
		}
		return sample, sample.Domains, labels, nil
	}
	return nil, nil, nil, unknown("there is no row %d among the %d in the shards", i+1, st.Len())
}
