package grounding

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// token is one word of a text, folded: a run of letters, a run of digits, or a
// single character of a script that writes no spaces. What differs in kind is cut
// apart, "12kg" and "4B", so that units and codes are read by one rule; gap tells
// that nothing stood between.
type token struct {
	norm       string
	start, end int32 // bytes of the turn's text
	turn       int32
	gap        byte // what stands before it: see the gaps below
	capital    bool // begins with an upper case letter
	upper      bool // two letters or more, none of them lower case
	digit      bool
	solid      bool // of a script that separates words by spaces
}

// What may stand before a token. The strongest sign of a gap counts.
const (
	glued  byte = iota
	hyphen      // and slash, underscore, point, apostrophe within a word
	space
	comma
	dash     // a hyphen or dash with spaces about it, a bracket, a colon
	sentence // the end of a sentence, a line, a turn
)

// tokenize appends the tokens of a text, at most limit of them.
func tokenize(out []token, text string, turn, limit int) []token {
	gap := sentence
	for i := 0; i < len(text) && len(out) < limit; {
		r, n := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(text[i:])
		}
		if !wordRune(r) {
			gap = widened(gap, r, text, i, n)
			i += n
			continue
		}
		start, digit, solid := i, unicode.IsDigit(r), solidRune(r)
		for i += n; solid && i < len(text); i += n {
			r, n = rune(text[i]), 1
			if r >= utf8.RuneSelf {
				r, n = utf8.DecodeRuneInString(text[i:])
			}
			if !wordRune(r) || !solidRune(r) || unicode.IsDigit(r) != digit && !unicode.Is(unicode.M, r) {
				break
			}
		}
		for !solid && i < len(text) {
			r, n := utf8.DecodeRuneInString(text[i:])
			if !unicode.Is(unicode.M, r) {
				break
			}
			i += n
		}
		t := token{norm: fold(text[start:i]), start: int32(start), end: int32(i), turn: int32(turn), gap: gap, digit: digit, solid: solid}
		t.cases(text[start:i])
		gap = glued
		if k := len(out) - 1; k >= 0 && t.gap == hyphen && !t.digit && apostrophe(text[out[k].end:start]) && !out[k].digit {
			switch t.norm {
			case "s":
				continue // of a genitive
			case "t":
				out[k].norm += "t" // don't is written dont as well
				out[k].end = t.end
				continue
			}
		}
		out = append(out, t)
	}
	return out
}

// widened is a gap after one more sign.
func widened(gap byte, r rune, text string, i, n int) byte {
	was := gap
	switch r {
	case ' ', '\t', '\u00a0', '\u202f', '\u3000', '"', '\u201c', '\u201d', '\u00ab', '\u00bb', '*', '`', '$', '\u20ac', '\u00a3', '+', '#', '\u00bf', '\u00a1', '\u2022', '\u00b7':
		gap = space
	case '-', '/', '_', '\'', '\u2019', '\u02bc', '@', '&', '\u2013', '\u2014', '~', '\u301c', '\u30fb':
		if gap = hyphen; was == space || i+n < len(text) && text[i+n] == ' ' {
			if gap = dash; r == '/' || r == '&' || r == '\'' || r == '\u2019' || r == '@' {
				gap = space
			}
		}
	case '.':
		if gap = sentence; i+n < len(text) && text[i+n] > ' ' {
			gap = hyphen
		}
	case ',', ';', '\u060c', '\u3001', '\uff0c', '\uff1b':
		if gap = comma; r == ',' && i+n < len(text) && text[i+n] > ' ' && was == glued {
			gap = hyphen
		}
	case '!', '?', '\n', '\r', '\u3002', '\uff01', '\uff1f', '\u061f', '\u0964':
		gap = sentence
	case '(', ')', '[', ']', '{', '}', ':', '\uff1a', '\u2026':
		if gap = dash; r == ':' && i+n < len(text) && text[i+n] > ' ' {
			gap = hyphen
		}
	default:
		gap = space
	}
	return max(was, gap)
}

func apostrophe(s string) bool { return s == "'" || s == "\u2019" || s == "\u02bc" }

func (t *token) cases(s string) {
	letters, lower := 0, false
	for i, r := range s {
		up := unicode.IsUpper(r)
		letters++
		lower = lower || !up
		t.capital = t.capital || i == 0 && up
		if lower && letters > 1 {
			break
		}
	}
	t.upper = !lower && letters > 1
}

func wordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r)
}

// solidRune reports whether r belongs to a script that writes spaces between
// words. Korean does, but glues particles to its words, so that its syllables are
// tokens, like the characters of Chinese.
func solidRune(r rune) bool {
	return r < 0x0E00 || r >= 0x1E00 && r < 0x2000 || r >= 0xFB00 && r < 0xFF00 || r >= 0xFF10 && r <= 0xFF5A || unicode.IsDigit(r)
}

// fold brings a word to the form in which words are compared: NFKC, lower case,
// without diacritics, digits of every script as those of ASCII.
func fold(s string) string {
	plain, lower := true, true
	for i := 0; i < len(s) && plain; i++ {
		plain = s[i] < utf8.RuneSelf
		lower = lower && !(s[i] >= 'A' && s[i] <= 'Z')
	}
	if plain && lower {
		return s
	}
	if plain {
		return strings.ToLower(s)
	}
	if settled(s) {
		return s
	}
	s = strings.ToLower(norm.NFKC.String(s))
	bare := strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf && unicode.Is(unicode.Mn, r) && (r < 0x3000 || r > 0x30ff) {
			return -1
		}
		return asciiDigit(r)
	}, norm.NFD.String(s))
	w := norm.NFC.String(written.Replace(bare))
	if r, _ := utf8.DecodeRuneInString(w); r >= 0x600 && r < 0x700 {
		for _, article := range [...]string{"\u0648\u0627\u0644", "\u0628\u0627\u0644", "\u0627\u0644", "\u0644\u0644"} {
			if rest, ok := strings.CutPrefix(w, article); ok && utf8.RuneCountInString(rest) >= 3 {
				return rest
			}
		}
	}
	return w
}

// settled reports whether a word is all in characters that folding leaves alone, by
// which the texts of East Asia and small Cyrillic letters are not folded one by one.
func settled(s string) bool {
	for _, r := range s {
		if !(r >= 0x4e00 && r <= 0x9fff || r >= 0x3041 && r <= 0x30ff || r >= 0xac00 && r <= 0xd7a3 || r >= 0x430 && r <= 0x44f && r != 0x439) {
			return false
		}
	}
	return true
}

// written gives letters that no normal form takes apart as people without them on
// their keyboard write them, and the forms that case folding joins.
var written = strings.NewReplacer("\u0111", "d", "\u00f0", "d", "\u0142", "l", "\u00f8", "o", "\u0131", "i",
	"\u00e6", "ae", "\u0153", "oe", "\u00fe", "th", "\u00df", "ss", "\u03c2", "\u03c3", "\u0629", "\u0647", "\u0649", "\u064a")

// asciiDigit gives the decimal digits of every script as those of ASCII.
func asciiDigit(r rune) rune {
	if r < utf8.RuneSelf || !unicode.IsDigit(r) {
		return r
	}
	for _, t := range unicode.Nd.R16 { // every range begins at a zero
		if r <= 0xffff && uint16(r) <= t.Hi {
			return '0' + (r-rune(t.Lo))%10
		}
	}
	for _, t := range unicode.Nd.R32 {
		if uint32(r) <= t.Hi {
			return '0' + (r-rune(t.Lo))%10
		}
	}
	return r
}

// split cuts a name, an identifier or a text into folded words: at anything that is
// not a letter or digit, and where camelCase changes case.
func split(s string) []string {
	var b strings.Builder
	prev := rune(0)
	for _, r := range s {
		if unicode.IsUpper(r) && unicode.IsLower(prev) {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		prev = r
	}
	tokens := tokenize(nil, b.String(), 0, maxValueTokens)
	out := make([]string, len(tokens))
	for i := range tokens {
		out[i] = tokens[i].norm
	}
	return out
}
