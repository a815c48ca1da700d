package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Token is a word of a text: bytes [Start, End) of the text. A character of a script
// without spaces is a token of its own.
type Token struct {
	Text       string // in the form of Fold
	Start, End int
	Unspaced   bool // from a script without spaces between words
}

// Tokens appends the words of a text to out, until out has limit words. Points, commas and
// colons between digits belong to the number ("18:30"). The time is linear in the text.
func Tokens(out []Token, text string, limit int) []Token {
	for i := 0; i < len(text) && len(out) < limit; {
		r, n := utf8.DecodeRuneInString(text[i:])
		if !inWord(r) {
			i += n
			continue
		}
		start := i
		if unspaced(r) {
			for i += n; i < len(text); i += n { // the marks of a Thai letter
				if r, n = utf8.DecodeRuneInString(text[i:]); !unicode.Is(unicode.M, r) {
					break
				}
			}
			out = append(out, Token{Fold(text[start:i]), start, i, true})
			continue
		}
		for i += n; i < len(text); i += n {
			r, n = utf8.DecodeRuneInString(text[i:])
			if joins := r == '.' || r == ',' || r == ':'; joins && digitAt(text, i-1) && digitAt(text, i+n) {
				continue
			}
			if !inWord(r) || unspaced(r) {
				break
			}
		}
		out = append(out, Token{Fold(text[start:i]), start, i, false})
	}
	return out
}

// Spell separates the words of a name: "fromCity_id2" becomes "from City id 2".
func Spell(text string) string {
	var b strings.Builder
	var last rune
	done := 0
	for i, r := range text {
		at := i
		if r == '_' {
			at++
		}
		if r == '_' || last != 0 && (unicode.IsUpper(r) && unicode.IsLower(last) || unicode.IsDigit(r) != unicode.IsDigit(last) && (unicode.IsLetter(r) || unicode.IsLetter(last))) {
			b.WriteString(text[done:i])
			b.WriteByte(' ')
			done = at
		}
		last = r
	}
	if done == 0 && b.Len() == 0 {
		return text
	}
	b.WriteString(text[done:])
	return b.String()
}

// Spoken spells an identifier as people would say it: "checkInDate" and
// "check_in_date" become "check in date".
func Spoken(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		switch {
		case !spelt(r):
			b.WriteByte(' ')
			continue
		case i > 0 && unicode.IsUpper(r) && (unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// Letters returns the words of a text, separated by spaces: runs of letters, with their marks, and digits in
// lower case.
func Letters(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !spelt(r) }), " ")
}

// spelt reports whether a character belongs to a word as it is spelt: a letter, a digit, or a mark on a letter, which may be
// a vowel (दिल्ली), but none that says how a character is drawn.
func spelt(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r >= 0x300 && unicode.In(r, unicode.Mn, unicode.Mc) && !unicode.Is(unicode.Variation_Selector, r)
}

func digitAt(s string, i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }

func inWord(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	}
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.Is(unicode.M, r))
}

// unspaced reports whether a letter belongs to a script that writes no spaces between
// words, or that joins particles to words.
func unspaced(r rune) bool {
	return r >= 0xe00 && (r < 0xf00 || r >= 0x1000 && r < 0x1100 || r >= 0x3040 && r < 0x3100 ||
		r >= 0x3400 && r < 0xa000 || r >= 0xac00 && r < 0xd7b0)
}

// Fold returns a text in the form for comparing: in lower case, without the accents of
// Latin, Greek and Cyrillic letters and the vowel marks of Arabic.
func Fold(s string) string {
	plain := true
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return fold(s)
		}
		plain = plain && (s[i] < 'A' || s[i] > 'Z')
	}
	if plain {
		return s
	}
	return strings.ToLower(s)
}

func fold(s string) string {
	if r, n := utf8.DecodeRuneInString(s); n == len(s) && r >= 0x3040 && r < 0xd7b0 || r >= 0xe00 && r < 0xe80 {
		return s // a character without another form; Thai vowels are not separated
	}
	bare := strings.Map(func(r rune) rune {
		if r >= 0x300 && r < 0x370 || r >= 0x64b && r < 0x660 {
			return -1
		}
		return r
	}, norm.NFD.String(strings.ToLower(norm.NFKC.String(s))))
	return letters.Replace(norm.NFC.String(bare))
}

// letters replaces letters that no normal form decomposes by their usual substitutes.
var letters = strings.NewReplacer("đ", "d", "ð", "d", "ł", "l", "ø", "o", "ı", "i", "æ", "ae", "œ", "oe", "þ", "th", "ß", "ss", "ς", "σ")
