package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/term"
)

// toolFile holds the tools of one of the two files; of several of one name the first.
type toolFile struct {
	names []string
	tools map[string]*toolVersion
}

// toolVersion is a tool of one of the files: its parameters, likewise.
type toolVersion struct {
	names  []string
	params map[string]*paramVersion
}

type paramVersion struct {
	domain   domains.Domain
	required bool
}

func (a *annotation) load(ctx context.Context, path string) (*toolFile, error) {
	f := &toolFile{tools: map[string]*toolVersion{}}
	err := a.file(ctx, path, func(tool *domains.Tool, set domains.Set) {
		if f.tools[tool.Name] != nil {
			return
		}
		a.sum.add(set)
		v := &toolVersion{params: map[string]*paramVersion{}}
		for i, p := range set {
			if v.params[p.Name] == nil {
				v.names = append(v.names, p.Name)
				v.params[p.Name] = &paramVersion{p.Domain, tool.Params[i].Required}
			}
		}
		f.names = append(f.names, tool.Name)
		f.tools[tool.Name] = v
	})
	return f, err
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
	show := toolChange.json
	if table {
		show = toolChange.text
	}
	n := int64(0)
	for _, name := range union(old.names, old.tools, now.names) {
		if c := (toolChange{name, old.tools[name], now.tools[name]}); c.kind() != changed || len(c.params()) > 0 {
			n++
			show(c, out)
		}
	}
	if n > 0 && fail {
		return foundError{fmt.Sprintf("--fail-on change was given, and %s different", term.Count(n, "tool"))}
	}
	return nil
}

// union is the names of before, and behind them those that only after has.
func union[T any](before []string, known map[string]T, after []string) []string {
	names := slices.Clone(before)
	for _, name := range after {
		if _, ok := known[name]; !ok {
			names = append(names, name)
		}
	}
	return names
}

// toolChange is what there is of one tool: before is nil where it is new, after where
// it is gone.
type toolChange struct {
	name          string
	before, after *toolVersion
}

// paramChange is the same of one parameter.
type paramChange struct {
	name          string
	before, after *paramVersion
}

// The kinds of a change, and how a person reads them.
const (
	added   = "added"
	removed = "removed"
	changed = "changed"
)

var changeMarks = map[string]string{added: "+", removed: "-", changed: "~"}

func kindOf(before, after bool) string {
	switch {
	case !before:
		return added
	case !after:
		return removed
	}
	return changed
}

func (c toolChange) kind() string  { return kindOf(c.before != nil, c.after != nil) }
func (c paramChange) kind() string { return kindOf(c.before != nil, c.after != nil) }

// params are the parameters that differ in a tool that both files have.
func (c toolChange) params() (params []paramChange) {
	if c.kind() != changed {
		return nil
	}
	for _, name := range union(c.before.names, c.before.params, c.after.names) {
		p := paramChange{name, c.before.params[name], c.after.params[name]}
		if p.before == nil || p.after == nil || p.before.required != p.after.required || valuesKey(p.before.domain) != valuesKey(p.after.domain) {
			params = append(params, p)
		}
	}
	return params
}

// valuesKey is the same for domains that hold the same values, as far as they say:
// the order of an enumeration and the rules that found it do not count.
func valuesKey(d domains.Domain) string {
	keys := make([]string, len(d.Values))
	for i, v := range d.Values {
		keys[i] = v.Key()
	}
	slices.Sort(keys)
	v := d.Value().With("values", jsonvalue.NewStrings(keys))
	for _, key := range []string{"source", "min_source", "max_source", "step_source"} {
		v = v.Without(key)
	}
	return v.Key()
}

// json prints the change as a JSON line.
func (c toolChange) json(out io.Writer) {
	member := func(key string, v domains.Value) jsonvalue.Member { return jsonvalue.Member{Key: key, Value: v} }
	side := func(p *paramVersion) domains.Value {
		if p == nil {
			return domains.Value{}
		}
		return p.domain.Value().With("required", jsonvalue.NewBool(p.required))
	}
	var params []jsonvalue.Member
	for _, p := range c.params() {
		params = append(params, member(p.name, jsonvalue.NewObject(
			member("change", jsonvalue.NewString(p.kind())), member("before", side(p.before)), member("after", side(p.after)))))
	}
	line := jsonvalue.NewObject(member("tool", jsonvalue.NewString(c.name)),
		member("change", jsonvalue.NewString(c.kind())), member("parameters", jsonvalue.NewObject(params...)))
	fmt.Fprintf(out, "%s\n", line.JSON())
}

// text prints the change as a person reads it.
func (c toolChange) text(out io.Writer) {
	fmt.Fprintf(out, "%s %s", changeMarks[c.kind()], term.Quote(c.name))
	switch c.kind() {
	case removed:
		fmt.Fprintf(out, "  %s", term.Count(int64(len(c.before.names)), "parameter"))
	case added:
		fmt.Fprintf(out, "  %s", term.Count(int64(len(c.after.names)), "parameter"))
	}
	fmt.Fprintln(out)
	for _, p := range c.params() {
		fmt.Fprintf(out, "  %s %s\n", changeMarks[p.kind()], term.Quote(p.name))
		for _, side := range []struct {
			word string
			p    *paramVersion
		}{{"was", p.before}, {"is ", p.after}} {
			if side.p != nil {
				need := "optional"
				if side.p.required {
					need = "required"
				}
				d := side.p.domain
				fmt.Fprintf(out, "      %s %s, %s %s, %s\n", side.word, need, d.Type, sizeText(d.Size), why(d))
			}
		}
	}
}
