//go:build !linux

package server

import "net"

// refuseNew returns false: this system cannot refuse new connections and keep the queue.
func refuseNew(net.Listener) bool { return false }
