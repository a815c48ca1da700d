// Package domains reads tools in every notation that datasets use, and finds the domain of each
// parameter: the set of values that it can take. The size of the domain decides what a missing
// value costs in certainty.
//
// It is step 3 of the pipeline (1 read, 2 classify, 3 annotate, 4 believe, 5 label and export, 6
// reward). It needs internal/jsonvalue and the standard library only, so that it can be used alone.
//
//	Tools           any notation, alone, in lists or in an OpenAPI document -> each
//	                Tool or the reason why not; ParseTools does so for a sample
//	Annotator       Tool -> Set, one Domain per parameter (F1)
//	Param.Evidence  what a domain rests on: the rule, where, the text
//	Restore         domains that were read from JSON, with what only the tool says
//	Tool.OpenAI     the tool as an OpenAI function tool, valid JSON Schema
//	Coerce          a value as its parameter declares it (F3)
//
// # How a domain is found
//
// First the schema becomes one conjunction of constraints: references and allOf are merged, unions
// stay apart and are multiplied out. An enumeration wins over the declared type. The description is
// read last, and only for strings and numbers that the schema leaves free. It may write out a set
// in full, or bounds. Values behind "such as" are kept as examples and make no set. Domain.Source
// names the rule that decided, and Param.Evidence shows what it read:
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
// A text is split into tokens (lex.go). Word lists, one file a language in words/, give each token
// its classes (phrases.go): it may announce a set, join values, begin an explanation, bound a
// number or name examples. Every row of items is read as a list (listing.go): in quotes, in
// brackets, behind a colon, with bullets, in a table, with or without explanations. Then the list
// is judged. A sign that more values exist ends the search (closed.go); else the form of the items,
// their joints, their place and the words around them give points (points.go). Bounds come from the
// same tokens (bounds.go), and count if their clause is about the value (owner.go). A range of
// letters is a set (letters.go). Where no rule applies, the parameter stays free text: a domain
// that is too wide costs less than one that excludes the right value.
//
// # Limits
//
// Finite sizes are exact, by arithmetic. They are upper bounds for tuples of distinct elements, for
// lists or objects that overlap in a union, and for more than six overlapping ranges. The keywords
// not, if, contains, minProperties, propertyNames and their kin exclude nothing: one schema of the
// shared data uses them, and a domain that is too wide is the smaller fault. A pattern is counted
// if it is anchored at both ends and admits at most 4096 strings. F1 fixes some points against JSON
// Schema: oneOf is a union, an object has no properties but those that it declares, an enumeration
// wins over the type beside it, formats are infinite, and so are lists without maxItems. Free text
// is infinite whatever its length limits are, unless they admit the empty text alone. Unknown
// keywords and broken references constrain nothing. Descriptions are read in the languages of
// words/. Work on one tool is bounded whatever its schema says; beyond the bound a domain is
// infinite.
//
// # Decided against
//
// A JSON Schema library: those tried lose the order of properties, refuse older drafts and the
// notations of real tools, and round large numbers. Our own validation of the keywords beyond F1:
// it took 900 lines, and no real domain changed when it was removed. Regular expressions for
// descriptions: too slow for a scan of every parameter of every row. Tables of countries,
// currencies, time zones or languages behind formats: F1 calls a format infinite, and a schema does
// not say which table its server means. A cache inside the annotator: it would grow with the input.
// A caller with a million rows and few tools can wrap the Annotator.
package domains
