package server

import (
	"crypto/tls"
	"fmt"
	"sync/atomic"
)

// ServerTLS returns the TLS of a server, from 1.2 on, whose certificate (with its
// chain) and key are in two PEM files. They are read at each handshake, so that a
// renewed certificate needs no restart; where they cannot be read, the one before goes
// on. HTTP stays at 1.1: limits count connections, and one of HTTP/2 has many requests.
func ServerTLS(certFile, keyFile string) (*tls.Config, error) {
	pair, err := tls.LoadX509KeyPair(certFile, keyFile)
	if err != nil {
		return nil, fmt.Errorf("reading the certificate in %s and its key in %s: %w; give PEM files that belong together", certFile, keyFile, err)
	}
	var last atomic.Pointer[tls.Certificate]
	last.Store(&pair)
	return &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}, GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
		if pair, err := tls.LoadX509KeyPair(certFile, keyFile); err == nil {
			last.Store(&pair)
		}
		return last.Load(), nil
	}}, nil
}
