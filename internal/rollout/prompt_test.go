package rollout

import (
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

func TestPromptTexts(t *testing.T) {
	for _, c := range []struct{ name, prompt, want string }{
		{"messages", `[{"role":"system","content":"S"},{"role":"user","content":[{"type":"text","text":"U"},{"type":"text","text":"V"}]},{"role":"assistant","content":null}]`, "SUV"},
		{"one message", `{"role":"user","content":"U"}`, "U"},
		{"messages as text", `"[{\"role\":\"user\",\"content\":\"U\"}]"`, "U"},
		{"plain", `"U"`, "U"},
		{"ChatML", `"<|im_start|>system\nS\n<|im_end|>\n<|im_start|>user\nU<|im_end|>\n<|im_start|>assistant\n"`, "S\nU"},
		{"ChatML that thinks", `"<|im_start|>user\nU<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n"`, "U"},
		{"ChatML, an earlier turn", `"<|im_start|>user\nU<|im_end|>\n<|im_start|>assistant\nA<|im_end|>\n<|im_start|>user\nV<|im_end|>\n<|im_start|>assistant\n"`, "UAV"},
		{"ChatML, no special tokens", `"system\nS\nT\nuser\nU\nassistant\n"`, "S\nTU"},
		{"the same, turns", `"user\nU\nassistant\nA\nuser\nV\nassistant\n"`, "UAV"},
		{"the same, thinking", `"user\nU\nassistant\n<think>\n"`, "U"},
		{"Llama", `"<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n\nS<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nU<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n"`, "SU"},
		{"Llama, no special tokens", `"system\n\nCutting Knowledge Date: December 2023\nToday Date: 26 Jul 2024\n\nSuser\n\nUassistant\n\n"`, "SU"},
		{"the same, no system", `"user\n\nUassistant\n\n"`, "U"},
		{"the same, the word again", `"system\n\nA user\n\nSuser\n\nUassistant\n\n"`, "A user\n\nSU"},
	} {
		v, err := parse(c.prompt)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := PromptTexts(v); !slices.Contains(got, c.want) {
			t.Errorf("%s: %q lacks %q", c.name, got, c.want)
		}
	}
	for _, prompt := range []string{`""`, `null`, `5`, `[]`} {
		v := sharedtest.Need(parse(prompt))(t)
		if got := PromptTexts(v); len(got) != 0 {
			t.Errorf("%s: %q", prompt, got)
		}
	}
}

// The number of texts for any prompt is bounded.
func TestPromptTextsAreBounded(t *testing.T) {
	v := sharedtest.Need(parse(`"system\n\n` + strings.Repeat(`user\n\n`, 5000) + `assistant\n\n"`))(t)
	if n := len(PromptTexts(v)); n > maxPromptTexts {
		t.Errorf("%d readings", n)
	}
}
