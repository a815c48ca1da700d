// Package stats says how sure a measured figure is: intervals for rates, for
// means and for statistics of counts. It is what closes `voi score`, and what
// comparisons are made with.
//
//	Wilson     a rate, k of n
//	Moments    the mean of a stream, by Student's t; Balanced the mean of such means
//	Describe   mean, extremes, median and deviation of numbers
//	ClusteredMean, ClusteredRate  a mean and a rate where rows of a group are not
//	           independent of each other; Groups.Bootstrap any statistic of their counts
//	Groups     sums by group of rows, folded so that memory is bounded
//	Paired     the difference of two means over rows that pair, and its p
//	Unpaired   the same where no row has a partner
//	Spearman   how far two lists have one order
//	Holm       p-values corrected for looking at many
//
// All intervals are two-sided at Level. Random draws come from a seed
// that the caller gives: the same counts and seed give the same interval.
//
// # Limits
//
// The functions without groups take observations as independent, which completions of one
// prompt are not. Nothing but Holm corrects for looking at many figures at once.
//
// # Decided against
//
// The normal interval of a rate: it leaves [0,1] and has no width at k = 0, the
// rates of hallucination that one hopes for. A library for Student's t: gonum's brings
// matrices, BLAS and LAPACK into every process for eighty lines.
package stats
