package asking

import (
	"strings"
	"testing"
)

// TestWantFile checks that a damaged want.txt is an error that says where it is damaged.
func TestWantFile(t *testing.T) {
	lines := strings.SplitAfter(wantFile, "\n")
	for name, text := range map[string]string{
		"is not told and": strings.Join(append(lines[:2:2], lines[3:]...), ""),
		"is not item and": strings.Replace(wantFile, "\nitem ", "\nitem 1 ", 1),
		"invalid syntax":  strings.Replace(wantFile, "\ntold ", "\ntold x", 1),
		"lines, not":      strings.Join(lines[:len(lines)-2], ""),
		"is not out and":  wantFile + "more 1\n",
	} {
		if _, err := parseWanting(text); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := parseWanting(wantFile); err != nil {
		t.Error(err)
	}
}
