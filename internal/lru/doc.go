// Package lru keeps values that are costly to make, the least recently used leaving
// first, up to a number of bytes: samples and pages of shards (internal/lookup), and
// samples that are ready to score (internal/item), step 7 of the pipeline. [Generations]
// keeps small things that are found far more often than made, with less ado: what a tool's
// parameters are called (certainty/asking) and ask for (certainty/grounding).
//
// # Limits
//
// The maker of a value tells its size, which is an estimate. Values that are being made
// count once they are there.
//
// # Decided against
//
// A library: those that bound bytes drop values by chance or in the background, and the
// same calls would not leave the same values.
package lru
