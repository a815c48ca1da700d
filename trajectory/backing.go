package trajectory

import (
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
)

// maxRead is the most text that the readings of one run may take, in bytes. Each call
// is compared with a reading of everything before it, so that a run of n messages is
// read n times.
const maxRead = 16 << 20

// turnBytes is the fixed cost of reading a message, in bytes of text.
const turnBytes = 64

// size is the text that reading a message takes, with its calls.
func (msg *Message) size() int {
	n := len(msg.Content) + turnBytes
	for i := range msg.Calls {
		n += len(msg.Calls[i].Name) + msg.Calls[i].Arguments.Size()
	}
	return n
}

// backing says how far the conversation before a call backs the call's arguments
// (F4). It keeps the reading for the latest message with calls.
type backing struct {
	run   *Trajectory
	tools *Toolbox
	turns []grounding.Turn
	sizes []int // bytes of the turns before each message
	spent int
	over  bool

	unasked bool // the result will not be used: every value counts as backed, without a reading

	before  *grounding.Reading // an existing reading of the turns before some message, or nil
	at      int                // the message that reading belongs to, -1: none yet
	reading *grounding.Reading
}

// newBacking prepares the turns of a run. A tool that asks the user counts as the
// agent's words, its result as the user's.
func newBacking(t *Trajectory, tools *Toolbox, asks func(tool string) bool) *backing {
	b := &backing{run: t, tools: tools, at: -1, turns: make([]grounding.Turn, len(t.Messages)), sizes: make([]int, len(t.Messages)+1)}
	for i := range t.Messages {
		m := &t.Messages[i]
		b.turns[i] = grounding.Turn{Role: m.Role, Text: m.Content}
		for j := range m.Calls {
			if m.Role == dataset.Assistant && !m.Calls[j].Malformed() {
				b.turns[i].Calls = append(b.turns[i].Calls, domains.Call{Name: m.Calls[j].Name, Arguments: m.Calls[j].Arguments})
			}
		}
		b.sizes[i+1] = b.sizes[i] + m.size()
	}
	questions, answers := t.asked(asks)
	for at, question := range questions {
		b.turns[at].Text = Lines([]string{b.turns[at].Text, question})
	}
	for at := range answers {
		b.turns[at].Role = dataset.User
	}
	return b
}

// least returns the smallest support among a call's arguments, in [0, 1], and its
// parameter. ok is false if reading the run so often would take too much text.
func (b *backing) least(c *made) (score float64, param string, ok bool) {
	if !b.read(c.message) {
		return 0, "", false
	}
	tool := b.tools.byName[c.Name]
	score = 1
	of := tool.Finder(b.tools.sets[c.Name], c.Arguments.Len())
	for _, arg := range c.Arguments.Members() {
		p, d := of(arg.Key)
		if s := b.reading.Support(tool, p, d, arg.Value).Score; s < score {
			score, param = s, arg.Key
		}
	}
	return score, param, true
}

// read reads the conversation before a message.
func (b *backing) read(message int) bool {
	if b.at == message {
		return !b.unasked
	}
	if b.spent += b.sizes[message]; b.spent > maxRead {
		b.over = true
		return false
	}
	if b.at = message; b.unasked {
		return false
	}
	var called []domains.Tool // only their slots are needed
	for i := range b.run.Messages[message].Calls {
		if tool := b.tools.byName[b.run.Messages[message].Calls[i].Name]; tool != nil {
			called = append(called, *tool)
		}
	}
	b.reading = b.before.Text(grounding.Input{Turns: b.turns[:message], Tools: called, Sets: b.tools.sets})
	return true
}
