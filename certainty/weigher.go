package certainty

import (
	"math"

	"github.com/voi-rl/voi/domains"
)

// Weigher computes the certainty of calls to the tools of one sample, made
// ready once and asked often. It is not changed once it is made and is safe for
// concurrent use.
type Weigher struct {
	views map[string]*view
}

// NewWeigher makes the tools of a sample ready. sets holds the domains of each
// tool's parameters by the tool's name; a parameter that they lack counts as
// infinite (F3). Of a tool named twice the first counts (F1). Options that fail
// Options.Check count as their defaults.
func NewWeigher(tools []domains.Tool, sets map[string]domains.Set, opt Options) *Weigher {
	w := &Weigher{views: make(map[string]*view, len(tools))}
	for i := range tools {
		if _, twice := w.views[tools[i].Name]; !twice {
			w.views[tools[i].Name] = newView(&tools[i], sets[tools[i].Name], opt, nil)
		}
	}
	return w
}

// Offers reports whether the sample offers a tool of that name.
func (w *Weigher) Offers(name string) bool {
	_, ok := w.views[name]
	return ok
}

// Certainty is CallCertainty of one call, to the last digit; a call to a tool
// that is not offered has w = 0.
func (w *Weigher) Certainty(call domains.Call) (logW, weight float64) {
	v, ok := w.views[call.Name]
	if !ok {
		return math.Inf(-1), 0
	}
	x := v.certainty(call)
	return x.log(), x.float()
}

// Inside is Certainty where values outside their domains are let pass
// (OutOfDomain: Ignore), which is how beliefs are labelled (F12).
func (w *Weigher) Inside(call domains.Call) (logW, weight float64) {
	v, ok := w.views[call.Name]
	if !ok {
		return math.Inf(-1), 0
	}
	x := v.weigh(call, Ignore)
	return x.log(), x.float()
}

// Weight is Certainty without the logarithm: w in [0, 1], 0 too where it
// underflows.
func (w *Weigher) Weight(call domains.Call) float64 {
	v, ok := w.views[call.Name]
	if !ok {
		return 0
	}
	return v.certainty(call).float()
}
