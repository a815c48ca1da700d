package rollout

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/voi-rl/voi/dataset/completion"
)

// Answer returns what follows the prompt in a text that holds both, without the
// end-of-turn tokens at its end. ok is false where the text does not begin with
// the prompt. Three things may have happened to it on its way through a tokenizer:
// a token of beginning was put before it, its left was cut off as too long, its
// white space was changed. Without a prompt the whole text is the answer.
func Answer(query, prompt string) (answer string, ok bool) {
	if prompt == "" {
		return CutEnd(query), true
	}
	for _, find := range []func(query, prompt string) int{begun, spaced, cut} {
		if at := find(query, prompt); at >= 0 {
			return CutEnd(query[at:]), true
		}
	}
	return "", false
}

// beginTokens are put before a prompt by tokenizers that are told to add special
// tokens, or twice by one that adds what the template has already.
var beginTokens = [...]string{"<|begin_of_text|>", "<s>", "<bos>", "<|endoftext|>", "<|startoftext|>", "<|begin▁of▁sentence|>", "<｜begin▁of▁sentence｜>"}

func withoutBegin(text string) string {
	for again := true; again; {
		again = false
		for _, token := range beginTokens {
			if rest, ok := strings.CutPrefix(text, token); ok {
				text, again = rest, true
			}
		}
	}
	return text
}

// begun finds the end of a prompt that is there as it is, -1 where it is not.
func begun(query, prompt string) int {
	if strings.HasPrefix(query, prompt) {
		return len(prompt)
	}
	rest := withoutBegin(query)
	if strings.HasPrefix(rest, prompt) {
		return len(query) - len(rest) + len(prompt)
	}
	return -1
}

// spaced finds the end of a prompt that differs in white space only. White
// space at the end of the prompt belongs to it, as much of it as the text has.
func spaced(query, prompt string) int {
	at := len(query) - len(withoutBegin(query))
	prompt = withoutBegin(prompt)
	body := strings.TrimRightFunc(prompt, unicode.IsSpace)
	for _, r := range body {
		if unicode.IsSpace(r) {
			continue
		}
		at += len(query[at:]) - len(strings.TrimLeftFunc(query[at:], unicode.IsSpace))
		got, size := utf8.DecodeRuneInString(query[at:])
		if got != r {
			return -1
		}
		at += size
	}
	if body == "" {
		return -1
	}
	for _, r := range prompt[len(body):] {
		got, size := utf8.DecodeRuneInString(query[at:])
		if got != r {
			break
		}
		at += size
	}
	return at
}

// minCut is how much of a prompt has to be left for it to be known by that.
const minCut = 16

// cut finds the end of a prompt whose left was cut off: of all its endings the
// longest that the text begins with. The bytes of a character that was cut in two
// have become U+FFFD.
func cut(query, prompt string) int {
	rest := strings.TrimLeft(withoutBegin(query), "\uFFFD")
	n := overlap(prompt, rest)
	if n < minCut {
		return -1
	}
	return len(query) - len(rest) + n
}

// overlap is the length of the longest end of a that b begins with, in linear
// time (Knuth, Morris and Pratt: the border of b, a mark and a).
func overlap(a, b string) int {
	b = b[:min(len(a), len(b))]
	if len(b) == 0 {
		return 0
	}
	border := make([]int32, len(b)) // of each beginning of b
	k := 0
	for i := 1; i < len(b); i++ {
		for k > 0 && b[i] != b[k] {
			k = int(border[k-1])
		}
		if b[i] == b[k] {
			k++
		}
		border[i] = int32(k)
	}
	k = 0
	for i := range len(a) {
		if k == len(b) {
			k = int(border[k-1])
		}
		for k > 0 && a[i] != b[k] {
			k = int(border[k-1])
		}
		if a[i] == b[k] {
			k++
		}
	}
	return k
}

// endTokens are further tokens that end a turn, of models whose own notation is
// not read (completion.EndTokens).
var endTokens = [...]string{"<end_of_turn>", "<eos>", "<|end|>", "<|return|>", "<|end_of_turn|>", "<｜end▁of▁sentence｜>", "<pad>", "<|pad|>"}

// CutEnd takes off the end-of-turn tokens that a text ends with, and white space
// between and behind them. A text that ends with none stays as it is.
func CutEnd(text string) string {
	for rest := text; ; {
		body := strings.TrimRightFunc(rest, unicode.IsSpace)
		cut := body
		for _, token := range completion.EndTokens {
			cut = strings.TrimSuffix(cut, token)
		}
		for _, token := range endTokens {
			cut = strings.TrimSuffix(cut, token)
		}
		if len(cut) == len(body) {
			return text
		}
		rest, text = cut, cut
	}
}
