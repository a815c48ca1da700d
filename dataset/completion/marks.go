package completion

// Outer is one of the four tags that the form of a completion is made of (F8).
type Outer uint8

// The outer tags, in the order in which a completion in form has them.
const (
	NoOuter      Outer = iota
	ReasoningTag       // <reasoning>
	ReasoningEnd       // </reasoning>
	AnswerTag          // <answer>
	AnswerEnd          // </answer>
)

// Len returns the length of the tag's text in bytes.
func (o Outer) Len() int { return tag(o).len() }

// outer returns t as an outer tag, NoOuter where it is none.
func (t tag) outer() Outer {
	if t <= tagAnswerEnd {
		return Outer(t)
	}
	return NoOuter
}

// fewMarks is the number of outer tags that a Completion keeps: twice those of
// one in form. Where there are more, the text is read again for them.
const fewMarks = 8

// marks are the outer tags that have been come upon.
type marks struct {
	scanned bool // the whole text was looked through
	count   int  // of all that there are
	first   [fewMarks]outerAt
}

type outerAt struct {
	tag Outer
	at  int
}

func (m *marks) add(o Outer, at int) {
	if m.count < fewMarks {
		m.first[m.count] = outerAt{o, at}
	}
	m.count++
}

// Marks walks the outer tags of a completion's text, wherever they stand.
type Marks struct {
	c    *Completion
	next int // of the marks that are known
	from int // of the text that is still to be read
}

// Marks returns a walk that begins before the first tag.
func (c *Completion) Marks() Marks { return Marks{c: c} }

// Next returns the next tag and the byte at which it begins; NoOuter and the
// length of the text after the last.
func (m *Marks) Next() (tag Outer, at int) {
	known := &m.c.marks
	if known.scanned && known.count <= fewMarks {
		if m.next == known.count {
			return NoOuter, len(m.c.Text)
		}
		found := known.first[m.next]
		m.next++
		return found.tag, found.at
	}
	for {
		t, at := nextTag(m.c.Text, m.from)
		if t == tagNone {
			return NoOuter, at
		}
		m.from = at + t.len()
		if o := t.outer(); o != NoOuter {
			return o, at
		}
	}
}
