package completion

import (
	"math/bits"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// The scripts that identify a language: its words have no blanks, or no other language uses
// the script.
var (
	kana   = []*unicode.RangeTable{unicode.Hiragana, unicode.Katakana}
	noGaps = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana}
)

// Language returns the code of a text's language, from its script and its function words,
// and whether the language rules can judge that language. The code is "" if the language is
// unclear: a few names, or an unknown language. It reads the same part of the text as
// Classify.
func Language(text string) (code string, judged bool) {
	best, _ := rules().languagesOf(sentences(strings.TrimSpace(text)))
	if best < 0 {
		return "", false
	}
	l := &rules().languages[best]
	return l.code, !l.partial
}

// whole is the weight of a word that belongs to one language only.
const whole = 12

// languagesOf returns the language of most words, -1 if no language has enough words. mask
// has the bits of all languages with at least a third as many words: their rules apply. If
// the language is unclear, the rules of all languages apply.
func (l *lexicon) languagesOf(list []sentence) (best int, mask uint32) {
	var hits [32]int
	words, han, kanas, hangul := 0, 0, 0, 0
	for i := range list {
		for _, w := range list[i].words {
			words++
			if w.text[0] >= 0x80 {
				switch r := firstRune(w.text); {
				case unicode.In(r, kana...):
					kanas++
				case unicode.Is(unicode.Han, r):
					han++
				case unicode.Is(unicode.Hangul, r):
					hangul++
				}
			}
			if w.known == nil {
				continue
			}
			found := w.known.languages
			weight := whole / max(1, bits.OnesCount32(found)) // a word of many languages says little
			for ; found != 0; found &= found - 1 {
				hits[bits.TrailingZeros32(found)] += weight
			}
		}
	}
	best = -1
	for i := range l.languages {
		switch l.languages[i].code {
		case "ja":
			hits[i] = whole * kanas * min(1, 8*kanas/(han+1)) // Chinese has no kana
		case "zh":
			hits[i] = whole * han * min(1, han/(8*kanas+1))
		case "ko":
			hits[i] = whole * hangul
		}
		if hits[i] > 0 && 8*hits[i] >= whole*words && (best < 0 || hits[i] > hits[best]) {
			best = i
		}
	}
	if best < 0 {
		return best, ^uint32(0)
	}
	for i := range l.languages {
		if 3*hits[i] >= hits[best] {
			mask |= 1 << i
		}
	}
	return best, mask
}

func firstRune(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}

// fold returns a word in lower case, without marks that writers omit: accents of Latin
// letters, Arabic vowel signs and variants of Arabic letters.
func fold(s string) string {
	ascii := true
	for i := range len(s) {
		if s[i] >= 0x80 {
			ascii = false
			break
		}
	}
	if ascii {
		return strings.ToLower(s)
	}
	return strings.Map(foldRune, strings.ToLower(s))
}

func foldRune(r rune) rune {
	switch {
	case r < 0x80:
		return r
	case r == 'ı':
		return 'i'
	case r >= 0x300 && r < 0x370, r >= 0x64B && r <= 0x65F, r == 0x640, r == 0x670:
		return -1 // combining accents, Arabic vowel signs, tatweel
	case r == 'أ' || r == 'إ' || r == 'آ':
		return 'ا'
	case r == 'ى':
		return 'ي'
	case r == 'ё':
		return 'е'
	case unicode.Is(unicode.Latin, r):
		return firstRune(norm.NFD.String(string(r)))
	}
	return r
}

// foreignMark fires on a question mark of another script, or on one behind a sentence in
// another script. In few of these languages it stands without a question.
var foreignMark = &rule{name: "ask.foreign", kind: kindAsk, force: strong}

func asksInOtherScript(s *sentence) bool {
	return s.question && strings.ContainsFunc(s.raw, func(r rune) bool {
		return r == '？' || r == '؟' || r >= 0x80 && unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r)
	})
}
