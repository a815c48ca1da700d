package score

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/reward"
)

// The means and deviations of groups are equal, to the last bit, to those that
// reward.Advantages computes from a slice.
func TestMomentsAreThoseOfAdvantages(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const many, rows = 40, 900
	l := layout{widths: []int{0, 0}, offsets: []int{recordHead, recordHead + 10}, fixed: recordHead + 20}
	type member struct {
		group uint64
		r     float64 // NaN: no reward
	}
	var members []member
	var records []record
	for range rows {
		m := member{group: rng.Uint64N(many), r: float64(rng.IntN(36)) / 8}
		switch {
		case m.group < 4:
			m.r = 0.1 // equal rewards, whose sum is not exact
		case m.group < 6:
			m.r = math.NaN()
		case rng.IntN(5) == 0:
			m.r = rng.Float64() * 4.5
		case rng.IntN(9) == 0:
			m.r = math.NaN()
		}
		members = append(members, m)
		outcomes := make([]item.Outcome, 2)
		outcomes[0].Reward, outcomes[1].Reward = 99, m.r
		if math.IsNaN(m.r) {
			outcomes[1] = item.Outcome{Err: &item.Error{Code: item.CodeBadRequest}}
		}
		records = append(records, record(l.append(nil, &scored{group: m.group, outcomes: outcomes})[4:]))
	}
	all := newGroups(2)
	for _, r := range records {
		sharedtest.OK(t, all.first(r, &l))
	}
	all.between()
	for _, r := range records {
		all.second(r, &l)
	}
	all.end()

	var want groupCounts
	advantages := make([]float64, rows)
	for g := range uint64(many) {
		var at []int
		var rs []float64
		var ok []bool
		n, equal, first := 0, true, math.NaN()
		for i, m := range members {
			if m.group != g {
				continue
			}
			at, rs, ok = append(at, i), append(rs, m.r), append(ok, !math.IsNaN(m.r))
			if math.IsNaN(m.r) {
				continue
			}
			if n++; n == 1 {
				first = m.r
			}
			equal = equal && m.r == first
		}
		if n > 0 {
			want.groups++
		}
		if n == 1 {
			want.single++
		}
		if n > 1 && equal {
			want.zero++
		}
		for k, a := range reward.Advantages(rs, ok, reward.AdvantageStd) {
			advantages[at[k]] = a
		}
	}
	if got := all.counts(1); got != want {
		t.Errorf("counts %+v, want %+v", got, want)
	}
	for i, m := range members {
		stats := all.appendTo(nil, records[i])
		mean, std := stats[2], stats[3]
		got := reward.Advantage(m.r, mean, std, reward.AdvantageStd)
		if got != advantages[i] && !(math.IsNaN(got) && math.IsNaN(advantages[i])) {
			t.Errorf("row %d of group %d: advantage %v, want %v", i, m.group, got, advantages[i])
		}
		if m.group < 4 && (mean != 0.1 || std != 0) {
			t.Errorf("equal rewards: mean %v, deviation %v", mean, std)
		}
	}
}
