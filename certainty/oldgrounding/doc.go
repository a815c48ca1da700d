// Package oldgrounding says how far a conversation backs a value that a call
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
// counts as grounded for F12. After each rule: what it backs by what the
// conversation says.
//
//	exact, normalised  the value's words stand in the text, in order, whatever the
//	                   case, accents, width and signs between: straße by STRASSE,
//	                   123 by １２３, 東京 by 東京タワー, +15551234567 by +1 (555) 123-4567
//	words              share of the value's content words found in the text, in any
//	                   form, spelling or short form: mouse by mice, color by colour,
//	                   Doctor Smith by Dr. Smith, email by e-mail, Mon by Monday
//	place              the leading part of "City, State" carries the value: San Jose, CA
//	                   by San Jose
//	initials           SF, LA, NYC for the words they abbreviate, and back; J. Smith by
//	                   John Smith; sci-fi for the words it clips, San Francisco by San Fran
//	code               the standard codes of states, countries, languages,
//	                   currencies, units and sizes: TX by Texas, US by U.S., S by small
//	number             equal numbers: 250 by two hundred and fifty, 5000 by 5k, 12 by a
//	                   dozen, 1234567.89 by 1.234.567,89, 0.5 by half a, 2.5 by 2 1/2,
//	                   -5 by minus five, 20 by 二十, 25 by २५
//	duration           3 hours is 10800 seconds; PT1H30M is 1h30m is an hour and a half
//	unit               $45 is 4500 cents, 5 km is 5000 m, 350 F is 177 C, 60 mph is 96.56
//	                   km/h, 5'11" is 180 cm, 15% is 0.15; "2 pounds" by 2 lbs. Money is
//	                   not converted: rates change
//	date               one day in any notation: 2024-04-03 by 3/4/2024, April 3rd or
//	                   2024年4月3日; tomorrow, next Friday, in two weeks, a month ago
//	                   against the day that the conversation calls today
//	time               15:00 by 3pm, 12:00 by noon, 15:30 by half past three, 18h30
//	gloss              what the schema says a value stands for: 2 for "2 = medium",
//	                   price_asc for "price_asc: cheapest first", titles in a oneOf
//	singled            the one value of an enumeration that is hinted at
//	synonym            a small thesaurus of the words of interfaces: delete by remove
//	flag               a boolean by its parameter's words, or their denial: breakfast
//	                   false by "without breakfast", disable_wifi true by "no wifi",
//	                   smoking false by non-smoking; "none" by what is denied
//	quoted             a quotation of the user's, whole within the value
//	composed           a command, query or expression made of the user's words
//	speaker            one person who asks for themselves asks for one
//	wildcard           "any", "dontcare": a value that claims nothing
//	list, object       the elements and leaves, each on its own, by the enumeration that
//	                   its own schema has; an invented one weighs more than its share
//	default            the schema's own default: leaving it out says the same
//
// Two rules lower a score below 0.5: claimed (the number beside another
// parameter's name is that parameter's) and rival (the conversation names
// another value of the enumeration).
//
// The system's text backs no value either, but it may say which day it is: the
// user's "tomorrow" is then the day after. Days of the week are counted from the
// one that the text gives today, even where the calendar has another.
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
// question itself states is no target. The words of tools are kept from one sample
// to the next, up to a bound, since many samples offer the same tools.
//
// # Limits
//
// The rules know English words, US and Canadian places, and the codes that
// standards define. Text in other scripts is matched exactly and after
// normalisation (substrings where a script writes no spaces), numerals and dates
// of Chinese, Japanese and Korean included; a translated value is not recognised.
// A number that the text gives in one way is not refused for another: 3,5 backs
// 3.5, and 3 and 5 as well. Feasts, seasons and parts of the day name no date or
// time. Knowledge of the world (which cinema stands in which city,
// which company has which ticker symbol) is out of reach by design.
// Work is bounded: [MaxTokens] per conversation (the latest are kept) and
// [MaxValueTokens] per value.
//
// # Decided against
//
// Embeddings and language models: a reward must give the same number on every
// machine, and say why. Word lists of a data set's own values (film genres,
// kinds of therapist): they score that set and no other.
package oldgrounding
