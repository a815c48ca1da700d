package reward

import (
	"slices"
	"strings"
	"sync"

	grounding "github.com/voi-rl/voi/certainty/oldgrounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// conversation is what grounding asks of a sample. It is indexed when the first
// value is asked for, since most refusals and answers never ask.
type conversation struct {
	messages []dataset.Message
	once     sync.Once
	text     *grounding.Context

	slotsOnce sync.Once
	finder    *grounding.Slots

	mu    sync.Mutex
	known map[asked]grounding.Support
}

// asked is a value of a parameter whose support was asked for: completions of one
// sample mostly fill in the same few.
type asked struct {
	param *domains.Param
	kind  jsonvalue.Kind
	value string
}

// What is kept of the values that were asked for.
const (
	maxKept      = 256 // values of a sample
	maxKeptBytes = 256 // of one value
)

// grounder is that of F4; it has no state.
var grounder = grounding.New(grounding.Options{})

func newConversation(s *dataset.Sample) *conversation { return &conversation{messages: s.Messages} }

// silent reports whether no word is said that could back a value.
func (c *conversation) silent() bool {
	return !slices.ContainsFunc(c.messages, func(m dataset.Message) bool { return (m.Role == "user" || m.Role == "tool") && !blank(m.Content) })
}

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
	key := asked{param: p, kind: v.Kind()}
	switch key.kind {
	case jsonvalue.String:
		key.value = v.Str()
	case jsonvalue.Number:
		key.value = v.NumberText()
	default:
		key.value = v.JSON()
	}
	if p == nil || len(key.value) > maxKeptBytes {
		return grounder.Ground(c.context(), tool, p, d, domains.Coerce(p, v))
	}
	c.mu.Lock()
	s, ok := c.known[key]
	c.mu.Unlock()
	if ok {
		return s
	}
	s = grounder.Ground(c.context(), tool, p, d, domains.Coerce(p, v))
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil {
		c.known = map[asked]grounding.Support{}
	}
	if len(c.known) < maxKept {
		key.value = strings.Clone(key.value) // it may be a part of all that a request brought
		c.known[key] = s
	}
	return s
}
