package tasks

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/internal/words"
)

//go:embed starters.txt
var starterText string

// phrasing holds a language's words that begin phrases and its words that join clauses.
type phrasing struct{ starters, joins map[string]bool }

var phrasings = func() map[string]*phrasing {
	out := map[string]*phrasing{}
	for line := range strings.Lines(starterText) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] == "#" {
			continue
		}
		code, joining := strings.CutSuffix(fields[0], "_joins")
		if out[code] == nil {
			out[code] = &phrasing{map[string]bool{}, map[string]bool{}}
		}
		into := out[code].starters
		if joining {
			into = out[code].joins
		}
		for _, w := range fields[1:] {
			into[w] = true
		}
	}
	return out
}()

// phrasingOf is the phrasing of a text's language, English by default.
func phrasingOf(text string) *phrasing {
	code, _ := completion.Language(text)
	if p := phrasings[code]; p != nil {
		return p
	}
	return phrasings["en"]
}

// word is a run of a text without white space or final punctuation.
type word struct {
	start, end int  // bytes, without the punctuation behind the word
	stop       bool // a clause ends behind the word
	full       bool // a sentence ends behind the word
}

func wordsOf(text string) (out []word) {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if unicode.IsSpace(r) {
			if r == '\n' && len(out) > 0 {
				out[len(out)-1].stop, out[len(out)-1].full = true, true
			}
			i += n
			continue
		}
		j := i
		for j < len(text) {
			r, n := utf8.DecodeRuneInString(text[j:])
			if unicode.IsSpace(r) {
				break
			}
			j += n
		}
		token := strings.TrimRight(text[i:j], ".,;:!?)…")
		w := word{start: i, end: i + len(token)}
		w.stop = w.end < j && text[w.end] != ')'
		w.full = w.stop && strings.ContainsAny(text[w.end:j], ".!?…")
		if token == "" && len(out) > 0 {
			out[len(out)-1].stop = true
		} else if token != "" {
			out = append(out, w)
		}
		i = j
	}
	return out
}

// leastWords is the number of words that must remain of a sentence.
const leastWords = 3

// cuts removes [start, end) from a text, together with the phrase, clause or sentence around
// it. It returns the remaining texts, the smallest cut first, and the removed text of each.
func cuts(text string, start, end int) (left, cut []string) {
	ws := wordsOf(text)
	first := slices.IndexFunc(ws, func(w word) bool { return w.end > start })
	last := slices.IndexFunc(ws, func(w word) bool { return w.end >= end })
	if first < 0 || last < 0 || last < first {
		return nil, nil
	}
	p := phrasingOf(text)
	lower := func(i int) string { return strings.ToLower(strings.Trim(text[ws[i].start:ws[i].end], `"'(`)) }
	begins := func(i int) bool { return p.starters[lower(i)] || p.joins[lower(i)] }
	head, tail := first, last+1 // the bounds of the sentence
	for head > 0 && !ws[head-1].full {
		head--
	}
	for tail < len(ws) && !ws[tail-1].full {
		tail++
	}
	try := func(from, to int) { // removes the words [from, to)
		whole := from == head && to == tail
		if to-from >= len(ws) || !whole && tail-head-(to-from) < leastWords {
			return
		}
		if !whole && from > head && !ws[from-1].stop && grounding.Empty(words.Fold(lower(from-1))) {
			return // the words before lead to the removed ones
		}
		left = append(left, tidy(text[:ws[from].start], text[ws[to-1].end:]))
		cut = append(cut, strings.TrimSpace(text[ws[from].start:ws[to-1].end]))
	}
	// The phrase: from its first word to the first word of the next phrase.
	from, to := first, last+1
	for from > head && !ws[from-1].stop && first-from < maxPhrase && !begins(from) {
		from--
	}
	for to < tail && !ws[to-1].stop && !begins(to) {
		to++
	}
	if p.starters[lower(from)] && from < first {
		for from > head && !ws[from-1].stop && p.starters[lower(from-1)] { // "up to", "from within"
			from--
		}
		try(from, to)
		if to > last+1 {
			try(from, last+1)
		}
	}
	// The clause between two stops or joining words, unless it begins its sentence.
	from, to = first, last+1
	for from > head && !ws[from-1].stop && !p.joins[lower(from)] {
		from--
	}
	for to < tail && !ws[to-1].stop && !p.joins[lower(to)] {
		to++
	}
	if from > head {
		try(from, to)
	}
	try(head, tail) // the sentence, if there are others
	return left, cut
}

// maxPhrase is the most words between the beginning of a phrase and the value in it.
const maxPhrase = 4

// tidy joins the texts before and behind a cut.
func tidy(before, behind string) string {
	before = strings.TrimRightFunc(before, unicode.IsSpace)
	behind = strings.TrimLeftFunc(behind, unicode.IsSpace)
	if r, _ := utf8.DecodeRuneInString(behind); strings.ContainsRune(".,;:!?", r) {
		before = strings.TrimRight(before, ",;: ")
		if before == "" || strings.HasSuffix(before, ".") || strings.HasSuffix(before, "!") || strings.HasSuffix(before, "?") {
			behind = strings.TrimLeft(behind, ".,;:!? ")
		} else {
			return strings.TrimSpace(before + behind)
		}
	}
	if before == "" && behind != "" {
		r, n := utf8.DecodeRuneInString(behind)
		behind = string(unicode.ToUpper(r)) + behind[n:]
	}
	return strings.TrimSpace(before + " " + behind)
}
