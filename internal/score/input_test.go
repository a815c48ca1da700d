package score

import (
	"strings"
	"testing"
)

func TestShortNames(t *testing.T) {
	for _, c := range []struct{ paths, want string }{
		{"/a/b/x.jsonl", "x.jsonl"},
		{"/a/x.jsonl /b/x.jsonl", "a/x.jsonl b/x.jsonl"},
		{"run/1/c.parquet run/2/c.parquet other.jsonl", "1/c.parquet 2/c.parquet other.jsonl"},
		{"- x.jsonl", "- x.jsonl"},
		{"x.jsonl x.jsonl", "x.jsonl x.jsonl"},
	} {
		if got := strings.Join(shortNames(strings.Fields(c.paths)), " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.paths, got, c.want)
		}
	}
}
