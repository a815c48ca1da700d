package reward

import (
	"math"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/certainty/asking"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// asked returns u and slot of a question.
func (s *plainSample) asked(q *asking.Question) (u, slot float64) {
	l := s.labels
	u = 1
	var calls []domains.Call
	if l != nil && l.VNow != nil {
		states, seen := 0.0, map[string]bool{}
		for _, c := range l.Candidates {
			tool, key := s.Tool(c.Call.Name), c.Call.Name+c.Call.Arguments.Key()
			if tool == nil || seen[key] || c.Weight != nil && *c.Weight == 0 {
				continue
			}
			seen[key] = true
			if w := plainWeight(plainCall{c.Call.Name, plainDecode(c.Call.Arguments.JSON()).(map[string]any)}, tool, s.sets[tool.Name], true); w > 0 {
				states += 1 / w
				calls = append(calls, c.Call)
			}
		}
		if u = 0; states > 1 {
			u = min(1, (1-*l.VNow)/(1-1/states))
		}
	}
	requests := q.Asked()
	if len(s.Tools) == 0 {
		return u, 1
	}
	if q.GivesAway() {
		return u, 0
	}
	if l == nil || len(l.Missing) == 0 {
		return u, s.settled(requests, calls, q.Which)
	}
	total, missing := 0.0, map[string]float64{}
	for _, name := range l.Missing {
		if _, twice := missing[name]; !twice {
			missing[name] = s.bitsOf(name)
			total += missing[name]
		}
	}
	for _, c := range calls {
		meant := map[string]bool{c.Name: true} // and the tools of other calls, whose open parameters this one's tool does not have
		owner := func(name string) string {
			if of := s.ownerOf(name); of != "" && s.Tool(c.Name).Param(name) == nil {
				return of
			}
			return c.Name
		}
		for name := range missing {
			meant[owner(name)] = true
		}
		asked, sum := map[string]bool{}, 0.0
		for _, r := range requests {
			if key := r.Tool + "\x00" + r.Aspect; meant[r.Tool] && !asked[key] {
				asked[key] = true
				bits, open := missing[r.Aspect]
				switch {
				case !open:
					sum -= 1e6 // counted below
				case owner(r.Aspect) == r.Tool:
					sum += bits / total
				}
			}
		}
		needless := math.Ceil(-sum / 1e6)
		if sum >= 0 {
			needless = 0
		}
		slot = max(slot, min(1, sum+1e6*needless)-needless/4)
	}
	return u, slot
}

// ownerOf is the tool of the best candidate that leaves a parameter open, else of any that has it.
func (s *plainSample) ownerOf(name string) (tool string) {
	for _, open := range []bool{true, false} {
		for _, c := range s.x.guard.belief().candidates {
			v, there := c.call.Arguments.Get(name)
			p := s.Tool(c.call.Name).Param(name)
			if tool == "" && p != nil && (!open || there && !plainSpecified(plainDecode(v.JSON()), p, s.sets[c.call.Name]) || !there && p.Required) {
				tool = c.call.Name
			}
		}
	}
	return tool
}

// bitsOf is ln max(n, 2) of a missing parameter, by the best candidate that leaves
// it open.
func (s *plainSample) bitsOf(name string) float64 {
	for _, c := range s.x.guard.belief().candidates {
		v, there := c.call.Arguments.Get(name)
		p := s.Tool(c.call.Name).Param(name)
		if p != nil && (there && !plainSpecified(plainDecode(v.JSON()), p, s.sets[c.call.Name]) || !there && p.Required) {
			return math.Log(max(2, 1/plainGuess(name, p, s.sets[c.call.Name])))
		}
	}
	return math.Log(1e4)
}

// settled is slot if nothing is missing.
func (s *plainSample) settled(requests []asking.Request, calls []domains.Call, which bool) (slot float64) {
	tools, complete := map[string]bool{}, true
	for _, c := range calls {
		tools[c.Name] = true
		_, w := certainty.CallCertainty(s.Tool(c.Name), s.sets[c.Name], c, certainty.Options{})
		complete = complete && w == 1
	}
	if complete && which && len(requests) == 0 && len(calls) > 1 {
		return 1
	}
	for _, r := range requests {
		if len(tools) > 0 && !tools[r.Tool] {
			continue // a tool that is not meant
		}
		p := s.Tool(r.Tool).Param(r.Aspect)
		if p.Required {
			slot = max(slot, 0.5)
			if complete && len(tools) > 1 && tools[r.Tool] {
				return 1
			}
		}
		for _, a := range calls {
			v, there := a.Arguments.Get(r.Aspect)
			if d, _ := s.sets[r.Tool].Get(r.Aspect); a.Name == r.Tool && there && d.Stated() && !certainty.Unspecified(v) && !d.Contains(domains.Coerce(p, v)) {
				return 1
			}
			for _, b := range calls {
				w, also := b.Arguments.Get(r.Aspect)
				if complete && a.Name == b.Name && (there != also || there && !jsonvalue.Equal(v, w)) {
					return 1
				}
			}
		}
	}
	return slot
}
