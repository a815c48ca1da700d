package oldgrounding

import "strings"

// boolWord reads a string that stands for a boolean.
func boolWord(s string) (b, ok bool) {
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "true", "yes":
		return true, true
	case "false", "no":
		return false, true
	}
	return false, false
}

// zeroWords are values that say that there is none of their parameter's thing.
var zeroWords = set(`none off disabled never zero`)

// flagNoise are words of a flag's name and description that every flag has.
var flagNoise = set(`flag indicate indicates indicating whether if true false set specify specifies specified boolean
 value option optional default parameter only include includes included enable enabled require required requires
 should must determine determines be is has have with without or not use used`)

// bare are heads of names that the word before them says all of: private
// visibility, quiet mode.
var bare = set(`visibility mode state status setting settings access level option preference`)

// undoing are the words of a flag's name that turn it round: no_smoking,
// disable_wifi, exclude_weekends.
var undoing = set(`no not non without disable disabled exclude excluding excluded skip avoid hide omit suppress prevent ignore`)

// turnedRound leaves the undoing words out of a name and reports whether there
// were any; a name of nothing else stays as it is.
func turnedRound(name []string) (rest []string, undone bool) {
	for _, w := range name {
		if undoing[w] {
			undone = true
		} else {
			rest = append(rest, w)
		}
	}
	if len(content(rest)) == 0 {
		return name, false
	}
	return rest, undone
}

// flag grounds a boolean by the words of its parameter's name, else of its
// description: said plainly they back true, denied they back false. A name that
// denies, disable_wifi, is true where its thing is denied.
func (q *query) flag(b bool) Support {
	full, undone := turnedRound(q.name())
	if undone {
		b = !b
	}
	name := content(full)
	at, share := q.found(name)
	if n := len(name); n > 1 && share < 1 && !bare[name[n-1]] {
		if _, head := q.found(name[n-1:]); head == 0 {
			share /= 2 // the trip of trip_protection says nothing about protection
		}
	}
	if share < 0.5 {
		desc := split(firstSentence(q.param.Description))
		if undone {
			desc, _ = turnedRound(desc)
		}
		desc = content(desc)
		at, share = q.found(desc)
		if share < 0.4 && (share < 0.2 || len(desc) < 5) {
			return Support{Rule: RuleNone}
		}
		share *= 0.8
	}
	s := Support{Score: 0.2, Rule: RuleFlag, Span: q.span(at, at+1)}
	if q.denied(at) != b {
		s.Score = min(0.9, 0.5+share/2)
	}
	return s
}

func content(words []string) []string {
	var out []string
	for _, w := range words {
		if !stopwords[w] && !flagNoise[w] && len(w) > 1 {
			out = append(out, w)
		}
	}
	return out
}

func firstSentence(s string) string {
	if i := strings.Index(s, ". "); i >= 0 {
		return s[:i]
	}
	return s
}

// found returns the share of the words that the text has, and the place of the
// first.
func (q *query) found(words []string) (at int, share float64) {
	at = -1
	hits := 0.0
	for _, w := range words {
		score, p := q.word(w)
		if score == 0 {
			score, p = q.sense(w)
		}
		if score > 0 {
			hits++
			if at < 0 {
				at = p
			}
		}
	}
	if hits == 0 {
		return -1, 0
	}
	return at, hits / float64(len(words))
}

var negators = set(`no not without don doesn didn isn aren won wouldn never neither nor cannot can't disable disabled
 avoid exclude excluding skip off unneeded unnecessary turn-off deny refuse`)

// affirming words end the scope of a negation before them, unless they are
// themselves denied.
var affirming = set(`with including include plus add yes`)

// denied reports whether the word at a position stands in the scope of a
// negation: up to six words before it in its clause, or three after it.
func (q *query) denied(at int) bool {
	if q.at(at-1, at) == "non" || q.at(at+1, at) == "free" && q.gapIs(at, "-") {
		return true // non-smoking, smoke-free
	}
	for k := 1; k <= 6; k++ {
		w, gap := q.at(at-k, at), ""
		if w != "" {
			gap = q.gap(at - k)
		}
		if w == "" || strings.ContainsAny(gap, ".;!?") || w == "but" {
			break
		}
		if strings.Contains(gap, ",") && !q.listed(at-k+1) {
			break
		}
		if negators[w] {
			return true
		}
		if affirming[w] && !negators[q.at(at-k-1, at)] && !negators[q.at(at-k-2, at)] {
			break
		}
	}
	for k := 1; k <= 3; k++ {
		w := q.at(at+k, at)
		if w == "" || w == "true" || strings.ContainsAny(q.gap(at+k-1), ",.;!?") {
			break
		}
		if w == "false" || w == "not" || w == "off" || w == "unnecessary" || w == "isn" || w == "aren" || w == "doesn" {
			return true
		}
	}
	return false
}

// listed reports whether what follows a comma goes on with a list, "no pets,
// smoking or parties", and is no clause of its own: it is one word, or an "or"
// comes after it.
func (q *query) listed(i int) bool {
	if next := q.at(i+1, i); next == "" || next == "and" || strings.ContainsAny(q.gap(i), ",.;!?") {
		return true
	}
	for k := 1; k <= 5 && q.at(i+k, i) != "" && !strings.ContainsAny(q.gap(i+k-1), ".;!?"); k++ {
		if w := q.at(i+k, i); w == "or" || w == "nor" {
			return true
		}
	}
	return false
}
