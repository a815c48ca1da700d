//go:build !linux

package server

import "net"

// refuseNew reports that this system cannot refuse new connections to a listener
// that goes on.
func refuseNew(net.Listener) bool { return false }
