package term

import (
	"strings"
	"testing"
)

func TestQuote(t *testing.T) {
	cases := []struct{ in, want string }{
		{"plain text, é 日本 😀", "plain text, é 日本 😀"},
		{"\x1b[2Jgone", `\x1b[2Jgone`},
		{"a\nb\tc\r", `a\nb\tc\r`},
		{"user\u202egnp.exe", `user\u202egnp.exe`},
		{"bad\xffbyte", `bad\xffbyte`},
		{"nul\x00", `nul\x00`},
	}
	for _, c := range cases {
		if got := Quote(c.in); got != c.want {
			t.Errorf("Quote(%q) = %s, want %s", c.in, got, c.want)
		}
	}
}

func TestShorten(t *testing.T) {
	if got := Shorten("日本語です", 3); got != "日本…" {
		t.Error(got)
	}
	if got := Shorten("abc", 3); got != "abc" {
		t.Error(got)
	}
}

func TestProgressIsQuietOffATerminal(t *testing.T) {
	var out strings.Builder
	p := NewProgress(&out, "labelled")
	p.Rows(10, 1)
	p.Done()
	if out.Len() != 0 {
		t.Errorf("a run of under ten seconds printed %q", out.String())
	}
}
