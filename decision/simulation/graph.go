package simulation

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/decision"
)

// Graph is the search for a person of appendix B.
type Graph struct {
	// Runs keeps each episode as a recorded run, too.
	Runs bool
}

// The thresholds of appendix B.2 and of its estimator.
const (
	tauSuff   = decision.TauSuff
	thetaCorr = decision.ThetaCorr
	minority  = 0.25 // share of the peers up to which a shared value eliminates
	alike     = 0.5  // share of equal hidden values from which on two profiles are similar
	penalty   = 0.25
	leastCorr = 0.05
	mostCorr  = 0.95
)

// Name implements Simulation.
func (Graph) Name() string { return "graph" }

// Scenarios implements Simulation.
func (Graph) Scenarios() []string { return []string{"S1", "S2", "S3", "S4", "S5"} }

// Controllers implements Simulation.
func (Graph) Controllers() []string { return []string{"retry", "dc", "dc-strict"} }

// graphActions are always open; before any visit, backtracking is visiting.
var graphActions = []string{decision.Execute, decision.Clarify, decision.Backtrack, decision.Accept}

// graphPolicies are the controllers' policies.
var graphPolicies = map[string]decision.Policy{
	"retry":     alwaysExecute,
	"dc":        decision.Graph(tauSuff, thetaCorr, false),
	"dc-strict": decision.Graph(tauSuff, thetaCorr, true),
}

// alwaysExecute is the Retry baseline.
var alwaysExecute = decision.Always(decision.Execute)

// Run implements Simulation.
func (g Graph) Run(scenario, controller string, seed uint64) Episode {
	rng := source("graph", scenario, seed)
	s := newSearch(drawWorld(scenario, rng), rng)
	if g.Runs {
		s.names = names(scenario, seed)
	}
	return s.play(scenario, controller, seed)
}

func drawWorld(scenario string, rng *rand.Rand) *world {
	if scenario == "S5" {
		return drawS5(rng)
	}
	return specs[scenario].draw(rng)
}

// search is an episode in progress.
type search struct {
	*world
	rng        *rand.Rand
	candidates []int
	rejected   []person
	visited    bool // some node was visited
	failed     bool // the last action visited the wrong node
	corr       float64
	shrinks    bool // failed visits also eliminate other nodes, for controllers with a belief
	names      []string
	talk       transcript
}

func newSearch(w *world, rng *rand.Rand) *search {
	return &search{world: w, rng: rng, candidates: w.matches(), corr: 1}
}

func (s *search) play(scenario, controller string, seed uint64) Episode {
	e := Episode{Scenario: scenario, Controller: controller, task: scenario + "/" + strconv.FormatUint(seed, 10)}
	s.shrinks = controller != "retry"
	if s.names != nil {
		s.talk = newTranscript(&e, seed, "graph", graphTools, visiting(s.names[s.target]))
		s.talk.say(dataset.User, s.described())
	}
	reason := s.search(&e, graphPolicies[controller], seed)
	s.talk.end(&e, reason)
	return e
}

// search decides until the target is reached, a wrong node is accepted, or the budget is
// spent, and returns which of these happened.
func (s *search) search(e *Episode, policy decision.Policy, seed uint64) (reason string) {
	for turn := 1; turn <= s.budget; turn++ {
		signals := s.signals(turn)
		truth := maps.Clone(signals)
		truth["p_corr"] = s.truth()
		r := e.record(seed, graphActions, policy, signals, truth)
		r.Best = s.best(s.budget - turn + 1)
		hope := len(r.Best) > 0
		if hope { // without a sure plan, luck may still succeed
			r.Hope = &hope
		}
		sound := true
		r.Sound = &sound
		action, err := decision.Decide(policy, r.Actions, r.Signals)
		if err != nil {
			r.Result = err.Error()
			break
		}
		r.Action = action
		if turn == 1 {
			e.First = slices.Contains(r.Best, action)
		}
		switch action {
		case decision.Clarify:
			r.Result = s.clarify()
		case decision.Accept:
			r.Result = "accepted the wrong node"
			s.talk.say(dataset.Assistant, "That is the person.")
			e.finish(false)
			return "agent_stop"
		default:
			if s.visit() {
				r.Result = "reached the target"
				e.finish(true)
				return "agent_stop"
			}
			r.Result = "visited the wrong node"
			e.Wasted++
		}
	}
	e.finish(false)
	return "max_steps"
}

// signals are the inputs of the policy.
func (s *search) signals(turn int) map[string]float64 {
	traversed, suff := 0.0, 0.0
	if s.failed {
		traversed = 1
	}
	if n := len(s.candidates); n > 0 {
		suff = 1 / float64(n)
	}
	return map[string]float64{
		"traversed": traversed, "p_suff": suff, "p_corr": s.corr, "untried": float64(len(s.candidates)),
		"hidden": float64(len(s.hidden())), "turn": float64(turn),
	}
}

// truth is whether the node visited last is the target. It is 0 after a visit, because
// reaching the target ends the search, and 1 before any visit.
func (s *search) truth() float64 {
	if s.failed {
		return 0
	}
	return 1
}

// best returns the actions after which a plan exists that succeeds in every order of
// visits. The plan asks for the next attributes and then visits all remaining candidates;
// it eliminates nobody by similarity.
func (s *search) best(turns int) (actions []string) {
	if !slices.Contains(s.candidates, s.target) {
		return nil
	}
	visit := []string{decision.Execute}
	if s.failed {
		visit = append(visit, decision.Backtrack) // for Retry, backtracking is executing again
	}
	left := append([]int(nil), s.candidates...)
	hidden := s.hidden()
	on := s.known
	for asked := 0; ; asked++ {
		if asked > 0 && asked+len(left) <= turns {
			actions = append(actions, decision.Clarify)
			break
		}
		if asked == len(hidden) {
			break
		}
		on[hidden[asked]] = true
		left = slices.DeleteFunc(left, func(i int) bool { return !s.agrees(i, on) })
	}
	if s.sureAfterVisit(turns - 1) {
		actions = append(actions, visit...)
	}
	return actions
}

// sureAfterVisit reports whether a sure plan exists after a visit to any wrong node.
func (s *search) sureAfterVisit(turns int) bool {
	hidden := s.hidden()
	on := s.known
	first := func(i int) bool { return i != s.target && (s.visited || s.decoy < 0 || i == s.decoy) }
	for asked := 0; ; asked++ {
		left, spared := 0, false // spared: the first visit may fall on somebody whom the questions would rule out anyway
		for _, i := range s.candidates {
			if s.agrees(i, on) {
				left++
			} else if first(i) {
				spared = true
			}
		}
		if !spared && left > 1 {
			left-- // the node visited first is one of them
		}
		if asked+left <= turns || len(s.candidates) == 1 {
			return true
		}
		if asked == len(hidden) {
			return false
		}
		on[hidden[asked]] = true
	}
}

// clarify asks for the next attribute.
func (s *search) clarify() string {
	s.failed = false
	hidden := s.hidden()
	if len(hidden) == 0 {
		return "nothing left to ask"
	}
	a := hidden[0]
	s.known[a] = true
	s.candidates = slices.DeleteFunc(s.candidates, func(i int) bool { return !s.agrees(i, s.known) })
	value := AttributeValues[a][s.people[s.target][a]]
	if s.names != nil {
		s.talk.say(dataset.Assistant, "What is the "+AttributeNames[a]+" of that person?")
		s.talk.say(dataset.User, value+". "+s.directory())
	}
	return AttributeNames[a] + " is " + value
}

// visit visits the decoy first and then a random candidate, and reports whether it is the
// target.
func (s *search) visit() bool {
	if len(s.candidates) == 0 {
		s.failed = true
		return false
	}
	at := slices.Index(s.candidates, s.decoy)
	if s.visited || at < 0 {
		at = s.rng.IntN(len(s.candidates))
	}
	who := s.candidates[at]
	s.visited = true
	if s.names != nil {
		s.talk.call(visiting(s.names[who]), s.profile(who), false)
	}
	if who == s.target {
		return true
	}
	s.failed = true
	s.candidates = slices.Delete(s.candidates, at, at+1)
	s.observe(who)
	return false
}

// observe estimates p_corr of a wrong node from its peers, and eliminates the nodes that it
// speaks against.
func (s *search) observe(who int) {
	hidden := s.hidden()
	peers := len(s.candidates)
	shared := 0
	var gone [attributes]bool
	for _, a := range hidden {
		n := 0
		for _, i := range s.candidates {
			if s.people[i][a] == s.people[who][a] {
				n++
			}
		}
		shared += n
		gone[a] = s.shrinks && float64(n) <= minority*float64(peers)
	}
	s.corr = mostCorr
	if peers > 0 && len(hidden) > 0 {
		s.corr = float64(shared) / float64(peers*len(hidden))
		if s.similar(who, hidden) {
			s.corr -= penalty
		}
		s.corr = min(mostCorr, max(leastCorr, s.corr))
	}
	s.rejected = append(s.rejected, s.people[who])
	s.candidates = slices.DeleteFunc(s.candidates, func(i int) bool {
		return slices.ContainsFunc(hidden, func(a int) bool { return gone[a] && s.people[i][a] == s.people[who][a] })
	})
}

// similar reports whether a node shares at least half of the hidden attributes with a
// rejected node.
func (s *search) similar(who int, hidden []int) bool {
	return slices.ContainsFunc(s.rejected, func(p person) bool {
		n := 0
		for _, a := range hidden {
			if p[a] == s.people[who][a] {
				n++
			}
		}
		return float64(n) >= alike*float64(len(hidden))
	})
}
