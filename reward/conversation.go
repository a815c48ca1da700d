package reward

import (
	"slices"
	"sync"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
)

// conversation is what a sample's conversation was read as (F4): the reading that the
// labels bring, or one by the rules, made when it is first asked for, since most
// refusals and answers never ask.
type conversation struct {
	sample *dataset.Sample
	read   func() *grounding.Reading
}

func newConversation(x *Prepared, s *dataset.Sample, labels *label.Labels) *conversation {
	return &conversation{sample: s, read: sync.OnceValue(func() *grounding.Reading {
		if labels != nil && labels.Reading != nil {
			return labels.Reading
		}
		return grounding.Read(label.Input(s, x.sets))
	})}
}

// silent reports whether no word is said that could back a value.
func (c *conversation) silent() bool {
	return !slices.ContainsFunc(c.sample.Messages, func(m dataset.Message) bool {
		return (m.Role == dataset.User || m.Role == dataset.ToolRole) && !blank(m.Content)
	})
}

// ground says how far the conversation backs a value (F4).
func (c *conversation) ground(tool *domains.Tool, p *domains.Param, d domains.Domain, v domains.Value) grounding.Support {
	return c.read().Support(tool, p, d, v)
}

// denied reports whether the conversation denies a value for a parameter.
func (c *conversation) denied(tool, param string) bool {
	r := c.read()
	return slices.ContainsFunc(r.Slots, func(s grounding.Slot) bool {
		return s.Tool == tool && s.Param == param && slices.ContainsFunc(s.Fills, func(f grounding.Fill) bool {
			return f.Mention < len(r.Mentions) && r.Mentions[f.Mention].Status == grounding.Denied
		})
	})
}

// quote is the text of a span.
func (c *conversation) quote(s grounding.Span) string {
	if s.Turn < 0 || s.Turn >= len(c.sample.Messages) {
		return ""
	}
	text := c.sample.Messages[s.Turn].Content
	if s.Start < 0 || s.End > len(text) || s.Start >= s.End {
		return ""
	}
	return text[s.Start:s.End]
}
