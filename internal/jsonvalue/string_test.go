package jsonvalue

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// For every byte at every place of a word, plain skips the same bytes as a loop over single
// bytes, and AppendString writes what can be read back.
func TestPlainLooksAtEveryByte(t *testing.T) {
	slow := func(s string) int {
		for i := range len(s) {
			if c := s[i]; c < 0x20 || c == '"' || c == '\\' || c >= utf8.RuneSelf {
				return i
			}
		}
		return len(s)
	}
	for at := range 20 {
		for c := range 256 {
			for _, after := range []string{"", "zzzzzzzzz", "\"\\\x00\xff", "\x01zz\x80"} {
				s := strings.Repeat("x", at) + string([]byte{byte(c)}) + after
				if got, want := plain(s), slow(s); got != want {
					t.Fatalf("plain(%q) = %d, want %d", s, got, want)
				}
				written := string(AppendString(nil, s))
				if v, err := Parse(written, Options{}); err != nil || v.Str() != string([]rune(s)) {
					t.Fatalf("%q is written as %s", s, written)
				}
			}
		}
	}
}

// A string keeps little more memory than its length.
func TestEscapedStringsAreNotWasteful(t *testing.T) {
	text := `["` + strings.Repeat(`line\n`, 1000) + `","\\",` + `"` + strings.Repeat(`a\"b\\`, 500) + `"]`
	p := parser{s: text}
	if got := p.room(2, 6); got != 6000 {
		t.Errorf("room for %d bytes, want 6000", got)
	}
	v, err := Parse(text, Options{})
	if err != nil {
		t.Fatal(err)
	}
	items := v.Items()
	if items[0].Str() != strings.Repeat("line\n", 1000) || items[1].Str() != `\` || items[2].Str() != strings.Repeat(`a"b\`, 500) {
		t.Errorf("read %.40q, %q, %.40q", items[0].Str(), items[1].Str(), items[2].Str())
	}
}

// AppendUnquoted reads the same as Parse, for any room in its buffer.
func FuzzAppendUnquoted(f *testing.F) {
	for _, s := range []string{`"a"`, `"\n\u00e9\ud83d\ude00"`, "\"\xff\"", `"\ud83d"`, `"`, `x`, `"a\`, `"long text without escapes" tail`, "\"\x01\"", `"é"`} {
		f.Add(s, 3)
	}
	f.Fuzz(func(t *testing.T, s string, room int) {
		dst := make([]byte, 2, 2+min(max(room, 0), 1<<12))
		text, n, ascii, ok := AppendUnquoted(dst, s)
		if !ok {
			if v, err := Parse(s, Options{}); err == nil && v.Kind() == String && s[0] == '"' {
				t.Fatalf("%q is a string", s)
			}
			return
		}
		v, err := Parse(s[:n], Options{})
		if err != nil || v.Str() != string(text[2:]) || text[0] != 0 {
			t.Fatalf("%q: read %q, Parse %q, %v", s, text, v.Str(), err)
		}
		if wide := strings.IndexFunc(v.Str(), func(r rune) bool { return r >= utf8.RuneSelf }) >= 0; ascii == wide {
			t.Fatalf("%q: ascii %v", s, ascii)
		}
	})
}
