package reward

import "fmt"

// with returns the profile with other rules.
func (p *Profile) with(r rules) *Profile {
	q := newProfile(p.name, p.description, p.terms, r)
	q.judge = p.judge
	return q
}

// WithEpsilon returns the profile with another epsilon (F1), and therefore with
// another hash. It is an error if epsilon is not in (0, 1], or too small for F1 to divide by.
func (p *Profile) WithEpsilon(epsilon float64) (*Profile, error) {
	if !(epsilon > 0 && epsilon <= 1) {
		return nil, fmt.Errorf("epsilon is %v; it must be a number in (0, 1]", epsilon)
	}
	r := p.rules
	r.options.Epsilon = epsilon
	if err := r.options.Check(); err != nil {
		return nil, err
	}
	return p.with(r), nil
}
