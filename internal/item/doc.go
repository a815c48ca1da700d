// Package item scores an ITEM of the reward protocol: a completion, and the fields that
// name or hold its sample. It stands between package reward (step 6 of the pipeline) and
// the callers that receive completions: the server on every carrier (step 7), and the
// offline scorer. Both use this package, so that they give the same numbers to the last
// digit.
//
//	Members, Elements  cut a JSON text into its parts, without parsing them
//	Read, FromValue    an Item: completion parsed, sample fields kept as text
//	Scorer.Score       one Item under one profile: an Outcome
//	Batch              the items of a request, and their part of the reply
//
// An item names its sample by sample_id, for a [Source] to look up, or brings the sample
// inline (messages, tools, reference, domains, labels); inline fields win. If labels are
// needed and are neither looked up nor given, they are built as F12 says.
//
// # Cutting before parsing
//
// A request is first cut at its brackets and quotes, and then each part is parsed alone.
// Therefore an item that is nested too deep, or repeats a key, fails without the other
// items. All completions of a group repeat the fields of their sample. Such fields are
// parsed only once: the sample is found again by the hash of their text. Cutting checks
// only the text between the parts. Every part that is used is parsed strictly (for a cached
// sample, when it was made), so that a request is accepted exactly if it is JSON. Parts
// that are nested too deep are the exception: they are not read.
//
// # A model that reads
//
// With a [Model] (F4, --reader llm) there are two passes, so that nobody waits for a model who does
// not need it. A Scorer scores what has a reading, or finds it without waiting. It leaves the other
// items unread (Batch.Unread), and a Scorer that asks (Scorer.Asking) scores those, sample by
// sample. Where the model gives nothing the rules read, and the notes say read_by_rules.
//
// # Limits
//
// An item has at most 16 MiB (MaxBytes), 128 levels (MaxDepth) and 262,144 values a field.
// Bytes that are not UTF-8 become U+FFFD. The cache of prepared samples is bounded by their
// estimated memory.
//
// # Decided against
//
// A scanner that also decodes: two passes over a text, one of them as fast as a search for
// a quote, cost less than the risk of our own decoder. A pool of request buffers: the
// strings of a completion live as long as its Outcome.
package item
