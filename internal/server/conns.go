package server

import (
	queue "container/list"
	"crypto/tls"
	"net"
	"net/http"
	"sync"
)

// DefaultMaxConns is the number of connections where HTTPOptions leaves it open.
const DefaultMaxConns = 10_000

// conns bounds the connections of an HTTP server. With a listener that stops accepting
// at its limit, one client that opens enough silent connections shuts out all others. Here
// the one that has waited longest is closed instead, of those that have not sent
// the head of a request yet, or of those between two requests, whichever are more:
// a flood of one kind displaces itself. Only where all are being answered is the new
// one closed.
type conns struct {
	most  int
	meter *meter

	mu    sync.Mutex
	open  map[net.Conn]*queue.Element // nil for one that is being answered
	fresh queue.List                  // of net.Conn that have sent no request, oldest first
	idle  queue.List                  // ... that are between two
}

// newConns bounds to most connections, and to what the process may open.
func newConns(most int, m *meter) *conns {
	if most <= 0 {
		most = DefaultMaxConns
	}
	if files := openFiles(); files > 0 { // the rest is for shards, and what else is open
		most = max(min(most, files-files/4), 1)
	}
	return &conns{most: most, meter: m, open: map[net.Conn]*queue.Element{}}
}

// changed is the ConnState of an http.Server.
func (c *conns) changed(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at := c.open[conn]; at != nil {
		c.fresh.Remove(at) // does nothing where it is in the other
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

// evict closes the connection that is missed least, if there is one.
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
	delete(c.open, conn) // its goroutine reports its end later, or has not begun
	c.close(conn)
	return true
}

// close closes a connection without the last message of TLS, which a client may be slow
// to take.
func (c *conns) close(conn net.Conn) {
	c.meter.evicted.Add(1)
	if t, ok := conn.(*tls.Conn); ok {
		conn = t.NetConn()
	}
	_ = conn.Close()
}
