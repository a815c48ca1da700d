package reward

import (
	"slices"
	"strings"
	"sync"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// conversation is the reading of a sample's conversation (F4), with a cache of
// supports.
type conversation struct {
	x      *Prepared
	sample *dataset.Sample

	mu   sync.Mutex
	kept []supported // completions of a group share most values
}

// supported is a value of a parameter with its support.
type supported struct {
	param   *domains.Param
	kind    jsonvalue.Kind
	value   string // the text of a string, JSON of any other value
	support grounding.Support
}

// The limits of the cache, because completions are hostile.
const (
	maxKept      = 64
	maxKeptBytes = 128 // of a value
)

// silent reports whether the conversation has no word that could support a
// value.
func (c *conversation) silent() bool {
	return !slices.ContainsFunc(c.sample.Messages, func(m dataset.Message) bool {
		return (m.Role == dataset.User || m.Role == dataset.ToolRole) && !blank(m.Content)
	})
}

// support returns the support of a value in the conversation (F4).
func (c *conversation) support(tool *domains.Tool, p *domains.Param, d domains.Domain, v domains.Value) grounding.Support {
	own := supported{param: p, kind: v.Kind()}
	switch own.kind {
	case jsonvalue.String:
		own.value = v.Str()
	case jsonvalue.Number, jsonvalue.Bool:
		own.value = v.JSON()
	}
	if p == nil || own.value == "" || len(own.value) > maxKeptBytes {
		return c.x.text().Support(tool, p, d, v)
	}
	c.mu.Lock()
	at := slices.IndexFunc(c.kept, func(s supported) bool { return s.param == p && s.kind == own.kind && s.value == own.value })
	if at >= 0 {
		own = c.kept[at]
	}
	c.mu.Unlock()
	if at >= 0 {
		return own.support
	}
	own.support = c.x.text().Support(tool, p, d, v)
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.kept) < maxKept {
		own.value = strings.Clone(own.value) // a copy, which does not keep the completion in memory
		c.kept = append(c.kept, own)
	}
	return own.support
}

// denies reports whether the conversation denies anything. Most do not, and then no value has
// to be compared with it.
func (c *conversation) denies() bool {
	return slices.ContainsFunc(c.x.text().Mentions, isDenied)
}

func isDenied(m grounding.Mention) bool { return m.Status == grounding.Denied }

// denied reports whether the conversation denies a value for a parameter.
func (c *conversation) denied(tool, param string) bool {
	fills, mentions := c.x.text().Fills(tool, param)
	return slices.ContainsFunc(fills, func(f grounding.Fill) bool { return f.Mention < len(mentions) && isDenied(mentions[f.Mention]) })
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
