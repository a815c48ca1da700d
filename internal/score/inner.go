package score

// closer reckons groups whose rows are all there, as groupMoments does for all
// groups at once.
type closer struct {
	layout  *layout
	moments *groupMoments // of one group
	counts  []groupCounts // of each profile
}

func newCloser(l *layout) closer {
	return closer{layout: l, moments: newGroupMoments(1), counts: make([]groupCounts, len(l.offsets))}
}

// close gives the rows of a group its moments under each profile, in memory
// behind stats, which it returns.
func (c *closer) close(rows []outRow, stats []float64) []float64 {
	profiles, at := len(c.layout.offsets), len(stats)
	stats = append(stats, make([]float64, 2*profiles*len(rows))...)
	own := stats[at:]
	for k, offset := range c.layout.offsets {
		m := c.moments
		m.reset()
		for i := range rows {
			if rows[i].rec.ok(offset) {
				m.first(0, rows[i].rec.reward(offset))
			}
		}
		m.between()
		for i := range rows {
			if rows[i].rec.ok(offset) {
				m.second(0, rows[i].rec.reward(offset))
			}
		}
		m.end()
		c.counts[k].add(m.counts())
		for i := range rows {
			own[2*(i*profiles+k)], own[2*(i*profiles+k)+1] = m.mean[0], m.std[0]
		}
	}
	for i := range rows {
		rows[i].stats = own[2*profiles*i : 2*profiles*(i+1) : 2*profiles*(i+1)]
	}
	return stats
}

// inner are the groups of a batch that begin and end in it: all but its first
// and its last. The worker that has scored them makes their lines, too, so that
// who writes has little else to do.
type inner struct {
	from, to int // of the batch's rows, those left out among them; none where they are equal
	groups   []uint64
	lines    writeBatch
	closer   closer
}

func (n *inner) reset() {
	n.from, n.to, n.groups = 0, 0, n.groups[:0]
	n.lines.reset()
	clear(n.closer.counts)
}

// close finds the inner groups of a batch and makes their lines.
func (n *inner) close(b *scoreBatch, sink *jsonSink) error {
	if n.closer.layout == nil {
		n.closer = newCloser(&sink.layout)
	}
	rows := n.lines.rows[:0]
	first, start := true, 0 // start is where the group that is open begins in rows
	for i, rec := range b.records() {
		if rec.rejected() {
			continue
		}
		if b.raws[i].Text == "" {
			n.reset()
			return nil // too heavy to be kept: the log will do
		}
		if len(rows) > start && rows[start].rec.group() != rec.group() {
			if first {
				first, rows = false, rows[:0] // of a batch before, perhaps
				n.from = i
			} else {
				n.groups = append(n.groups, rows[start].rec.group())
				n.lines.stats = n.closer.close(rows[start:], n.lines.stats)
				start = len(rows)
			}
			n.to = i
		}
		rows = append(rows, outRow{raw: b.raws[i], rec: rec, step: b.in.step})
	}
	n.lines.in, n.lines.rows = b.in, rows[:start]
	clear(rows[start:])
	return sink.encode(&n.lines)
}
