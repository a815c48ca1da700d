package reward

import (
	"math"
	"slices"
	"strconv"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// wanted is a reference call in the form for F11's comparison.
type wanted struct {
	call domains.Call
	tool *domains.Tool // nil if it is not offered
	args []wantedArgument
	any  bool // for a sample without a reference: its arguments do not count

	places map[string]int            // of args, by name; nil for few
	params map[string]*domains.Param // of the tool, by name; nil for few
}

type wantedArgument struct {
	name string
	want wantedValue
}

// wantedValue is a value of the reference, with its accepted equivalents.
type wantedValue struct {
	value    domains.Value
	present  bool            // the reference gives it
	optional bool            // it may also be left out
	others   []domains.Value // accepted alternatives
	inside   map[string]*wantedValue
}

// pairing is the best one-to-one matching of a completion's calls with the
// reference's (F11).
type pairing struct {
	m     float64 // agreement, in [0, 1]; 1 only if every argument of every call is the same
	cert  float64 // Cert of the completion
	of    int     // number of reference calls that were matched
	calls []paired
}

// paired is a call of the completion with its matched reference call.
type paired struct {
	with  int // index into the reference's calls, -1 for none
	share float64
	cert  float64
}

// maxPaired is the number of calls up to which the best matching is searched, in time
// that grows with the cube of it; longer lists pair by pairMany.
const maxPaired = 64

// meeting are the calls of a completion on their way to a pairing. What was found out about one
// of them is kept, since each is compared with many calls of the reference.
type meeting struct {
	calls  []domains.Call
	alone  []paired    // each with nothing; nil until needed
	pairs  [][]paired  // each with the first calls of the reference, as far as they were needed
	backed [][]float64 // p of its arguments, as far as they were needed
}

// pairUp matches calls with the reference's, and with that number of following
// calls which agrees best. reference is nil if there is none. With a longer list of
// n calls the agreement is at most len(calls)/n, which ends the search.
func (g *guard) pairUp(calls []domains.Call, reference []wanted) pairing {
	met := &meeting{calls: calls}
	n := max(min(len(g.x.calls), len(reference)), min(len(calls), len(reference)))
	best := g.pairWith(met, reference[:n])
	for n++; n <= min(len(reference), maxPaired) && float64(len(calls))/float64(n) >= best.m; n++ {
		const tie = 1e-9
		if p := g.pairWith(met, reference[:n]); p.m > best.m+tie || p.m > best.m-tie && p.cert > best.cert {
			best = p
		}
	}
	return best
}

// pairWith matches calls with all of the reference's.
func (g *guard) pairWith(met *meeting, reference []wanted) pairing {
	calls := met.calls
	p := pairing{calls: make([]paired, len(calls)), cert: 1, of: len(reference)}
	if len(calls) == 1 && len(reference) == 1 {
		p.calls[0] = g.pair(&calls[0], &reference[0], 0, nil)
	} else {
		g.match(p.calls, met, reference)
	}
	same, sum := len(calls) == len(reference), 0.0
	for _, c := range p.calls {
		p.cert *= c.cert
		sum += c.share
		same = same && c.share == 1
	}
	if n := max(len(calls), len(reference)); n > 0 {
		p.m = sum / float64(n)
	}
	if p.m >= 1 {
		p.m = math.Nextafter(1, 0)
	}
	if same {
		p.m = 1
	}
	return p
}

// match finds the matching with the largest sum of shares; on a tie the one with
// the largest Cert.
func (g *guard) match(out []paired, met *meeting, reference []wanted) {
	calls := met.calls
	if met.alone == nil {
		met.alone, met.pairs, met.backed = make([]paired, len(calls)), make([][]paired, len(calls)), make([][]float64, len(calls))
		for i := range calls {
			met.alone[i] = g.pair(&calls[i], nil, -1, &met.backed[i])
		}
	}
	copy(out, met.alone)
	if len(reference) == 0 {
		return
	}
	n := max(len(calls), len(reference))
	if n > maxPaired {
		g.pairMany(out, calls, reference)
		return
	}
	gain := make([][]float64, n)
	for i := range gain {
		gain[i] = make([]float64, n)
		if i >= len(calls) {
			continue
		}
		for k := len(met.pairs[i]); k < len(reference); k++ {
			var p paired
			if calls[i].Name == reference[k].call.Name {
				p = g.pair(&calls[i], &reference[k], k, &met.backed[i])
			}
			met.pairs[i] = append(met.pairs[i], p)
		}
		for k := range reference {
			if calls[i].Name == reference[k].call.Name {
				gain[i][k] = worth(met.pairs[i][k]) - worth(met.alone[i])
			}
		}
	}
	for i, k := range assign(gain) {
		if i < len(calls) && k < len(reference) && calls[i].Name == reference[k].call.Name {
			out[i] = met.pairs[i][k]
		}
	}
}

// pairMany pairs equal calls, and then the rest in order, tool by tool, in linear time. Where
// all calls are right, in any order, that is the best matching.
func (g *guard) pairMany(out []paired, calls []domains.Call, reference []wanted) {
	taken := make([]bool, len(reference))
	for _, key := range []func(*domains.Call) string{
		func(c *domains.Call) string { return string(c.Arguments.AppendCanonical([]byte(c.Name + "\x00"))) },
		func(c *domains.Call) string { return c.Name },
	} {
		left := map[string][]int{}
		for k := range reference {
			if call := &reference[k].call; !taken[k] {
				left[key(call)] = append(left[key(call)], k)
			}
		}
		for i := range calls {
			if out[i].with >= 0 {
				continue
			}
			name := key(&calls[i])
			if same := left[name]; len(same) > 0 {
				left[name], taken[same[0]] = same[1:], true
				out[i] = g.pair(&calls[i], &reference[same[0]], same[0], nil)
			}
		}
	}
}

// worth orders pairs by their share, and on a tie by their Cert, however small.
func worth(p paired) float64 { return 1e7*p.share + max(math.Log(p.cert), -100) }

// argument is an argument of a call, with its place in the order of Weigher.Each.
type argument struct {
	certainty.Weighed
	at int
}

// pair compares a call with a reference call of the same tool, or with nothing: the
// share of equal arguments, and Cert. kept holds p of the arguments, as far as they were
// needed; nil if the call is compared once.
func (g *guard) pair(call *domains.Call, w *wanted, with int, kept *[]float64) paired {
	if w != nil && w.call.Name != call.Name {
		w, with = nil, -1
	}
	p := paired{with: with, cert: 1}
	counted, equal, trusted, at := 0, 0, 1.0, -1
	var inline [8]argument
	others := inline[:0] // the arguments that are not the reference's
	offered := g.x.weigher.Each(*call, func(a *certainty.Weighed) {
		at++
		if w == nil || w.any {
			others = append(others, argument{*a, at})
			return
		}
		is, counts := w.argument(a.Name).holds(a.Param, a.Value, a.State != certainty.StateAbsent)
		switch {
		case !is:
			others = append(others, argument{*a, at})
		case g.trust() < 1: // the conversation is consulted only if the source is not fully trusted
			trusted *= g.backedOnce(call.Name, &argument{*a, at}, kept)
		}
		if counts {
			counted++
			if is {
				equal++
			}
		}
	})
	own := g.product(call.Name, w, others, kept)
	switch {
	case w == nil:
	case w.any:
		p.share = 1
	case !offered:
		counted, equal = w.countUnknown(call)
		offered = equal == counted
		fallthrough
	default:
		counted += w.absent(call)
		p.share = 1
		if counted > 0 {
			p.share = float64(equal) / float64(counted)
		}
	}
	if t := g.trust(); t < 1 {
		trusted = max(trusted, t)
	}
	p.cert = trusted * own
	if !offered {
		p.cert = 0
	}
	return p
}

// product is the product of p over arguments of a call that are not those of w. An argument
// whose p is 0 whatever the conversation says settles it, and nothing is looked up.
func (g *guard) product(tool string, w *wanted, args []argument, kept *[]float64) float64 {
	if slices.ContainsFunc(args, func(a argument) bool { return a.P == 0 && !w.runs(a.Name) }) {
		return 0
	}
	product := 1.0
	for i := range args {
		p := g.backedOnce(tool, &args[i], kept)
		if w.runs(args[i].Name) {
			p = max(0.5, p)
		}
		product *= p
	}
	return product
}

// backedOnce is backed, looked up in kept first and entered there.
func (g *guard) backedOnce(tool string, a *argument, kept *[]float64) float64 {
	if kept == nil {
		return g.backed(tool, &a.Weighed)
	}
	for len(*kept) <= a.at {
		*kept = append(*kept, math.NaN())
	}
	if p := (*kept)[a.at]; !math.IsNaN(p) {
		return p
	}
	p := g.backed(tool, &a.Weighed)
	(*kept)[a.at] = p
	return p
}

// countUnknown compares a call with a reference call whose tool is not offered:
// arguments are compared without a schema.
func (w *wanted) countUnknown(call *domains.Call) (counted, equal int) {
	for _, m := range call.Arguments.Members() {
		is, counts := w.argument(m.Key).holds(nil, m.Value, true)
		if counts {
			counted++
			if is {
				equal++
			}
		}
	}
	return counted, equal
}

// absent counts the reference's arguments that a call leaves out, except required
// ones, which Each visits, and those that say nothing.
func (w *wanted) absent(call *domains.Call) (n int) {
	given := call.Arguments.Getter()
	for i := range w.args {
		a := &w.args[i]
		if _, ok := given(a.name); ok || !a.want.present || a.want.optional {
			continue
		}
		p := w.param(a.name)
		if p != nil && p.Required || isDefault(p, a.want.value) {
			continue
		}
		n++
	}
	return n
}

func (w *wanted) argument(name string) *wantedValue {
	if w.places != nil {
		if i, ok := w.places[name]; ok {
			return &w.args[i].want
		}
		return nil
	}
	for i := range w.args {
		if w.args[i].name == name {
			return &w.args[i].want
		}
	}
	return nil
}

// few is the number of names up to which a list of them is searched; a longer one is indexed.
const few = 16

func (w *wanted) add(a wantedArgument) {
	if w.args = append(w.args, a); len(w.args) <= few {
		return
	}
	if w.places == nil {
		w.places = map[string]int{}
		for i := range w.args {
			w.places[w.args[i].name] = i
		}
	}
	w.places[a.name] = len(w.args) - 1
}

// runs reports whether the reference's value of an argument is running text.
func (w *wanted) runs(name string) bool {
	if w == nil || w.any {
		return false
	}
	want := w.argument(name)
	return want != nil && want.value.Kind() == jsonvalue.String && running(want.value.Str())
}

func (w *wanted) param(name string) *domains.Param {
	switch {
	case w.tool == nil:
		return nil
	case w.params != nil:
		return w.params[name]
	}
	return w.tool.Param(name)
}

// holds reports whether a call's argument equals the reference's, which is nil if
// the reference omits it, and whether it counts towards agreement. It does not
// count if both sides leave it absent, null or at its default.
func (want *wantedValue) holds(p *domains.Param, v domains.Value, present bool) (is, counts bool) {
	silent := !present || isDefault(p, v)
	missing := want == nil || !want.present || isDefault(p, want.value)
	switch {
	case silent && missing:
		return true, false
	case !present:
		return want.optional, !want.optional
	case want == nil:
		return false, true
	}
	return want.is(p, v) || silent && want.optional, true
}

// isDefault reports whether v says the same as omitting the parameter: null, or the
// default of an optional one.
func isDefault(p *domains.Param, v domains.Value) bool {
	if p != nil && p.Required {
		return false
	}
	return v.IsNull() || p != nil && p.HasDefault && same(p, v, p.Default)
}

// is reports whether a value is the same as the reference's or an alternative.
func (want *wantedValue) is(p *domains.Param, v domains.Value) bool {
	if want.present && same(p, want.value, v) {
		return true
	}
	for i := range want.others {
		if same(p, want.others[i], v) {
			return true
		}
	}
	return want.inside != nil && want.isInside(domains.Coerce(p, want.value), domains.Coerce(p, v))
}

// isInside compares two objects, or two arrays of equal length, part by part.
func (want *wantedValue) isInside(whole, v domains.Value) bool {
	if v.Kind() != whole.Kind() || v.Kind() == jsonvalue.Array && v.Len() != whole.Len() {
		return false
	}
	owned, given := whole.Getter(), v.Getter()
	part := func(key string, got domains.Value) bool {
		own, ok := element(whole, key)
		if whole.Kind() != jsonvalue.Array {
			own, ok = owned(key)
		}
		if in := want.inside[key]; in != nil {
			return in.is(nil, got)
		}
		return ok && same(nil, own, got)
	}
	for i, item := range v.Items() {
		if !part(strconv.Itoa(i), item) {
			return false
		}
	}
	for _, m := range v.Members() {
		if !part(m.Key, m.Value) {
			return false
		}
	}
	for _, m := range whole.Members() {
		if _, ok := given(m.Key); !ok && (want.inside[m.Key] == nil || !want.inside[m.Key].optional) {
			return false
		}
	}
	return true
}

// wantedCalls prepares the reference's calls, and then the ones that may follow
// them, for comparison. Without a reference the best candidate's tool is wanted,
// with any arguments.
func wantedCalls(x *Prepared, s *dataset.Sample) []wanted {
	calls := slices.Concat(x.calls, s.Following)
	out := make([]wanted, len(calls))
	params := map[*domains.Tool]map[string]*domains.Param{}
	for i := range calls {
		w := &out[i]
		w.call, w.tool, w.any = calls[i], domains.ToolNamed(x.tools, calls[i].Name), x.guard.free
		for _, m := range calls[i].Arguments.Members() {
			w.add(wantedArgument{m.Key, wantedValue{value: m.Value, present: true}})
		}
		if w.tool != nil && len(w.tool.Params) > few {
			if params[w.tool] == nil {
				params[w.tool] = w.tool.ParamsByName()
			}
			w.params = params[w.tool]
		}
	}
	for _, alt := range s.Alternatives {
		if alt.Call >= 0 && alt.Call < len(x.calls) {
			out[alt.Call].accept(alt)
		}
	}
	return out
}

// accept adds an alternative.
func (w *wanted) accept(alt dataset.Alternative) {
	v := w.argument(alt.Parameter)
	if v == nil {
		w.add(wantedArgument{name: alt.Parameter})
		v = &w.args[len(w.args)-1].want
	}
	for _, key := range alt.Path {
		if v.inside == nil {
			v.inside = map[string]*wantedValue{}
		}
		next := v.inside[key]
		if next == nil {
			next = &wantedValue{}
			next.value, next.present = element(v.value, key)
			v.inside[key] = next
		}
		v = next
	}
	v.optional = v.optional || alt.Optional
	v.others = append(v.others, alt.Values...)
}

// element returns a member of an object or an element of an array.
func element(v domains.Value, key string) (domains.Value, bool) {
	if v.Kind() != jsonvalue.Array {
		return v.Get(key)
	}
	i, err := strconv.Atoi(key)
	if err != nil || i < 0 || i >= v.Len() {
		return domains.Value{}, false
	}
	return v.Items()[i], true
}
