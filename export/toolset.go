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

// toolset is what rows need to know of the tools that a sample offers. It is
// made once for all samples that offer the same ones, and never changed.
type toolset struct {
	toolsText   string // the tools column
	domainsText string // the domains column
	views       []view // one for each mode, in their order

	// The labels are made from these: the two columns read back, so that a reader of
	// the row makes the same labels.
	tools []domains.Tool
	sets  map[string]domains.Set

	emptyDomain bool // a schema admits nothing (F1)
}

// view is the system message of a tools mode: the prompt, and in ToolsSystem
// the tools.
type view struct {
	system  string
	escaped int // '<' of tool text written as escapes in it
}

// toolsets makes toolsets and remembers some. It is safe for concurrent use,
// and what it returns does not depend on what it remembers.
type toolsets struct {
	annotator domains.Annotator
	overlay   *domains.Overlay // domains that win over the annotator's
	prompt    string
	modes     []ToolsMode

	known *lru.Cache[string, madeToolset]
}

// madeToolset is a toolset, or why there is none.
type madeToolset struct {
	*toolset
	err error
}

// Bounds of what toolsets remembers, in bytes of their texts.
const (
	knownBytes = 8 << 20
	knownEntry = 64 << 10
)

// maxToolText bounds the tools of a row as the prompt shows them, in bytes:
// escaping can make a text six times as long.
const maxToolText = 6 << 20

// of returns the toolset of a sample. An error is the annotator's, or a tool
// that does not survive being written and read.
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

// toolsKey is the same for samples whose tools are the same in all that counts.
// ok is false where remembering does not pay.
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

// annotate finds the domains of one tool: the row's own first, then the
// overlay's, then the annotator's.
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

// columnOptions bound the JSON of a column as the reader bounds a row, with
// room for what normalising adds.
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
	return parsed, domainSets, nil
}
