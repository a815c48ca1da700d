package server

import (
	"crypto/tls"
	"errors"
	"fmt"
	"time"

	"github.com/voi-rl/voi/internal/infile"
)

// maxPEM bounds a file of certificates, in bytes.
const maxPEM = 4 << 20

// ServerTLS returns the TLS configuration of a server, from TLS 1.2 on. The certificate
// (with its chain) and the key are two PEM files. HTTP stays at 1.1: limits count
// connections, and one connection of HTTP/2 carries many requests.
func ServerTLS(certFile, keyFile string) (*tls.Config, error) {
	cert, err := infile.Read(certFile, maxPEM)
	key, keyErr := infile.Read(keyFile, maxPEM)
	var pair tls.Certificate
	if err = errors.Join(err, keyErr); err == nil {
		pair, err = tls.X509KeyPair(cert, key)
	}
	if err == nil && pair.Leaf.NotAfter.Before(time.Now()) {
		err = fmt.Errorf("it was valid until %s, and no client would trust it", pair.Leaf.NotAfter.UTC().Format(time.RFC3339))
	}
	if err != nil {
		return nil, fmt.Errorf("reading the certificate in %s and its key in %s: %w; give PEM files that belong together", certFile, keyFile, err)
	}
	return &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}, Certificates: []tls.Certificate{pair}}, nil
}
