package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/term"
)

// toolEntry names a parameter of a tool, or the tool itself.
type toolEntry struct {
	tool, param string
	whole       bool // the tool itself, since a parameter's name may be empty
}

// toolFile holds the domains of one of the two files, in file order. The entry of a tool
// itself has a zero domain. Of several entries with one name the first counts.
type toolFile struct {
	order   []toolEntry
	domains map[toolEntry]*paramDomain
}

type paramDomain struct {
	domains.Domain
	required bool
}

func (f *toolFile) add(e toolEntry, d paramDomain) bool {
	if f.domains[e] != nil {
		return false
	}
	f.order, f.domains[e] = append(f.order, e), &d
	return true
}

func (a *annotation) load(ctx context.Context, path string) (*toolFile, error) {
	f := &toolFile{domains: map[toolEntry]*paramDomain{}}
	return f, a.file(ctx, path, func(tool *domains.Tool, set domains.Set) {
		if !f.add(toolEntry{tool: tool.Name, whole: true}, paramDomain{}) {
			return
		}
		a.sum.add(set)
		for i, p := range set {
			f.add(toolEntry{tool: tool.Name, param: p.Name}, paramDomain{p.Domain, tool.Params[i].Required})
		}
	})
}

// diff prints the differences between the tools of two files: the entries of before in
// their order, then the new entries. The parameters of an added or removed tool are not
// listed.
func (a *annotation) diff(ctx context.Context, before, after string, table bool, out io.Writer) error {
	old, err := a.load(ctx, before)
	if err != nil {
		return err
	}
	now, err := a.load(ctx, after)
	if err != nil {
		return err
	}
	rows := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	defer rows.Flush()
	print := diffLine{out}.entry
	if table {
		print = diffTable{rows}.entry
		fmt.Fprintln(rows, "CHANGE\tTOOL\tPARAMETER\tBEFORE\tAFTER")
	}
	fresh := slices.DeleteFunc(slices.Clone(now.order), func(e toolEntry) bool { return old.domains[e] != nil })
	for _, e := range slices.Concat(old.order, fresh) {
		itself := toolEntry{tool: e.tool, whole: true}
		oneSided := (old.domains[itself] == nil) != (now.domains[itself] == nil)
		was, is := old.domains[e], now.domains[e]
		if oneSided && !e.whole || was != nil && is != nil && was.same(is) {
			continue
		}
		print(e, was, is)
	}
	return nil
}

// same reports whether both have the same requiredness and the same known values. The order
// of an enumeration and the rules that found the domain do not count.
func (d *paramDomain) same(other *paramDomain) bool { return d.key() == other.key() }

func (d *paramDomain) key() string {
	values := make([]string, len(d.Values))
	for i, v := range d.Values {
		values[i] = v.Key()
	}
	slices.Sort(values)
	v := d.value().With("values", jsonvalue.NewStrings(values))
	for _, key := range []string{"source", "min_source", "max_source", "step_source"} {
		v = v.Without(key)
	}
	return v.Key()
}

// value is the domain with its member "required", or null for no domain.
func (d *paramDomain) value() domains.Value {
	if d == nil {
		return domains.Value{}
	}
	return d.Value().With("required", jsonvalue.NewBool(d.required))
}

// change returns the change of an entry in one word.
func change(before, after *paramDomain) string {
	switch {
	case before == nil:
		return "added"
	case after == nil:
		return "removed"
	}
	return "changed"
}

// diffLine prints a JSON line for each entry that differs.
type diffLine struct{ out io.Writer }

func (p diffLine) entry(e toolEntry, before, after *paramDomain) {
	line := jsonvalue.ObjectOf("tool", jsonvalue.NewString(e.tool), "change", jsonvalue.NewString(change(before, after)))
	if !e.whole {
		line = line.With("parameter", jsonvalue.NewString(e.param)).With("before", before.value()).With("after", after.value())
	}
	fmt.Fprintf(p.out, "%s\n", line.JSON())
}

// diffTable prints a table row for each entry that differs.
type diffTable struct{ out io.Writer }

func (p diffTable) entry(e toolEntry, before, after *paramDomain) {
	param := "-"
	if !e.whole {
		param = term.Shorten(term.Quote(e.param), 40)
	}
	fmt.Fprintf(p.out, "%s\t%s\t%s\t%s\t%s\n", change(before, after), term.Shorten(term.Quote(e.tool), 40), param, before.text(e), after.text(e))
}

// text is the domain in a form for people.
func (d *paramDomain) text(e toolEntry) string {
	if d == nil || e.whole {
		return "-"
	}
	need := "optional"
	if d.required {
		need = "required"
	}
	return fmt.Sprintf("%s, %s %s, %s", need, d.Type, sizeText(d.Size), why(d.Domain))
}
