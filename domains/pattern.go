package domains

import (
	"regexp/syntax"
	"strings"
)

// The limits on the language of one pattern. A larger language counts as infinite,
// which is an upper bound.
const (
	maxPatternBytes = 512
	maxListed       = 4096    // strings
	maxLanguage     = 1 << 20 // bytes in them and in their parts' strings
)

// Two signs stand for the beginning and the end of a text in the strings of a
// language. Unicode reserves them, so that no text holds them.
const beginSign, endSign = "\ufdd0", "\ufdd1"

// language lists the strings that a pattern admits, built from the strings of its
// parts. ok is false if the pattern is not anchored at both ends, admits more than
// limit strings, or needs more than RE2 has.
func language(pattern string, limit int) (texts []string, ok bool) {
	if len(pattern) > maxPatternBytes || strings.Contains(pattern, beginSign) || strings.Contains(pattern, endSign) {
		return nil, false
	}
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil, false
	}
	w := wordLister{limit: limit, left: maxLanguage}
	if texts, ok = w.list(re.Simplify()); !ok {
		return nil, false
	}
	seen := map[string]bool{}
	out := texts[:0]
	for _, s := range texts {
		inner := strings.TrimRight(strings.TrimLeft(s, beginSign), endSign)
		if !strings.HasPrefix(s, beginSign) || !strings.HasSuffix(s, endSign) || strings.ContainsAny(inner, beginSign+endSign) {
			return nil, false
		}
		if !seen[inner] {
			seen[inner] = true
			out = append(out, inner)
		}
	}
	return out, true
}

// wordLister lists the strings of the parts of a pattern.
type wordLister struct{ limit, left int }

func (w *wordLister) list(re *syntax.Regexp) (out []string, ok bool) {
	switch re.Op {
	case syntax.OpNoMatch:
		return nil, true
	case syntax.OpEmptyMatch:
		return []string{""}, true
	case syntax.OpBeginText:
		return []string{beginSign}, true
	case syntax.OpEndText:
		return []string{endSign}, true
	case syntax.OpCapture:
		return w.list(re.Sub[0])
	case syntax.OpLiteral:
		return []string{string(re.Rune)}, re.Flags&syntax.FoldCase == 0
	case syntax.OpCharClass:
		for i := 0; i+1 < len(re.Rune); i += 2 {
			for r := re.Rune[i]; r <= re.Rune[i+1]; r++ {
				if len(out) == w.limit {
					return nil, false
				}
				out = append(out, string(r))
			}
		}
		return out, true
	case syntax.OpQuest:
		out, ok = w.list(re.Sub[0])
		return append([]string{""}, out...), ok
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			part, ok := w.list(sub)
			if out = append(out, part...); !ok || len(out) > w.limit {
				return nil, false
			}
		}
		return out, true
	case syntax.OpConcat:
		out = []string{""}
		for _, sub := range re.Sub {
			part, ok := w.list(sub)
			if out = w.product(out, part); !ok || out == nil {
				return nil, false
			}
		}
		return out, true
	}
	return nil, false
}

// product joins every string of the first list with every string of the second; nil
// beyond the limits.
func (w *wordLister) product(heads, tails []string) []string {
	if len(heads)*len(tails) > w.limit {
		return nil
	}
	out := make([]string, 0, len(heads)*len(tails))
	for _, head := range heads {
		for _, tail := range tails {
			if w.left -= len(head) + len(tail) + 1; w.left < 0 {
				return nil
			}
			out = append(out, head+tail)
		}
	}
	return out
}
