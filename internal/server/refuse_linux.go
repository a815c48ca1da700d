package server

import (
	"net"
	"syscall"

	"golang.org/x/sys/unix"
)

// onlySYN drops the first packet of every new connection. A socket filter sees the bytes
// from the TCP header on, whose flags are byte 13: SYN is 0x02, ACK 0x10.
var onlySYN = []unix.SockFilter{
	{Code: unix.BPF_LD | unix.BPF_B | unix.BPF_ABS, K: 13},
	{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: 0x12},
	{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jf: 1, K: 0x02},
	{Code: unix.BPF_RET | unix.BPF_K, K: 0},
	{Code: unix.BPF_RET | unix.BPF_K, K: 1 << 18},
}

// refuseNew makes a listener refuse new connections, while queued ones stay. It reports
// whether the system can do that. A client that comes now tries again a second later and
// finds the port closed; no request is lost.
func refuseNew(l net.Listener) bool {
	c, ok := l.(syscall.Conn)
	if !ok {
		return false
	}
	raw, err := c.SyscallConn()
	if err != nil {
		return false
	}
	program := unix.SockFprog{Len: uint16(len(onlySYN)), Filter: &onlySYN[0]}
	var wrong error
	err = raw.Control(func(fd uintptr) {
		wrong = unix.SetsockoptSockFprog(int(fd), unix.SOL_SOCKET, unix.SO_ATTACH_FILTER, &program)
	})
	return err == nil && wrong == nil
}
