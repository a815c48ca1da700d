package server

import (
	queue "container/list"
	"crypto/tls"
	"net"
	"net/http"
	"sync"
)

// DefaultMaxConns is the number of connections where HTTPOptions.MaxConns is 0.
const DefaultMaxConns = 10_000

// conns bounds the connections of an HTTP server. If the listener simply stopped accepting
// at the limit, one client could shut out all others by opening enough silent connections.
// Therefore a new connection displaces an old one that waits. Waiting connections are fresh
// (no request head yet) or idle (between two requests); the more numerous kind loses its
// oldest connection, so that a flood of one kind displaces itself. The new connection is
// closed only where every other one is being answered.
type conns struct {
	most  int
	meter *meter

	mu    sync.Mutex
	open  map[net.Conn]*queue.Element // nil for a connection that is being answered
	fresh queue.List                  // of net.Conn that have sent no request, oldest first
	idle  queue.List                  // ... that are between two requests
}

// newConns bounds the connections to most, and to three quarters of the files that the
// process may open.
func newConns(most int, m *meter) *conns {
	if most <= 0 {
		most = DefaultMaxConns
	}
	if files := openFiles(); files > 0 { // the rest is for shards and other files
		most = max(min(most, files-files/4), 1)
	}
	return &conns{most: most, meter: m, open: map[net.Conn]*queue.Element{}}
}

// changed follows the state of a connection (http.Server.ConnState).
func (c *conns) changed(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at := c.open[conn]; at != nil {
		c.fresh.Remove(at) // does nothing where the connection is in the other list
		c.idle.Remove(at)
	}
	switch state {
	case http.StateNew:
		if len(c.open) >= c.most && !c.evict() {
			c.close(conn)
		}
		c.open[conn] = c.fresh.PushBack(conn)
	case http.StateIdle:
		c.open[conn] = c.idle.PushBack(conn)
	case http.StateActive:
		c.open[conn] = nil
	default:
		delete(c.open, conn)
	}
	c.meter.conns.Store(int64(len(c.open)))
}

// evict closes the connection that has waited longest, if there is one.
func (c *conns) evict() bool {
	of := &c.fresh
	if c.idle.Len() > of.Len() {
		of = &c.idle
	}
	at := of.Front()
	if at == nil {
		return false
	}
	conn := of.Remove(at).(net.Conn)
	delete(c.open, conn) // its goroutine reports the end later, or has not started
	c.close(conn)
	return true
}

// close closes a connection without TLS's close message, because a client may be slow to
// read that message.
func (c *conns) close(conn net.Conn) {
	c.meter.evicted.Add(1)
	if t, ok := conn.(*tls.Conn); ok {
		conn = t.NetConn()
	}
	_ = conn.Close()
}
