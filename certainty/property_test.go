package certainty_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// wide returns a random belief over a tool with the given number of aspects,
// finite and infinite, and a rival tool. A share open of the arguments is
// unspecified.
func wide(r *rand.Rand, aspects, cands int, open float64, opt certainty.Options) *certainty.Belief {
	tool := domains.Tool{Name: "t"}
	set := domains.Set{}
	for i := range aspects {
		name := fmt.Sprintf("p%d", i)
		d := domains.Domain{Type: domains.String, Size: domains.Infinite}
		if r.IntN(2) == 0 {
			d = domains.Domain{Type: domains.Finite, Size: 3, Values: must(`["a","b","c"]`).Items(), Source: "schema.enum"}
		}
		tool.Params = append(tool.Params, domains.Param{Name: name, Required: true, Schema: must(`{"type":"string"}`)})
		set = append(set, domains.ParamDomain{Name: name, Domain: d})
	}
	var given []certainty.Candidate
	for i := range cands {
		var args []jsonvalue.Member
		for _, p := range tool.Params {
			val := jsonvalue.NewString(pick(r, "a", "b"))
			if r.Float64() < open {
				val = jsonvalue.NewString(certainty.Unknown)
			}
			args = append(args, jsonvalue.Member{Key: p.Name, Value: val})
		}
		weight := math.Exp(10 * r.Float64())
		c := certainty.Candidate{Call: domains.Call{Name: "t", Arguments: jsonvalue.NewObject(args...)}, Weight: &weight}
		if i == 0 && cands > 1 {
			c.Call = domains.Call{Name: "rival", Arguments: must(`{"q":"<UNK>"}`)}
		}
		given = append(given, c)
	}
	rival := domains.Tool{Name: "rival", Params: []domains.Param{{Name: "q", Required: true, Schema: must(`{"type":"string"}`)}}}
	sets := map[string]domains.Set{"t": set, "rival": {{Name: "q", Domain: domains.Domain{Type: domains.String, Size: domains.Infinite}}}}
	b, err := certainty.NewBelief([]domains.Tool{tool, rival}, sets, given, opt)
	if err != nil {
		panic(err)
	}
	return b
}

func TestProperties(t *testing.T) {
	for seed := range uint64(1500) {
		r := rand.New(rand.NewPCG(seed, 61))
		aspects := 1 + r.IntN(40)
		opt := certainty.Options{Mode: pick(r, certainty.Exact, certainty.Partition)}
		b := wide(r, aspects, 1+r.IntN(16), pick(r, 0.02, 0.1, 0.5, 0.95), opt)
		if !b.Defined() {
			t.Fatalf("seed %d: no belief", seed)
		}
		sum := 0.0
		seen := map[string]bool{} // merged candidates share one pi
		for i, pi := range b.Pi() {
			if key := b.Call(i).Name + b.Call(i).Arguments.Key(); !seen[key] {
				seen[key] = true
				sum += pi
			}
			if v := b.V()[i]; !(v >= 0 && v <= pi && pi <= 1) {
				t.Fatalf("seed %d: v %v, pi %v", seed, v, pi)
			}
		}
		if !closeTo(sum, 1) {
			t.Fatalf("seed %d: pi sums to %v", seed, sum)
		}
		before := 0.0
		var asked []string
		for _, i := range r.Perm(aspects) { // a growing chain of questions
			asked = append(asked, fmt.Sprintf("p%d", i))
			got := b.EVPI("t", asked)
			if !(got >= 0 && got <= 1-b.VNow()) {
				t.Fatalf("seed %d: EVPI of %v is %v, V_now %v", seed, asked, got, b.VNow())
			}
			if got < before-1e-12 {
				t.Fatalf("seed %d: EVPI falls from %v to %v at %v", seed, before, got, asked)
			}
			before = got
		}
		checkRanked(t, b)
	}
}

// checkRanked checks that questions are in the order of F7, and that all numbers
// are finite.
func checkRanked(t *testing.T, b *certainty.Belief) {
	t.Helper()
	policy := certainty.DefaultPolicy()
	questions := b.Questions(policy, map[string]int{"t.p0": 1, "t.p1": 3})
	for i, q := range questions {
		for _, f := range []float64{q.EVPI, q.Cost, q.Score} {
			if math.IsNaN(f) || math.IsInf(f, 0) {
				t.Fatalf("%+v is not finite", q)
			}
		}
		if i == 0 {
			continue
		}
		last := questions[i-1]
		if q.Score > last.Score+1e-12 {
			t.Fatalf("%+v comes after %+v", q, last)
		}
		if q.Score == last.Score && len(q.Aspects) < len(last.Aspects) {
			t.Fatalf("%+v ties with %+v and asks less", q, last)
		}
	}
}

// Perfect information about everything removes all doubt about the call.
func TestAllIsKnown(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 62))
		aspects := 1 + r.IntN(40)
		b := wide(r, aspects, 1, 0.5, certainty.Options{})
		var all []string
		for i := range aspects {
			all = append(all, fmt.Sprintf("p%d", i))
		}
		if got, want := b.EVPI("t", all), 1-b.VNow(); !closeTo(got, want) {
			t.Fatalf("seed %d: EVPI of all is %v, want 1 - V_now = %v", seed, got, want)
		}
	}
}

func BenchmarkBelief(b *testing.B) {
	for _, size := range []struct {
		name           string
		aspects, cands int
		open           float64
	}{{"3x3", 3, 3, 0.4}, {"16x40/open-50%", 40, 16, 0.5}, {"16x40/open-90%", 40, 16, 0.9}, {"16x40/open-80%", 40, 16, 0.8}} {
		b.Run(size.name, func(b *testing.B) {
			for b.Loop() {
				belief := wide(rand.New(rand.NewPCG(1, 1)), size.aspects, size.cands, size.open, certainty.Options{})
				certainty.Decide(belief, certainty.DefaultPolicy(), nil, 0)
			}
		})
	}
}

func BenchmarkEVPI(b *testing.B) {
	for _, size := range []struct {
		name           string
		aspects, cands int
		open           float64
	}{{"3x3", 3, 3, 0.4}, {"16x40/open-50%", 40, 16, 0.5}, {"16x40/open-90%", 40, 16, 0.9}, {"16x40/open-80%", 40, 16, 0.8}} {
		belief := wide(rand.New(rand.NewPCG(1, 1)), size.aspects, size.cands, size.open, certainty.Options{})
		var all []string
		for i := range size.aspects {
			all = append(all, fmt.Sprintf("p%d", i))
		}
		b.Run(size.name, func(b *testing.B) {
			for b.Loop() {
				belief.EVPI("t", all)
			}
		})
	}
}
