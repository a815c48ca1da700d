package grounding

import (
	"bytes"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/voi-rl/voi/internal/words"
)

// token is one word of a text, folded: a run of letters, a run of digits, or a single character
// of a script without spaces. Letters and digits are separate tokens, as in "12kg" and "4B", so
// that one rule reads units and codes; gap then says that nothing stood between them.
type token struct {
	start, end int32 // byte offsets in the turn's text
	turn       int32
	word       int32 // the number of its folded word
	gap        byte  // what stands before the token: see the gaps below
	capital    bool  // begins with an upper-case letter
	upper      bool  // at least two letters, all upper case
	digit      bool
	solid      bool // in a script that separates words by spaces
	status     Status
	dated      bool  // part of a date or a time
	marked     bool  // a phrase of several words begins here
	has        class // the classes of the phrases that begin with the token
}

// word is a token with its folded text.
type word struct {
	token
	norm string
}

// What may stand before a token; the strongest sign of a gap counts.
const (
	glued  byte = iota
	hyphen      // or a slash, underscore, point or apostrophe within a word
	space
	comma
	dash     // a hyphen or dash with spaces around it, a bracket, a colon, an arrow
	sentence // the end of a sentence, a line, a turn
)

// cutter splits a text into tokens.
type cutter struct {
	text  string
	turn  int32
	at    int  // the text before this byte is split
	gap   byte // what stands before the next token, as far as read
	runes *[lastTabled]uint8
	norm  []byte // folded words that are kept, and behind them that of the last token
	kept  int    // the bytes of the former
	hash  uint64 // of the last token's word
}

func (c *cutter) begin(text string, turn int) {
	c.text, c.turn, c.at, c.gap, c.runes = text, int32(turn), 0, sentence, kindsOfRunes()
}

// next reads the next token, and reports whether there is one.
func (c *cutter) next(t *token) bool {
	text, at, gap := c.text, c.at, c.gap
	for at < len(text) {
		r, n := rune(text[at]), 1
		if r == ' ' {
			gap = max(gap, space)
			at++
			continue
		}
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(text[at:])
		}
		k := c.kind(r)
		if k&runeWord == 0 {
			gap = widened(gap, r, text, at, n)
			at += n
			continue
		}
		c.at = at
		t.start, t.turn, t.gap, t.upper = int32(at), c.turn, gap, false
		t.digit, t.solid, t.capital = k&runeDigit != 0, k&runeSpaced != 0, k&runeUpper != 0
		c.run(t, k)
		t.end, c.gap = int32(c.at), glued
		if c.at == len(text) || text[c.at] != '\'' && text[c.at] < utf8.RuneSelf {
			return true
		}
		if end, letter := contracted(text, c.at); letter == 's' {
			c.at = end // the s of a genitive
		} else if letter == 't' {
			c.norm, c.hash = append(c.norm, 't'), hashed(c.hash, 't') // don't and dont are one word
			c.at, t.end = end, int32(end)
		}
		return true
	}
	c.at, c.gap = at, gap
	return false
}

// run reads to the end of a token with a first character of kind first, and folds and hashes its
// word.
func (c *cutter) run(t *token, first uint8) {
	text, i, kinds := c.text, c.at, c.runes
	norm, h, all := c.norm[:c.kept], hashStart, runeUpper
	for ; i < len(text) && text[i] < utf8.RuneSelf; i++ {
		k := kinds[text[i]]
		if (k^first)&(runeWord|runeDigit|runeSpaced) != 0 {
			break
		}
		x := text[i] | k&runeUpper<<3 // in lower case
		norm, h, all = append(norm, x), hashed(h, x), all&k
	}
	if i == len(text) || i > c.at && text[i] < utf8.RuneSelf {
		t.upper = all != 0 && i > c.at+1
		c.norm, c.hash, c.at = norm, h, i
		return
	}
	capitals, runes := true, 0
	i = c.at
	for ; i < len(text); runes++ {
		r, n := runeAt(text, i)
		k := c.kind(r)
		if runes > 0 && (k&runeWord == 0 || t.solid && k&runeSpaced == 0 || k&runeMark == 0 && (!t.solid || k&runeDigit != 0 != t.digit)) {
			break
		}
		capitals = capitals && k&runeUpper != 0
		i += n
	}
	if c.norm = appendFold(norm[:c.kept], text[c.at:i]); len(c.norm) == c.kept {
		c.norm = append(c.norm, text[c.at:i]...) // a mark alone: no word is empty
	}
	t.upper, c.hash, c.at = capitals && runes > 1, hash(c.last()), i
}

func (c *cutter) kind(r rune) uint8 {
	if r < lastTabled {
		return c.runes[r]
	}
	return kindOfRune(r)
}

// last returns the folded word of the token just read.
func (c *cutter) last() []byte { return c.norm[c.kept:] }

// word returns it as a substring of the text if the two are equal.
func (c *cutter) word(t *token) string {
	if s := c.text[t.start:t.end]; s == string(c.last()) {
		return s
	}
	return string(c.last())
}

// tokenize appends the tokens of a text, up to limit tokens in out.
func tokenize(out []word, text string, turn, limit int) []word {
	c := cutter{norm: make([]byte, 0, 32)}
	c.begin(text, turn)
	for t := (token{}); len(out) < limit && c.next(&t); {
		out = append(out, word{t, c.word(&t)})
	}
	return out
}

// The properties of a character, as bits.
const (
	runeWord   uint8 = 1 << iota // part of a word
	runeDigit                    // in any script
	runeUpper                    // an upper case letter
	runeMark                     // a combining mark of the letter before
	runeSpaced                   // in a script that writes spaces between words
)

// lastTabled is the end of the table of characters: after Chinese punctuation and the Japanese
// syllables.
const lastTabled = 0x3100

// kindsOfRunes returns the properties of the characters below lastTabled.
var kindsOfRunes = sync.OnceValue(func() *[lastTabled]uint8 {
	var out [lastTabled]uint8
	for r := range out {
		out[r] = lookUpRune(rune(r))
	}
	return &out
})

func kindOfRune(r rune) uint8 {
	if r < lastTabled {
		return kindsOfRunes()[r]
	}
	if r >= 0x4e00 && r <= 0x9fff || r >= 0xac00 && r <= 0xd7a3 {
		return runeWord
	}
	return lookUpRune(r)
}

// lookUpRune returns the properties of a character. Korean writes spaces between words, but
// attaches particles to them; its syllables are therefore tokens, like Chinese characters.
func lookUpRune(r rune) (k uint8) {
	if unicode.IsDigit(r) {
		return runeWord | runeDigit | runeSpaced
	}
	if unicode.Is(unicode.M, r) {
		k = runeWord | runeMark
	} else if unicode.IsLetter(r) {
		k = runeWord
	}
	if unicode.IsUpper(r) {
		k |= runeUpper
	}
	if r < 0x0E00 || r >= 0x1E00 && r < 0x2000 || r >= 0xFB00 && r < 0xFF00 || r >= 0xFF10 && r <= 0xFF5A {
		k |= runeSpaced
	}
	return k
}

func wordRune(r rune) bool { return kindOfRune(r)&runeWord != 0 }

func runeAt(text string, i int) (rune, int) {
	if c := text[i]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	return utf8.DecodeRuneInString(text[i:])
}

// contracted looks for an apostrophe and a single letter at text[i:], and returns their end and
// the letter in lower case; i and 0 if they are not there.
func contracted(text string, i int) (end int, letter byte) {
	r, n := runeAt(text, i)
	if end = i + n + 1; end > len(text) || r != '\'' && r != '\u2019' {
		return i, 0
	}
	if end < len(text) {
		if r, _ := runeAt(text, end); kindOfRune(r)&(runeWord|runeSpaced|runeDigit) == runeWord|runeSpaced {
			return i, 0
		}
	}
	return end, text[end-1] | 0x20
}

// widened returns the gap after one more sign.
func widened(gap byte, r rune, text string, i, n int) byte {
	was := gap
	switch r {
	case ' ', '\t', '\u00a0', '\u202f', '\u3000', '"', '\u201c', '\u201d', '\u00ab', '\u00bb', '*', '`', '$', '\u20ac', '\u00a3', '+', '#', '\u00bf', '\u00a1', '\u2022', '\u00b7':
		gap = space
	case '-', '/', '_', '\'', '\u2019', '@', '&', '\u2013', '\u2014', '~', '\u301c', '\u30fb':
		if gap = hyphen; was == space {
			if gap = dash; r == '&' || r == '\'' || r == '\u2019' {
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
	case '(', ')', '[', ']', '{', '}', ':', '\uff1a', '\u2026', '\u2192', '\u21d2', '\u27a1', '>':
		if gap = dash; r == ':' && i+n < len(text) && text[i+n] > ' ' {
			gap = hyphen
		}
	default:
		gap = space
	}
	return max(was, gap)
}

func apostrophe(s string) bool { return s == "'" || s == "\u2019" }

// fold returns the form in which words are compared: NFKC, lower case, without diacritics, with
// the digits of every script as ASCII digits, and in Arabic without the article.
func fold(s string) string {
	var short [64]byte
	if out := appendFold(short[:0], s); string(out) != s {
		return string(out)
	}
	return s
}

// appendFold appends the folded form of s.
func appendFold(out []byte, s string) []byte {
	from, each := len(out), folded()
	for _, r := range s {
		switch {
		case r < rune(len(each)):
			out = append(out, each[r]...)
		case r >= 0x4e00 && r <= 0x9fff || r >= 0x3041 && r <= 0x30ff || r >= 0xac00 && r <= 0xd7a3:
			out = utf8.AppendRune(out, r) // East Asian characters stay as they are
		default:
			out = append(out[:from], foldText(s)...)
			return append(out[:from], withoutArticle(out[from:])...)
		}
	}
	return append(out[:from], withoutArticle(out[from:])...)
}

// folded returns each character of Latin, Greek, Cyrillic, Hebrew, Arabic and Devanagari in its
// folded form. Folding never joins characters, so each can be folded alone.
var folded = sync.OnceValue(func() *[0x980]string {
	var out [0x980]string
	for r := range rune(len(out)) {
		out[r] = foldText(string(r))
	}
	return &out
})

func foldText(s string) string {
	s = strings.ToLower(norm.NFKC.String(s))
	bare := strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf && unicode.Is(unicode.Mn, r) && (r < 0x3000 || r > 0x30ff) {
			return -1
		}
		return asciiDigit(r)
	}, norm.NFD.String(s))
	return norm.NFC.String(written.Replace(bare))
}

func withoutArticle(w []byte) []byte {
	if len(w) < 8 || w[0] < 0xd8 || w[0] > 0xdb { // the Arabic block, U+0600 to U+06FF
		return w
	}
	for _, article := range [...]string{"\u0648\u0627\u0644", "\u0628\u0627\u0644", "\u0627\u0644", "\u0644\u0644"} {
		if rest, ok := bytes.CutPrefix(w, []byte(article)); ok && utf8.RuneCount(rest) >= 3 {
			return rest
		}
	}
	return w
}

// written replaces letters that no normal form decomposes by what people type without them, and
// the letter variants that case folding does not join.
var written = strings.NewReplacer("\u0111", "d", "\u00f0", "d", "\u0142", "l", "\u00f8", "o", "\u0131", "i",
	"\u00e6", "ae", "\u0153", "oe", "\u00fe", "th", "\u00df", "ss", "\u03c2", "\u03c3", "\u0629", "\u0647", "\u0649", "\u064a")

// asciiDigit maps the decimal digits of every script to ASCII digits.
func asciiDigit(r rune) rune {
	if r < utf8.RuneSelf || !unicode.IsDigit(r) {
		return r
	}
	zero := r // the digits of a script stand in order, and those of several styles one behind the other
	for unicode.IsDigit(zero - 1) {
		zero--
	}
	return '0' + (r-zero)%10
}

// split splits a name, an identifier or a text into folded words: at everything other than
// letters and digits, and where camelCase changes case.
func split(s string) []string {
	var few [8]word
	tokens := tokenize(few[:0], words.Spell(s), 0, maxValueTokens)
	out := make([]string, len(tokens))
	for i := range tokens {
		out[i] = tokens[i].norm
	}
	return out
}
