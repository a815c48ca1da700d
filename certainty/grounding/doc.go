// Package grounding says how far a conversation backs a value that a call
// fills in: the support s of F4, in [0,1].
//
// It stands between step 4 (believe) and step 5 (label) of the pipeline: the
// belief of F5 counts a filled-in value as certain, and so cannot tell a value
// that the user gave from one that was made up. This package can, by rules
// with a name, a reason and the span of text that backs them. There is no
// model in it and nothing learned from rows.
//
// A [Context] is built once per conversation from the turns of the user and of
// tools; assistant and system text back nothing, since the first would let a
// policy vouch for itself and the second is not what the user said. A
// [Grounder] is then asked for one value at a time.
//
// # Rules
//
// Each rule gives a score and the best one wins. At 0.5 and above a value
// counts as grounded for F12.
//
//	exact, normalised  the value's words stand in the text, in order
//	words              share of the value's content words found in the text,
//	                   inflected or misspelt words included
//	place              the leading part of "City, State" carries the value
//	initials           SF, LA, NYC for the words they abbreviate, and back;
//	                   sci-fi for the words it clips
//	code               the standard codes of states, countries, languages,
//	                   currencies and units of measure
//	number             equal numbers in words, digits, percent, 5k, a dozen
//	duration, unit     3 hours is 10800 seconds, $45 is 4500 cents, 5 km 5000 m
//	date, time         equal dates and times in any notation, relative ones
//	                   against the date that the conversation gives
//	gloss              what the schema says an enumerated value stands for
//	singled            the one value of an enumeration that is hinted at
//	synonym            a small thesaurus of the words of interfaces
//	flag               a boolean by its parameter's words, or their denial
//	quoted             a quotation of the user's, whole within the value
//	composed           a command, query or expression made of the user's words
//	speaker            one person who asks for themselves asks for one
//	wildcard           "any", "dontcare": a value that claims nothing
//	list, object       the elements and leaves, each on its own
//	default            the schema's own default: leaving it out says the same
//
// Two rules lower a score below 0.5: claimed (the number beside another
// parameter's name is that parameter's) and rival (the conversation names
// another value of the enumeration).
//
// # What a question asks for
//
// [Slots] reads the words of a question and names the parameters that it targets
// (F11), each with a rule and a span: by the words of the parameter's name, their
// abbreviations and kinds ("where" asks for a place), by the phrase that its
// description begins with, or by values of its enumeration that are offered. Only
// what is asked for counts, which is what follows a word of asking up to where the
// sentence turns to say what for; a text in a language without words of asking
// known here counts whole. A sentence about things that neither the tool nor the
// conversation speaks of is about something else. A parameter whose value the
// question itself states is no target.
//
// # Limits
//
// The rules know English words, US and Canadian places, and the codes that
// standards define. Text in other scripts is matched exactly and after
// normalisation (substrings where a script writes no spaces); a translated
// value is not recognised. Knowledge of the world (which cinema stands in which city,
// which company has which ticker symbol) is out of reach by design.
// Work is bounded: [MaxTokens] per conversation (the latest are kept) and
// [MaxValueTokens] per value.
//
// # Decided against
//
// Embeddings and language models: a reward must give the same number on every
// machine, and say why. Word lists of a data set's own values (film genres,
// kinds of therapist): they score that set and no other.
package grounding
