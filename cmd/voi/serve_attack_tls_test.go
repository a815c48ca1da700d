package main

import (
	"crypto/tls"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// The same over TLS: others are served while clients send nothing, half a handshake or no
// TLS at all, and while clients only shake hands.
func TestServeAttackTLS(t *testing.T) {
	cert, key, pool := sharedtest.Certificate(t, t.TempDir(), "first", time.Now().Add(time.Hour))
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

	stderr, err := a.stop()
	if err != nil || strings.Contains(stderr, attackToken) || strings.Contains(stderr, "goroutine") {
		t.Errorf("%v: %s", err, stderr)
	}
	if n := strings.Count(stderr, "\n"); n > 30 {
		t.Errorf("hundreds of connections that were no TLS left %d lines in the log: %.1000s", n, stderr)
	}
}
