// Package certainty computes how certain the call is that a user means, and how
// much a question about the call is worth.
//
// It is step 4 of the pipeline (believe). Its input is the offered tools, the
// domains of their parameters (package domains, F1) and candidates: calls that the
// user may mean, with "<UNK>" for values that the conversation does not give. Its
// output is the signals, and a policy that decides on signals alone:
//
//	w(call)   how completely a call is specified    F2, F3    CallCertainty, Weigher
//	pi, v     is a candidate meant, and right       F5        Belief
//	EVPI      the value of perfect information      F6        Belief.EVPI
//	score     EVPI less the cost of asking again    F7        Belief.Questions
//	decision  call, ask or none                     F7        Decide
//
// The equations are those of "Structured Uncertainty guided Clarification for LLM
// Agents" (SAGE-Agent), sections 3 and 5. Where the paper is silent or contradicts
// itself the rules F2 to F7 decide, and each identifier names its rule and
// equation. The package does no I/O and keeps no state. It never returns NaN or an
// infinity, except the logarithm of 0 in [CallCertainty].
//
// # Numbers
//
// A call with a hundred free texts has a certainty of 1e-400. That is 0 in float64,
// but not by the rules ("underflow is not 0"). Products therefore have a separate
// exponent (extended.go). This is as safe as logarithms and rounds less: 1/6 is the
// same number for every order of factors, so that ties stay ties.
//
// # Cost
//
// There are many aspects and few candidates (16 at most). The EVPI of a question
// takes time linear in the number of its aspects. It is exponential only in the
// number of the tool's candidates that a better candidate overlaps without
// covering, at most 15, and only if they are entangled over many aspects. See
// evpi.go for the algorithm and its bound.
//
// # Limits
//
// As in the paper, parameters are independent and a missing value is uniform over
// its domain. If candidates name more values of a domain than 1/epsilon, V_after
// could exceed 1 and is cut at 1; this cannot happen while epsilon is below 1/16.
//
// # Decided against
//
// Sampling: the exact value costs less. Logarithms everywhere: they turn exact ties
// into differences of an ulp. Multiplying answers into the old pi (eq. 2 read
// literally): that counts the same certainty twice (F5). Tests of submodularity
// (Prop. 2.2): it does not hold; two missing booleans are worth 0.25 each and 0.75
// together.
package certainty
