package lookup

import "testing"

// At returns every row once, in order, and the same as Get for the row's id.
func TestAt(t *testing.T) {
	for _, layouts := range [][]string{{"generic"}, {"trl"}} {
		st := open(t, build(t, layouts, fixture(63)), Options{})
		defer st.Close()
		seen := map[string]bool{}
		for i := range st.Len() {
			s, sets, labels, err := st.At(i)
			if err != nil {
				t.Fatalf("%v row %d: %v", layouts, i, err)
			}
			seen[s.ID] = true
			gs, gsets, glabels, err := st.Get(s.ID)
			if err != nil || s.ContentID() != gs.ContentID() || len(sets) != len(gsets) || labels.EVPIValue().JSON() != glabels.EVPIValue().JSON() {
				t.Errorf("%v row %d: not what Get gives for %s (%v)", layouts, i, s.ID, err)
			}
		}
		if len(seen) != 63 {
			t.Errorf("%v: %d ids in %d rows", layouts, len(seen), st.Len())
		}
		if _, _, _, err := st.At(st.Len()); err == nil {
			t.Error("a row beyond the last one")
		}
	}
}
