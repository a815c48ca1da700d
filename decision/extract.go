package decision

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/voi-rl/voi/trajectory"
)

// The limits of what one observation adds.
const (
	MostFacts    = 4    // from one observation
	LongestNote  = 300  // bytes
	leastCarried = 2    // wanted content words in a fact; fewer if fewer are wanted
	mostRead     = 1000 // sentences
)

// RuleExtractor reads observations without a model. A sentence is a fact if it has content
// words of the question, of an open predicate or of the query. The question and each query
// stay open until a fact has all their content words.
type RuleExtractor struct{}

// Extract implements Extractor.
func (RuleExtractor) Extract(_ context.Context, b *BeliefState, o Observation) (u Update, err error) {
	asked := slices.Concat(b.asked(), o.Query.words)
	for i := range b.Open {
		asked = append(asked, b.Open[i].words...)
	}
	slices.Sort(asked)
	asked = slices.Compact(asked)
	if len(asked) == 0 {
		return u, nil
	}
	least := min(leastCarried, len(asked), max(1, (len(o.Query.words)+1)/2))
	var found []Note
	read := 0
	for _, r := range o.Results {
		for _, n := range sentences(r.Text, o.Step, r.Message) {
			if read++; read > mostRead {
				break
			}
			if trajectory.Common(n.words, asked) >= least && !known(b.Facts, n) && !known(found, n) {
				found = append(found, n)
			}
		}
	}
	slices.SortStableFunc(found, func(a, c Note) int {
		return cmp.Compare(trajectory.Common(c.words, asked), trajectory.Common(a.words, asked))
	})
	u.Facts = found[:min(len(found), MostFacts)]
	answered := func(n Note) bool {
		carries := func(f Note) bool { return trajectory.Common(f.words, n.words) == len(n.words) }
		return slices.ContainsFunc(b.Facts, carries) || slices.ContainsFunc(u.Facts, carries)
	}
	for i, n := range b.Open {
		if answered(n) {
			u.Resolved = append(u.Resolved, i)
		}
	}
	if q := o.Query; len(q.words) > 0 && !answered(q) && !known(b.Open, q) {
		u.Open = append(u.Open, q)
	}
	return u, nil
}

// known reports whether one of the notes says the same as n.
func known(others []Note, n Note) bool {
	return slices.ContainsFunc(others, func(o Note) bool { return trajectory.Jaccard(o.words, n.words) >= trajectory.TauJ })
}

// sentences cuts a text into sentences with their places. A sentence ends at a line break,
// full stop, question mark or exclamation mark, or at the length of a note. It returns the
// first mostRead sentences.
func sentences(text string, step, message int) (of []Note) {
	from := 0
	end := func(to int) {
		piece := text[from:to]
		trimmed := strings.TrimSpace(piece)
		start := from + strings.Index(piece, trimmed)
		from = to
		if trimmed == "" {
			return
		}
		if len(trimmed) > LongestNote {
			cut := LongestNote
			for cut > 0 && !utf8.RuneStart(trimmed[cut]) {
				cut--
			}
			trimmed = trimmed[:cut]
		}
		of = append(of, NewNote(trimmed, step, message, start))
	}
	for i, r := range text {
		if len(of) == mostRead {
			return of
		}
		next := i + utf8.RuneLen(r)
		switch r {
		case '\n', '。', '？', '！':
			end(next)
		case '.', '?', '!':
			if next == len(text) || text[next] == ' ' || text[next] == '\n' {
				end(next)
			}
		}
	}
	end(len(text))
	return of
}
