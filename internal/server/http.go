package server

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"mime"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/lru"
)

// The limits of an HTTP connection: times, and bytes of the header.
const (
	headerTimeout = 10 * time.Second
	bodyTimeout   = 60 * time.Second
	writeTimeout  = 2 * time.Minute
	idleTimeout   = 2 * time.Minute
	mostHeader    = 64 << 10
)

// HTTPOptions configure HTTP.
type HTTPOptions struct {
	Token            string        // the token that clients have to send; "": none, on loopback only
	MaxInflight      int           // requests at once, further ones get 429; 0 means DefaultMaxInflight
	MaxInflightBytes int64         // ... and the bytes of their bodies
	Drain            time.Duration // the time that a stopped server has for open requests; 0 means DefaultDrain
	DrainDelay       time.Duration // how long a stopped server takes new requests, with 503 at /readyz; lastCall is added
	MaxConns         int           // connections; 0 means DefaultMaxConns. Waiting ones make room
	TLS              *tls.Config   // from ServerTLS; nil: none
	Log              io.Writer     // takes lines about connections that misbehave; nil: nowhere
}

// HTTP is the HTTP carrier.
type HTTP struct {
	core    *Core
	opt     HTTPOptions
	budget  *budget
	guard   guard
	waiting waiting
	conns   *conns
	routes  map[string]route
	log     *log.Logger
	told    sync.Map // what was logged once, and is not logged again

	standard map[string]route           // the routes of the Open Reward Standard
	answered *lru.Cache[string, []byte] // the results of its calls

	draining atomic.Bool // told to stop
	closing  atomic.Bool // ... and about to close the listener
}

// route is how one path is served.
type route struct {
	method string
	serve  http.HandlerFunc
	open   bool // without a token

	profiled bool     // a profile may be named before the path, or behind it
	options  []string // other parameters that may stand behind it
}

// NewHTTP returns the carrier for a listener's address. On a loopback address it checks the
// Host of every request, so that no web page can reach it under a name of its own. On any
// other address it checks the token, and fails where opt has none.
func (c *Core) NewHTTP(addr net.Addr, opt HTTPOptions) (*HTTP, error) {
	lines := LineOptions{MaxInflight: opt.MaxInflight, MaxInflightBytes: opt.MaxInflightBytes, Drain: opt.Drain}
	lines.defaults()
	opt.MaxInflight, opt.MaxInflightBytes, opt.Drain = lines.MaxInflight, lines.MaxInflightBytes, lines.Drain
	local := isLoopback(addr)
	if !local && opt.Token == "" {
		return nil, fmt.Errorf("%s can be reached from other machines; give --token-file, or a loopback address", addr)
	}
	h := &HTTP{
		core: c, opt: opt,
		budget:  newBudget(int64(opt.MaxInflight), opt.MaxInflightBytes),
		guard:   newGuard(opt.Token, local),
		waiting: waiting{meter: c.meter},
		conns:   newConns(opt.MaxConns, c.meter),
		routes:  map[string]route{},
		log:     log.New(cmp.Or[io.Writer](opt.Log, io.Discard), "voi: ", 0),
	}
	h.routes["/v1/score"] = route{method: http.MethodPost, serve: h.answer(opScore), profiled: true}
	h.Handle(http.MethodPost, "/v1/decide", h.answer(opDecide))
	h.Handle(http.MethodPost, "/v1/read", h.answer(opRead))
	h.Handle(http.MethodPost, "/v1/score_trajectory", h.answer(opRuns))
	for _, op := range episodeOps {
		h.Handle(http.MethodPost, "/v1/env/"+strings.TrimPrefix(op, "env_"), h.answer(op))
	}
	h.Handle(http.MethodGet, "/metrics", c.metricsHandler().ServeHTTP)
	h.routes["/healthz"] = route{method: http.MethodGet, serve: h.health, open: true}
	h.routes["/readyz"] = route{method: http.MethodGet, serve: h.ready, open: true}
	h.routes["/openapi.yaml"] = route{method: http.MethodGet, serve: serveOpenAPI, open: true}
	h.contracts()
	if c.Episodes != nil {
		h.answered = lru.New[string, []byte](answeredBytes)
		h.standard = h.ors()
	}
	return h, nil
}

// Handle adds a path. A path takes one method; GET includes HEAD.
func (h *HTTP) Handle(method, path string, serve http.HandlerFunc) {
	h.routes[path] = route{method: method, serve: serve}
}

// Serve serves the connections of l until ctx is done. Then it answers the requests that
// were sent (drain). The error is ErrDrain where that takes too long.
func (h *HTTP) Serve(ctx context.Context, l net.Listener) error {
	q := &drainListener{Listener: l, closing: &h.closing}
	l = q
	if h.opt.TLS != nil {
		l = tls.NewListener(q, h.opt.TLS)
	}
	s := &http.Server{
		Handler:   h,
		ConnState: h.conns.changed,

		DisableGeneralOptionsHandler: true, // OPTIONS * is a path that does not exist
		ReadHeaderTimeout:            headerTimeout,
		ReadTimeout:                  bodyTimeout,
		WriteTimeout:                 writeTimeout,
		IdleTimeout:                  idleTimeout,
		MaxHeaderBytes:               mostHeader,
		ErrorLog:                     log.New(newLimitedLog(h.log.Writer()), h.log.Prefix(), 0),
	}
	served := make(chan error, 1)
	go func() { served <- s.Serve(l) }()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	return h.drain(s, q, served)
}

// ServeHTTP checks the Host and the token, finds the route, and serves the request.
func (h *HTTP) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer func() {
		switch fault := recover(); fault {
		case nil:
		case http.ErrAbortHandler: // a reply that began breaks off
			panic(fault)
		default:
			refuse(w, http.StatusInternalServerError, h.core.fault(fault))
		}
	}()
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	if h.draining.Load() {
		w.Header().Set("Connection", "close")
	}
	if !h.guard.hostAllowed(r.Host) {
		refuse(w, http.StatusBadRequest, badRequest("the Host is not this machine's own name; ask for localhost or 127.0.0.1"))
		return
	}
	path, known := h.guard.admit(r)
	route, at, found := h.find(r, path)
	switch {
	case !known && !(found && route.open):
		w.Header().Set("WWW-Authenticate", "Bearer")
		refuse(w, http.StatusUnauthorized, badRequest("the token is missing or wrong; send Authorization: Bearer TOKEN, or put /t/TOKEN before the path"))
	case !found:
		refuse(w, http.StatusNotFound, badRequest("there is nothing at this path; there is %s", h.paths()))
	case r.Method != route.method && !(r.Method == http.MethodHead && route.method == http.MethodGet):
		w.Header().Set("Allow", route.method)
		refuse(w, http.StatusMethodNotAllowed, badRequest("this path takes %s", route.method))
	default:
		if route.method == http.MethodPost {
			if err := h.named(r, route); err != nil {
				h.refused(at, err)
				refuse(w, statusOf(err), err)
				return
			}
		}
		route.serve(w, r)
	}
}

// paths lists the paths that are served, by their methods.
func (h *HTTP) paths() string {
	var list []string
	for path, to := range h.routes {
		list = append(list, to.method+" "+path)
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// find finds the route of a path, and stores the profile that the path may name before it. at is
// the path without the names that a client chooses.
func (h *HTTP) find(r *http.Request, path string) (to route, at string, found bool) {
	if to, found = h.routes[path]; found {
		return to, path, true
	}
	rest, named := strings.CutPrefix(path, profilePath)
	if i := strings.IndexByte(rest, '/'); named && i > 0 {
		if to, found = h.routes[rest[i:]]; found && to.profiled {
			r.SetPathValue("profile", rest[:i])
			return to, rest[i:], true
		}
	}
	if to, found = h.standard[path]; found {
		return to, path, true
	}
	if to, found = h.gymTool(r, path); found {
		return to, gymToolPath, true
	}
	at = "/" + orsName + path // clients that name no environment mean the first one
	to, found = h.standard[at]
	return to, at, found
}

// answer is the handler of an operation of the protocol.
func (h *HTTP) answer(op string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		h.exchange(w, r, func(k *task, body string, room func(int64) *item.Error) ([]byte, *item.Error) {
			return h.core.answerAt(k, nil, body, op, r.Form.Get("profile"), room)
		})
	}
}

// named checks the parameters in the address of a request. It turns a profile before the
// path into the parameter profile.
func (h *HTTP) named(r *http.Request, to route) *item.Error {
	options, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return badRequest("what stands behind the ? of the address cannot be read")
	}
	for key, values := range options {
		switch {
		case !(key == "profile" && to.profiled) && !slices.Contains(to.options, key):
			return badRequest("there is no parameter %.64q at this path; take it off the address", key)
		case len(values) != 1:
			return badRequest("the parameter %.64q stands in the address %d times; give it once", key, len(values))
		}
	}
	name := options.Get("profile")
	if inPath := r.PathValue("profile"); inPath != "" {
		if name != "" && name != inPath {
			return badRequest("the address names two profiles, %.64q and %.64q; name one", inPath, name)
		}
		name = inPath
	}
	if h.core.profile(name) == nil {
		return h.core.noProfile(name)
	}
	if name != "" {
		options.Set("profile", name)
	}
	r.Form = options
	return nil
}

// exchange reads the JSON body of a request within all limits, calls reply, and writes the
// text that reply returns; the status follows from failed. reply may call room to reserve
// bytes for its text.
func (h *HTTP) exchange(w http.ResponseWriter, r *http.Request, reply func(k *task, body string, room func(int64) *item.Error) (text []byte, failed *item.Error)) {
	start := time.Now()
	m := h.core.meter
	if !h.takes(w, r) {
		return
	}
	if h.budget.full() {
		h.busy(w)
		return
	}
	held, within := int64(0), func() {}
	defer func() {
		h.budget.leave(0, held)
		m.held.Add(-held)
		within()
	}()
	body, status, err := h.read(w, r, &held)
	if err != nil {
		m.failed(err)
		if status == http.StatusTooManyRequests {
			h.busy(w)
		} else {
			refuse(w, status, err)
		}
		return
	}
	// From here on the request counts by number. While it is only read or written, it
	// counts by bytes, so that slow clients take no place.
	if !h.budget.try(0) {
		h.waiting.makeRoom()
		h.busy(w)
		return
	}
	m.queued.Add(1)
	var text []byte
	var failed *item.Error
	room := func(bytes int64) *item.Error {
		ok, beyond := h.budget.reserve(bytes, held)
		if !ok {
			return errBusy
		}
		if beyond {
			within = h.budget.within
		}
		held += bytes
		m.held.Add(bytes)
		return nil
	}
	h.core.inTurn(len(body), func(k *task) {
		k.ctx = r.Context()
		text, failed = reply(k, body, room)
	})
	m.queued.Add(-1)
	h.budget.leave(1, 0)
	if failed == errBusy {
		h.waiting.makeRoom()
		h.busy(w)
		return
	}
	more := int64(len(text)) - held
	h.budget.adjust(more)
	m.held.Add(more)
	held += more
	status = http.StatusOK
	if failed != nil {
		status = statusOf(failed)
	}
	h.reply(w, status, text)
	m.latency.add(time.Since(start))
}

// takes reports whether the server can read the request. If not, it has refused the
// request.
func (h *HTTP) takes(w http.ResponseWriter, r *http.Request) bool {
	switch {
	case !isJSON(r.Header):
		refuse(w, http.StatusUnsupportedMediaType, badRequest("the body has to be JSON as it is; send Content-Type: application/json"))
	case h.closing.Load():
		h.again(w, http.StatusServiceUnavailable, &item.Error{Code: item.CodeInternal, Message: "the server is stopping; send this again in a second, to one that is not"})
	default:
		return true
	}
	return false
}

// isJSON reports whether a body is declared as JSON without compression.
func isJSON(h http.Header) bool {
	if e := h.Get("Content-Encoding"); e != "" && e != "identity" {
		return false
	}
	kind, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	return err == nil && (kind == "application/json" || kind == "text/json" ||
		strings.HasPrefix(kind, "application/") && strings.HasSuffix(kind, "+json"))
}

// read reads a body. It counts bytes when they arrive, not when they are announced, so that
// an announcement alone takes no room.
func (h *HTTP) read(w http.ResponseWriter, r *http.Request, held *int64) (body string, status int, bad *item.Error) {
	most := int64(h.core.MaxLineBytes)
	tooLarge := &item.Error{Code: item.CodeTooLarge, Message: fmt.Sprintf("the body has more than %d bytes; send fewer items at once", most)}
	if r.ContentLength > most {
		return "", http.StatusRequestEntityTooLarge, tooLarge
	}
	in := http.MaxBytesReader(w, r.Body, most)
	var text []byte
	if r.ContentLength > 0 && r.ContentLength <= blockBytes {
		text = make([]byte, 0, r.ContentLength+1) // one byte more, for the read that finds the end
	}
	e := h.waiting.begin(w, true, 0)
	defer e.end()
	for {
		if len(text) == cap(text) {
			more := int64(max(len(text)/2, 512))
			if left := r.ContentLength - int64(len(text)); left > 0 && left <= int64(len(text)) {
				more = left + 1 // allocate the exact rest once half has come: growth by itself copies several times
			}
			text = slices.Grow(text, int(more))
		}
		n, err := in.Read(text[len(text):min(cap(text), len(text)+blockBytes/4)])
		if n > 0 {
			e.progress(n)
			if !h.budget.grow(int64(n), *held) {
				h.waiting.makeRoom()
				return "", http.StatusTooManyRequests, errBusy
			}
			*held += int64(n)
			h.core.meter.held.Add(int64(n))
			text = text[:len(text)+n]
		}
		var over *http.MaxBytesError
		switch {
		case err == io.EOF:
			return unsafe.String(unsafe.SliceData(text), len(text)), 0, nil // text is not changed from here on
		case errors.As(err, &over):
			return "", http.StatusRequestEntityTooLarge, tooLarge
		case err != nil && e.end():
			return "", http.StatusTooManyRequests, errBusy
		case err != nil:
			return "", http.StatusBadRequest, badRequest("the body could not be read to its end")
		}
	}
}

// reply writes a reply to a client that may be slow to read it.
func (h *HTTP) reply(w http.ResponseWriter, status int, text []byte) {
	if status == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", "1")
	}
	// The time for writing begins here: it would be over before a reply that took long, as one that a model judges.
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeTimeout))
	writeHead(w, status, len(text))
	e := h.waiting.begin(w, false, int64(len(text)))
	defer e.end()
	for len(text) > 0 {
		n, err := w.Write(text[:min(len(text), writeBlock)])
		if err != nil {
			return // the client has gone
		}
		e.progress(n)
		text = text[n:]
	}
}

// statusOf is the status of a request that failed as a whole.
func statusOf(err *item.Error) int {
	switch err.Code {
	case item.CodeTooLarge:
		return http.StatusRequestEntityTooLarge
	case item.CodeInternal:
		return http.StatusInternalServerError
	case item.CodeUnknownTask, item.CodeUnknownEpisode:
		return http.StatusNotFound
	case item.CodeEpisodeDone:
		return http.StatusConflict
	case item.CodeTooManyEpisodes:
		return http.StatusTooManyRequests
	}
	return http.StatusBadRequest
}

// errBusy is the error of a request that finds no room.
var errBusy = &item.Error{Code: item.CodeTooLarge, Message: busy}

const busy = "the server holds as many requests as it may; send this one again in a second"

func (h *HTTP) busy(w http.ResponseWriter) {
	h.again(w, http.StatusTooManyRequests, errBusy)
}

// again refuses a request that the client may send again unchanged.
func (h *HTTP) again(w http.ResponseWriter, status int, err *item.Error) {
	h.core.meter.refused.Add(1)
	w.Header().Set("Retry-After", "1")
	refuse(w, status, err)
}

func refuse(w http.ResponseWriter, status int, err *item.Error) {
	writeJSON(w, status, appendError(nil, "null", err))
}

func writeJSON(w http.ResponseWriter, status int, text []byte) {
	writeHead(w, status, len(text))
	_, _ = w.Write(text)
}

func writeHead(w http.ResponseWriter, status, length int) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", fmt.Sprint(length))
	w.WriteHeader(status)
}

// health says only that the server is up.
func (h *HTTP) health(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, []byte(`{"status":"ok"}`))
}

// ready says whether new requests are taken. A server that is told to stop says 503, so
// that requests go elsewhere. There is no third state: the server listens only once its
// samples are open.
func (h *HTTP) ready(w http.ResponseWriter, _ *http.Request) {
	if h.draining.Load() {
		writeJSON(w, http.StatusServiceUnavailable, []byte(`{"status":"draining"}`))
		return
	}
	writeJSON(w, http.StatusOK, []byte(`{"status":"ready"}`))
}
