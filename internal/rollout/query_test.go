package rollout

import (
	"strings"
	"testing"
)

const prompt = "<|im_start|>system\nBe brief, and use the tools.<|im_end|>\n<|im_start|>user\nA table at Lotus?<|im_end|>\n<|im_start|>assistant\n"

func TestAnswer(t *testing.T) {
	for _, tc := range []struct {
		name, query, prompt, answer string
		ok                          bool
	}{
		{"as it is", prompt + "Yes.", prompt, "Yes.", true},
		{"with the end of the turn", prompt + "Yes.\n<|im_end|>", prompt, "Yes.\n", true},
		{"with several ends and white space", prompt + "Yes.<|im_end|>\n<|endoftext|>\n", prompt, "Yes.", true},
		{"an end in the middle stays", prompt + "<|im_end|>Yes.", prompt, "<|im_end|>Yes.", true},
		{"nothing behind it", prompt, prompt, "", true},
		{"the same again in the answer", prompt + prompt + "x", prompt, prompt + "x", true},
		{"a header in the answer", prompt + "No.<|im_end|>\n<|im_start|>assistant\nYes.", prompt, "No.<|im_end|>\n<|im_start|>assistant\nYes.", true},
		{"a token of beginning", "<s>" + prompt + "Yes.</s>", prompt, "Yes.", true},
		{"two of them, one of the template", "<s><s>" + prompt + "Yes.", "<s>" + prompt, "Yes.", true},
		{"one that the decoder lost", prompt + "Yes.", "<s>" + prompt, "Yes.", true},
		{"other white space", strings.ReplaceAll(prompt, ">\n", "> ") + "  Yes.", prompt, "  Yes.", true},
		{"the left cut off", prompt[40:] + "Yes.", prompt, "Yes.", true},
		{"cut in a character", "\uFFFD" + prompt[40:] + "Yes.", prompt, "Yes.", true},
		{"cut to next to nothing", "nt\nYes.", prompt, "", false},
		{"another prompt", strings.ReplaceAll(prompt, "Lotus", "Lily") + "Yes.", prompt, "", false},
		{"a prompt of white space", "x", " \n", "", false},
		{"no prompt", "Yes.</s>", "", "Yes.", true},
		{"nothing", "", "", "", true},
	} {
		answer, ok := Answer(tc.query, tc.prompt)
		if answer != tc.answer || ok != tc.ok {
			t.Errorf("%s: %q %v, want %q %v", tc.name, answer, ok, tc.answer, tc.ok)
		}
	}
}

// Compares overlap with trying every length.
func TestOverlap(t *testing.T) {
	texts := []string{"", "a", "ab", "aab", "aabaa", "abcabcab", "abcab", "bcabcabx", "aaaa", "aaab", "baaa", prompt, prompt[30:] + "x"}
	for _, a := range texts {
		for _, b := range texts {
			want := 0
			for n := range min(len(a), len(b)) + 1 {
				if a[len(a)-n:] == b[:n] {
					want = n
				}
			}
			if got := overlap(a, b); got != want {
				t.Errorf("overlap of %q and %q: %d, want %d", a, b, got, want)
			}
		}
	}
}

// FuzzAnswer: an answer behind any prompt is found, and is always the end of the query
// without its end-of-turn tokens.
func FuzzAnswer(f *testing.F) {
	f.Add(prompt, "Yes.<|im_end|>")
	f.Add(" \n", "\xff\uFFFD")
	f.Add("<s><s>", "</s></s>")
	f.Fuzz(func(t *testing.T, prompt, answer string) {
		got, ok := Answer(prompt+answer, prompt)
		if !ok || got != CutEnd(answer) {
			t.Errorf("%q %v, want %q", got, ok, CutEnd(answer))
		}
		if rest, ok := Answer(answer, prompt); ok && !strings.Contains(answer, rest) {
			t.Errorf("%q is nowhere in %q", rest, answer)
		}
		if again := CutEnd(got); again != got {
			t.Errorf("%q ends its turn once more: %q", got, again)
		}
	})
}
