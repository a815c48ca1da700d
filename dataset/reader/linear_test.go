package reader

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// TestLinear reads many small parts, in a time that does not grow with the square of their number.
func TestLinear(t *testing.T) {
	sharedtest.Unraced(t)
	const limit = 10 * time.Second
	each := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return strings.TrimSuffix(b.String(), ",")
	}
	for name, read := range map[string]func() error{
		"lines of a dialogue": func() error {
			return readable(`{"question":"user: x` + strings.Repeat(`\ny`, 1<<18) + `","function":[{"name":"f"}],"ground_truth":{"f":{"a":1}}}`)
		},
		"wrong values": func() error {
			return readable(`{"question":"user: x","function":[{"name":"f","parameters":{"properties":{` + each(1<<16, `"p%d":{},`) + `}}}],"ground_truth":{"f":[` + each(1<<16, `"v%d",`) + `]}}`)
		},
		"arguments without names": func() error {
			_, err := pythonCall("f("+strings.Repeat("1,", 16000)+")", func(string) []string { return strings.Fields(strings.ReplaceAll(each(16000, "p%d,"), ",", " ")) })
			return err
		},
		"blank lines longer than the buffer": func() error {
			l := &lines{br: bufio.NewReaderSize(strings.NewReader(strings.Repeat(strings.Repeat(" ", 20)+"\n", 1<<20)), 16), max: 100}
			if _, err := l.next(); !errors.Is(err, io.EOF) || l.line != 1<<20 {
				return fmt.Errorf("%d lines: %w", l.line, err)
			}
			return nil
		},
	} {
		start := sharedtest.CPU()
		if err := read(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		took := sharedtest.CPU() - start
		if t.Logf("%s: %v", name, took); took > limit {
			t.Errorf("%s: %v", name, took)
		}
	}
}

// readable returns why a row is no sample, or nil.
func readable(row string) error {
	if rejection := new(Reader).Decode(Raw{Text: row}).Rejection; rejection != nil {
		return errors.New(rejection.Message)
	}
	return nil
}
