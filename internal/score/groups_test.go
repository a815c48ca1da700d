package score

import (
	"bufio"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/voi-rl/voi/reward"
)

// The means and deviations of groups are those that reward.Advantages reckons
// from a slice, to the last bit.
func TestMomentsAreThoseOfAdvantages(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const groups, rows = 40, 900
	type member struct {
		group uint32
		r     float64
	}
	var members []member
	path := filepath.Join(t.TempDir(), "groups")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(f)
	for range rows {
		m := member{group: uint32(rng.IntN(groups)), r: float64(rng.IntN(36)) / 8}
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
		line := appendFloat([]byte{byte(m.group), 0, 0, 0}, 99) // of another profile
		if _, err := w.Write(appendFloat(line, m.r)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(path)
	counts, err := rowGroups{path, 2}.moments(1, groups, filepath.Join(dir, "stats"))
	if err != nil {
		t.Fatal(err)
	}

	var want groupCounts
	advantages := make([]float64, rows)
	for g := range uint32(groups) {
		var at []int
		var rs []float64
		var ok []bool
		n, equal := 0, true
		for i, m := range members {
			if m.group == g {
				at, rs, ok = append(at, i), append(rs, m.r), append(ok, !math.IsNaN(m.r))
			}
		}
		first := math.NaN()
		for i, r := range rs {
			if ok[i] {
				if n++; n == 1 {
					first = r
				}
				equal = equal && r == first
			}
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
	if counts != want {
		t.Errorf("counts %+v, want %+v", counts, want)
	}
	s, err := openStats(dir, "stats")
	if err != nil {
		t.Fatal(err)
	}
	defer s.file.Close()
	for i, m := range members {
		mean, std, err := s.next()
		if err != nil {
			t.Fatal(err)
		}
		got := reward.Advantage(m.r, mean, std, reward.AdvantageStd)
		if got != advantages[i] && !(math.IsNaN(got) && math.IsNaN(advantages[i])) {
			t.Errorf("row %d of group %d: advantage %v, want %v", i, m.group, got, advantages[i])
		}
		if m.group < 4 && (mean != 0.1 || std != 0) {
			t.Errorf("equal rewards: mean %v, deviation %v", mean, std)
		}
	}
}

// Groups keep their numbers while the table grows, and the table, like what is
// kept of each group, takes at most 24 bytes a group.
func TestGroupTable(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const groups = 300000
	digests := make([]uint64, groups)
	for i := range digests {
		digests[i] = rng.Uint64()
	}
	digests[7] = 0
	var table groupTable
	for round := range 2 {
		for i, d := range digests {
			n, err := table.number(d)
			if err != nil {
				t.Fatal(err)
			}
			if n != uint32(i) {
				t.Fatalf("round %d: group %d has the number %d", round, i, n)
			}
		}
		size := 0
		for i := range table.parts {
			size += 12 * len(table.parts[i].digests)
		}
		if each := float64(size) / groups; each > 24 {
			t.Errorf("%.1f bytes a group", each)
		}
	}
	if table.next != groups {
		t.Errorf("%d groups", table.next)
	}
	g := newGroupMoments(groups)
	if each := 4*cap(g.count) + 8*cap(g.mean) + 8*cap(g.std); each > 24*groups {
		t.Errorf("%d bytes for %d groups", each, groups)
	}
}

func BenchmarkGroupTable(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 4))
	for b.Loop() {
		var table groupTable
		for range 1 << 16 {
			if _, err := table.number(rng.Uint64()); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(1<<16), "ns/group")
}
