// Package ordered processes a stream by several goroutines and keeps its order: the records
// of a build (step 5 of the pipeline), the rows of a scoring run (step 6), and
// conversations and tools for a model.
//
// # Limits
//
// The total size of batches in work is bounded; the producer states the size of each batch.
//
// # Decided against
//
// Separate goroutines for reading and writing: a batch would move from core to core, and
// both goroutines would wait to be woken. A library: those that keep an order start a
// goroutine for each element, or bound the number of elements instead of their size.
package ordered
