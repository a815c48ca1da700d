package grounding

// bounded counts, for each record, the bounds of turn t that its price keeps and not all records' do, "whatever is under
// 100", and the half of the day in which its time is: "the evening one". It chooses only among what the turn names otherwise.
func (r *reader) bounded(t int, list []record, hits []float64) {
	b := r.b
	const bounds, halves = cMin | cMax | cMinPost | cMaxPost, cAM | cPM
	if t <= list[0].turn || b.inTurn[t]&(bounds|halves) == 0 {
		return
	}
	for n := r.first(int(b.starts[t])); b.inTurn[t]&bounds != 0 && n < len(r.out) && r.pos[n].from < b.starts[t+1]; n++ {
		m, at := &r.out[n], r.pos[n]
		if family(m.Kind) != Number || m.Unit != "" && !currency(m.Unit) || b.tokens[at.from].status != Said || b.beforeNoun(at) {
			continue
		}
		most, ok := number(first(m.Value))
		role := b.roleAt(int(at.from), int(at.to))
		if ok && (role == roleMin || role == roleMax) {
			r.narrow(list, hits, func(x *Mention) (keeps, of bool) {
				v, ok := number(x.Value)
				return (v <= most) == (role == roleMax) || v == most, ok && family(x.Kind) == Number && hasField(x.Role, tells["field_price"])
			})
		}
	}
	for i := int(b.starts[t]); b.inTurn[t]&halves != 0 && i < int(b.starts[t+1]); i++ {
		if b.is(i, halves) && b.is(i+1, cOne) && b.tokens[i].status == Said && !r.dated[i] {
			r.narrow(list, hits, func(x *Mention) (keeps, of bool) {
				return x.Kind == Time && (x.Value < "12:00") == b.is(i, cAM), x.Kind == Time
			})
		}
	}
}

// narrow adds to the records of which a value is kept by a test, if not all are. The first value that the test is about counts.
func (r *reader) narrow(list []record, hits []float64, test func(*Mention) (keeps, of bool)) {
	var kept []int
	best, tested := leastChosen, 0
	for _, h := range hits {
		best = max(best, h)
	}
	for k := range list {
		for _, l := range list[k].leaves {
			r.steps++
			if keeps, of := test(&r.out[l]); of {
				if tested++; keeps {
					kept = append(kept, k)
				}
				break
			}
		}
	}
	if tested < len(list) || len(kept) == len(list) {
		return
	}
	for _, k := range kept {
		if best == leastChosen || hits[k] >= best {
			hits[k] += 1 / float64(len(kept))
		}
	}
}
