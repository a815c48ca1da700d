// Package lru keeps expensive values up to a number of bytes, and drops the least recently
// used first: samples and pages of shards (internal/lookup), and prepared samples
// (internal/item), in step 7 of the pipeline. [Generations] is a simpler cache for small
// values that are found far more often than made: the names of a tool's parameters
// (certainty/asking) and what they ask for (certainty/grounding).
//
// # Limits
//
// The maker of a value estimates its size. A value counts only once it is made.
//
// # Decided against
//
// A library: those that bound bytes drop values at random or in the background, so that the
// same calls would not keep the same values.
package lru
