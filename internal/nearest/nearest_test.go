package nearest

import (
	"strings"
	"testing"
)

func TestDidYouMean(t *testing.T) {
	known := []string{"layout", "tools", "split", "n"}
	for name, want := range map[string]string{
		"layuot":                   `; did you mean "layout"?`,
		"tool":                     `; did you mean "tools"?`,
		"splitt":                   `; did you mean "split"?`,
		"workers":                  "",
		"m":                        "",
		strings.Repeat("x", 1<<20): "",
	} {
		if got := DidYouMean(name, known); got != want {
			t.Errorf("DidYouMean(%.20q) = %q, want %q", name, got, want)
		}
	}
}
