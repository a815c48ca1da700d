package server

import (
	"io"
	"net"
	"testing"
	"time"
)

// A listener that refuses new connections keeps those that queue at it.
func TestRefuseNew(t *testing.T) {
	l, err := Listen("127.0.0.1:0", false)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	early, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	if !refuseNew(l) {
		t.Skip("this system has no socket filters")
	}
	if late, err := net.DialTimeout("tcp", l.Addr().String(), 300*time.Millisecond); err == nil {
		late.Close()
		t.Error("a new connection was taken")
	}
	if _, err := io.WriteString(early, "hello"); err != nil {
		t.Fatal(err)
	}
	early.Close()
	conn, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(conn); string(text) != "hello" || err != nil {
		t.Errorf("read %q, %v", text, err)
	}
}
