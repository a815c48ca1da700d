package score

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"

	"github.com/voi-rl/voi/internal/shard"
)

// groupTable numbers groups by their digests, in the order of their first rows.
// It takes 12 bytes a place, at least 7 of 10 places being used: it is split by
// the first byte of the digest into tables that grow by a quarter, one at a
// time, so that growing never takes room for two of the whole.
type groupTable struct {
	parts [256]groupPart
	next  uint32
}

type groupPart struct {
	digests []uint64 // 0 is a free place
	numbers []uint32
	used    int
}

var errGroups = errors.New("there are more than four billion groups; score the files one by one")

// number returns the number of a group.
func (t *groupTable) number(digest uint64) (uint32, error) {
	if digest == 0 {
		digest = 1
	}
	p := &t.parts[digest>>56]
	if 8*(p.used+1) > 7*len(p.digests) {
		p.grow()
	}
	i := p.place(digest)
	if p.digests[i] == 0 {
		if t.next == math.MaxUint32 {
			return 0, errGroups
		}
		p.digests[i], p.numbers[i] = digest, t.next
		p.used++
		t.next++
	}
	return p.numbers[i], nil
}

// place is where a digest is, or would be.
func (p *groupPart) place(digest uint64) int {
	// The digest is uniform: scale its lower bits to the length of the table.
	i := int((digest & 0xffffffff) * uint64(len(p.digests)) >> 32)
	for p.digests[i] != 0 && p.digests[i] != digest {
		if i++; i == len(p.digests) {
			i = 0
		}
	}
	return i
}

func (p *groupPart) grow() {
	old := *p
	size := max(8, len(old.digests)+len(old.digests)/4+1)
	p.digests, p.numbers = make([]uint64, size), make([]uint32, size)
	for i, digest := range old.digests {
		if digest != 0 {
			at := p.place(digest)
			p.digests[at], p.numbers[at] = digest, old.numbers[i]
		}
	}
}

// groupMoments are the count, mean and deviation of the rewards of every group
// under one profile: 20 bytes a group. They are reckoned in two passes over the
// rows, in their order, which gives the figures of reward.Advantages to the last
// bit.
type groupMoments struct {
	count []uint32  // of rewards; the highest bit says that they differ
	mean  []float64 // their sum in the first pass
	std   []float64 // the first reward in the first pass, then the sum of squares
}

const differ = 1 << 31

func newGroupMoments(groups uint32) *groupMoments {
	return &groupMoments{count: make([]uint32, groups), mean: make([]float64, groups), std: make([]float64, groups)}
}

// reset forgets all rewards.
func (g *groupMoments) reset() {
	clear(g.count)
	clear(g.mean)
	clear(g.std)
}

// first takes a reward in, in the first pass.
func (g *groupMoments) first(group uint32, r float64) {
	n := &g.count[group]
	if *n&^differ == 0 {
		g.std[group] = r
	} else if g.std[group] != r {
		*n |= differ
	}
	if *n&^differ < differ-1 {
		*n++
	}
	g.mean[group] += r
}

// between ends the first pass. The mean of equal rewards is that reward, which
// summing and dividing may miss.
func (g *groupMoments) between() {
	for i, n := range g.count {
		switch {
		case n&^differ == 0:
			g.mean[i], g.std[i] = math.NaN(), math.NaN()
		case n&differ == 0:
			g.mean[i], g.std[i] = g.std[i], 0
		default:
			g.mean[i], g.std[i] = g.mean[i]/float64(n&^differ), 0
		}
	}
}

// second takes a reward in, in the second pass.
func (g *groupMoments) second(group uint32, r float64) {
	if g.count[group]&differ != 0 {
		d := r - g.mean[group]
		g.std[group] += d * d
	}
}

func (g *groupMoments) end() {
	for i, n := range g.count {
		if n&differ != 0 {
			g.std[i] = math.Sqrt(g.std[i] / float64(n&^differ-1))
		}
	}
}

// groupCounts says how the groups of one profile came out.
type groupCounts struct {
	groups int64 // with at least one reward
	single int64 // of these, those with one only
	zero   int64 // those of several rewards, all equal
}

func (c *groupCounts) add(d groupCounts) {
	c.groups += d.groups
	c.single += d.single
	c.zero += d.zero
}

func (g *groupMoments) counts() (c groupCounts) {
	for _, n := range g.count {
		if n == 0 {
			continue
		}
		c.groups++
		switch {
		case n == 1:
			c.single++
		case n&differ == 0:
			c.zero++
		}
	}
	return c
}

// rowGroups is the file of the group and the rewards of each row, in order: 4
// bytes, and 8 for each profile, a NaN where there is no reward.
type rowGroups struct {
	path     string
	profiles int
}

// each calls f for the reward under one profile, and the group, of each row.
func (f rowGroups) each(at int, do func(group uint32, r float64)) error {
	file, err := os.Open(f.path)
	if err != nil {
		return err
	}
	defer file.Close()
	r := bufio.NewReaderSize(file, 1<<18)
	row := make([]byte, 4+8*f.profiles)
	for {
		if _, err := io.ReadFull(r, row); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		do(binary.LittleEndian.Uint32(row), math.Float64frombits(binary.LittleEndian.Uint64(row[4+8*at:])))
	}
}

// moments reckons the groups under one profile and writes the mean and the
// deviation of each row's group to a file.
func (f rowGroups) moments(at int, groups uint32, to string) (c groupCounts, err error) {
	g := newGroupMoments(groups)
	if err := f.each(at, func(group uint32, r float64) {
		if !math.IsNaN(r) {
			g.first(group, r)
		}
	}); err != nil {
		return c, err
	}
	g.between()
	if err := f.each(at, func(group uint32, r float64) {
		if !math.IsNaN(r) {
			g.second(group, r)
		}
	}); err != nil {
		return c, err
	}
	g.end()
	file, err := shard.CreateNew(to)
	if err != nil {
		return c, err
	}
	w := bufio.NewWriterSize(file, 1<<18)
	var row []byte
	err = f.each(at, func(group uint32, _ float64) {
		row = appendFloat(appendFloat(row[:0], g.mean[group]), g.std[group])
		_, _ = w.Write(row) // the error is sticky; Flush returns it
	})
	return g.counts(), errors.Join(err, w.Flush(), file.Close())
}

// statsReader reads what moments has written, row by row.
type statsReader struct {
	file *os.File
	r    *bufio.Reader
}

func openStats(dir, name string) (*statsReader, error) {
	file, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		return nil, err
	}
	return &statsReader{file, bufio.NewReaderSize(file, 1<<18)}, nil
}

func (s *statsReader) next() (mean, std float64, err error) {
	row, err := s.r.Peek(16)
	if err != nil {
		return 0, 0, err
	}
	mean = math.Float64frombits(binary.LittleEndian.Uint64(row))
	std = math.Float64frombits(binary.LittleEndian.Uint64(row[8:]))
	_, err = s.r.Discard(16)
	return mean, std, err
}
