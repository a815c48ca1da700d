package audit

import (
	"context"
	"errors"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/reward"
)

// Subject is a reward to be audited: a profile of voi, or a foreign reward.
type Subject interface {
	Identity() Identity
	// Rate rates completions of one sample as one batch, in their order. An error
	// ends the audit. A problem with one completion is the Fault of its Rating.
	Rate(ctx context.Context, s Sample, completions []string) ([]Rating, error)
}

// Identity describes a Subject.
type Identity struct {
	Name    string
	SHA256  string             // of a profile; "" for a foreign reward
	Range   *[2]float64        // of its rewards; nil: the observed range
	Grammar completion.Grammar // of the completions
	Thinks  bool               // native completions begin with <think>
	Terms   []reward.Term      // of a profile
	Foreign bool               // it may do anything: it gets one batch at a time, and is watched
}

// Fault is the reason why a foreign reward has no value for a completion.
type Fault string

// The faults of a foreign reward.
const (
	FaultCrash   Fault = "crash"      // it raised, or its process ended
	FaultTimeout Fault = "timeout"    // it did not answer in time
	FaultNone    Fault = "none"       // it answered None, or null
	FaultNaN     Fault = "not_finite" // NaN, or an infinity as float32
	FaultAnswer  Fault = "bad_answer" // the answer is no reward
)

// faultStopped marks a completion that was not given to the reward, since it had failed on too
// many before. It is no fault of that completion.
const faultStopped Fault = "stopped"

// Rating is the reward of a completion.
type Rating struct {
	Reward float64
	Points []float64 // for each term of a profile
	Fault  Fault     // the reason if there is no reward; else ""
	Detail string    // about the fault
}

// OfProfile is a profile of voi as a Subject.
func OfProfile(p *reward.Profile) Subject { return profileSubject{p} }

type profileSubject struct{ profile *reward.Profile }

func (s profileSubject) Identity() Identity {
	p := s.profile
	lo, hi := p.Range()
	return Identity{Name: p.Name(), SHA256: p.SHA256(), Range: &[2]float64{lo, hi}, Grammar: p.Grammar(), Terms: p.Terms()}
}

// faultUnscored marks a completion or sample that the profile leaves unscored,
// which is no fault.
const faultUnscored Fault = "unscored"

func (s profileSubject) Rate(_ context.Context, sample Sample, completions []string) ([]Rating, error) {
	out := make([]Rating, len(completions))
	prepared, err := s.profile.Prepare(sample.Sample, sample.Sets, sample.Labels)
	for i, text := range completions {
		if err != nil {
			out[i] = Rating{Fault: faultUnscored, Detail: err.Error()}
			continue
		}
		got := prepared.Score(reward.Input{Completion: text})
		if got.Err != nil {
			out[i] = Rating{Fault: faultUnscored, Detail: got.Err.Error()}
			continue
		}
		out[i] = Rating{Reward: got.Reward, Points: s.profile.Points(got.Components, got.Action)}
	}
	return out, nil
}

// Func is a reward that is a Go function.
type Func struct {
	Name    string
	Grammar completion.Grammar
	// Batch rewards the completions of one sample.
	Batch func(s Sample, completions []string) []float64
}

// Identity implements Subject.
func (f *Func) Identity() Identity {
	return Identity{Name: f.Name, Grammar: f.Grammar, Foreign: true}
}

// Rate implements Subject.
func (f *Func) Rate(_ context.Context, s Sample, completions []string) ([]Rating, error) {
	got := f.Batch(s, completions)
	if len(got) != len(completions) {
		return nil, errors.New(f.Name + ": as many rewards as completions are needed")
	}
	out := make([]Rating, len(got))
	for i, r := range got {
		out[i] = rated(r)
	}
	return out, nil
}
