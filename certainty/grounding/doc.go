// Package grounding reads a conversation once into a [Reading] (F4): what it mentions,
// with which status and role, and what fills which parameter. A value that a call
// fills in is then only compared with the reading ([Reading.Support]).
//
// It stands between step 4 (believe) and step 5 (label) of the pipeline: the belief of
// F5 counts a filled-in value as certain, and so cannot tell a value that the user gave
// from one that was made up.
package grounding
