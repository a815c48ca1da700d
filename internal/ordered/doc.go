// Package ordered works on a stream by several goroutines and keeps its order: the
// records of a build (step 5 of the pipeline), the rows of a scoring run (step 6), and
// conversations and tools that a model is asked about.
//
// # Limits
//
// The batches under way at once are bounded by the sizes that their maker tells.
//
// # Decided against
//
// One goroutine that reads and one that writes: a batch would go from core to core, and
// both would wait to be woken. A library: those that keep an order start a goroutine for
// each element, or bound their number and not their size.
package ordered
