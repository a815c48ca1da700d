package certainty

import (
	"context"
	"fmt"
	"slices"

	"github.com/voi-rl/voi/domains"
)

// Belief is a belief over the calls that the user may mean (F5). It is immutable
// and safe for concurrent use.
type Belief struct {
	tools []domains.Tool
	sets  map[string]domains.Set
	opt   Options

	given []Candidate // the given candidates, with values that answers have filled in
	gone  []bool      // for each given candidate: an answer contradicted it
	ruled map[string]map[string]ruledOut

	of      []int // for each given candidate: index into merged, -1 if gone
	merged  []candidate
	kept    []int // indices into merged, in the given order
	groups  []group
	defined bool
}

// group holds the kept candidates of one tool.
type group struct {
	tool    int // index into Belief.tools
	view    *view
	args    []arguments // one for each candidate
	cands   []int       // indices into Belief.merged, in the given order
	columns []column    // one for each parameter of the schema
	boxes   []box       // those with v > 0, by falling v
	others  extended    // greatest v of another tool's candidates
}

// NewBelief returns the belief over cands (F5; eqs. 1, 13 and 14). It merges
// equal candidates, keeps the MaxCandidates with the largest prior * w, and
// computes pi and v.
//
// sets holds the domains of each tool's parameters by the tool's name; a missing
// tool is annotated from its schema. Of tools with one name the first counts. The
// arguments must not be changed afterwards. The error names a weight that is
// negative or not finite, or an option out of its range.
func NewBelief(tools []domains.Tool, sets map[string]domains.Set, cands []Candidate, opt Options) (*Belief, error) {
	if err := opt.Check(); err != nil {
		return nil, err
	}
	b := &Belief{tools: tools, sets: sets, opt: opt,
		given: slices.Clone(cands), gone: make([]bool, len(cands))}
	return b, b.compute()
}

// compute derives everything from the given candidates.
func (b *Belief) compute() error {
	toolOf := make(map[string]int, len(b.tools))
	for i := range b.tools {
		if _, twice := toolOf[b.tools[i].Name]; !twice {
			toolOf[b.tools[i].Name] = i
		}
	}
	var err error
	if b.merged, b.of, err = mergeEqual(b.given, b.gone, toolOf); err != nil {
		return err
	}
	views := make(map[int]*view)
	for i := range b.merged {
		c := &b.merged[i]
		if c.tool < 0 {
			continue
		}
		if views[c.tool] == nil {
			if views[c.tool], err = b.view(c.tool); err != nil {
				return err
			}
		}
		c.w = views[c.tool].certainty(c.call)
	}
	b.kept = keepBest(b.merged)
	b.normalise()
	b.group(views)
	return nil
}

// view returns the view of the tool at an index.
func (b *Belief) view(at int) (*view, error) {
	tool := &b.tools[at]
	set, ok := b.sets[tool.Name]
	if !ok {
		var err error
		if set, err = (domains.SchemaAnnotator{}).Annotate(context.Background(), tool); err != nil {
			return nil, fmt.Errorf("certainty: the domains of tool %q: %w", tool.Name, err)
		}
	}
	return newView(tool, set, b.opt, b.ruled[tool.Name]), nil
}

// normalise computes pi and v of the kept candidates; the others keep 0.
func (b *Belief) normalise() {
	var sum extended
	for _, i := range b.kept {
		sum = sum.add(b.merged[i].prior.mul(b.merged[i].w))
	}
	b.defined = !sum.isZero()
	if !b.defined {
		return
	}
	for _, i := range b.kept {
		c := &b.merged[i]
		c.pi = c.prior.mul(c.w).div(sum)
		c.v = c.pi.mul(c.w)
	}
}

// group groups the kept candidates by tool, in the order of the tools.
func (b *Belief) group(views map[int]*view) {
	of := make(map[int]int)
	for _, i := range b.kept {
		c := &b.merged[i]
		if c.tool < 0 {
			continue
		}
		at, ok := of[c.tool]
		if !ok {
			at = len(b.groups)
			of[c.tool] = at
			b.groups = append(b.groups, group{tool: c.tool, view: views[c.tool]})
		}
		g := &b.groups[at]
		c.at = len(g.cands)
		g.cands = append(g.cands, i)
		g.args = append(g.args, indexed(c.call))
	}
	slices.SortFunc(b.groups, func(x, y group) int { return x.tool - y.tool })
	for i := range b.groups {
		b.fill(&b.groups[i])
	}
}

func (b *Belief) fill(g *group) {
	g.columns = g.view.columns(g.args)
	for _, i := range b.kept {
		c := &b.merged[i]
		switch {
		case c.tool == g.tool && !c.v.isZero():
			g.boxes = append(g.boxes, box{c.v, c.at})
		case c.tool != g.tool && c.v.cmp(g.others) > 0:
			g.others = c.v
		}
	}
	slices.SortStableFunc(g.boxes, func(x, y box) int { return y.v.cmp(x.v) })
}

// Defined reports whether there is a belief: some candidate's prior * w is not
// exactly 0 (F5). Without a belief every signal is 0 and means nothing.
func (b *Belief) Defined() bool { return b.defined }

// W returns w (F3), in [0, 1], of each given candidate; 0 for one that an answer
// removed.
func (b *Belief) W() []float64 { return b.each(func(c *candidate) extended { return c.w }) }

// Pi returns pi (F5), in [0, 1], of each given candidate. Merged candidates all
// have their common pi. A candidate that was not kept, or that an answer removed,
// has 0.
func (b *Belief) Pi() []float64 { return b.each(func(c *candidate) extended { return c.pi }) }

// V returns v = pi * w (F5), in [0, 1], of each given candidate, merged and
// removed as in Pi.
func (b *Belief) V() []float64 { return b.each(func(c *candidate) extended { return c.v }) }

func (b *Belief) each(signal func(*candidate) extended) []float64 {
	out := make([]float64, len(b.of))
	for i, at := range b.of {
		if at >= 0 {
			out[i] = signal(&b.merged[at]).float()
		}
	}
	return out
}

// VNow returns V_now = max v (F5), in [0, 1]: the probability that the best call
// is the one that the user means, with the right values. It is 0 without a
// belief.
func (b *Belief) VNow() float64 {
	var most extended
	for _, i := range b.kept {
		if v := b.merged[i].v; v.cmp(most) > 0 {
			most = v
		}
	}
	return most.float()
}

// best returns the candidate with the greatest v. If several differ only by
// rounding it is the first of them. It is nil without a belief.
func (b *Belief) best() *candidate {
	if !b.defined {
		return nil
	}
	best := &b.merged[b.kept[0]]
	for _, i := range b.kept {
		if c := &b.merged[i]; c.v.exceeds(best.v) {
			best = c
		}
	}
	return best
}

// Best returns the index of the given candidate with the greatest v, the first on
// a tie; -1 without a belief.
func (b *Belief) Best() int {
	best := b.best()
	if best == nil {
		return -1
	}
	return slices.IndexFunc(b.of, func(at int) bool { return at >= 0 && &b.merged[at] == best })
}

// Call returns the given candidate i, with the values that answers have filled
// in.
func (b *Belief) Call(i int) domains.Call { return b.given[i].Call }

// Missing returns the names of the unspecified parameters of the best candidate
// (F12): first those of the schema in its order, then others in the order of the
// call. It is empty, not nil, if nothing is missing.
func (b *Belief) Missing() []string {
	missing := []string{}
	best := b.best()
	if best == nil || best.tool < 0 {
		return missing
	}
	g := b.groupOf(b.tools[best.tool].Name)
	for i := range g.columns {
		if g.columns[i].cells[best.at] == wild {
			missing = append(missing, g.columns[i].name)
		}
	}
	for _, m := range best.call.Arguments.Members() {
		if p, _ := g.view.param(m.Key); p == nil && Unspecified(m.Value) {
			missing = append(missing, m.Key)
		}
	}
	return missing
}

// groupOf returns the group of the tool with that name, nil if it has no kept
// candidate.
func (b *Belief) groupOf(tool string) *group {
	for i := range b.groups {
		if b.tools[b.groups[i].tool].Name == tool {
			return &b.groups[i]
		}
	}
	return nil
}
