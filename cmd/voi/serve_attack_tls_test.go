package main

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// The same over TLS: others are served while clients say nothing, half a greeting or
// no TLS at all, and while they do nothing but shake hands. A renewed certificate is
// taken up under way.
func TestServeAttackTLS(t *testing.T) {
	dir := t.TempDir()
	cert, key, pool := sharedtest.Certificate(t, dir, "first", time.Now().Add(time.Hour))
	config := &tls.Config{RootCAs: pool}
	a := startAttacked(t, "--tls-cert", cert, "--tls-key", key)
	for _, attack := range []struct {
		name, text string
		n          int
	}{
		{"silent connections over TLS", "", 300},
		{"halves of a greeting", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 300},
	} {
		b := a.trusting(config)
		for range attack.n {
			a.send(attack.text)
		}
		time.Sleep(attackTime())
		b.end(fmt.Sprintf("%d %s", attack.n, attack.name))
		a.closeAll()
	}
	if got := a.status(request("GET", "/healthz", "", "")); got != 400 {
		t.Errorf("without TLS: %d, want 400", got)
	}

	b := a.trusting(config)
	var hands atomic.Int64
	var all sync.WaitGroup
	end := time.Now().Add(attackTime())
	for range 8 {
		all.Go(func() {
			for time.Now().Before(end) {
				if conn, err := tls.Dial("tcp", a.address, config); err == nil {
					hands.Add(1)
					conn.Close()
				}
			}
		})
	}
	all.Wait()
	b.end(fmt.Sprintf("handshakes and nothing else, %d a second", int64(float64(hands.Load())/attackTime().Seconds())))
	if hands.Load() == 0 {
		t.Error("there was no handshake")
	}

	a.renews(dir)
	stderr, err := a.stop()
	if err != nil || strings.Contains(stderr, attackToken) || strings.Contains(stderr, "goroutine") {
		t.Errorf("%v: %s", err, stderr)
	}
	if n := strings.Count(stderr, "\n"); n > 30 {
		t.Errorf("hundreds of connections that were no TLS left %d lines in the log: %.1000s", n, stderr)
	}
}

// renews writes another certificate, which the next connection is shown.
func (a *attacked) renews(dir string) {
	a.t.Helper()
	_, _, pool := sharedtest.Certificate(a.t, dir, "second", time.Now().Add(2*time.Hour))
	conn, err := tls.Dial("tcp", a.address, &tls.Config{RootCAs: pool})
	if err != nil {
		a.t.Errorf("the new certificate is not shown: %v", err)
		return
	}
	defer conn.Close()
	_, err = io.WriteString(conn, request("GET", "/healthz", "Connection: close\r\n", ""))
	reply, bad := io.ReadAll(conn)
	if err = errors.Join(err, bad); err != nil || !strings.HasPrefix(string(reply), "HTTP/1.1 200 ") {
		a.t.Errorf("behind the new certificate: %q %v", reply, err)
	}
}
