// Package certainty computes what is known about the call that a user means,
// and what a question about it would be worth.
//
// It is step 4 of the pipeline (believe). In: the tools that are offered, the
// domains of their parameters (package domains, F1) and candidates, the calls
// that may be meant, with "<UNK>" where the conversation is silent. Out: the
// signals, and beside them a policy that decides on signals alone:
//
//	w(call)   how specified a call is               F2, F3    CallCertainty, Weigher
//	pi, v     which candidate is meant, and right   F5        Belief
//	EVPI      what perfect information is worth     F6        Belief.EVPI
//	score     EVPI less the cost of asking again    F7        Belief.Questions
//	decision  call, ask or none                     F7        Decide
//
// The equations are those of "Structured Uncertainty guided Clarification for
// LLM Agents" (SAGE-Agent), sections 3 and 5. Where the paper is silent or
// contradicts itself the rules F2 to F7 decide, and each identifier names its
// rule and equation. The package needs the standard library and package domains
// only, does no I/O, keeps no state and never returns NaN or an infinity but for
// the logarithm of 0 that [CallCertainty] documents.
//
// # Numbers
//
// A call of a hundred free texts has a certainty of 1e-400, which float64 calls
// 0 and the rules do not ("underflow is not 0"). Products are kept with an
// exponent of their own, which is as safe as logarithms and rounds less: 1/6 is
// the same number however it was multiplied together, so that ties stay ties.
//
// # Cost
//
// Aspects are many, candidates few (16 at most). The EVPI of a question takes
// time linear in the number of its aspects; the exponential part is in the
// number of candidates of the questioned tool that a better candidate overlaps
// without covering, at most 15, and only where they are entangled over many
// aspects. See evpi.go for the algorithm and its bound.
//
// # Limits
//
// Parameters are taken as independent, and a completion as uniform over its
// domain, as the paper does. Where epsilon is so large that candidates name more
// values of a domain than 1/epsilon, V_after is cut at 1, which it could exceed
// otherwise; this does not happen while epsilon is below 1/16.
//
// # Decided against
//
// Sampling: the exact value costs less. Logarithms throughout: they turn exact
// ties into differences of an ulp. A belief that multiplies answers into the old
// pi (eq. 2 read literally): it counts the same certainty twice, F5. Testing for
// submodularity (Prop. 2.2): it does not hold; two missing booleans are worth
// 0.25 each and 0.75 together.
package certainty
