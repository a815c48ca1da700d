package grounding

import (
	_ "embed"
	"slices"
	"strings"
	"unicode/utf8"
)

// paramsFile holds words of parameter names and descriptions, and words that a rule looks for in texts, one line for
// each class. A class that no line here explains is a topic. Of names and descriptions:
//   - plain words carry no meaning; exact marks text for a machine, machine a command or a query, searched one in plain
//     words, place a place, people what is counted; un are prefixes that deny.
//   - role_ says which end of a pair a parameter is (loose words only in names, paired ones only beside the other end),
//     kind_ which mentions fill it, codes_ the standard of its codes, initials those of one letter, dim_ what it measures.
//   - name_, named, bare, name_alone and particle are about the parts of a person's name, address_ and street about
//     those of an address, stay about the days on which one begins and ends.
//   - state_old, state_new, state_was and state_now stand before and behind a change; a parameter of asker is about who
//     asks, one of trait about what somebody is; sorting, sort_up and sort_down are about order, scale_ about the ends of
//     a scale, power about what is switched on or off.
//   - request and data have the words of keys under which a result repeats the request, field_ the keys that
//     superlatives are about.
//
// Of texts:
//   - switch, with switch_to or switch_from, switches something; stage_, time_, perfect and times say when a
//     clause is true; same gives a second thing the value of the first, across stands between two numbers of one thing.
//   - for_whom stands before whom something is for, whom and whom_for are words for that person, wish wants another one;
//     party lists verbs with the words for who does it and for the other one, with passive for the other way round.
//   - sphere has the spheres of life in groups, sphere_at and sphere_be say where something is, sphere_phone and
//     sphere_place what of it is meant; a system gives a default by preset.
//   - degree may stand between a denial and what is denied, taking beside what is taken back, owner before a thing that
//     is known, sort_by before what things are sorted by.
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

// tellAny reports whether one of the words is of a class.
func tellAny(class string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return tell(class, w) })
}

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
	for _, end := range ends {
		if tell("role_"+end.role, word) {
			return end.role
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
