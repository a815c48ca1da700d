package reader

import (
	"bufio"
	"bytes"
	"io"
	"regexp"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/yamlvalue"
)

// yamlStart matches the beginning of a YAML document that may be an API description or a
// list of tools: a key, or the first key of a list's first element.
var yamlStart = regexp.MustCompile(`^(- )?["']?[A-Za-z$_][\w.$-]*["']?:(\s|$)`)

// isYAML reports whether a text is one YAML document, from its beginning. Its first line
// that is no comment has a key, and no line is a JSON object or list; such lines mean a
// file of JSON lines with a damaged first line.
func isYAML(head []byte) bool {
	begun := false
	for line := range bytes.Lines(head) {
		if bytes.HasPrefix(line, []byte{'{'}) || bytes.HasPrefix(line, []byte{'['}) {
			return false
		}
		text := bytes.TrimSpace(line)
		if begun || len(text) == 0 || text[0] == '#' || text[0] == '%' || bytes.HasPrefix(text, []byte("---")) {
			continue
		}
		if !yamlStart.Match(line) {
			return false
		}
		begun = true
	}
	return begun
}

// document is a text that is one row: a YAML document.
type document struct {
	br   *bufio.Reader
	max  int
	done bool
}

func (d *document) next() (item, error) {
	if d.done {
		return item{}, io.EOF
	}
	d.done = true
	text, err := io.ReadAll(io.LimitReader(d.br, int64(d.max)+1))
	if err != nil {
		return item{}, err
	}
	if len(text) > d.max {
		return item{line: 1, err: rowError(dataset.CodeTooLarge, "", "the YAML document is longer than %d bytes; split it", d.max)}, nil
	}
	v, err := yamlvalue.Parse(string(text), jsonvalue.Options{MaxNodes: maxDocumentNodes})
	if err != nil {
		return item{line: 1, err: rowError(dataset.CodeBadJSON, "", "%v", err)}, nil
	}
	return item{line: 1, value: v}, nil
}
