// Package decide reads, decides and answers one record of `voi decide`: the
// tools and candidate calls of a situation in, the signals and the decision of
// package certainty out (F3 to F7). It is step 4 of the pipeline on its own, for
// agents at run time and for checks; the server's op "decide" uses it too.
//
// An item is a JSON object:
//
//	id               any value, echoed; absent: null
//	tools            in any notation that domains.ParseTools reads
//	candidates       [{"name","arguments","weight"?}], the call in any notation
//	                 that domains.ParseCalls reads; weight at least 0, absent: 1
//	domains?         {TOOL: {PARAMETER: Domain}}, in place of the annotator's
//	asked?           {"tool.parameter": times}
//	questions_asked? n, at least 0
//	mode?            exact (default), partition
//	epsilon? lambda? alpha? tau_exec? n_s? absent_required? out_of_domain?
//
// Optional fields may be null; other fields are ignored. The reply has the keys
// id, w, pi, v, v_now, evpi, action, best_question in this order, numbers as the
// shortest text that reads back the same. Without a belief w, pi, v and v_now
// are null; best_question is null where there is no question. A bad item becomes
// {"id","error":{"code","message"}}, and never ends a stream.
//
// # Limits
//
// Lines of 64 MiB, 1024 candidates an item ([MaxCandidates]) and the bounds of
// package jsonvalue. Bytes that are not UTF-8 are replaced by U+FFFD.
//
// # Decided against
//
// Guessing at a field that is wrong: a threshold that was meant and not read
// would change every decision in silence. Workers: an item takes microseconds,
// and a reply belongs to the line before it.
package decide
