package completion

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// TestLanguages reads testdata/languages: the class, a tab and the text. CLAIM is a text
// that claims that an act is done, EMPTY a text that only announces an answer; both have
// the action of an answer.
func TestLanguages(t *testing.T) {
	files, err := filepath.Glob("testdata/languages/*.txt")
	if err != nil || len(files) < 14 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	for _, file := range files {
		code := strings.TrimSuffix(filepath.Base(file), ".txt")
		data := sharedtest.Need(os.ReadFile(file))(t)
		for line := range strings.Lines(string(data)) {
			want, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			c := Classify(text)
			got := string(c.Action)
			switch {
			case c.Claim != "" && c.Action == Directly:
				got = "CLAIM"
			case c.Hollow:
				got = "EMPTY"
			}
			if got != want {
				t.Errorf("%s: %s by %s (claim %q), want %s: %s", code, got, c.Rule, c.Claim, want, text)
			}
			if c.Language != code && c.Language != "" && strings.Count(text, " ") > 3 {
				t.Errorf("%s taken for %s: %s", code, c.Language, text)
			}
		}
	}
}
