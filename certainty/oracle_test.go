package certainty_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// world is a small random belief in the oracle's terms: the cells of every
// parameter are listed.
type world struct {
	tools   []domains.Tool
	sets    map[string]domains.Set
	cands   []certainty.Candidate
	epsilon float64
}

// pick returns one of the options.
func pick[T any](r *rand.Rand, options ...T) T { return options[r.IntN(len(options))] }

func must(text string) domains.Value {
	v, err := domains.ParseValue(text)
	if err != nil {
		panic(err)
	}
	return v
}

func randomParam(r *rand.Rand, name string) (domains.Param, domains.Domain) {
	p := domains.Param{Name: name, Required: r.IntN(3) > 0}
	var d domains.Domain
	var defaults []string
	switch r.IntN(4) {
	case 0:
		p.Schema = must(`{"type":"boolean"}`)
		d = domains.Domain{Type: domains.Boolean, Size: 2, Values: []domains.Value{must("true"), must("false")}}
		defaults = []string{"true", `"False"`}
	case 1:
		n := 1 + r.IntN(4)
		var values []string
		for i := range n {
			values = append(values, fmt.Sprintf(`"v%d"`, i))
		}
		p.Schema = must(`{"type":"string","enum":[` + strings.Join(values, ",") + `]}`)
		d = domains.Domain{Type: domains.Finite, Size: int64(n), Values: must("[" + strings.Join(values, ",") + "]").Items(), Source: "schema.enum"}
		defaults = []string{`"v0"`, `"outside"`}
	case 2:
		n := 1 + r.IntN(4)
		p.Schema = must(fmt.Sprintf(`{"type":"integer","minimum":1,"maximum":%d}`, n))
		low, high, step := must("1"), must(fmt.Sprint(n)), must("1")
		d = domains.Domain{Type: domains.NumericRange, Size: int64(n), Min: &low, Max: &high, Step: &step, Source: "schema.range"}
		defaults = []string{"1", `"1"`, "9"}
	default:
		p.Schema = must(`{"type":"string"}`)
		d = domains.Domain{Type: domains.String, Size: domains.Infinite}
		defaults = []string{`"v0"`, `""`}
	}
	if r.IntN(3) == 0 {
		p.HasDefault, p.Default = true, must(pick(r, defaults...))
	}
	return p, d
}

// randomValue returns an argument; "" means absent.
func randomValue(r *rand.Rand, d domains.Domain) string {
	switch r.IntN(6) {
	case 0:
		return ""
	case 1, 2:
		return pick(r, `"<UNK>"`, `" <UNK> "`, "null", `["v0","<UNK>"]`)
	}
	switch d.Type {
	case domains.Boolean:
		return pick(r, "true", "false", `"True"`)
	case domains.NumericRange:
		return pick(r, "1", "2", "1.0", `"2"`, "9")
	default:
		return pick(r, `"v0"`, `"v1"`, `"v2"`, `"outside"`)
	}
}

func randomWorld(r *rand.Rand) world {
	w := world{sets: map[string]domains.Set{}, epsilon: 1 / float64(2+r.IntN(7))}
	for i := range 1 + r.IntN(3) {
		tool := domains.Tool{Name: fmt.Sprintf("t%d", i)}
		var set domains.Set
		for j := range r.IntN(4) {
			p, d := randomParam(r, fmt.Sprintf("p%d", j))
			tool.Params = append(tool.Params, p)
			set = append(set, domains.ParamDomain{Name: p.Name, Domain: d})
		}
		w.tools = append(w.tools, tool)
		w.sets[tool.Name] = set
	}
	for range 1 + r.IntN(7) {
		tool := pick(r, w.tools...)
		var args []string
		for i, p := range tool.Params {
			if text := randomValue(r, w.sets[tool.Name][i].Domain); text != "" {
				args = append(args, fmt.Sprintf("%q:%s", p.Name, text))
			}
		}
		if r.IntN(8) == 0 {
			args = append(args, `"unnamed":`+pick(r, `"x"`, `"<UNK>"`))
		}
		c := certainty.Candidate{Call: domains.Call{Name: tool.Name, Arguments: must("{" + strings.Join(args, ",") + "}")}}
		if r.IntN(12) == 0 {
			c.Call.Name = "not_offered"
		}
		if r.IntN(2) == 0 {
			weight := float64(r.IntN(5)) / 2
			c.Weight = &weight
		}
		w.cands = append(w.cands, c)
		if r.IntN(5) == 0 {
			w.cands = append(w.cands, c)
		}
	}
	return w
}

// hypothesis is a candidate with a list of its cells on each aspect.
type hypothesis struct {
	tool   string
	prior  float64
	open   []int               // sizes of the domains of unspecified arguments
	places map[string][]string // by aspect: its possible cells
	pi, v  float64
}

// state is a candidate with one completion.
type state struct {
	tool   string
	values map[string]string
	p      float64
}

// oracle is a belief as a list of states, computed without the package.
type oracle struct {
	hypotheses []*hypothesis
	of         []int
	aspects    map[string][]string // by tool
	states     []state
	total      float64
}

func newOracle(w world) *oracle {
	o := &oracle{aspects: map[string][]string{}}
	infinite := int(1/w.epsilon + 0.5)
	for _, tool := range w.tools {
		for _, p := range tool.Params {
			o.aspects[tool.Name] = append(o.aspects[tool.Name], p.Name)
		}
		o.aspects[tool.Name] = append(o.aspects[tool.Name], "unnamed")
	}
	seen := map[string]int{}
	for _, c := range w.cands {
		weight := 1.0
		if c.Weight != nil {
			weight = *c.Weight
		}
		key := c.Call.Name + c.Call.Arguments.Key()
		at, twice := seen[key]
		if !twice {
			at = len(o.hypotheses)
			seen[key] = at
			o.hypotheses = append(o.hypotheses, &hypothesis{tool: c.Call.Name, places: map[string][]string{}})
			o.place(o.hypotheses[at], c.Call.Arguments, w, infinite)
		}
		o.hypotheses[at].prior += weight
		o.of = append(o.of, at)
	}
	for _, tool := range w.tools {
		o.fillDomains(tool, w.sets[tool.Name], infinite)
	}
	o.believe()
	return o
}

// place notes the cells of a candidate. Open arguments get their cells later,
// when all named values are known.
func (o *oracle) place(h *hypothesis, args domains.Value, w world, infinite int) {
	at := slices.IndexFunc(w.tools, func(t domains.Tool) bool { return t.Name == h.tool })
	if at < 0 {
		h.prior = -1e300 // no state, whatever its weight
		return
	}
	known := map[string]bool{}
	for i := range w.tools[at].Params {
		p := &w.tools[at].Params[i]
		known[p.Name] = true
		val, present := args.Get(p.Name)
		isDefault := p.HasDefault && present && jsonvalue.Equal(val, p.Default)
		switch {
		case present && says(val) || isDefault:
			h.places[p.Name] = []string{domains.Coerce(p, val).Key()}
		case present || p.Required:
			size := infinite
			if d := w.sets[h.tool][i].Domain; d.Size >= 0 {
				size = min(infinite, int(d.Size))
			}
			h.open = append(h.open, size)
		case p.HasDefault:
			h.places[p.Name] = []string{domains.Coerce(p, p.Default).Key()}
		default:
			h.places[p.Name] = []string{"absent"}
		}
	}
	switch val, present := args.Get("unnamed"); {
	case !present:
		h.places["unnamed"] = []string{"absent"}
	case says(val):
		h.places["unnamed"] = []string{val.Key()}
	default:
		h.open = append(h.open, infinite)
	}
}

// says is F2 for the values of randomValue.
func says(v domains.Value) bool {
	text := v.JSON()
	return text != "null" && text != `""` && !strings.Contains(text, "<UNK>")
}

// fillDomains gives the open arguments of a tool's candidates the cells of their
// domains: its values, or the number that the rules count, including the named
// ones.
func (o *oracle) fillDomains(tool domains.Tool, set domains.Set, infinite int) {
	for _, aspect := range o.aspects[tool.Name] {
		d, named := set.Get(aspect)
		var cells []string
		if named && d.Size >= 0 && d.Type != domains.NumericRange {
			for _, v := range d.Values {
				cells = append(cells, v.Key())
			}
		}
		for i := 1; d.Type == domains.NumericRange && i <= int(d.Size); i++ {
			cells = append(cells, fmt.Sprint(i))
		}
		if !named || d.Size < 0 || int(d.Size) > infinite {
			cells = o.countedCells(tool.Name, aspect, cells, infinite)
		}
		for _, h := range o.hypotheses {
			if h.tool == tool.Name && h.places[aspect] == nil {
				h.places[aspect] = cells
			}
		}
	}
}

// countedCells returns n cells for a domain: the named ones, filled up with
// nameless ones. all limits the names; nil allows any.
func (o *oracle) countedCells(tool, aspect string, all []string, n int) []string {
	var cells []string
	for _, h := range o.hypotheses {
		if at := h.places[aspect]; h.tool == tool && len(at) == 1 && at[0] != "absent" &&
			!slices.Contains(cells, at[0]) && (all == nil || slices.Contains(all, at[0])) {
			cells = append(cells, at[0])
		}
	}
	for i := 0; len(cells) < n; i++ {
		cells = append(cells, fmt.Sprintf("nameless %d", i))
	}
	return cells
}

func (o *oracle) believe() {
	for _, h := range o.hypotheses {
		if h.prior < 0 {
			h.prior = 0
		}
		h.v = 1
		for _, n := range h.open {
			h.v /= float64(n)
		}
		o.total += h.prior * h.v
	}
	for _, h := range o.hypotheses {
		if o.total > 0 {
			h.pi = h.prior * h.v / o.total
		}
		h.v *= h.pi
		if h.v > 0 {
			o.complete(h, o.aspects[h.tool], map[string]string{})
		}
	}
}

// complete adds every completion of h as a state.
func (o *oracle) complete(h *hypothesis, aspects []string, values map[string]string) {
	if len(aspects) == 0 {
		done := map[string]string{}
		for k, v := range values {
			done[k] = v
		}
		o.states = append(o.states, state{h.tool, done, h.v})
		return
	}
	for _, cell := range h.places[aspects[0]] {
		values[aspects[0]] = cell
		o.complete(h, aspects[1:], values)
	}
}

// evpi enumerates the cells of a question. now is the value without an answer.
func (o *oracle) evpi(tool string, aspects []string) (evpi, now float64, cells int) {
	most := map[string]float64{}
	for _, s := range o.states {
		cell := "another tool"
		if s.tool == tool {
			cell = "this one"
			for _, a := range aspects {
				cell += "\n" + s.values[a]
			}
		}
		most[cell] = max(most[cell], s.p)
		now = max(now, s.p)
	}
	for _, p := range most {
		evpi += p
	}
	return max(0, min(evpi-now, 1-now)), now, len(most)
}

func TestAgainstExplicitStates(t *testing.T) {
	const beliefs = 10_000
	questions, undefined := 0, 0
	for seed := range uint64(beliefs) {
		r := rand.New(rand.NewPCG(seed, 6))
		w := randomWorld(r)
		b := sharedtest.Need(certainty.NewBelief(w.tools, w.sets, w.cands, certainty.Options{Epsilon: w.epsilon}))(t)
		o := newOracle(w)
		if b.Defined() != (o.total > 0) {
			t.Fatalf("seed %d: defined %v, want %v", seed, b.Defined(), o.total > 0)
		}
		if !b.Defined() {
			undefined++
			continue
		}
		for i, at := range o.of {
			if h := o.hypotheses[at]; !closeTo(b.Pi()[i], h.pi) || !closeTo(b.V()[i], h.v) {
				t.Fatalf("seed %d: candidate %d has pi %v, v %v, want %v, %v", seed, i, b.Pi()[i], b.V()[i], h.pi, h.v)
			}
		}
		for _, tool := range w.tools {
			aspects := o.aspects[tool.Name]
			for mask := range 1 << len(aspects) {
				var asked []string
				for i, a := range aspects {
					if mask>>i&1 != 0 {
						asked = append(asked, a)
					}
				}
				questions++
				want, now, cells := o.evpi(tool.Name, asked)
				got := b.EVPI(tool.Name, asked)
				if !closeTo(got, want) || !closeTo(b.VNow(), now) {
					t.Fatalf("seed %d: EVPI of %s%v is %v now %v, want %v now %v", seed, tool.Name, asked, got, b.VNow(), want, now)
				}
				if cells == 1 && got != 0 {
					t.Fatalf("seed %d: EVPI of %s%v is %v, but no answer changes the best action", seed, tool.Name, asked, got)
				}
			}
		}
	}
	t.Logf("%d beliefs, %d of them undefined, %d questions", beliefs, undefined, questions)
}
