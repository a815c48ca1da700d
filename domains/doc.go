// Package domains reads tools in every notation that datasets use, and finds
// the domain of each parameter: the set of values that it can take, whose size
// is what a missing value costs in certainty.
//
// It is step 3 of the pipeline (1 read, 2 classify, 3 annotate, 4 believe, 5
// label and export, 6 reward). It stands on internal/jsonvalue and the standard
// library only, so that someone who wants domains alone can take them.
//
//	Tools           any notation, alone, in lists or in an OpenAPI document -> each
//	                Tool or why it is none; ParseTools is the same for a sample
//	Annotator       Tool -> Set, one Domain per parameter (F1)
//	Param.Evidence  what a domain rests on: the rule, where, the text
//	Tool.OpenAI     the tool as an OpenAI function tool, valid JSON Schema
//	Coerce          a value as its parameter declares it (F3)
//
// # How a domain is found
//
// A schema is first brought into one conjunction of constraints: references
// and allOf are merged, unions kept apart and multiplied out. An enumeration
// wins over the declared type. Only then is the description asked, and only
// for strings and numbers that the schema leaves free: for a set that it
// writes out in full, or for bounds. What follows "such as" is kept as
// examples and makes no set. Domain.Source names the rule that decided, and
// Param.Evidence shows what it read:
//
//	schema.enum, const, bounds, pattern, length, format, items, properties,
//	union, examples, type; untyped, recursive, nothing
//	description.set        values that are written out in full, in any of the shapes below
//	description.range      "1-5 stars", "at most 50", "a multiple of 5", "zero-based"
//	description.examples   "e.g.", "such as": no set
//	description.items, properties, union  a part rests on a description
//
// # Descriptions
//
// A text is split into tokens once (lex.go), and each learns from the files in
// words/, one a language, which parts it can play (phrases.go): it announces a
// set, joins values, begins what one means, bounds a number, names examples. Every
// row of items in it is read as a list (listing.go): in quotes, in brackets, behind
// a colon, with bullets, in a table, each with its meaning. Only then is it judged:
// what would make it open is looked for (closed.go), and the form of the items, the
// words around them, their place and what joins them give points (points.go). Bounds are read from the same tokens (bounds.go), and count where
// their sentence speaks of the value. What is not read stays free text: a domain
// that is too wide costs less than one that excludes what is right.
//
// # Limits
//
// Sizes are exact where they are finite, by arithmetic, but for tuples of distinct
// elements, for lists or objects that overlap in a union, and for more than six
// ranges that do: there they are upper bounds. What not, if, contains, the number
// and the names of properties and what depends on them exclude is not looked for:
// one schema of the shared data says so, and a domain that is too wide is the
// smaller fault. A pattern counts where it is anchored at both ends and admits no
// more than 4096 strings. What F1 fixes stays: oneOf is a union, an
// object has no properties but those that it declares, an enumeration wins over
// the type beside it, formats are infinite, and so are lists without maxItems.
// Free text is infinite whatever its lengths admit, unless that is the empty text
// alone. Keywords that are unknown, and references that lead nowhere, constrain
// nothing. Descriptions are read in the languages of words/. Work on one tool is
// bounded whatever its schema says; beyond the bound a domain is infinite.
//
// # Decided against
//
// A JSON Schema library: those that were tried lose the order of properties,
// refuse the older drafts and the notations that real tools use, and round
// large numbers; and a validation by hand of what they know beyond F1, which went:
// it was 900 lines, and no real domain changed without it. Regular expressions for descriptions: the scan is in the path
// of every parameter of every row. Tables of countries, currencies, time zones
// or languages behind formats: F1 calls a format infinite, and which table a
// server means is not said. A cache of annotated tools inside the
// annotator: it would grow with the input. A caller with a million rows of few
// tools can wrap the Annotator.
package domains
