package reward

import (
	"math"
	"strings"
	"testing"

	"github.com/voi-rl/voi/dataset/completion"
)

const inForm = "<reasoning>\nr\n</reasoning>\n<answer>\na\n</answer>\n"

// The fmt components by hand (F9).
func TestFormat(t *testing.T) {
	for _, tc := range []struct {
		name              string
		text              string
		xml, soft, strict float64
	}{
		{"nothing", "", 0, 0, 0},
		{"in form", inForm, 0.5, 0.5, 0.5},
		{"without the last newline", strings.TrimSuffix(inForm, "\n"), 0.5, 0.5, 0},
		{"one more newline", inForm + "\n", 0.499, 0.5, 0},
		{"ten more characters, not bytes", inForm + "ééééééééé\n", 0.49, 0.5, 0},
		{"five hundred more", inForm + strings.Repeat("x", 500), 0, 0.5, 0},
		{"a thousand more: never below 0", inForm + strings.Repeat("x", 1000), 0, 0.5, 0},
		{"text before", "x" + inForm, 0.5, 0.5, 0},
		{"CRLF", strings.ReplaceAll(inForm, "\n", "\r\n"), 0.123, 0.5, 0}, // one tag, and two characters after it
		{"on one line", "<reasoning>r</reasoning> <answer>a</answer>", 0, 0.5, 0},
		{"nothing between", "<reasoning>r</reasoning><answer>a</answer>", 0, 0.5, 0},
		{"ideographic space between", "<reasoning>r</reasoning>\u3000<answer>a</answer>", 0, 0.5, 0},
		{"zero width space between is none", "<reasoning>r</reasoning>\u200b<answer>a</answer>", 0, 0, 0},
		{"text between", "<reasoning>r</reasoning>x<answer>a</answer>", 0, 0, 0},
		{"no reasoning", "<answer>\na\n</answer>\n", 0.125, 0, 0},
		{"wrong order", "<answer>\na\n</answer>\n<reasoning>\nr\n</reasoning>\n", 0.25 + 0.125 - 0.027, 0, 0},
		{"doubled", inForm + inForm, 0, 0.5, 0.5},
		{"tags repeat before", "<answer>" + inForm, 0.5, 0.5, 0},
		{"the answer opens twice", "<reasoning></reasoning><answer><answer></answer>", 0, 0.5, 0},
		{"the reasoning closes twice", "<reasoning>\nr\n</reasoning>\n</reasoning>\n<answer>\na\n</answer>\n", 0.5, 0.5, 0.5},
		{"a newline serves one tag", "<reasoning>\n</reasoning>\n<answer>\n</answer>\n", 0.5, 0.5, 0},
		{"both parts empty", "<reasoning>\n\n</reasoning>\n<answer>\n\n</answer>\n", 0.5, 0.5, 0.5},
		{"look-alikes", strings.ReplaceAll(inForm, "answer", "Answer"), 0.25, 0, 0},
		{"unclosed", strings.Replace(inForm, "</answer>\n", "", 1), 0.375, 0, 0},
		{"nested in itself", strings.Replace(inForm, "a\n", inForm+"\n", 1), 0, 0.5, 0.5},
	} {
		c := completion.Parse(tc.text)
		if got := formatXML(&c); math.Abs(got-tc.xml) > 1e-12 {
			t.Errorf("%s: fmt_xml %v, want %v", tc.name, got, tc.xml)
		}
		if got := formatSoft(&c); got != tc.soft {
			t.Errorf("%s: fmt_soft %v, want %v", tc.name, got, tc.soft)
		}
		if got := formatStrict(&c); got != tc.strict {
			t.Errorf("%s: fmt_strict %v, want %v", tc.name, got, tc.strict)
		}
	}
}
