package server

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"net"
	"net/http"
	"strings"

	"github.com/voi-rl/voi/internal/infile"
)

// guard decides which requests are answered.
type guard struct {
	token [sha256.Size]byte // hash of the token
	needs bool              // there is a token
	local bool              // the address is loopback: Host is checked
}

func newGuard(token string, local bool) guard {
	return guard{token: sha256.Sum256([]byte(token)), needs: token != "", local: local}
}

// isLoopback reports whether an address can be reached from this machine only.
func isLoopback(addr net.Addr) bool {
	if addr.Network() == "unix" {
		return true
	}
	host, _, err := net.SplitHostPort(addr.String())
	if err != nil {
		return false
	}
	return loopbackHost(host)
}

func loopbackHost(host string) bool {
	if i := strings.IndexByte(host, '%'); i >= 0 {
		host = host[:i]
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// hostAllowed checks the Host of a request. A web page can make its own domain name resolve
// to loopback, and a browser would then send its requests here.
func (g *guard) hostAllowed(host string) bool {
	if !g.local {
		return true
	}
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.TrimSuffix(strings.TrimPrefix(name, "["), "]")
	return strings.EqualFold(name, "localhost") || loopbackHost(name)
}

// tokenPath stands before a token in a path, for trainers that cannot set a header.
const tokenPath = "/t/"

// admit returns the path of a request without the token in it. known says whether the
// request has the right token, or needs none.
func (g *guard) admit(r *http.Request) (path string, known bool) {
	path = r.URL.Path
	given, inPath := "", false
	if rest, ok := strings.CutPrefix(path, tokenPath); ok {
		if i := strings.IndexByte(rest, '/'); i >= 0 {
			given, path, inPath = rest[:i], rest[i:], true
		}
	}
	if !g.needs {
		return path, true
	}
	if !inPath {
		scheme, rest, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		if strings.EqualFold(scheme, "Bearer") {
			given = strings.TrimSpace(rest)
		}
	}
	// Hashes have one length, so that the comparison does not reveal the token's length.
	sum := sha256.Sum256([]byte(given))
	return path, subtle.ConstantTimeCompare(sum[:], g.token[:]) == 1
}

// minToken is the length from which a token cannot be guessed.
const minToken = 16

// maxToken bounds the file of a token, in bytes.
const maxToken = 1 << 16

// ReadToken reads the token in a file: its text without white space around it.
func ReadToken(path string) (string, error) {
	text, err := infile.Read(path, maxToken)
	if err != nil {
		return "", fmt.Errorf("reading the token: %w", err)
	}
	token := strings.TrimSpace(string(text))
	if len(token) < minToken {
		return "", fmt.Errorf("the token in %s has %d characters; give one of at least %d, as from: openssl rand -hex 32", path, len(token), minToken)
	}
	for _, c := range token {
		if c <= ' ' || c > '~' || strings.ContainsRune("/?#%", c) {
			return "", fmt.Errorf("the token in %s holds %q, which cannot stand in a path; use letters and digits", path, c)
		}
	}
	return token, nil
}

// Listen listens at an address as --http takes it: host:port, on loopback where the host is
// missing. Without a token it refuses an address that other machines can reach, before it
// opens the port.
func Listen(addr string, token bool) (net.Listener, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		host, port = "", addr
	}
	if host == "" {
		host = "127.0.0.1"
	}
	if ip := net.ParseIP(host); ip != nil && !ip.IsLoopback() && !token {
		return nil, fmt.Errorf("%s can be reached from other machines; give --token-file, or a loopback address", addr)
	}
	var plain net.ListenConfig
	plain.SetMultipathTCP(false) // a multipath TCP socket cannot refuse new connections and keep the others (drain)
	return plain.Listen(context.Background(), "tcp", net.JoinHostPort(host, port))
}
