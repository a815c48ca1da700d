// Package domains reads tools in every notation that datasets use, and finds
// the domain of each parameter: the set of values that it can take, whose size
// is what a missing value costs in certainty.
//
// It is step 3 of the pipeline (1 read, 2 classify, 3 annotate, 4 believe, 5
// label and export, 6 reward). It stands on internal/jsonvalue and the standard
// library only, so that someone who wants domains alone can take them.
//
//	Tools         any notation, alone, in lists or in an OpenAPI document -> each
//	              Tool or why it is none; ParseTools is the same for a sample
//	Annotator     Tool -> Set, one Domain per parameter (F1)
//	Tool.OpenAI   the tool as an OpenAI function tool, valid JSON Schema
//	Coerce        a value as its parameter declares it (F3)
//
// # How a domain is found
//
// A schema is first brought into one conjunction of constraints: references
// and allOf are merged, unions kept apart and multiplied out. An enumeration
// wins over the declared type. Only then is the description asked, and only
// for strings and numbers that the schema leaves free: for a set that it
// writes out in full, or for bounds. What follows "such as" is kept as
// examples and makes no set. Domain.Source names the rule that decided.
//
// # Limits
//
// Sizes are exact where they are finite, except that not, if, contains,
// minProperties and patterns on enumerated values are not applied, and lists
// or objects that overlap in a union are summed: there they are upper bounds.
// Free text is infinite whatever its lengths and patterns admit. Descriptions
// are read in English. Work on one tool is bounded whatever its schema says;
// beyond the bound a domain is infinite.
//
// # Decided against
//
// A JSON Schema library: those that were tried lose the order of properties,
// refuse the older drafts and the notations that real tools use, and round
// large numbers. Regular expressions for descriptions: the scan is in the path
// of every parameter of every row. A cache of annotated tools inside the
// annotator: it would grow with the input; who reads a million rows of few
// tools can wrap the Annotator.
package domains
