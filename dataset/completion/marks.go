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

// Marks walks the outer tags of a text, wherever they stand.
type Marks struct {
	text string
	from int // what is still to be read
}

// Marks returns a walk over a completion's text that begins before the first tag.
func (c *Completion) Marks() Marks { return Marks{text: c.Text} }

// Next returns the next tag and the byte at which it begins; NoOuter and the
// length of the text after the last.
func (m *Marks) Next() (found Outer, at int) {
	for {
		t, at := nextTag(m.text, m.from)
		if t == tagNone {
			return NoOuter, at
		}
		if m.from = at + t.len(); t <= tagAnswerEnd {
			return Outer(t), at
		}
	}
}
