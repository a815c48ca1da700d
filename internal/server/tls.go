package server

import (
	"cmp"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"sync"
	"time"

	"github.com/voi-rl/voi/internal/infile"
)

// ServerTLS returns the TLS of a server, from 1.2 on, whose certificate (with its
// chain) and key are in two PEM files. They are read again where they changed, so that a
// renewed certificate needs no restart and no signal; where they cannot be read, that
// is logged once, and the certificate before goes on. HTTP stays at 1.1: limits count
// connections, and one of HTTP/2 has many requests.
func ServerTLS(certFile, keyFile string, to io.Writer) (*tls.Config, error) {
	c, err := newCertificate(certFile, keyFile, to)
	if err != nil {
		return nil, err
	}
	return &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}, GetCertificate: c.get}, nil
}

// certificate is a certificate in files. A handshake looks at when they changed, and does
// not read them: a key takes longer to read than the rest of a handshake.
type certificate struct {
	files [2]string
	log   *log.Logger

	mu   sync.Mutex
	pair tls.Certificate
	seen [2]version // that were read last
}

// version tells what a file holds from what it held before.
type version struct {
	size    int64
	changed time.Time
}

func newCertificate(certFile, keyFile string, to io.Writer) (*certificate, error) {
	c := &certificate{files: [2]string{certFile, keyFile}, log: log.New(cmp.Or[io.Writer](to, io.Discard), "voi: ", 0)}
	c.seen = c.versions()
	return c, c.load()
}

func (c *certificate) versions() (now [2]version) {
	for i, name := range c.files {
		if info, err := os.Stat(name); err == nil {
			now[i] = version{info.Size(), info.ModTime()}
		}
	}
	return now
}

// maxPEM bounds a file of certificates, in bytes.
const maxPEM = 4 << 20

// load reads the files.
func (c *certificate) load() error {
	cert, err := infile.Read(c.files[0], maxPEM)
	key, keyErr := infile.Read(c.files[1], maxPEM)
	var pair tls.Certificate
	if err = errors.Join(err, keyErr); err == nil {
		pair, err = tls.X509KeyPair(cert, key)
	}
	if err != nil {
		return fmt.Errorf("reading the certificate in %s and its key in %s: %w; give PEM files that belong together", c.files[0], c.files[1], err)
	}
	if end := pair.Leaf.NotAfter; end.Before(time.Now()) {
		c.log.Printf("the certificate in %s was valid until %s; clients will not trust it", c.files[0], end.UTC().Format(time.RFC3339))
	}
	c.pair = pair
	return nil
}

// get is GetCertificate of a tls.Config.
func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := c.versions(); now != c.seen {
		c.seen = now
		if err := c.load(); err != nil {
			c.log.Printf("%v; the certificate before it goes on", err)
		}
	}
	pair := c.pair
	return &pair, nil
}
