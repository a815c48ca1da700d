// Package ledger holds the figures of the papers that can be reproduced without a
// language model against what this project computes: `make reproduce`, and the tables of
// docs/reproduce.md, which a test keeps.
//
// A figure of a paper is written down with where it stands, its printed digits and how
// many runs it is a mean of. Ours is always computed: by the simulations of
// decision/simulation over seeds, by certainty and reward on the papers' own examples, or
// from other figures that the same paper prints.
//
// # Verdicts
//
//	equal               ours is exact, and rounds to the paper's digits
//	inside              ours varies, and the paper's figure lies within what as many runs
//	                    as the paper made would give in 95 of 100 cases
//	outside             it does not; the note says what the paper leaves open
//	paper inconsistent  it does not, and other figures of the same paper say otherwise
//	not enough given    it cannot be computed from what is public
//
// # Limits
//
// "inside" takes the means of the paper's runs as normal with our variance, the
// resolution of its digits added. Nothing is corrected for looking at many figures.
package ledger
