package reward

import (
	"math"
	"slices"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// belief is the part of a sample's labels (F12) that F11 uses.
type belief struct {
	known  bool    // the sample carries a belief
	u      float64 // how much asking is warranted, in [0, 1]; 1 without a belief
	vnow   float64
	states float64 // N; +Inf if it exceeds float64

	candidates []weighed
	tools      []string // tools with a candidate
	missing    []missingAspect
	bits       float64 // sum over missing
	rivals     rivals
}

func (b *belief) isMissing(name string) bool {
	return slices.ContainsFunc(b.missing, func(m missingAspect) bool { return m.name == name })
}

// missingAspect is a parameter that the best candidate leaves open.
type missingAspect struct {
	name string
	tool string  // the tool of that candidate; "" if unknown
	bits float64 // ln max(n, 2)
}

// rivals are the differences between complete candidates.
type rivals struct {
	aspects map[string]bool // parameters with different values in candidates of one tool
	tools   []string        // the tools, if there are several
}

// newBelief reads the labels. Without labels, or without v_now in them, there is
// no belief.
func newBelief(x *Prepared, labels *label.Labels) *belief {
	if labels == nil || labels.VNow == nil {
		return &belief{u: 1}
	}
	b := &belief{known: true, vnow: *labels.VNow}
	cands := candidatesOf(x, labels)
	b.candidates = cands
	for i := range cands {
		b.states += cands[i].states
		if name := cands[i].tool.Name; !slices.Contains(b.tools, name) {
			b.tools = append(b.tools, name)
		}
	}
	b.u = warranted(b.vnow, b.states)
	for _, name := range labels.Missing {
		if !b.isMissing(name) {
			b.missing = append(b.missing, x.missingAspect(cands, name))
		}
	}
	for _, m := range b.missing {
		b.bits += m.bits
	}
	b.rivals = x.differences(cands)
	return b
}

// warranted is u of F11, in [0, 1]: the distance of v_now from 1, relative to
// the largest distance that N states allow.
func warranted(vnow, states float64) float64 {
	if !(states > 1) {
		return 0
	}
	u := (1 - vnow) / (1 - 1/states)
	return min(1, max(0, u))
}

// weighed is a candidate of the sample's belief; equal candidates are merged.
type weighed struct {
	call   domains.Call
	tool   *domains.Tool
	states float64 // product of n over its unspecified parameters; +Inf beyond float64
	prior  float64
	logV   float64 // log(prior * w^2): v of F5 up to a common factor
}

// candidatesOf returns the candidates of a belief, best first, ties in the given
// order. Candidates with prior 0, or whose tool is not offered, are left out.
func candidatesOf(x *Prepared, labels *label.Labels) []weighed {
	var out []weighed
	at := map[string]int{}
	for _, c := range labels.Candidates {
		prior := 1.0
		if c.Weight != nil {
			prior = *c.Weight
		}
		tool := domains.ToolNamed(x.tools, c.Call.Name)
		if tool == nil || !(prior > 0) {
			continue
		}
		key := ""
		if len(labels.Candidates) > 1 {
			key = c.Call.Name + "\x00" + c.Call.Arguments.Key()
		}
		if i, twice := at[key]; twice {
			out[i].prior += prior
		} else if logW, w := x.weigher.Inside(c.Call); !math.IsInf(logW, -1) { // an empty domain, for which no completion is right
			at[key] = len(out)
			out = append(out, weighed{call: c.Call, tool: tool, states: 1 / w, logV: 2 * logW, prior: prior})
		}
	}
	for i := range out {
		out[i].logV += math.Log(out[i].prior)
	}
	slices.SortStableFunc(out, func(a, b weighed) int {
		switch d := b.logV - a.logV; {
		case d > 1e-9:
			return 1
		case d < -1e-9:
			return -1
		}
		return 0
	})
	return out
}

// missingAspect finds the best candidate that leaves a parameter open, and the
// domain. An unknown parameter counts as free text.
func (x *Prepared) missingAspect(cands []weighed, name string) missingAspect {
	d := domains.Domain{Type: domains.Custom, Size: domains.Infinite}
	m := missingAspect{name: name}
	find := func(tool *domains.Tool) bool {
		if tool.Param(name) == nil {
			return false
		}
		m.tool = tool.Name
		if own, ok := x.sets[tool.Name].Get(name); ok {
			d = own
		}
		return true
	}
	for i := range cands {
		if m.tool == "" && leavesOpen(&cands[i], name, x.sets[cands[i].tool.Name]) && find(cands[i].tool) {
			break
		}
	}
	for i := 0; i < len(cands) && m.tool == ""; i++ {
		find(cands[i].tool)
	}
	for i := 0; i < len(x.tools) && m.tool == ""; i++ {
		find(&x.tools[i])
	}
	m.bits = math.Log(max(d.N(x.profile.rules.options.Epsilon), 2))
	return m
}

func leavesOpen(c *weighed, name string, set domains.Set) bool {
	p := c.tool.Param(name)
	v, ok := c.call.Arguments.Get(name)
	if !ok {
		return p != nil && p.Required
	}
	d, _ := set.Get(name)
	return !certainty.Specified(p, d, v)
}

// differences returns the differences between candidates if all of them are
// complete, else nothing.
func (x *Prepared) differences(cands []weighed) (r rivals) {
	for i := range cands {
		if cands[i].states > 1 {
			return rivals{}
		}
	}
	first := map[*domains.Tool]domains.Value{} // if two candidates of a tool differ, one of them differs from the first
	for i := range cands {
		c := &cands[i]
		if args, ok := first[c.tool]; ok {
			r.addDifferences(args, c.call.Arguments)
			continue
		}
		first[c.tool] = c.call.Arguments
		r.tools = append(r.tools, c.tool.Name)
	}
	if len(r.tools) == 1 {
		r.tools = nil
	}
	return r
}

func (r *rivals) addDifferences(a, b domains.Value) {
	add := func(name string) {
		if r.aspects == nil {
			r.aspects = map[string]bool{}
		}
		r.aspects[name] = true
	}
	inA, inB := a.Getter(), b.Getter()
	for _, m := range a.Members() {
		if v, ok := inB(m.Key); !ok || !jsonvalue.Equal(v, m.Value) {
			add(m.Key)
		}
	}
	for _, m := range b.Members() {
		if _, ok := inA(m.Key); !ok {
			add(m.Key)
		}
	}
}
