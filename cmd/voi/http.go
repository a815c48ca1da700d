package main

import (
	"errors"
	"io"
	"net"
	"time"

	"github.com/spf13/pflag"

	"github.com/voi-rl/voi/internal/server"
)

// httpFlags are the flags of a command that serves HTTP, except the address flag.
type httpFlags struct {
	http             string // --http
	tokenFile        string
	tlsCert, tlsKey  string
	maxConnections   int
	maxInflight      int
	maxInflightBytes int64
	drain            time.Duration
	drainDelay       time.Duration
}

// register registers the flags that all these commands share.
func (f *httpFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.tokenFile, "token-file", "", "`FILE` with the token that HTTP clients have to bring; needed beyond loopback")
	flags.StringVar(&f.tlsCert, "tls-cert", "", "`FILE` with a certificate and its chain (PEM), for HTTPS; that of the start")
	flags.StringVar(&f.tlsKey, "tls-key", "", "`FILE` with its key (PEM)")
	flags.IntVar(&f.maxConnections, "max-connections", server.DefaultMaxConns, "HTTP connections, beyond which those that wait longest are closed")
	flags.DurationVar(&f.drain, "drain", server.DefaultDrain, "time to finish what was read when told to stop")
	flags.DurationVar(&f.drainDelay, "drain-delay", 0, "time for which HTTP goes on when told to stop, with /readyz at 503")
}

func (f *httpFlags) check() error {
	switch {
	case f.tokenFile != "" && f.http == "":
		return usagef("--token-file is for --http")
	case (f.tlsCert == "") != (f.tlsKey == ""):
		return usagef("--tls-cert and --tls-key go together")
	case f.tlsCert != "" && f.http == "":
		return usagef("--tls-cert is for --http")
	case f.maxConnections <= 0:
		return usagef("--max-connections has to be positive")
	case f.drain <= 0:
		return usagef("--drain is %s; give a time, as in 30s", f.drain)
	}
	return nil
}

// token reads the token that clients must send; "" for none.
func (f *httpFlags) token() (string, error) {
	if f.tokenFile == "" {
		return "", nil
	}
	token, err := server.ReadToken(f.tokenFile)
	if err != nil {
		return "", usageError{err}
	}
	return token, nil
}

// listen opens the address. url is the address for clients.
func (f *httpFlags) listen(core *server.Core, token string, log io.Writer) (h *server.HTTP, l net.Listener, url string, err error) {
	opt := server.HTTPOptions{
		Token: token, MaxInflight: f.maxInflight, MaxInflightBytes: f.maxInflightBytes, MaxConns: f.maxConnections,
		Drain: f.drain, DrainDelay: f.drainDelay, Log: log,
	}
	url = "http://"
	if f.tlsCert != "" {
		if opt.TLS, err = server.ServerTLS(f.tlsCert, f.tlsKey); err != nil {
			return nil, nil, "", usageError{err}
		}
		url = "https://"
	}
	if l, err = server.Listen(f.http, token != ""); err != nil {
		return nil, nil, "", usageError{err}
	}
	if h, err = core.NewHTTP(l.Addr(), opt); err != nil {
		return nil, nil, "", errors.Join(usageError{err}, l.Close())
	}
	return h, l, url + l.Addr().String(), nil
}
