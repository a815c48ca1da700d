package server

import (
	"io"
	"net"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// A listener that refuses new connections keeps those that queue at it.
func TestRefuseNew(t *testing.T) {
	l := sharedtest.Need(Listen("127.0.0.1:0", false))(t)
	defer l.Close()
	early := sharedtest.Need(net.Dial("tcp", l.Addr().String()))(t)
	if !refuseNew(l) {
		t.Skip("this system has no socket filters")
	}
	if late, err := net.DialTimeout("tcp", l.Addr().String(), 300*time.Millisecond); err == nil {
		late.Close()
		t.Error("a new connection was taken")
	}
	sharedtest.Need(io.WriteString(early, "hello"))(t)
	early.Close()
	conn := sharedtest.Need(l.Accept())(t)
	if text, err := io.ReadAll(conn); string(text) != "hello" || err != nil {
		t.Errorf("read %q, %v", text, err)
	}
}
