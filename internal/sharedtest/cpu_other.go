//go:build !unix

package sharedtest

import "time"

var began = time.Now()

// CPU is the time since the process began: this system does not tell the processor time.
func CPU() time.Duration { return time.Since(began) }
