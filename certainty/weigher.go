package certainty

import (
	"math"
	"sync"

	"github.com/voi-rl/voi/domains"
)

// Weigher computes the certainty of calls to the tools of one sample, made
// ready once and asked often. It is not changed once it is made and is safe for
// concurrent use.
type Weigher struct {
	opt   Options
	tools map[string]*offered
}

// offered is a tool, made ready when it is first called: most samples offer more.
type offered struct {
	sync.Once
	tool *domains.Tool
	set  domains.Set
	view *view
}

// NewWeigher makes the tools of a sample ready. sets holds the domains of each
// tool's parameters by the tool's name; a parameter that they lack counts as
// infinite (F3). Of a tool named twice the first counts (F1). Options that fail
// Options.Check count as their defaults.
func NewWeigher(tools []domains.Tool, sets map[string]domains.Set, opt Options) *Weigher {
	w := &Weigher{opt: opt, tools: make(map[string]*offered, len(tools))}
	all := make([]offered, len(tools))
	for i := range tools {
		if t := &tools[i]; w.tools[t.Name] == nil {
			all[i].tool, all[i].set, w.tools[t.Name] = t, sets[t.Name], &all[i]
		}
	}
	return w
}

// view is the view of a tool, nil of one that is not offered.
func (w *Weigher) view(name string) *view {
	o := w.tools[name]
	if o == nil {
		return nil
	}
	o.Do(func() { o.view = newView(o.tool, o.set, w.opt, nil) })
	return o.view
}

// Offers reports whether the sample offers a tool of that name.
func (w *Weigher) Offers(name string) bool {
	return w.tools[name] != nil
}

// Certainty is CallCertainty of one call, to the last digit; a call to a tool
// that is not offered has w = 0.
func (w *Weigher) Certainty(call domains.Call) (logW, weight float64) {
	v := w.view(call.Name)
	if v == nil {
		return math.Inf(-1), 0
	}
	x := v.certainty(call)
	return x.log(), x.float()
}

// Inside is Certainty where values outside their domains are let pass
// (OutOfDomain: Ignore), which is how beliefs are labelled (F12).
func (w *Weigher) Inside(call domains.Call) (logW, weight float64) {
	v := w.view(call.Name)
	if v == nil {
		return math.Inf(-1), 0
	}
	x := v.weigh(call, Ignore)
	return x.log(), x.float()
}

// Weight is Certainty without the logarithm: w in [0, 1], 0 too where it
// underflows.
func (w *Weigher) Weight(call domains.Call) float64 {
	v := w.view(call.Name)
	if v == nil {
		return 0
	}
	return v.certainty(call).float()
}
