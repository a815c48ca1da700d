package audit

import (
	"context"
	"errors"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/reward"
)

// Subject is a reward that is audited: a profile of voi, or a foreign one.
type Subject interface {
	Identity() Identity
	// Rate rates completions of one sample as one batch, in their order. The error
	// ends the audit; what is wrong with one completion is the Fault of its Rating.
	Rate(ctx context.Context, s Sample, completions []string) ([]Rating, error)
}

// Identity says what a Subject is.
type Identity struct {
	Name    string
	SHA256  string             // of a profile; "" of a foreign reward
	Range   *[2]float64        // of its rewards; nil: what the audit sees
	Grammar completion.Grammar // in which completions are written
	Thinks  bool               // native completions begin with <think>
	Terms   []reward.Term      // of a profile
	Foreign bool               // it may do anything: it is asked one batch at a time, and watched
}

// Fault says why a foreign reward has none for a completion.
type Fault string

// The faults of a foreign reward.
const (
	FaultCrash   Fault = "crash"      // it raised, or its process ended
	FaultTimeout Fault = "timeout"    // it did not answer in time
	FaultNone    Fault = "none"       // it answered None, or null
	FaultNaN     Fault = "not_finite" // NaN, or an infinity
	FaultAnswer  Fault = "bad_answer" // what it answered is no reward
)

// Rating is what a completion earns.
type Rating struct {
	Reward float64
	Points []float64 // of each term of a profile
	Fault  Fault     // why there is no reward; "" where there is one
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

// faultUnscored is a completion, or a sample, that a profile leaves unscored: no
// fault of its own.
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

// Func is a reward written in Go.
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
