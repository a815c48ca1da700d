// Package stats says how sure a measured figure is: intervals for rates, for
// means and for statistics of counts. It is what closes `voi score`, and what
// comparisons are made with.
//
//	Wilson     a rate, k of n
//	Moments    the mean of a stream, by Student's t
//	Bootstrap  any statistic of a table of counts, by percentiles
//
// All intervals are two-sided at Level. What is drawn at random is drawn from a
// seed that the caller gives: the same counts and seed give the same interval.
//
// # Limits
//
// Observations count as independent. Completions of one prompt are not, so that
// intervals over many completions of few prompts come out too narrow. Nothing
// is corrected for looking at many figures at once.
//
// # Decided against
//
// The normal interval of a rate: it leaves [0,1] and has no width at k = 0, the
// rates of hallucination that one hopes for. Bootstrapping rows: a table of
// counts holds all that the statistics here need, and costs the same for ten
// rows as for ten million. Cluster bootstraps: they need every group in memory.
package stats
