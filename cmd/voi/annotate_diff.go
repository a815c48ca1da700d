package main

import (
	"context"
	"fmt"
	"io"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/term"
)

// annotated is a tool with its domains.
type annotated struct {
	tool domains.Tool
	set  domains.Set
}

// toolFile holds the tools of one file; of several of one name the first.
type toolFile struct {
	tools  []annotated
	byName map[string]int
}

func (a *annotation) load(ctx context.Context, path string) (*toolFile, error) {
	f := &toolFile{byName: map[string]int{}}
	err := a.file(ctx, path, func(tool *domains.Tool, set domains.Set) {
		if _, twice := f.byName[tool.Name]; !twice {
			f.byName[tool.Name] = len(f.tools)
			f.tools = append(f.tools, annotated{*tool, set})
		}
	})
	return f, err
}

func (f *toolFile) get(name string) *annotated {
	if i, ok := f.byName[name]; ok {
		return &f.tools[i]
	}
	return nil
}

// toolChange is what is different in one tool: before is nil where it is new,
// after where it is gone.
type toolChange struct {
	name          string
	before, after *annotated
	params        []paramChange // of a tool that is in both
}

// paramChange is what is different in one parameter, nil as in toolChange.
type paramChange struct {
	name                string
	before, after       *domains.Domain
	wasNeeded, isNeeded bool
}

// diff prints how the tools of the file after differ from those of before: the
// tools of before in their order, and then the new ones.
func (a *annotation) diff(ctx context.Context, before, after string, out io.Writer, table, fail bool) error {
	old, err := a.load(ctx, before)
	if err != nil {
		return err
	}
	now, err := a.load(ctx, after)
	if err != nil {
		return err
	}
	n := int64(0)
	tell := func(c toolChange) {
		n++
		if table {
			c.text(out)
			return
		}
		fmt.Fprintf(out, "%s\n", c.value().JSON())
	}
	for i := range old.tools {
		a.sum.add(old.tools[i].set)
		name := old.tools[i].tool.Name
		if c := changeOf(name, &old.tools[i], now.get(name)); c != nil {
			tell(*c)
		}
	}
	for i := range now.tools {
		a.sum.add(now.tools[i].set)
		if name := now.tools[i].tool.Name; old.get(name) == nil {
			tell(*changeOf(name, nil, &now.tools[i]))
		}
	}
	if n > 0 && fail {
		return foundError{fmt.Sprintf("--fail-on change was given, and %s different", term.Count(n, "tool"))}
	}
	return nil
}

// changeOf compares two versions of a tool, nil where they are the same.
func changeOf(name string, before, after *annotated) *toolChange {
	c := &toolChange{name: name, before: before, after: after}
	if before == nil || after == nil {
		return c
	}
	for i := range before.set {
		p := paramChange{name: before.set[i].Name, before: &before.set[i].Domain, wasNeeded: before.tool.Params[i].Required}
		if d, ok := after.set.Get(p.name); ok {
			p.after, p.isNeeded = &d, after.tool.Param(p.name).Required
		}
		if p.after == nil || p.wasNeeded != p.isNeeded || !sameDomain(p.before, p.after) {
			c.params = append(c.params, p)
		}
	}
	for i := range after.set {
		if _, ok := before.set.Get(after.set[i].Name); !ok {
			c.params = append(c.params, paramChange{name: after.set[i].Name, after: &after.set[i].Domain, isNeeded: after.tool.Params[i].Required})
		}
	}
	if len(c.params) == 0 {
		return nil
	}
	return c
}

// sameDomain reports whether two domains hold the same values, as far as they
// say: the order of an enumeration and the rule that found it do not count.
func sameDomain(a, b *domains.Domain) bool {
	if a.Type != b.Type || a.Size != b.Size || len(a.Values) != len(b.Values) || a.DataDependent != b.DataDependent {
		return false
	}
	known := make(map[string]bool, len(a.Values))
	for _, v := range a.Values {
		known[v.Key()] = true
	}
	for _, v := range b.Values {
		if !known[v.Key()] {
			return false
		}
	}
	for _, pair := range [...][2]*domains.Value{{a.Min, b.Min}, {a.Max, b.Max}, {a.Step, b.Step}} {
		if (pair[0] == nil) != (pair[1] == nil) || pair[0] != nil && !jsonvalue.Equal(*pair[0], *pair[1]) {
			return false
		}
	}
	return true
}

// kind is added, removed or changed.
func kind(before, after bool) string {
	switch {
	case !before:
		return "added"
	case !after:
		return "removed"
	}
	return "changed"
}

// value is the change as a JSON line holds it.
func (c *toolChange) value() domains.Value {
	params := make([]jsonvalue.Member, len(c.params))
	for i, p := range c.params {
		members := []jsonvalue.Member{{Key: "change", Value: jsonvalue.NewString(kind(p.before != nil, p.after != nil))}}
		for _, side := range [...]struct {
			key    string
			d      *domains.Domain
			needed bool
		}{{"before", p.before, p.wasNeeded}, {"after", p.after, p.isNeeded}} {
			v := domains.Value{}
			if side.d != nil {
				v = side.d.Value().With("required", jsonvalue.NewBool(side.needed))
			}
			members = append(members, jsonvalue.Member{Key: side.key, Value: v})
		}
		params[i] = jsonvalue.Member{Key: p.name, Value: jsonvalue.NewObject(members...)}
	}
	return jsonvalue.NewObject(
		jsonvalue.Member{Key: "tool", Value: jsonvalue.NewString(c.name)},
		jsonvalue.Member{Key: "change", Value: jsonvalue.NewString(kind(c.before != nil, c.after != nil))},
		jsonvalue.Member{Key: "parameters", Value: jsonvalue.NewObject(params...)},
	)
}

// text is the change as a person reads it: + came, - went, ~ changed.
func (c *toolChange) text(out io.Writer) {
	mark := map[string]string{"added": "+", "removed": "-", "changed": "~"}
	fmt.Fprintf(out, "%s %s", mark[kind(c.before != nil, c.after != nil)], term.Quote(c.name))
	if only := c.before; only != nil && c.after == nil {
		fmt.Fprintf(out, "  %s", term.Count(int64(len(only.set)), "parameter"))
	} else if only := c.after; only != nil && c.before == nil {
		fmt.Fprintf(out, "  %s", term.Count(int64(len(only.set)), "parameter"))
	}
	fmt.Fprintln(out)
	for _, p := range c.params {
		fmt.Fprintf(out, "  %s %s\n", mark[kind(p.before != nil, p.after != nil)], term.Quote(p.name))
		if p.before != nil {
			fmt.Fprintf(out, "      was %s\n", sideText(*p.before, p.wasNeeded))
		}
		if p.after != nil {
			fmt.Fprintf(out, "      is  %s\n", sideText(*p.after, p.isNeeded))
		}
	}
}

func sideText(d domains.Domain, needed bool) string {
	word := "optional"
	if needed {
		word = "required"
	}
	return fmt.Sprintf("%s, %s %s, %s", word, d.Type, sizeText(d.Size), why(d))
}
