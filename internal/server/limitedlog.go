package server

import (
	"fmt"
	"io"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// limitedLog writes the first lines, and later one a minute with the number of lines left
// out before it. A flood of failing handshakes makes ten thousand lines a second and would
// fill a disk.
type limitedLog struct {
	to        io.Writer
	mu        sync.Mutex
	sometimes rate.Sometimes
	left      int64
}

func newLimitedLog(to io.Writer) *limitedLog {
	return &limitedLog{to: to, sometimes: rate.Sometimes{First: 10, Interval: time.Minute}}
}

// Write writes a line, or leaves it out.
func (s *limitedLog) Write(line []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left++
	var err error
	s.sometimes.Do(func() {
		if s.left--; s.left > 0 {
			fmt.Fprintf(s.to, "voi: %d more lines about connections were left out here\n", s.left)
		}
		s.left = 0
		_, err = s.to.Write(line)
	})
	return len(line), err
}
