package completion

// Outer is one of the four tags that frame a completion (F8).
type Outer uint8

// The outer tags, in the order of a well-formed completion.
const (
	NoOuter      Outer = iota
	ReasoningTag       // <reasoning>
	ReasoningEnd       // </reasoning>
	AnswerTag          // <answer>
	AnswerEnd          // </answer>
)

// Len returns the length of the tag's text in bytes.
func (o Outer) Len() int { return tag(o).len() }

// Marks walks over the outer tags of a text, at any place.
type Marks struct {
	text string
	from int // the offset of the unread rest
}

// Marks returns a walk over the outer tags of a completion's text.
func (c *Completion) Marks() Marks { return Marks{text: c.Text} }

// Next returns the next tag and its offset; NoOuter and the length of the text after the
// last tag.
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
