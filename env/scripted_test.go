package env

import (
	"strings"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// The user does not hear thoughts, however many there are.
func TestWithoutThoughts(t *testing.T) {
	for text, want := range map[string]string{
		"Where?":                           "Where?",
		"<think>a</think>Where<think>":     "Where",
		"a<think>b</think>c<think>d":       "a c",
		"a<think>b<think>c</think>d":       "a d",
		"<scratchpad>x</scratchpad> </b>y": "</b>y",
		"<think>a</think><thinking>b</thinking><reasoning>c</reasoning>d": "d",
	} {
		if got := withoutThoughts(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	sharedtest.Unraced(t)
	begin := sharedtest.CPU()
	withoutThoughts(strings.Repeat("<think>a</think>b", 60_000))
	if took := sharedtest.CPU() - begin; took > time.Second {
		t.Errorf("many thoughts take %v", took)
	}
}
