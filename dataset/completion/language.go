package completion

import (
	"math/bits"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// The scripts by which a language is known whose words have no blanks, or whose
// script is its own.
var (
	kana   = []*unicode.RangeTable{unicode.Hiragana, unicode.Katakana}
	noGaps = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana}
)

// Language returns the code of the language that a text is written in, as far as
// its script and its function words tell, and whether the language rules can judge
// a text of it. "" where nothing tells: a few names, or a language of which no
// words are known. It reads as much as Classify does.
func Language(text string) (code string, judged bool) {
	best, _ := rules().languagesOf(sentences(strings.TrimSpace(text)))
	if best < 0 {
		return "", false
	}
	l := &rules().languages[best]
	return l.code, !l.partial
}

// whole is the weight of a word that one language has.
const whole = 12

// languagesOf returns the language that most words are of, -1 where too few are of
// any, and the bits of those that have a third as many: their rules apply. Where
// nothing tells, those of all do.
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
			weight := whole / max(1, bits.OnesCount32(found)) // what many have tells little
			for ; found != 0; found &= found - 1 {
				hits[bits.TrailingZeros32(found)] += weight
			}
		}
	}
	best = -1
	for i := range l.languages {
		switch l.languages[i].code {
		case "ja":
			hits[i] = whole * kanas * min(1, 8*kanas/(han+1)) // Chinese has none
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

// fold is a word in lower case without what writers leave out: accents of Latin
// letters, vowel signs and the variants of letters in Arabic.
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
		return -1 // accents that stand by themselves, Arabic vowel signs, tatweel
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

// foreignMark recognises a question mark of another script, or after a sentence of
// one: few languages of those put it where nothing is asked.
var foreignMark = &rule{name: "ask.foreign", kind: kindAsk, force: strong}

func asksInOtherScript(s *sentence) bool {
	return s.question && strings.ContainsFunc(s.raw, func(r rune) bool {
		return r == '？' || r == '؟' || r >= 0x80 && unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r)
	})
}
