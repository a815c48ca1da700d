package asking

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/voi-rl/voi/internal/words"
)

// maxWords is how many words a question may have (F11).
const maxWords = 512

// sentence is a run of words up to a punctuation mark that ends it.
type sentence struct {
	tokens []words.Token
	breaks []bool // for each token, whether a comma, colon, dash or bracket precedes it
	asks   bool   // it ends with a question mark or with a phrase that ends questions
	start  int    // byte offsets in the text
	end    int
}

// abbreviations end with a full stop that does not end a sentence.
var abbreviations = map[string]bool{"mr": true, "mrs": true, "ms": true, "dr": true, "st": true, "no": true, "nr": true, "vs": true,
	"etc": true, "approx": true, "sr": true, "sra": true, "dra": true, "mme": true, "hr": true, "fr": true, "ul": true, "tel": true}

// sentences splits a text into sentences.
func sentences(text string, tokens []words.Token) []sentence {
	var out []sentence
	breaks := make([]bool, len(tokens))
	from, start := 0, 0
	for i := range tokens {
		gap := text[tokens[i].End:]
		if i+1 < len(tokens) {
			gap = text[tokens[i].End:tokens[i+1].Start]
		}
		mark, ends := read(gap, &tokens[i])
		if i+1 < len(tokens) {
			breaks[i+1] = mark
			if !ends {
				continue
			}
		}
		s := sentence{tokens: tokens[from : i+1], breaks: breaks[from : i+1], start: start, end: tokens[i].End}
		s.asks = strings.ContainsAny(gap, "?？؟⁇‽") || isGreek(tokens[i].Text) && strings.ContainsAny(gap, ";\u037e") || strings.Contains(text[start:tokens[from].Start], "¿")
		out = append(out, s)
		if from, start = i+1, tokens[i].End; from < len(tokens) {
			breaks[from] = true
		}
	}
	return out
}

// read reports whether the text between two words contains a mark that separates
// parts of a sentence, and whether it ends the sentence.
func read(gap string, before *words.Token) (mark, ends bool) {
	for i, r := range gap {
		switch r {
		case '?', '\u037e', '？', '؟', '⁇', '‽', '!', '！', '。', '｡', '।', '\n', '…':
			return true, true
		case ';':
			if isGreek(before.Text) {
				return true, true
			}
			mark = true
		case '.':
			next, _ := utf8.DecodeRuneInString(gap[i+1:])
			if i == 0 && (abbreviations[before.Text] || isShort(before.Text, 2) && !before.Unspaced) && next != utf8.RuneError {
				continue
			}
			if unicode.IsSpace(next) || next == '"' || next == '”' || next == '.' {
				return true, true
			}
		case ',', ':', '，', '、', '；', '：', '–', '—', '(', ')', '/', '،', '؛', '«', '»', '“', '”', '"':
			mark = true
		case '-':
			mark = mark || strings.HasPrefix(gap[i:], "- ") && i > 0
		}
	}
	return mark, false
}

// isGreek reports whether a word is Greek. In Greek a semicolon is a question
// mark.
func isGreek(w string) bool {
	r, _ := utf8.DecodeRuneInString(w)
	return r >= 0x370 && r < 0x400
}
