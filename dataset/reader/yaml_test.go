package reader

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// TestYAML recognises texts that are one YAML document, and no others.
func TestYAML(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       string // the document as JSON, "" if the text is lines
	}{
		{"a mapping", "openapi: 3.0.1\npaths: {}\n", `{"openapi":"3.0.1","paths":{}}`},
		{"behind comments and a mark", "# c\n\n%YAML 1.2\n---\n'a b': no\n", ""},
		{"a quoted key", "---\n\"openapi\": 3.1.0\n", `{"openapi":"3.1.0"}`},
		{"a list of tools", "- name: f\n  parameters:\n    x: {type: str}\n", `[{"name":"f","parameters":{"x":{"type":"str"}}}]`},
		{"a key alone", "tools:\n  - name: f\n", `{"tools":[{"name":"f"}]}`},
		{"JSON lines whose first line is a note", "note: made by hand\n{\"a\":1}\n", ""},
		{"a line of text", "no key here\n", ""},
		{"a number", "12\n", ""},
		{"a URL", "https://example.org/x\n", ""},
	} {
		s := sharedtest.Need(splitJSON(bufio.NewReaderSize(strings.NewReader(c.text), 4096), 1000))(t)
		if _, ok := s.(*document); ok != (c.want != "") {
			t.Errorf("%s: read as %T", c.name, s)
			continue
		}
		if c.want == "" {
			continue
		}
		it, err := s.next()
		if err != nil || it.err != nil || it.value.JSON() != c.want {
			t.Errorf("%s: %v %v %s", c.name, err, it.err, it.value.JSON())
		}
		if _, err := s.next(); !errors.Is(err, io.EOF) {
			t.Errorf("%s: a second row, %v", c.name, err)
		}
	}
	long := &document{br: bufio.NewReader(strings.NewReader("a: " + strings.Repeat("x", 2000))), max: 1000}
	if it, err := long.next(); err != nil || it.err == nil || !strings.Contains(it.err.Error(), "longer than 1000 bytes") {
		t.Errorf("a long document: %v, %v", it.err, err)
	}
}
