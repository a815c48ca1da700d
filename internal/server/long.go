package server

import (
	"net/http"
	"time"
)

// Long is the handler of requests that wait for another server, as those of a gateway.
// Their bodies are read within the same limits as all others. Until serve returns, such a
// request counts by number and by bytes, but it takes no worker, and the time limits of the
// connection do not apply.
func (h *HTTP) Long(serve func(w http.ResponseWriter, r *http.Request, body string)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		m := h.core.meter
		if !h.takes(w, r) {
			return
		}
		if !h.budget.try(0) {
			h.waiting.makeRoom()
			h.busy(w)
			return
		}
		held := int64(0)
		m.queued.Add(1)
		defer func() {
			m.queued.Add(-1)
			h.budget.leave(1, held)
			m.held.Add(-held)
		}()
		body, status, err := h.read(w, r, &held)
		switch {
		case err != nil && status == http.StatusTooManyRequests:
			h.busy(w)
			return
		case err != nil:
			m.failed(err)
			refuse(w, status, err)
			return
		}
		conn := http.NewResponseController(w)
		_ = conn.SetReadDeadline(time.Time{}) // else the end of the time for the body would look like a client that left
		_ = conn.SetWriteDeadline(time.Time{})
		m.requests.Add(1)
		serve(w, r, body)
		m.latency.add(time.Since(start))
	}
}
