package rollout

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/voi-rl/voi/dataset/completion"
)

// Answer returns the text behind the prompt in a text that holds both, without the
// end-of-turn tokens at its end. ok is false if the text does not begin with the prompt. A
// tokenizer may have changed the prompt in three ways: added a begin token, cut off its
// left, changed its white space. Without a prompt the whole text is the answer.
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

// beginTokens stand before a prompt if a tokenizer adds special tokens, even twice if the
// template has added them, too.
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

// begun returns the end of an unchanged prompt, -1 if it is not found.
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

// spaced returns the end of a prompt that differs only in white space. White space at the
// end of the prompt belongs to the prompt, as far as the text has it.
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

// minCut is the shortest rest of a prompt that identifies it.
const minCut = 16

// cut returns the end of a prompt whose left was cut off: the text begins with the longest
// possible ending of the prompt. The bytes of a character that was cut in two have become
// U+FFFD.
func cut(query, prompt string) int {
	rest := strings.TrimLeft(withoutBegin(query), "\uFFFD")
	n := overlap(prompt, rest)
	if n < minCut {
		return -1
	}
	return len(query) - len(rest) + n
}

// overlap returns the length of the longest ending of a that b begins with, in linear time
// (Knuth, Morris and Pratt: the border of b, a mark and a).
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

// endTokens are further end-of-turn tokens, of models whose notation is not parsed
// (completion.EndTokens).
var endTokens = [...]string{"<end_of_turn>", "<eos>", "<|end|>", "<|return|>", "<|end_of_turn|>", "<｜end▁of▁sentence｜>", "<pad>", "<|pad|>"}

// CutEnd removes the end-of-turn tokens at the end of a text, with the white space between
// and behind them. A text without such tokens is unchanged.
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
