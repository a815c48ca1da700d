package grounding

import (
	_ "embed"
	"slices"
	"strings"
	"unicode/utf8"
)

// paramsFile holds the words of parameter names and descriptions, one line for each class.
// Words of class plain carry no meaning. The classes role_, kind_ and codes_ say which end of a
// pair a parameter is, which kind of mention fills it, and which standard its codes are from;
// loose words give a role only in names, and paired ones only beside a parameter of the other role.
// The class exact marks text for a machine, machine a command or a query, searched those of them in
// plain words, and place a place. The classes name_ say which part of a person's name a parameter takes,
// where named words may end its own name and bare words alone do not suffice; name_alone are words for a
// name that may be such a part, and particle are small words in family names. The classes address_ and
// street serve the parts of an address, and stay are the days on which one begins and ends. people are
// counted, across stands between two numbers of one thing, and un are prefixes that deny. A boolean named by
// words of power says whether something is switched on or off: by a word of switch_on, or by a verb of switch
// with a particle of switch_to or switch_from, before a word of switch_end at most; those of shut are about
// doors and sounds. A word of same gives a second thing the value of the first. state_old and state_new are in
// the names of what is before and behind a change; a clause with a word of stage_past or stage_wanted says that
// something was, or is to be; one of stage_says only that it is told, stage_to stands before what something was brought
// to, and again asks for what was. state_was and state_now tell what is before a change from what is now, as time_now
// does in texts. for_whom stands before whom something is for, which whom and whom_for are words for, and a
// parameter of asker is about who asks, one of trait about what somebody is; by a word of wish the user wants another
// one. party lists verbs with the words for who does it and for the other one; agent
// stands before who does it behind words of passive; perfect are auxiliaries whose verb ends the sentence, and relative
// begins a clause about a noun. dim_ has the words for what a number measures, sorting, sort_up and
// sort_down those of how things are sorted, scale_ the ends of a scale. having joins a number to the thing that it
// describes, times a number to a period. The words of sphere are in groups for the spheres of life, and stand behind a word
// of sphere_at where they name a place; behind one of sphere_be they say where the user is. The words of initials come in groups for which codes of one letter
// stand, and those of sphere_one, sphere_phone, sphere_email and sphere_place say what of it is meant. A system gives a default by a word of preset. A word of degree may stand between a denial and what
// is denied, and one of taking beside what is taken back; scale_verb are denials of verbs, owner and article stand before a thing
// that is known, and sort_by before what things are sorted by. The classes request and data have the words of keys under which a result repeats the request; field_
// has the keys that superlatives are about. The other
// classes are topics.
//
//go:embed lexicon/params.txt
var paramsFile string

// tells holds the words of each class that are listed in full. parts holds those that count as a part of a word:
// the beginnings of words, listed with a * at the end, and whatever is listed in a script without spaces, because
// a name in it is one word, 出发城市.
var tells, parts = func() (full, parts map[string][]string) {
	full, parts = map[string][]string{}, map[string][]string{}
	for line := range strings.Lines(paramsFile) {
		class, list, ok := strings.Cut(line, ": ")
		if !ok || line[0] == '#' {
			continue
		}
		for _, w := range strings.Fields(list) {
			if r, n := utf8.DecodeRuneInString(w); strings.Contains(w, "*") || n < len(w) && unspaced(r) {
				parts[class] = append(parts[class], w)
			} else {
				full[class] = append(full[class], w)
			}
		}
	}
	return full, parts
}()

// unspaced reports whether a letter is of a script that does not separate words by spaces.
func unspaced(r rune) bool { return kindOfRune(r)&(runeWord|runeDigit|runeSpaced) == runeWord }

// tell reports whether a word is of a class.
func tell(class, word string) bool {
	return slices.Contains(tells[class], word) || slices.ContainsFunc(parts[class], func(part string) bool {
		if stem, ok := strings.CutSuffix(part, "*"); ok {
			return strings.HasPrefix(word, stem)
		}
		if stem, ok := strings.CutPrefix(part, "*"); ok {
			return strings.HasSuffix(word, stem)
		}
		return strings.Contains(word, part)
	})
}

// endOf returns the role that a word gives, "" for none.
func endOf(word string) string {
	for _, role := range [...]string{roleFrom, roleTo, roleMin, roleMax} {
		if tell("role_"+role, word) {
			return role
		}
	}
	return ""
}

// letters returns the words for which the values of an enumeration stand that are letters: the first group of words
// of which each value begins one.
func letters(options []option) map[string]string {
	for _, group := range tells["initials"] {
		out := map[string]string{}
		for w := range strings.SplitSeq(group, "/") {
			out[w[:1]] = w
		}
		if !slices.ContainsFunc(options, func(o option) bool { return out[fold(o.value)] == "" }) {
			return out
		}
	}
	return nil
}

// whole joins the characters that are one word in a script without spaces, and words that are one word when they
// give a role: check in.
func whole(name []string) (out []string) {
	for i, w := range name {
		if last := len(out) - 1; last >= 0 && oneWord(name[i-1], w, out[last] == name[i-1]) {
			out[last] += w
		} else {
			out = append(out, w)
		}
	}
	return out
}

// oneWord reports whether two neighbours are one word. Words that give a role only do so in pairs.
func oneWord(a, b string, pair bool) bool {
	r, _ := utf8.DecodeRuneInString(a)
	next, _ := utf8.DecodeRuneInString(b)
	if unspaced(r) {
		return unspaced(next)
	}
	return pair && endOf(a+b) != ""
}
