package export

import (
	"context"
	"fmt"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/lru"
)

// toolset holds what rows need to know about the offered tools. It is made once for all
// samples with the same tools, and is immutable.
type toolset struct {
	toolsText   string // the tools column
	domainsText string // the domains column
	views       []view // one for each mode, in order

	// The labels are made from these. They are the two columns read back, so that a reader
	// of the row makes the same labels.
	tools []domains.Tool
	sets  map[string]domains.Set

	emptyDomain bool // a schema admits no value (F1)
}

// view is the system message for a tools mode: the prompt, and with ToolsSystem the tools.
type view struct {
	system  string
	escaped int // number of '<' in tool text that were escaped
}

// toolsets makes toolsets and caches some. It is safe for concurrent use, and its results
// do not depend on the cache.
type toolsets struct {
	annotator domains.Annotator
	overlay   *domains.Overlay // domains that win over the annotator's
	prompt    string
	modes     []ToolsMode

	known *lru.Cache[string, madeToolset]
}

// madeToolset is a toolset, or the reason why there is none.
type madeToolset struct {
	*toolset
	err error
}

// The limits of the cache of toolsets, in bytes of their texts.
const (
	knownBytes = 8 << 20
	knownEntry = 64 << 10
)

// maxToolText bounds the tools of a row in the prompt, in bytes: escaping can make a text
// six times as long.
const maxToolText = 6 << 20

// of returns the toolset of a sample. An error is the annotator's, or is about a tool that
// changes when it is written and read back.
func (c *toolsets) of(ctx context.Context, s *dataset.Sample) (*toolset, error) {
	key, ok := toolsKey(s)
	if !ok {
		return c.make(ctx, s)
	}
	got := c.known.Get(key, func() (made madeToolset, bytes int64, keep bool) {
		if made.toolset, made.err = c.make(ctx, s); made.err != nil {
			return made, 0, false
		}
		size := len(key) + len(made.toolsText)*4 + len(made.domainsText)*2
		for _, v := range made.views {
			size += len(v.system)
		}
		return made, int64(size), true
	})
	return got.toolset, got.err
}

// toolsKey is equal for samples with equal tools. ok is false if caching is not worth its
// cost.
func toolsKey(s *dataset.Sample) (key string, ok bool) {
	if s.Domains != nil {
		return "", false
	}
	var b []byte
	for i := range s.Tools {
		t := &s.Tools[i]
		b = jsonvalue.AppendString(b, t.Name)
		b = jsonvalue.AppendString(b, t.Description)
		b = append(b, t.Notation...)
		b = t.Schema.AppendJSON(b)
		for j := range t.Params {
			if t.Params[j].Required {
				b = append(b, '!')
			}
			b = jsonvalue.AppendString(b, t.Params[j].Name)
		}
		b = append(b, '\n')
		if len(b) > knownEntry {
			return "", false
		}
	}
	return string(b), true
}

func (c *toolsets) make(ctx context.Context, s *dataset.Sample) (*toolset, error) {
	sets := make(map[string]domains.Set, len(s.Tools))
	for i := range s.Tools {
		set, err := c.annotate(ctx, &s.Tools[i], s.Domains)
		if err != nil {
			return nil, err
		}
		sets[s.Tools[i].Name] = set
	}
	t := &toolset{
		toolsText:   domains.ToolsValue(s.Tools).JSON(),
		domainsText: domainsValue(s.Tools, sets).JSON(),
	}
	if size := len(t.toolsText) + 5*strings.Count(t.toolsText, "<"); size > maxToolText {
		return nil, &dataset.Error{Code: dataset.CodeTooLarge, Path: "tools",
			Msg: fmt.Sprintf("they would take %d bytes of the prompt, at most %d are allowed", size, maxToolText)}
	}
	texts := make([]string, len(s.Tools))
	for i := range s.Tools {
		texts[i] = s.Tools[i].OpenAI().JSON()
	}
	for _, mode := range c.modes {
		system, escaped := systemText(c.prompt, texts, mode)
		t.views = append(t.views, view{system, escaped})
	}
	if err := t.readBack(); err != nil {
		return nil, err
	}
	for _, set := range t.sets {
		for i := range set {
			t.emptyDomain = t.emptyDomain || set[i].Domain.Size == 0
		}
	}
	return t, nil
}

// annotate returns the domains of one tool: the row's own win over the overlay's, and those
// over the annotator's.
func (c *toolsets) annotate(ctx context.Context, tool *domains.Tool, own map[string]domains.Set) (domains.Set, error) {
	set, err := c.annotator.Annotate(ctx, tool)
	if err != nil {
		return nil, fmt.Errorf("annotating the tool %q: %w", tool.Name, err)
	}
	set, err = c.overlay.Apply(tool, set)
	if err != nil {
		return nil, fmt.Errorf("--domains: %w", err)
	}
	return set.Override(own[tool.Name]), nil
}

func (t *toolset) readBack() (err error) {
	if t.tools, t.sets, err = parseToolColumns(t.toolsText, t.domainsText); err != nil {
		return fmt.Errorf("the tools cannot be written so that they read back: %w", err)
	}
	return nil
}

// columnOptions bound the JSON of a column as the reader bounds a row, with room for what
// normalising adds.
var columnOptions = jsonvalue.Options{MaxDepth: 2 * jsonvalue.DefaultDepth, MaxNodes: 4 * jsonvalue.DefaultNodes}

func parseToolColumns(tools, sets string) ([]domains.Tool, map[string]domains.Set, error) {
	v, err := jsonvalue.Parse(tools, columnOptions)
	if err != nil {
		return nil, nil, fmt.Errorf("tools: %w", err)
	}
	parsed, err := domains.ParseTools(v)
	if err != nil {
		return nil, nil, fmt.Errorf("tools: %w", err)
	}
	if v, err = jsonvalue.Parse(sets, columnOptions); err != nil {
		return nil, nil, fmt.Errorf("domains: %w", err)
	}
	domainSets, err := parseDomains(v)
	if err != nil {
		return nil, nil, fmt.Errorf("domains: %w", err)
	}
	return parsed, domains.Restore(parsed, domainSets), nil
}
