package server

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// Of a flood of lines a few are written, and later the number of the rest.
func TestLimitedLog(t *testing.T) {
	var got strings.Builder
	s := newLimitedLog(&got)
	s.sometimes.Interval = 50 * time.Millisecond
	for i := range 1000 {
		if n, err := fmt.Fprintf(s, "line %d\n", i); n == 0 || err != nil {
			t.Fatal(n, err)
		}
	}
	time.Sleep(60 * time.Millisecond)
	fmt.Fprintln(s, "the last")
	text := got.String()
	if !strings.HasPrefix(text, "line 0\nline 1\n") || !strings.HasSuffix(text, " were left out here\nthe last\n") || strings.Count(text, "\n") > 200 {
		t.Errorf("%d lines: %.500s ... %s", strings.Count(text, "\n"), text, text[max(len(text)-100, 0):])
	}
	told, left := strings.Count(text, "line "), 0
	for _, line := range strings.Split(text, "\n") {
		var n int
		if _, err := fmt.Sscanf(line, "voi: %d more", &n); err == nil {
			left += n
		}
	}
	if told+left != 1000 {
		t.Errorf("%d told and %d left out of 1000", told, left)
	}
}
