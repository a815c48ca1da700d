package reward

import (
	"sync"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
)

// conversation is what grounding asks of a sample. It is indexed when the first
// value is asked for, since most refusals and answers never ask.
type conversation struct {
	messages []dataset.Message
	once     sync.Once
	text     *grounding.Context

	slotsOnce sync.Once
	finder    *grounding.Slots
}

// grounder is that of F4; it has no state.
var grounder = grounding.New(grounding.Options{})

func newConversation(s *dataset.Sample) *conversation { return &conversation{messages: s.Messages} }

// context returns the indexed conversation.
func (c *conversation) context() *grounding.Context {
	c.once.Do(func() {
		turns := make([]grounding.Turn, len(c.messages))
		for i := range c.messages {
			turns[i] = grounding.Turn{Role: c.messages[i].Role, Text: c.messages[i].Content}
		}
		c.text = grounding.NewContext(turns)
	})
	return c.text
}

// slots returns what finds the parameters that a question asks for.
func (c *conversation) slots(x *Prepared) *grounding.Slots {
	c.slotsOnce.Do(func() { c.finder = grounding.NewSlots(x.tools, x.sets) })
	return c.finder
}

// ground says how far the conversation backs a value (F4), as its schema reads it.
func (c *conversation) ground(tool *domains.Tool, p *domains.Param, d domains.Domain, v domains.Value) grounding.Support {
	return grounder.Ground(c.context(), tool, p, d, domains.Coerce(p, v))
}
