package score

import (
	"errors"
	"math"
)

// groups holds the mean and deviation of the rewards of every group, under every profile. A
// group takes some 50 bytes, and 24 for each further profile.
type groups struct {
	numbers map[uint64]uint32 // by digest, in the order of the first rows
	moments [][]moment        // of each profile, by the number of the group
}

var errGroups = errors.New("there are more than four billion groups; score the files one by one")

func newGroups(profiles int) *groups {
	return &groups{numbers: map[uint64]uint32{}, moments: make([][]moment, profiles)}
}

// number returns the number of a group, a new one for a new group.
func (g *groups) number(digest uint64) (uint32, error) {
	n, known := g.numbers[digest]
	if known {
		return n, nil
	}
	if len(g.numbers) == math.MaxUint32 {
		return 0, errGroups
	}
	n = uint32(len(g.numbers))
	g.numbers[digest] = n
	for k := range g.moments {
		g.moments[k] = append(g.moments[k], moment{})
	}
	return n, nil
}

// first adds the rewards of a row, in the first pass.
func (g *groups) first(r record, l *layout) error {
	n, err := g.number(r.group())
	if err != nil {
		return err
	}
	for k, at := range l.offsets {
		if r.ok(at) {
			g.moments[k][n].first(r.reward(at))
		}
	}
	return nil
}

// second adds the rewards of a row in the second pass, after between.
func (g *groups) second(r record, l *layout) {
	n := g.numbers[r.group()]
	for k, at := range l.offsets {
		if r.ok(at) {
			g.moments[k][n].second(r.reward(at))
		}
	}
}

func (g *groups) each(do func(m *moment)) {
	for k := range g.moments {
		for i := range g.moments[k] {
			do(&g.moments[k][i])
		}
	}
}

func (g *groups) between() { g.each((*moment).between) }
func (g *groups) end()     { g.each((*moment).end) }

// appendTo appends the mean and the deviation of a row's group under each profile, NaN
// where the group has no reward.
func (g *groups) appendTo(dst []float64, r record) []float64 {
	n := g.numbers[r.group()]
	for k := range g.moments {
		m := &g.moments[k][n]
		dst = append(dst, m.mean, m.std)
	}
	return dst
}

// moment is the count, mean and deviation of the rewards of one group. Two passes over the
// rows in order compute the same figures as reward.Advantages, to the last bit.
type moment struct {
	count  uint32 // of rewards
	differ bool
	mean   float64 // their sum in the first pass
	std    float64 // the first reward in the first pass, then the sum of squares
}

func (m *moment) first(r float64) {
	if m.count == 0 {
		m.std = r
	} else if m.std != r {
		m.differ = true
	}
	if m.count < math.MaxUint32 {
		m.count++
	}
	m.mean += r
}

// between ends the first pass. The mean of equal rewards is set to that reward, because
// summing and dividing may miss it.
func (m *moment) between() {
	switch {
	case m.count == 0:
		m.mean, m.std = math.NaN(), math.NaN()
	case !m.differ:
		m.mean, m.std = m.std, 0
	default:
		m.mean, m.std = m.mean/float64(m.count), 0
	}
}

func (m *moment) second(r float64) {
	if m.differ {
		d := r - m.mean
		m.std += d * d
	}
}

func (m *moment) end() {
	if m.differ {
		m.std = math.Sqrt(m.std / float64(m.count-1))
	}
}

// groupCounts counts the groups of one profile.
type groupCounts struct {
	groups int64 // with at least one reward
	single int64 // of these, groups with one reward
	zero   int64 // of these, groups of several equal rewards
}

func (g *groups) counts(profile int) (c groupCounts) {
	for _, m := range g.moments[profile] {
		switch {
		case m.count == 0:
			continue
		case m.count == 1:
			c.single++
		case !m.differ:
			c.zero++
		}
		c.groups++
	}
	return c
}
