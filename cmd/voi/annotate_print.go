package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/llm"
	"github.com/voi-rl/voi/internal/term"
)

// toolPrinter prints annotated tools. The writer keeps the first error of writing.
type toolPrinter interface {
	tool(*domains.Tool, domains.Set)
	flush() // prints the rows held back
}

// toolLines prints one JSON line for each tool.
type toolLines struct {
	out     io.Writer
	explain bool
	buf     []byte
}

func (p *toolLines) tool(tool *domains.Tool, set domains.Set) {
	line := []jsonvalue.Member{
		{Key: "tool", Value: jsonvalue.NewString(tool.Name)},
		{Key: "parameters", Value: set.Value()},
	}
	if p.explain {
		evidence := make([]jsonvalue.Member, len(set))
		params := tool.ParamsByName()
		for i, pd := range set {
			e := params[pd.Name].Evidence(pd.Domain)
			evidence[i] = jsonvalue.Member{Key: pd.Name, Value: jsonvalue.NewObject(
				jsonvalue.Member{Key: "rule", Value: jsonvalue.NewString(e.Rule)},
				jsonvalue.Member{Key: "where", Value: jsonvalue.NewString(e.Where)},
				jsonvalue.Member{Key: "text", Value: jsonvalue.NewString(e.Text)},
			)}
		}
		line = append(line, jsonvalue.Member{Key: "evidence", Value: jsonvalue.NewObject(evidence...)})
	}
	p.buf = append(jsonvalue.NewObject(line...).AppendJSON(p.buf[:0]), '\n')
	_, _ = p.out.Write(p.buf)
}

func (*toolLines) flush() {}

// openaiLines prints each tool as an OpenAI function tool.
type openaiLines struct{ out io.Writer }

func (p openaiLines) tool(tool *domains.Tool, _ domains.Set) {
	fmt.Fprintf(p.out, "%s\n", tool.OpenAI().JSON())
}

func (openaiLines) flush() {}

// toolTable prints a row for each parameter. To align columns it holds back some rows.
type toolTable struct {
	out     io.Writer
	explain bool
	rows    []tableRow
	widths  [4]int
	begun   bool
}

// tableRow is a row, with an optional line of explanation below it.
type tableRow struct {
	cells [5]string
	below string
}

// tableRows is the number of rows that are aligned together.
const tableRows = 500

func (p *toolTable) tool(tool *domains.Tool, set domains.Set) {
	if !p.begun {
		p.begun = true
		p.add(tableRow{cells: [5]string{"TOOL", "PARAMETER", "TYPE", "SIZE", "WHY"}})
	}
	name := term.Shorten(term.Quote(tool.Name), 40)
	if len(set) == 0 {
		p.add(tableRow{cells: [5]string{name, "-", "-", "-", "takes no parameters"}})
	}
	params := tool.ParamsByName()
	for _, pd := range set {
		r := tableRow{cells: [5]string{name, term.Shorten(term.Quote(pd.Name), 40), string(pd.Domain.Type), sizeText(pd.Domain.Size), why(pd.Domain)}}
		if e := params[pd.Name].Evidence(pd.Domain); p.explain && e.Text != "" {
			r.below = term.Quote(strings.TrimLeft(e.Where+" ", " ") + e.Text)
		}
		p.add(r)
	}
}

func (p *toolTable) add(r tableRow) {
	for i := range p.widths {
		p.widths[i] = max(p.widths[i], utf8.RuneCountInString(r.cells[i]))
	}
	if p.rows = append(p.rows, r); len(p.rows) >= tableRows {
		p.flush()
	}
}

func (p *toolTable) flush() {
	for _, r := range p.rows {
		for i, cell := range r.cells[:4] {
			fmt.Fprintf(p.out, "%s%s", cell, strings.Repeat(" ", p.widths[i]-utf8.RuneCountInString(cell)+2))
		}
		fmt.Fprintln(p.out, r.cells[4])
		if r.below != "" {
			fmt.Fprintf(p.out, "    %s\n", r.below)
		}
	}
	p.rows = p.rows[:0]
}

func sizeText(size int64) string {
	if size == domains.Infinite {
		return "infinite"
	}
	return fmt.Sprint(size)
}

// maxWhy bounds the text of the values in a row of the table, in characters.
const maxWhy = 60

// why is the rule that found a domain, with the domain's values.
func why(d domains.Domain) string {
	if what := valuesText(d); what != "" {
		return term.Quote(d.Source) + ": " + what
	}
	return term.Quote(d.Source)
}

func valuesText(d domains.Domain) string {
	var parts []string
	if len(d.Values) > 0 {
		texts := make([]string, len(d.Values))
		for i, v := range d.Values {
			if texts[i] = v.Str(); v.Kind() != jsonvalue.String || texts[i] == "" {
				texts[i] = v.JSON()
			}
		}
		what := term.Quote(strings.Join(texts, ", "))
		if d.Size == domains.Infinite || int64(len(texts)) < d.Size {
			what = "such as " + what
		}
		parts = append(parts, term.Shorten(what, maxWhy))
	}
	var bounds []string
	for _, b := range [...]struct {
		word string
		v    *domains.Value
	}{{"from", d.Min}, {"to", d.Max}, {"in steps of", d.Step}} {
		if b.v != nil {
			bounds = append(bounds, b.word+" "+term.Shorten(b.v.JSON(), 24))
		}
	}
	if bounds != nil {
		parts = append(parts, strings.Join(bounds, " "))
	}
	if d.DataDependent {
		parts = append(parts, "the values come from data")
	}
	return strings.Join(parts, "; ")
}

// annotationSummary is the summary of a run: tools printed, parameters by domain type,
// source and size, and rejected records.
type annotationSummary struct {
	Tools      int64            `json:"tools"`
	Parameters int64            `json:"parameters"`
	Types      map[string]int64 `json:"types"`
	Sources    map[string]int64 `json:"sources"`
	Sizes      map[string]int64 `json:"sizes"`
	Rejected   int64            `json:"rejected"`
	Model      *llm.Usage       `json:"model,omitempty"`
}

func (s *annotationSummary) add(set domains.Set) {
	if s.Types == nil {
		s.Types, s.Sources, s.Sizes = map[string]int64{}, map[string]int64{}, map[string]int64{}
	}
	s.Tools++
	for _, p := range set {
		s.Parameters++
		s.Types[string(p.Domain.Type)]++
		s.Sources[cmp.Or(p.Domain.Source, "given")]++ // a file of --domains need not name one
		s.Sizes[sizeClass(p.Domain.Size)]++
	}
}

// sizeClass groups domain sizes by their effect: one value (a guess cannot fail), sizes
// that F1 lists, sizes that count at the default epsilon, and sizes counted as 1/epsilon.
func sizeClass(size int64) string {
	switch {
	case size == domains.Infinite:
		return "infinite"
	case size <= 1:
		return fmt.Sprint(size)
	case size <= 20:
		return "2..20"
	case size <= 10000:
		return "21..10000"
	}
	return "10001.."
}

func (a *annotation) summarise(asJSON, strict bool) error {
	s := &a.sum
	if a.model != nil {
		usage := a.model.Usage()
		s.Model = &usage
	}
	if asJSON {
		if err := json.NewEncoder(a.errs).Encode(s); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(a.errs, "%s with %s annotated, %s rejected\n", term.Count(s.Tools, "tool"), term.Count(s.Parameters, "parameter"), term.Count(s.Rejected, "record"))
		if s.Parameters > 0 {
			fmt.Fprintf(a.errs, "by type    %s\nby source  %s\nby size    %s\n", term.Counts(s.Types), term.Counts(s.Sources), term.Counts(s.Sizes))
		}
		a.tellUsage()
	}
	switch {
	case s.Rejected > 0 && s.Tools == 0:
		return fmt.Errorf("no tool could be read; %s rejected", term.Count(s.Rejected, "record"))
	case strict && s.Rejected > 0:
		return rejectedError{s.Rejected}
	}
	return nil
}
