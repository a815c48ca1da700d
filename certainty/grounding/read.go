package grounding

import (
	"slices"
	"strconv"
	"strings"
	"sync"
)

// reader reads one conversation by the rules. Its lists are reused for the next one.
type reader struct {
	b     *bound
	out   []Mention
	pos   []span3 // the tokens of each mention
	used  []bool  // for each token, whether a mention contains it
	dated []bool  // for each token, whether it is part of a date or a time

	last     []int     // the mentions that a correction may replace
	extra    []Mention // what is denied, replaced or confirmed, with its tokens
	extraPos []span3

	steps int        // steps of the inner loops, for the test of the cost
	lists [][]record // the lists that tools return

	heads   []int32   // for each word, the first of its holders, or 0
	holders []holder  // which records of a list contain which words
	held    []int32   // the words that have holders
	hits    []float64 // for each record of a list, how often it is named in a turn
}

var readers = sync.Pool{New: func() any { return new(reader) }}

// maxMentions bounds the mentions of a conversation; of more, the last are kept.
const maxMentions = 1 << 13

// Read reads a conversation by the rules (F4): first its text in one pass, then what fills
// each parameter. The cost is linear in the length of the text for any words. If there are
// more than MaxTokens words, the last are read.
func Read(in Input) *Reading {
	out := ReadText(in)
	out.fill()
	return out
}

// ReadText is like Read but leaves out what fills each parameter, which is more than half
// of the cost. Slots is empty; Support gives the same results.
func ReadText(in Input) *Reading {
	r := readers.Get().(*reader)
	r.read(&in)
	out := &Reading{Reader: Rules, Mentions: slices.Concat(r.extra, r.out), in: &in}
	out.text.Store(r.b)
	r.b.at3 = slices.Concat(r.extraPos, r.pos)
	r.b.settled(out.Mentions)
	clear(r.out)
	clear(r.extra)
	*r = reader{last: r.last, out: r.out[:0], pos: r.pos[:0], used: r.used[:0], dated: r.dated[:0], extra: r.extra[:0], extraPos: r.extraPos[:0],
		heads: r.heads, holders: r.holders, held: r.held, hits: r.hits}
	readers.Put(r)
	return out
}

// Text returns ReadText(in). If r is the rules' reading of the same turns, even with other
// tools, their text is not read again. r may be nil.
func (r *Reading) Text(in Input) *Reading {
	if r == nil || r.Reader != Rules || r.in == nil || !sameTurns(r.in.Turns, in.Turns) {
		return ReadText(in)
	}
	read := r.bound()
	b := &bound{page: read.page, in: &in, ears: make([]lazy[hearing], len(in.Tools))}
	read.look()
	b.looked.Do(func() { b.lookup = read.lookup })
	b.vectors.Store(read.vectors.Load())
	out := &Reading{Reader: Rules, Mentions: slices.Clip(b.mentions), in: &in}
	out.text.Store(b)
	return out
}

// read reads the mentions of a conversation.
func (r *reader) read(in *Input) {
	r.b = bind(in)
	r.used = append(r.used, make([]bool, len(r.b.tokens))...)
	r.dated = append(r.dated, make([]bool, len(r.b.tokens))...)
	for t := range in.Turns {
		r.turn(t)
	}
	r.forget(len(r.out) - maxMentions)
	r.findStatuses()
	r.records()
	r.settle()
}

// forget drops the first n mentions, from the records of tools' results as well.
func (r *reader) forget(n int) {
	if n <= 0 {
		return
	}
	r.out, r.pos = slices.Delete(r.out, 0, n), slices.Delete(r.pos, 0, n)
	for _, list := range r.lists {
		for k := range list {
			kept := list[k].leaves[:0]
			for _, m := range list[k].leaves {
				if m >= n {
					kept = append(kept, m-n)
				}
			}
			list[k].leaves = kept
		}
	}
}

// add adds a mention of the tokens [from, to) and marks them as used. A mention ends with its turn, whatever a rule
// took for its last word.
func (r *reader) add(m Mention, from, to int) {
	to = min(to, int(r.b.starts[r.b.tokens[from].turn+1]))
	if m.Status == 0 {
		m.Status = Said
	}
	m.Span = r.b.span(from, to)
	r.out = append(r.out, m)
	r.pos = append(r.pos, span3{int32(from), int32(to)})
	for k := from; k < to; k++ {
		r.used[k] = true
		r.dated[k] = m.Kind == Date || m.Kind == Time
	}
}

// turn reads the typed mentions of one turn.
func (r *reader) turn(t int) {
	b := r.b
	if b.in.Turns[t].Role == "tool" && r.isJSON(t) {
		return
	}
	b.lastDate = day{}
	start := len(r.out)
	end := int(b.starts[t+1])
	for i := int(b.starts[t]); i < end; {
		r.steps++
		i = max(r.one(i), i+1)
	}
	named := len(r.out)
	r.names(int(b.starts[t]), end)
	r.merge(start, named)
}

// merge sorts the mentions from the n-th on by position; those from the named-th on are
// names.
func (r *reader) merge(n, named int) {
	r.extra, r.extraPos = append(r.extra[:0], r.out[named:]...), append(r.extraPos[:0], r.pos[named:]...)
	at := len(r.out) - 1
	for k, typed := len(r.extra)-1, named-1; k >= 0; at-- {
		if typed >= n && r.pos[typed].from > r.extraPos[k].from {
			r.out[at], r.pos[at] = r.out[typed], r.pos[typed]
			typed--
		} else {
			r.out[at], r.pos[at] = r.extra[k], r.extraPos[k]
			k--
		}
	}
	r.extra, r.extraPos = r.extra[:0], r.extraPos[:0]
}

// one reads what begins at token i and returns where it ends. The token's classes tell
// which kinds can begin there, and only those are tried.
func (r *reader) one(i int) int {
	b := r.b
	t, next, counts := &b.tokens[i], b.tok(i+1, i), b.countable(i)
	if t.has&cUnit != 0 {
		if end := r.bareUnit(i); end > i {
			return end
		}
	}
	chained := next.gap <= hyphen
	if !counts && t.has&opens == 0 && !t.upper && len(b.norm(t)) > 1 && !chained && next.has&cDot == 0 {
		return i + 1 // most words begin no mention
	}
	to := i
	if (chained || next.has&cDot != 0) && (t.gap >= space || !t.solid || i > 0 && !b.tokens[i-1].solid) {
		to = b.chain(i)
		switch kind := b.chainKind(i, to); {
		case kind == Email || kind == URL:
			r.add(Mention{Kind: kind, Value: strings.ToLower(b.text(i, to))}, i, to)
			return to
		case kind == Code && !r.typed(i, to):
			r.add(Mention{Kind: Code, Value: squash(b.text(i, to))}, i, to)
			r.sides(i, to)
			return max(to, r.joinCodes(i, to))
		}
		if b.is(to, cDot) {
			if end := r.spokenAddress(i); end > i {
				return end
			}
		}
	}
	if t.has&cLapse != 0 && t.has&(cPast|cBefore) != 0 { // kwadrans po ósmej
		if c, ok := b.timesAt(i); ok {
			r.addTime(c)
			return c.to
		}
	}
	if t.has&(cLapse|cDays) != 0 {
		if end := r.inOneWord(i); end > i {
			return end
		}
	}
	if counts || t.has&dates != 0 {
		if ds := b.datesAt(i); ds != nil {
			return r.dates(ds, i)
		}
	}
	if counts || t.has&times != 0 {
		if c, ok := b.timesAt(i); ok {
			r.addTime(c)
			if c.to == i+3 && len(b.norm(t)) == 1 && next.gap == glued && b.norm(next) == "h" && !b.atBefore(i) { // 1h30 may be a length, too
				r.add(Mention{Kind: Duration, Value: plain(float64(c.v % (12 * 60))), Unit: "min"}, i, c.to)
			}
			return c.to
		}
	}
	if !counts || next.gap != glued || !b.compound(i) {
		if end := r.joinCodes(i, i); end > i {
			return end
		}
	}
	if counts || t.has&(cOne|cHalf) != 0 {
		return r.number(i)
	}
	return i + 1
}

// The classes of words that can begin a date, a time of day, and any typed mention.
const (
	dates = cMonth | cDay | cRel | cHoliday | cSpan | cNext | cLast | cThis | cIn | cOne | cEdge
	times = cClock | cPast | cBefore | cAM | cPM | cNum | cOrd
	opens = dates | times | cHalf | cLapse | cDays | cLetter
)

// inOneWord reads a duration, or several days of the week, written as one word.
func (r *reader) inOneWord(i int) int {
	b := r.b
	if m, ok := b.at(i, cLapse); ok {
		to, v := i+int(m.n), m.val
		r.add(Mention{Kind: Duration, Value: plain(v), Unit: "min"}, i, to)
		return to
	}
	m, _ := b.at(i, cDays)
	for _, d := range m.str() {
		r.add(Mention{Kind: Date, Value: day{wd: int(d - '0')}.String(), Role: "each"}, i, i+int(m.n))
	}
	return i + int(m.n)
}

// dates adds the dates found at token i, and the time that follows one.
func (r *reader) dates(ds []dated, i int) int {
	b, end := r.b, i
	for _, d := range ds {
		r.add(Mention{Kind: Date, Value: d.value, Role: d.role}, d.from, d.to)
		if v := d.value; !d.relative && len(v) >= 7 && v[0] != 'T' && v[5] != 'W' && v[5] != 'X' {
			b.lastDate = day{m: atoi(v[5:7])}
			if v[0] != 'X' {
				b.lastDate.y = atoi(v[:4])
			}
		}
		end = max(end, d.to)
	}
	return end
}

func (r *reader) addTime(c timed) {
	value := clock((c.v + 24*60) % (24 * 60))
	if c.two {
		value += "|" + clock((c.alt+24*60)%(24*60))
	}
	r.add(Mention{Kind: Time, Value: value}, c.from, c.to)
}

// typed reports whether a run of tokens consists only of dates, times and numbers, either
// one or a range of two, and is therefore not a code.
func (r *reader) typed(i, to int) bool {
	b := r.b
	for n := 0; i < to; n++ {
		if n == 2 {
			return false
		}
		if ds := b.datesAt(i); ds != nil {
			i = ds[len(ds)-1].to
			if i < to && b.norm(&b.tokens[i]) == "t" {
				i++
				n--
			}
			continue
		}
		if c, ok := b.timesAt(i); ok {
			i = c.to
			continue
		}
		f, ok := b.figureAt(i)
		if !ok || f.lit != "" && len(f.lit) > 1 && f.lit[0] == '0' && !f.two && f.v >= 1 {
			return false
		}
		_, end := b.unitAt(i, f.to)
		i = end
	}
	return true
}

// names adds the capitalised names of a text. One in capitals throughout shows none.
func (r *reader) names(from, to int) {
	b := r.b
	if to-from > 4 && !slices.ContainsFunc(b.tokens[from:to], func(t token) bool { return t.solid && !t.digit && !t.upper && t.end-t.start > 1 }) {
		return
	}
	for i := from; i < to; i++ {
		t := &b.tokens[i]
		if !t.capital || r.used[i] || !t.solid || t.gap == sentence && b.tokens[i].has != 0 || b.is(i, cStop|cRel|cDay|cMonth|cYes|cNo) {
			continue
		}
		j := i + 1
		for j < to && j-i < 8 && !r.used[j] && b.tokens[j].gap < comma {
			if b.tokens[j].capital && !b.is(j, cRel|cDay|cMonth) && (b.tokens[j].upper || !b.is(j, cMine)) {
				j++
				continue
			}
			break
		}
		if t.gap == sentence && j == i+1 && to-from > 4 {
			continue
		}
		r.add(Mention{Kind: Name, Value: b.text(i, j)}, i, j)
		i = j - 1
	}
}

func number(s string) (float64, bool) {
	if s == "" || s[0] > '9' && !strings.ContainsRune("iInN", rune(s[0])) {
		return 0, false
	}
	v, err := strconv.ParseFloat(s, 64)
	return v, err == nil
}
