package grounding

// inHalf counts the records whose time is in the half of the day that turn t names: "the evening one".
func (r *reader) inHalf(t int, list []record, hits []float64) {
	b := r.b
	const halves = cAM | cPM
	for i := int(b.starts[t]); b.inTurn[t]&halves != 0 && i < int(b.starts[t+1]); i++ {
		if !b.is(i, halves) || !b.is(i+1, cOne) {
			continue
		}
		for k := range list {
			for _, l := range list[k].leaves {
				r.steps++
				if m := &r.out[l]; m.Kind == Time {
					if (m.Value < "12:00") == b.is(i, cAM) {
						hits[k]++
					}
					break // the first time is when it begins
				}
			}
		}
	}
}
