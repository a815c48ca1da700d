package decision

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/trajectory"
)

// fixed is a policy that is a function in Go and not data. Its identity is the
// function's parameters.
type fixed struct {
	id      Identity
	actions []string
	signals []string
	choose  func(values []float64, open Open) int
}

func newFixed(name string, version int, params string, actions, signals []string, choose func([]float64, Open) int) Policy {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %s", name, version, params))
	return &fixed{Identity{name, version, hex.EncodeToString(sum[:])}, actions, signals, choose}
}

func (p *fixed) Identity() Identity { return p.id }
func (p *fixed) Actions() []string  { return p.actions }
func (p *fixed) Signals() []string  { return p.signals }

// Choose decides only if every signal is known, and only for an open action.
func (p *fixed) Choose(values []float64, open Open) int {
	for _, v := range values {
		if math.IsNaN(v) {
			return Undecided
		}
	}
	if i := p.choose(values, open); i >= 0 && open&(1<<i) != 0 {
		return i
	}
	return Undecided
}

// EVPI is F7 on stored signals: v_now, score (of the best question), questions (how
// many there are; with none, score is 0) and asked (so far).
func EVPI(policy certainty.Policy) (Policy, error) {
	if err := policy.Check(); err != nil {
		return nil, err
	}
	return newFixed("evpi", 1, fmt.Sprintf("%+v", policy), []string{Call, Ask}, []string{"v_now", "score", "questions", "asked"},
		func(v []float64, _ Open) int {
			var best *certainty.Question
			if v[2] >= 1 {
				best = &certainty.Question{Score: v[1]}
			}
			if policy.Choose(v[0], best, int(min(max(v[3], 0), math.MaxInt32))) == certainty.ActionAsk {
				return 1
			}
			return 0
		}), nil
}

// Director is the verdict of NOD's Director on a critical call (T2) under a setting,
// from the call's stored signals (CritiqueSignals).
func Director(by trajectory.Setting) Policy {
	return newFixed("director-"+by.Name, 1, fmt.Sprint(by.Risk),
		[]string{string(trajectory.Pass), string(trajectory.Revise), string(trajectory.Abort)}, directorSignals[:],
		func(v []float64, _ Open) int {
			s := trajectory.Signals{
				NotOffered: v[0] > 0, Refused: some(v[1]), Support: v[2], Unbacked: some(v[3]), Confirmed: v[4] > 0,
				Denied: v[5] > 0, FailedBefore: v[6] > 0, MadeBefore: v[7] > 0, Preconditions: some(v[8]),
			}
			switch s.Verdict(by) {
			case trajectory.Pass:
				return 0
			case trajectory.Revise:
				return 1
			}
			return 2
		})
}

// directorSignals are the inputs of a Director: flags, counts, and the support of F4.
var directorSignals = [...]string{"not_offered", "refused", "support", "unbacked", "confirmed", "denied", "failed_before", "made_before", "preconditions"}

// one stands for any list of names: the verdict depends only on whether the list is
// empty.
var one = []string{""}

func some(count float64) []string {
	if count > 0 {
		return one
	}
	return nil
}

// CritiqueSignals converts the signals of a critical call to numbers.
func CritiqueSignals(s *trajectory.Signals) Signals {
	flag := func(b bool) float64 {
		if b {
			return 1
		}
		return 0
	}
	values := [...]float64{
		flag(s.NotOffered), float64(len(s.Refused)), s.Support, float64(len(s.Unbacked)), flag(s.Confirmed),
		flag(s.Denied), flag(s.FailedBefore), flag(s.MadeBefore), float64(len(s.Preconditions)),
	}
	named := Signals{}
	for i, name := range directorSignals {
		named = append(named, Signal{name, values[i]})
	}
	named.sort()
	return named
}
