// Package stats computes intervals for measured figures: for rates, for means and for
// statistics of counts. `voi score` uses it for its summary, and comparisons are based on
// it.
//
//	Wilson     a rate, k of n
//	Moments    the mean of a stream, by Student's t; Balanced the mean of such means
//	Describe   mean, extremes, median and deviation of numbers
//	ClusteredMean, ClusteredRate  a mean and a rate over rows that are dependent within
//	           groups; Groups.Bootstrap any statistic of their counts
//	Groups     sums by group of rows, folded so that memory is bounded
//	Paired     the difference of two means over paired rows, and its p
//	Unpaired   the same for rows without partners
//	Spearman   how similarly two lists are ordered
//	Holm       p-values corrected for the number of tests
//
// All intervals are two-sided at Level. Random draws come from the caller's seed: the same
// counts and seed give the same interval.
//
// # Limits
//
// The functions without groups assume independent observations; completions of one prompt
// are not independent. Only Holm corrects for testing many figures at once.
//
// # Decided against
//
// The normal interval of a rate: it leaves [0,1], and has no width at k = 0, which is the
// rate of hallucination that one hopes for. A library for Student's t: gonum's brings
// matrices, BLAS and LAPACK into every process for eighty lines.
package stats
