package certainty

import (
	"math"
	"sync"

	"github.com/voi-rl/voi/domains"
)

// Weigher computes the certainty of many calls to the tools of one sample. It is
// immutable and safe for concurrent use.
type Weigher struct {
	opt   Options
	tools map[string]*offered
}

// offered is a tool whose view is made at the first call, because most offered
// tools are never called.
type offered struct {
	sync.Once
	tool *domains.Tool
	set  domains.Set
	view *view
}

// NewWeigher prepares the tools of a sample. sets holds the domains of each
// tool's parameters by the tool's name; a missing parameter counts as infinite
// (F3). Of tools with one name the first counts (F1). Options that fail
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

// view is the view of a tool, nil if it is not offered.
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

// Certainty equals CallCertainty of the call, to the last digit. A call to a tool
// that is not offered has w = 0.
func (w *Weigher) Certainty(call domains.Call) (logW, weight float64) {
	v := w.view(call.Name)
	if v == nil {
		return math.Inf(-1), 0
	}
	x := v.certainty(call)
	return x.log(), x.float()
}

// Inside is Certainty without a penalty for values outside their domains
// (OutOfDomain: Ignore), as beliefs are labelled (F12).
func (w *Weigher) Inside(call domains.Call) (logW, weight float64) {
	v := w.view(call.Name)
	if v == nil {
		return math.Inf(-1), 0
	}
	x := v.weigh(call, Ignore)
	return x.log(), x.float()
}

// Weight is Certainty without the logarithm: w in [0, 1], also 0 if it
// underflows.
func (w *Weigher) Weight(call domains.Call) float64 {
	v := w.view(call.Name)
	if v == nil {
		return 0
	}
	return v.certainty(call).float()
}
