// Package item scores what trainers send: an ITEM of the reward protocol, which
// is a completion and the fields that say which sample it belongs to. It stands between
// package reward (step 6 of the pipeline) and the bringers of completions: the
// server on every carrier (step 7) and the offline scorer. Both call the same
// core, which is why they give the same numbers to the last digit.
//
//	Members, Elements  cut a JSON text into its parts, without parsing them
//	Read, FromValue    an Item: completion parsed, sample fields kept as text
//	Scorer.Score       one Item under one profile: an Outcome
//	Batch              the items of a request, and their part of the reply
//
// An item names its sample by sample_id, which a [Source] finds, or brings it
// inline (messages, tools, reference, domains, labels); inline fields win. Where
// labels are neither found nor given and are needed, they are built as F12 does.
//
// # Cutting before parsing
//
// A request is cut at its brackets and quotes first, and each part is parsed by
// itself. So an item that is nested too deep, or repeats a key, fails alone; and
// the fields that make a sample, which all completions of a group repeat, are
// parsed once: the sample that was made of them is found by the hash of their
// text. Cutting checks only what stands between the parts. Every part is parsed
// strictly where it is used, or was when its sample was made, so that a request
// is accepted exactly if it is JSON; only inside what is too deep nothing is read.
//
// # Limits
//
// An item has at most 16 MiB (MaxBytes), 128 levels (MaxDepth) and 262,144
// values a field. Bytes that are not UTF-8 become U+FFFD. The cache of prepared
// samples is bounded by an estimate of their memory.
//
// # Decided against
//
// A scanner that also decodes: two passes over a text, one of them at the speed
// of a search for a quote, cost less than one decoder of our own would risk. A
// pool of request buffers: strings of a completion live as long as its Outcome.
package item
