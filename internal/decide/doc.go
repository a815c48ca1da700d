// Package decide answers one record of `voi decide`. The record holds the tools and
// candidate calls of a situation; the reply holds the signals and the decision of package
// certainty (F3 to F7). It is step 4 of the pipeline alone, for agents at run time and for
// checks. The server's op "decide" uses it, too.
//
// An item is a JSON object:
//
//	id               any value, echoed; absent: null
//	tools            in any notation that domains.ParseTools reads
//	candidates       [{"name","arguments","weight"?}], the call in any notation
//	                 that domains.ParseCalls reads; weight at least 0, absent: 1
//	domains?         {TOOL: {PARAMETER: Domain}}, instead of the annotator's
//	asked?           {"tool.parameter": times}
//	questions_asked? n, at least 0
//	mode?            exact (default), partition
//	epsilon? lambda? alpha? tau_exec? n_s? absent_required? out_of_domain?
//
// Optional fields may be null; other fields are ignored. The reply has the keys id, w, pi,
// v, v_now, evpi, action, best_question in this order. A number is the shortest text that
// reads back the same. Without a belief w, pi, v and v_now are null; without a question
// best_question is null. A bad item gets {"id","error":{"code","message"}}, and never ends
// a stream.
//
// # Limits
//
// Lines have at most 64 MiB, items at most 1024 candidates ([MaxCandidates]), and the
// limits of package jsonvalue hold. Bytes that are not UTF-8 are replaced by U+FFFD.
//
// # Decided against
//
// Guessing the meaning of a wrong field: a threshold that was given but not read would
// silently change every decision. Workers: an item takes microseconds, and each reply has
// to follow its line.
package decide
