package domains

import (
	"slices"
	"strings"
)

// description is a schema's description, split into tokens with their classes.
type description struct {
	text    string
	tokens  []token
	lang    *vocabulary // the language of the text
	english *vocabulary // English words, which are read in every language
	loose   bool        // examples are read, not a set
	several bool        // a value is several of the listed items
	numeric bool        // a value is a number
	closes  []int       // what close returns for each token; nil until it is asked
}

// describe splits a text into tokens. Its cost is linear in the text, times the longest
// entry of the word lists.
func describe(s string) *description {
	x := words()
	d := &description{text: s, tokens: lex(s), english: x.languages["en"]}
	d.lang = x.language(d.tokens)
	out := 0
	for i := 0; i < len(d.tokens); out++ {
		t, n := d.tokens[i], 1
		if t.kind != tokQuoted {
			p, own := d.lang.longest(d.tokens[i:])
			if d.lang != d.english {
				if q, other := d.english.longest(d.tokens[i:]); other > own {
					p, own = q, other
				}
			}
			if own == 1 && p.class&clsMore != 0 && i+1 < len(d.tokens) && !t.isLatin() && d.tokens[i+1].start == t.end && d.tokens[i+1].kind == tokWord {
				if _, next := d.lang.longest(d.tokens[i+1:]); next == 0 {
					own = 0 // a sign within a word
				}
			}
			if own > 1 && p.class&(clsLeastAfter|clsMostAfter) != 0 && (d.counted(i+own) || !d.counted(out-1) && !d.counted(out-2)) {
				if first := d.lang.single(t.low); first.class&(clsAnd|clsOr) != 0 {
					p, own = first, 1 // "at least 10 and below 100", "upper or lower"
				}
			}
			if own > 0 {
				n = own
				t.end, t.class, t.value = d.tokens[i+n-1].end, t.class|p.class, p.value
				if n > 1 {
					t.low = lower(s[t.start:t.end])
				}
			}
			if t.class&clsExample != 0 && i+n < len(d.tokens) && d.tokens[i+n].low == "." && d.tokens[i+n].start == t.end {
				n++ // the dot of "e.g."
			}
			if t.kind == tokNumber {
				if end := d.joinNumber(i); end > i+1 {
					n, t.end = end-i, d.tokens[end-1].end
				}
			}
		}
		d.tokens[out] = t
		i += n
	}
	d.tokens = d.tokens[:out]
	return d
}

// counted reports whether the token at i is a number, as digits or as a word.
func (d *description) counted(i int) bool {
	return d.has(i, clsNumber) || i >= 0 && i < len(d.tokens) && d.tokens[i].low != "" && isDigit(d.tokens[i].low[0])
}

// joinNumber is where a number ends, which a decimal comma or blanks between thousands may
// divide.
func (d *description) joinNumber(i int) int {
	ts := d.tokens
	digits := func(j int) string { return d.text[ts[j].start:ts[j].end] }
	end := i + 1
	for len(digits(i)) <= 3 && !strings.Contains(digits(i), ".") && end < len(ts) && ts[end].kind == tokNumber && len(digits(end)) == 3 && ts[end].start-ts[end-1].end <= 3 && ts[end].start > ts[end-1].end && !strings.Contains(d.text[ts[end-1].end:ts[end].start], "  ") {
		end++
	}
	if d.lang.comma && end+1 < len(ts) && ts[end].low == "," && ts[end].start == ts[end-1].end && ts[end+1].kind == tokNumber && ts[end+1].start == ts[end].end {
		end += 2
	}
	return end
}

var unspaced = strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "", "\u2009", "")

// number is the value of a number as it is written.
func (d *description) number(t token) (Value, bool) {
	s := d.text[t.start:t.end]
	if strings.ContainsAny(s, " \u00a0\u202f\u2009") {
		s = unspaced.Replace(s)
	}
	whole, fraction, found := strings.Cut(s, ".")
	comma := strings.LastIndexByte(s, ',')
	switch {
	case d.lang.comma && found && len(whole) <= 3 && whole != "0" && threes(fraction):
		s = whole + strings.ReplaceAll(strings.ReplaceAll(fraction, ".", ""), ",", ".")
	case d.lang.comma && comma >= 0 && (len(s)-comma != 4 || s[:comma] == "0"):
		s = strings.ReplaceAll(s[:comma], ".", "") + "." + s[comma+1:]
	default:
		s = strings.ReplaceAll(s, ",", "")
	}
	if s = strings.TrimLeft(s, "0"); s == "" || s[0] == '.' {
		s = "0" + s
	}
	return numberIn(s)
}

// threes reports whether the digits behind a number's first point are groups of thousands.
func threes(s string) bool {
	s, _, _ = strings.Cut(s, ",")
	for group := range strings.SplitSeq(s, ".") {
		if len(group) != 3 {
			return false
		}
	}
	return true
}

// has reports whether the token at i has one of the classes. An i outside the text is
// allowed.
func (d *description) has(i int, c class) bool {
	return i >= 0 && i < len(d.tokens) && d.tokens[i].class&c != 0
}

// is reports whether the token at i is one of the signs. An i outside the text is allowed.
func (d *description) is(i int, signs ...string) bool {
	return i >= 0 && i < len(d.tokens) && d.tokens[i].kind != tokQuoted && slices.Contains(signs, d.tokens[i].low)
}

// word reports whether the token at i is a word or a number.
func (d *description) word(i int) bool {
	return i >= 0 && i < len(d.tokens) && (d.tokens[i].kind == tokWord || d.tokens[i].kind == tokNumber)
}

func (d *description) quoted(i int) bool {
	return i >= 0 && i < len(d.tokens) && d.tokens[i].kind == tokQuoted
}

// ends reports whether a sentence, a line or a pair of brackets ends before i.
func (d *description) ends(i int) bool {
	return i >= len(d.tokens) || d.has(i, clsEnd|clsClose)
}

// stops reports whether the token at i ends a sentence or a line.
func (d *description) stops(i int) bool { return d.has(i, clsEnd) }

// opens reports whether a sentence or a line begins at i.
func (d *description) opens(i int) bool { return i == 0 || d.stops(i-1) }

// begin is where the sentence that holds the token at i begins.
func (d *description) begin(i int) int {
	for !d.opens(i) {
		i--
	}
	return i
}

// end is where the sentence that holds the token at i ends, at its last sign.
func (d *description) end(i int) int {
	for i < len(d.tokens) && !d.stops(i) {
		i++
	}
	return i
}

// close is the position behind the bracket that closes the opening one at i; -1 if none does.
func (d *description) close(i int) int {
	if d.closes == nil { // for all brackets at once, because one text may open a thousand
		d.closes = make([]int, len(d.tokens))
		var open []int
		for j := range d.tokens {
			d.closes[j] = -1
			if d.has(j, clsOpening) {
				open = append(open, j)
			} else if n := len(open) - 1; n >= 0 && d.has(j, clsClose) {
				d.closes[open[n]], open = j+1, open[:n]
			}
		}
	}
	return d.closes[i]
}

// bracket reports whether an opening bracket stands at i.
func (d *description) bracket(i int) bool { return d.has(i, clsOpening) }

// example reports whether the token at i is part of an example: its sentence, or the
// brackets around it, announced examples before it.
func (d *description) example(i int) bool {
	like := clsLike
	for i--; i >= 0 && !d.stops(i); i-- {
		if d.has(i, clsExample|like) {
			return true
		}
		if d.is(i, ":", "：") {
			like = 0
		}
		if d.has(i, clsClose) {
			for depth := 1; depth > 0 && i > 0 && !d.stops(i-1); {
				if i--; d.has(i, clsClose) {
					depth++
				} else if d.bracket(i) {
					depth--
				}
			}
		}
	}
	return false
}

// span is the text of the tokens [from, to).
func (d *description) span(from, to int) string {
	if from >= to {
		return ""
	}
	return d.text[d.tokens[from].start:d.tokens[to-1].end]
}
