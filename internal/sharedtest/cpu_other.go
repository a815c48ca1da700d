//go:build !unix

package sharedtest

import "time"

var began = time.Now()

// CPU is the time since the process began, where the system does not tell how much
// of it had the processor.
func CPU() time.Duration { return time.Since(began) }
