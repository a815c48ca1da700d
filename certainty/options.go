package certainty

import (
	"fmt"

	"github.com/voi-rl/voi/domains"
)

// Rule is a choice that the formulas leave to a profile.
type Rule string

// The values of a Rule.
const (
	Count  Rule = "count"  // AbsentRequired: an absent required argument is unspecified
	Ignore Rule = "ignore" // AbsentRequired, OutOfDomain: it does not lower the certainty
	Zero   Rule = "zero"   // OutOfDomain: it makes the certainty 0
)

// Mode says how a question divides the states into cells (F6).
type Mode string

// The modes of F6.
const (
	Exact     Mode = "exact"     // cells of states (candidate, completion), eq. 3
	Partition Mode = "partition" // cells of candidates with weights pi: section 5.2 step 3 to the letter
)

// Options are the choices of F1 to F6. The zero Options are the defaults.
type Options struct {
	Epsilon        float64 // of F1, in (0, 1]; 0 means domains.DefaultEpsilon, 1e-4
	AbsentRequired Rule    // F2: Count or Ignore; "" means Count
	OutOfDomain    Rule    // F3: Ignore or Zero; "" means Ignore
	Mode           Mode    // F6: "" means Exact
}

// minEpsilon keeps 1/epsilon a finite float64 with room for a product.
const minEpsilon = 1e-300

// Check returns an error for the first option out of its range.
func (o Options) Check() error {
	if o.Epsilon != 0 && !(o.Epsilon >= minEpsilon && o.Epsilon <= 1) {
		return fmt.Errorf("certainty: epsilon is %v; it must lie in [%v, 1], 0 standing for %v", o.Epsilon, minEpsilon, domains.DefaultEpsilon)
	}
	switch o.AbsentRequired {
	case "", Count, Ignore:
	default:
		return fmt.Errorf("certainty: absent_required is %q; it must be count or ignore", o.AbsentRequired)
	}
	switch o.OutOfDomain {
	case "", Ignore, Zero:
	default:
		return fmt.Errorf("certainty: out_of_domain is %q; it must be ignore or zero", o.OutOfDomain)
	}
	switch o.Mode {
	case "", Exact, Partition:
	default:
		return fmt.Errorf("certainty: mode is %q; it must be exact or partition", o.Mode)
	}
	return nil
}

// epsilon returns a valid epsilon, whatever was given.
func (o Options) epsilon() float64 {
	if o.Epsilon >= minEpsilon && o.Epsilon <= 1 {
		return o.Epsilon
	}
	return domains.DefaultEpsilon
}
