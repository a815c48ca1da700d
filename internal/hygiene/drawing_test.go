package hygiene

import (
	"cmp"
	"fmt"
	"go/doc"
	"html"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// imports maps a package to the packages of this module that it imports directly, without
// those that it also reaches through another import.
type imports map[string][]string

// direct returns the imports of all packages.
func direct(all []pkg) imports {
	to := imports{}
	for _, p := range all {
		name := strings.TrimPrefix(p.ImportPath, module)
		to[name] = nil
		for _, dep := range p.Imports {
			if own, ok := strings.CutPrefix(dep, module); ok {
				to[name] = append(to[name], own)
			}
		}
	}
	reduced := imports{}
	for name, deps := range to {
		reduced[name] = slices.DeleteFunc(slices.Clone(deps), func(dep string) bool {
			return slices.ContainsFunc(deps, func(by string) bool { return by != dep && to.reaches(by, dep) })
		})
		slices.Sort(reduced[name])
	}
	return reduced
}

func (to imports) reaches(from, dep string) bool {
	return slices.ContainsFunc(to[from], func(next string) bool { return next == dep || to.reaches(next, dep) })
}

// plumbing reports whether a package knows nothing of the domain: it is internal, and so
// are all packages that it reaches.
func (to imports) plumbing(name string) bool {
	return strings.HasPrefix(name, "internal/") && !slices.ContainsFunc(to[name], func(dep string) bool { return !to.plumbing(dep) })
}

// level is the length of the longest chain of domain packages below a package.
func (to imports) level(name string) (n int) {
	for _, dep := range to[name] {
		if !to.plumbing(dep) {
			n = max(n, 1+to.level(dep))
		}
	}
	return n
}

// node is a package in the drawing, or a place where an arrow passes a row.
type node struct {
	name  string // "" for a place that an arrow passes
	x     float64
	links []*node // in the row below
	above []*node
}

// The size of the drawing, in pixels.
const (
	drawnWidth = 1160
	drawnRow   = 72
	boxWidth   = 136
	boxHeight  = 28
	passWidth  = 12
)

// rows arranges the domain's packages by their levels. An arrow over several levels has a
// place in each row that it passes, so that it crosses no box.
func (to imports) rows() [][]*node {
	var rows [][]*node
	at := map[string]*node{}
	names := make([]string, 0, len(to))
	for name := range to {
		if !to.plumbing(name) {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(to.level(a)-to.level(b), strings.Compare(a, b)) })
	for _, name := range names {
		level := to.level(name)
		if level == len(rows) {
			rows = append(rows, nil)
		}
		at[name] = &node{name: name}
		rows[level] = append(rows[level], at[name])
		for _, dep := range to[name] {
			if to.plumbing(dep) {
				continue
			}
			from := at[name]
			for below := level - 1; below > to.level(dep); below-- {
				pass := &node{}
				rows[below] = append(rows[below], pass)
				from.link(pass)
				from = pass
			}
			from.link(at[dep])
		}
	}
	for _, row := range rows {
		spread(row)
	}
	for range 24 { // move each node towards its neighbours, down and up again
		for i := range rows {
			settle(rows[i], func(n *node) []*node { return n.links })
		}
		for i := range rows {
			settle(rows[len(rows)-1-i], func(n *node) []*node { return n.above })
		}
	}
	return rows
}

func (n *node) link(to *node) {
	n.links = append(n.links, to)
	to.above = append(to.above, n)
}

func (n *node) width() float64 {
	if n.name == "" {
		return passWidth
	}
	return boxWidth + 8
}

// settle moves the nodes of a row to the middle of their links, and then apart.
func settle(row []*node, links func(*node) []*node) {
	for _, n := range row {
		sum := 0.0
		for _, l := range links(n) {
			sum += l.x
		}
		if k := len(links(n)); k > 0 {
			n.x = sum / float64(k)
		}
	}
	slices.SortStableFunc(row, func(a, b *node) int { return cmp.Compare(a.x, b.x) })
	spread(row)
}

// spread moves the nodes of a row, in order, as little as needed so that none overlaps
// another or leaves the drawing.
func spread(row []*node) {
	left := 0.0
	for _, n := range row {
		n.x = max(n.x, left+n.width()/2)
		left = n.x + n.width()/2
	}
	right := float64(drawnWidth)
	for _, n := range slices.Backward(row) {
		n.x = min(n.x, right-n.width()/2)
		right = n.x - n.width()/2
	}
}

// svg draws the rows, the highest level at the top.
func svg(rows [][]*node) string {
	var boxes, arrows strings.Builder
	y := func(level int) float64 { return float64(len(rows)-1-level)*drawnRow + boxHeight }
	for level, row := range rows {
		for _, n := range row {
			if n.name == "" {
				fmt.Fprintf(&arrows, "<path d=\"M%.0f %.0fv%d\"/>\n", n.x, y(level)-boxHeight/2, boxHeight)
			} else {
				fmt.Fprintf(&boxes, "<rect x=\"%.0f\" y=\"%.0f\" width=\"%d\" height=\"%d\" rx=\"5\"/><text x=\"%.0f\" y=\"%.0f\">%s</text>\n",
					n.x-boxWidth/2, y(level)-boxHeight/2, boxWidth, boxHeight, n.x, y(level)+4, html.EscapeString(n.name))
			}
			for _, to := range n.links {
				from, until := y(level)+boxHeight/2, y(level-1)-boxHeight/2
				fmt.Fprintf(&arrows, "<path d=\"M%.0f %.0fC%.0f %.0f %.0f %.0f %.0f %.0f\"%s/>\n", n.x, from, n.x, (from+until)/2, to.x, (from+until)/2, to.x, until,
					map[bool]string{true: ` marker-end="url(#tip)"`}[to.name != ""])
			}
		}
	}
	height := len(rows)*drawnRow - drawnRow + 2*boxHeight
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-label="The imports between the packages of voi; the page has them as a table">
<style>path { fill: none; stroke: #8895a3; } rect { fill: #eef5fa; stroke: #2f6f9f; } text { font: 11px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; text-anchor: middle; fill: #1f2933; }</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 1 7 4 0 7Z" style="fill: #8895a3"/></marker></defs>
<rect width="%d" height="%d" style="fill: #fbfaf7; stroke: none"/>
%s%s</svg>
`, drawnWidth, height, drawnWidth, height, arrows.String(), boxes.String())
}

// below marks the generated part of the page.
const below = "<!-- below: go test ./internal/hygiene -update -->\n"

// The page of the packages and its drawing match the imports of the code: a new arrow has
// to be looked at and documented.
func TestImportsAreDrawn(t *testing.T) {
	all := list(t)
	to := direct(all)
	sharedtest.Golden(t, "../../docs/packages.svg", svg(to.rows()))

	const page = "../../docs/packages.md"
	text := string(sharedtest.Need(os.ReadFile(page))(t))
	intro, _, found := strings.Cut(text, below)
	if !found {
		t.Fatalf("%s has no line %q", page, below)
	}
	var domain, plumbing strings.Builder
	for _, p := range all {
		name := strings.TrimPrefix(p.ImportPath, module)
		about := strings.TrimPrefix(new(doc.Package).Synopsis(p.Doc), "Package "+name[strings.LastIndexByte(name, '/')+1:]+" ")
		if to.plumbing(name) {
			fmt.Fprintf(&plumbing, "| `%s` | %s |\n", name, about)
			continue
		}
		deps := slices.DeleteFunc(slices.Clone(to[name]), to.plumbing)
		fmt.Fprintf(&domain, "| `%s` | %s | %s |\n", name, about, strings.Join(deps, ", "))
	}
	sharedtest.Golden(t, page, intro+below+"| package | what it is for | imports |\n|---|---|---|\n"+domain.String()+
		"\nPlumbing knows nothing of the domain and is imported where it is needed:\n\n| package | what it is for |\n|---|---|\n"+plumbing.String())
}
