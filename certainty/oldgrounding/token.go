package oldgrounding

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// token is one word of a text: a run of letters and digits, folded.
type token struct {
	norm       string // NFKC, lower case, without diacritics
	start, end int    // bytes of the original text
	turn       int
	upper      bool // two letters or more, none of them lower case
	capital    bool // begins with an upper case letter
	solid      bool // of a script that separates words by spaces
	sentence   bool // begins a sentence or a turn
}

// tokenize splits a text into tokens, at most limit of them.
func tokenize(text string, turn, limit int) []token {
	const most = 1 << 10 // a guess that a hostile text cannot blow up
	return appendTokens(make([]token, 0, min(len(text)/4+2, limit, most)), text, turn, limit)
}

// appendTokens is tokenize into the room that out has, which is empty.
func appendTokens(out []token, text string, turn, limit int) []token {
	sentence := true
	for i := 0; i < len(text) && len(out) < limit; {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == '\\' && i+1 < len(text) && text[i+1] == 'n' {
			sentence, i = true, i+2 // a line break that was escaped once too often
			continue
		}
		if !wordRune(r) {
			sentence = sentence || r == '.' || r == '!' || r == '?' || r == '\n' || r == ':'
			i += n
			continue
		}
		start, solid := i, solidRune(r)
		for i < len(text) {
			if solid && text[i] < utf8.RuneSelf {
				if !asciiWord[text[i]] {
					break
				}
				i++
				continue
			}
			r, n = utf8.DecodeRuneInString(text[i:])
			if !wordRune(r) || (solidRune(r) != solid && !unicode.Is(unicode.M, r)) {
				break
			}
			i += n
		}
		t := newToken(text[start:i], solid)
		t.start, t.end, t.turn, t.sentence = start, i, turn, sentence
		sentence = false
		if t.norm == "s" && start > 0 && apostropheBefore(text[:start]) {
			continue // the s of a genitive
		}
		out = append(out, t)
	}
	return out
}

func wordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return asciiWord[r]
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r)
}

// asciiWord marks the letters and digits of ASCII.
var asciiWord = func() (t [utf8.RuneSelf]bool) {
	for r := range t {
		t[r] = unicode.IsLetter(rune(r)) || unicode.IsDigit(rune(r))
	}
	return t
}()

// solidRune reports whether r belongs to a script that writes spaces between
// words, so that a match must end where a word ends.
func solidRune(r rune) bool {
	return r < 0x0E00 || (r >= 0x1E00 && r < 0x2000) || unicode.IsDigit(r) ||
		r >= 0xFB00 && r < 0xFF00 || r >= 0xFF21 && r <= 0xFF5A // ligatures, and letters in full width
}

func apostropheBefore(s string) bool {
	return strings.HasSuffix(s, "'") || strings.HasSuffix(s, "\u2019")
}

func newToken(s string, solid bool) token {
	if t, ok := asciiToken(s); ok {
		t.solid = solid
		return t
	}
	t := token{norm: fold(s), solid: solid}
	if t.norm == s {
		return t // nothing in capitals
	}
	lower, letters := false, 0
	for i, r := range s {
		if unicode.IsLetter(r) {
			letters++
			lower = lower || !unicode.IsUpper(r)
			t.capital = t.capital || (i == 0 && unicode.IsUpper(r))
		}
	}
	t.upper = letters >= 2 && !lower
	return t
}

// asciiToken is newToken for ASCII, which most words are.
func asciiToken(s string) (t token, ok bool) {
	capitals, smalls := 0, 0
	for i := 0; i < len(s); i++ {
		switch b := s[i]; {
		case b >= utf8.RuneSelf:
			return token{}, false
		case b >= 'A' && b <= 'Z':
			capitals++
		case b >= 'a' && b <= 'z':
			smalls++
		}
	}
	if capitals == 0 {
		return token{norm: s}, true
	}
	return token{norm: strings.ToLower(s), upper: capitals >= 2 && smalls == 0, capital: s[0] >= 'A' && s[0] <= 'Z'}, true
}

// fold brings a word to the form in which words are compared: NFKC, lower
// case, without diacritics.
func fold(s string) string {
	ascii := true
	for i := 0; i < len(s) && ascii; i++ {
		ascii = s[i] < utf8.RuneSelf
	}
	if ascii {
		return strings.ToLower(s)
	}
	s = strings.ToLower(norm.NFKC.String(s))
	bare := strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf && unicode.Is(unicode.Mn, r) {
			return -1
		}
		return asciiDigit(r)
	}, norm.NFD.String(s))
	return norm.NFC.String(written.Replace(bare))
}

// written gives letters that no normal form takes apart as people without them
// on their keyboard write them, and the forms that case folding joins.
var written = strings.NewReplacer("\u0111", "d", "\u00f0", "d", "\u0142", "l", "\u00f8", "o", "\u0131", "i",
	"\u00e6", "ae", "\u0153", "oe", "\u00fe", "th", "\u00df", "ss", "\u03c2", "\u03c3")

// asciiDigit gives the decimal digits of every script as those of ASCII.
func asciiDigit(r rune) rune {
	if r < utf8.RuneSelf || !unicode.IsDigit(r) {
		return r
	}
	for _, t := range unicode.Nd.R16 { // every range begins at a zero
		if uint16(r) <= t.Hi && r <= 0xffff {
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

// split cuts a name or an identifier into folded words: at anything that is
// not a letter or digit, and where camelCase changes case.
func split(s string) []string {
	plain, humps := true, false
	for i := 0; i < len(s); i++ {
		plain = plain && s[i] < utf8.RuneSelf && s[i] != '\'' && s[i] != '\\'
		humps = humps || i > 0 && hump(s[i-1], s[i]) || s[i] >= utf8.RuneSelf
	}
	var room [16]token
	if plain {
		return splitPlain(s)
	}
	if !humps {
		return normsOf(appendTokens(room[:0], s, 0, MaxValueTokens))
	}
	var b strings.Builder
	prev := rune(0)
	for _, r := range s {
		if unicode.IsUpper(r) && unicode.IsLower(prev) {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		prev = r
	}
	return normsOf(appendTokens(room[:0], b.String(), 0, MaxValueTokens))
}

func hump(a, b byte) bool { return b >= 'A' && b <= 'Z' && a >= 'a' && a <= 'z' }

// splitPlain is split for ASCII without apostrophes and escapes, which names are.
func splitPlain(s string) []string {
	var out []string
	for i := 0; i < len(s) && len(out) < MaxValueTokens; {
		if !asciiWord[s[i]] {
			i++
			continue
		}
		from := i
		for i++; i < len(s) && asciiWord[s[i]] && !hump(s[i-1], s[i]); i++ {
		}
		if out == nil {
			out = make([]string, 0, 4)
		}
		out = append(out, strings.ToLower(s[from:i]))
	}
	return out
}

func normsOf(tokens []token) []string {
	if len(tokens) == 0 {
		return nil
	}
	out := make([]string, len(tokens))
	for i := range tokens {
		out[i] = tokens[i].norm
	}
	return out
}
