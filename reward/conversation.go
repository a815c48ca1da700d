package reward

import (
	"slices"
	"strings"
	"sync"

	"github.com/voi-rl/voi/certainty"
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
	kept map[argument]float64 // known supports; completions of a group share most values
}

// argument is a specified argument of an offered tool's call.
type argument struct {
	param *domains.Param
	kind  jsonvalue.Kind
	value string // the text of a string, JSON of any other value
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

// ground returns the support of a value in the conversation (F4).
func (c *conversation) ground(tool *domains.Tool, p *domains.Param, d domains.Domain, v domains.Value) grounding.Support {
	return c.x.text().Support(tool, p, d, v)
}

// support is the score of ground for an argument of an offered tool's call.
func (c *conversation) support(tool *domains.Tool, a *certainty.Weighed) float64 {
	key := argument{a.Param, a.Value.Kind(), ""}
	switch key.kind {
	case jsonvalue.String:
		key.value = a.Value.Str()
	case jsonvalue.Number, jsonvalue.Bool:
		key.value = a.Value.JSON()
	}
	if a.Param == nil || key.value == "" || len(key.value) > maxKeptBytes {
		return c.ground(tool, a.Param, *a.Domain, a.Value).Score
	}
	c.mu.Lock()
	score, found := c.kept[key]
	c.mu.Unlock()
	if found {
		return score
	}
	score = c.ground(tool, a.Param, *a.Domain, a.Value).Score
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kept == nil {
		c.kept = map[argument]float64{}
	}
	if len(c.kept) < maxKept {
		key.value = strings.Clone(key.value) // a copy, which does not keep the completion in memory
		c.kept[key] = score
	}
	return score
}

// denied reports whether the conversation denies a value for a parameter.
func (c *conversation) denied(tool, param string) bool {
	fills, mentions := c.x.text().Fills(tool, param)
	return slices.ContainsFunc(fills, func(f grounding.Fill) bool {
		return f.Mention < len(mentions) && mentions[f.Mention].Status == grounding.Denied
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
