package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
)

func year() time.Time { return time.Now().Add(365 * 24 * time.Hour) }

// serving serves until the test ends. It returns a function that stops the server.
func serving(t *testing.T, h *HTTP, l net.Listener) (stop context.CancelFunc, served <-chan error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	done := make(chan error, 1)
	go func() { done <- h.Serve(ctx, l) }()
	return cancel, done
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	l := sharedtest.Need(Listen("127.0.0.1:0", false))(t)
	t.Cleanup(func() { l.Close() })
	return l
}

func TestHTTPS(t *testing.T) {
	cert, key, pool := sharedtest.Certificate(t, t.TempDir(), "first", year())
	config := sharedtest.Need(ServerTLS(cert, key))(t)
	l := listen(t)
	serving(t, testHTTP(t, testCore(t), l.Addr(), HTTPOptions{TLS: config}), l)
	get := func(url string, config *tls.Config) (*http.Response, error) {
		transport := &http.Transport{TLSClientConfig: config, ForceAttemptHTTP2: true}
		defer transport.CloseIdleConnections()
		res, err := (&http.Client{Transport: transport}).Get(url)
		if err == nil {
			res.Body.Close()
		}
		return res, err
	}
	url := "https://" + l.Addr().String() + "/healthz"
	for version, ok := range map[uint16]bool{tls.VersionTLS10: false, tls.VersionTLS11: false, tls.VersionTLS12: true, tls.VersionTLS13: true} {
		res, err := get(url, &tls.Config{RootCAs: pool, MinVersion: version, MaxVersion: version})
		if (err == nil) != ok {
			t.Errorf("%s: %v", tls.VersionName(version), err)
		}
		if err == nil && (res.StatusCode != 200 || res.TLS.Version != version || res.ProtoMajor != 1) {
			t.Errorf("%s: %d by %s", tls.VersionName(version), res.StatusCode, res.Proto)
		}
	}
	if res, err := get("http"+strings.TrimPrefix(url, "https"), nil); err != nil || res.StatusCode != 400 {
		t.Errorf("without TLS: %v %v", res, err)
	}
}

// Files that do not belong together, and an expired certificate, are refused at the start.
func TestCertificates(t *testing.T) {
	dir := t.TempDir()
	cert, key, _ := sharedtest.Certificate(t, dir, "first", year())
	old, oldKey, _ := sharedtest.Certificate(t, t.TempDir(), "old", time.Now().Add(-time.Hour))
	for _, files := range [][2]string{{cert, cert}, {key, cert}, {cert, filepath.Join(dir, "none")}, {cert, oldKey}, {old, oldKey}} {
		if _, err := ServerTLS(files[0], files[1]); err == nil || !strings.Contains(err.Error(), files[0]) {
			t.Errorf("%v: %v", files, err)
		}
	}
}

// A full server makes room. Silent connections and idle ones (between two requests)
// compete: the more numerous kind loses its oldest. A connection that is being answered
// stays.
func TestHTTPConnectionsMakeRoom(t *testing.T) {
	l := listen(t)
	h := testHTTP(t, testCore(t), l.Addr(), HTTPOptions{MaxConns: 3})
	serving(t, h, l)
	dial := func() net.Conn {
		conn := sharedtest.Need(net.Dial("tcp", l.Addr().String()))(t)
		t.Cleanup(func() { conn.Close() })
		_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
		return conn
	}
	talk := func(conn net.Conn, text string) string {
		fmt.Fprint(conn, text)
		buf := make([]byte, 4096)
		n, _ := conn.Read(buf)
		return string(buf[:n])
	}
	gone := func(conn net.Conn) bool {
		_, err := conn.Read(make([]byte, 1))
		return errors.Is(err, io.EOF) || err != nil && !errors.Is(err, os.ErrDeadlineExceeded)
	}
	const health = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
	busy := dial()
	if got := talk(busy, "POST /v1/score HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 12\r\nExpect: 100-continue\r\n\r\n"); !strings.Contains(got, "100 Continue") {
		t.Fatalf("a request that has begun: %q", got)
	}
	idle := dial()
	if got := talk(idle, health); !strings.Contains(got, "200 OK") {
		t.Fatalf("%q", got)
	}
	// A connection counts as idle only a moment after its reply has been read.
	rest := func(idle int) {
		for there := 0; there != idle; time.Sleep(time.Millisecond) {
			h.conns.mu.Lock()
			there = h.conns.idle.Len()
			h.conns.mu.Unlock()
		}
	}
	rest(1)
	silent := dial()
	for _, want := range []struct {
		what string
		conn net.Conn
	}{{"the silent one", silent}, {"the idle one", idle}} {
		next := dial()
		if !gone(want.conn) {
			t.Errorf("%s was not closed", want.what)
		}
		if got := talk(next, health); !strings.Contains(got, "200 OK") {
			t.Errorf("in place of %s: %q", want.what, got)
		}
		rest(2)
		idle = next
	}
	if got := talk(busy, `{"items":[]}`); !strings.Contains(got, `"op":"result"`) {
		t.Errorf("the busy one: %q", got)
	}
	// The goroutine of a closed connection may report the end a little later.
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(time.Millisecond) {
		got := ask(h, "GET", "/metrics", "").Body.String()
		if strings.Contains(got, "voi_connections_evicted_total 2") && strings.Contains(got, "voi_connections 3") {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("%.300s", got[strings.Index(got, "voi_connections"):])
		}
	}
}

// Where every connection is being answered, the new connection is closed.
func TestHTTPConnectionsAllBusy(t *testing.T) {
	c := newConns(1, newMeter())
	busy, client := net.Pipe()
	defer client.Close()
	c.changed(busy, http.StateNew)
	c.changed(busy, http.StateActive)
	late, other := net.Pipe()
	c.changed(late, http.StateNew)
	if _, err := other.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
		t.Errorf("the new one: %v", err)
	}
	c.changed(late, http.StateClosed)
	if _, there := c.open[busy]; !there || len(c.open) != 1 || c.meter.evicted.Load() != 1 {
		t.Errorf("%d open, %d evicted", len(c.open), c.meter.evicted.Load())
	}
}

// A server that is told to stop first says so, and takes requests for a while.
func TestHTTPReadiness(t *testing.T) {
	l := listen(t)
	h := testHTTP(t, testCore(t), l.Addr(), HTTPOptions{DrainDelay: 1500 * time.Millisecond})
	stop, served := serving(t, h, l)
	status := func(path string) int {
		res, err := http.Get("http://" + l.Addr().String() + path)
		if err != nil {
			return 0
		}
		res.Body.Close()
		return res.StatusCode
	}
	if got := status("/readyz"); got != 200 {
		t.Errorf("ready: %d", got)
	}
	stop()
	for !h.draining.Load() {
		time.Sleep(time.Millisecond)
	}
	if ready, healthy := status("/readyz"), status("/healthz"); ready != 503 || healthy != 200 {
		t.Errorf("while it drains: %d, healthy %d", ready, healthy)
	}
	if err := <-served; err != nil || status("/healthz") != 0 {
		t.Errorf("afterwards: %v", err)
	}
}
