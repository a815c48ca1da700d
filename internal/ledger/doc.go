// Package ledger compares figures of the papers that need no language model with those that
// this project computes: `make reproduce`, and the tables of docs/reproduce.md, which a
// test compares.
//
// Each figure of a paper is recorded with its place, its printed digits, and the number of
// runs that it is a mean of. Our figure is always computed: by the simulations of
// decision/simulation over seeds, by certainty and reward on the papers' examples, or from
// other figures in the same paper.
//
// # Verdicts
//
//	equal               ours is exact, and rounds to the paper's digits
//	inside              ours varies; with as many runs as the paper made, the paper's
//	                    figure lies in the range of 95 of 100 results
//	outside             it does not; the note says what the paper leaves open
//	paper inconsistent  it does not, and other figures of the same paper contradict it
//	not enough given    it cannot be computed from public data
//
// # Limits
//
// "inside" assumes that the means of the paper's runs are normal with our variance, and
// allows for the resolution of its digits. There is no correction for the number of
// figures.
package ledger
