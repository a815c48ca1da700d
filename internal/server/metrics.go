package server

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/voi-rl/voi/internal/item"
)

// metrics exports the meter to Prometheus. It reads the counts when Prometheus asks.
type metrics struct{ core *Core }

// Describe sends nothing: Collect creates the descriptions.
func (m metrics) Describe(chan<- *prometheus.Desc) {}

// Collect sends all metrics.
func (m metrics) Collect(ch chan<- prometheus.Metric) {
	c, meter := m.core, m.core.meter
	desc := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc("voi_"+name, help, labels, nil)
	}
	gauge := func(name, help string, n int64) {
		ch <- prometheus.MustNewConstMetric(desc(name, help), prometheus.GaugeValue, float64(n))
	}
	counter := func(name, help string, n int64) {
		ch <- prometheus.MustNewConstMetric(desc(name, help), prometheus.CounterValue, float64(n))
	}
	// counters sends a counter for each value of a label.
	counters := func(name, help, label string, of map[string]int64) {
		for value, n := range of {
			ch <- prometheus.MustNewConstMetric(desc(name, help, label), prometheus.CounterValue, float64(n), value)
		}
	}
	requests := meter.counts(meter.requestE, item.Codes()...)
	requests[""] = meter.requests.Load()
	counters("requests_total", "Requests answered, by the code of the error that they failed with (\"\" for none).", "code", requests)
	counters("items_scored_total", "Items scored, by the completion's action (\"\" for none).", "action", meter.counts(meter.actions))
	counters("items_unscored_total", "Items without a reward, by the code of their error.", "code", meter.counts(meter.itemE, item.Codes()...))
	counter("items_decided_total", "Items decided.", meter.decided.Load())
	counter("items_read_total", "Conversations read.", meter.read.Load())
	counter("trajectories_scored_total", "Recorded runs scored.", meter.runs.Load())
	counter("requests_refused_total", "HTTP requests refused for being over the limit.", meter.refused.Load())
	gauge("connections", "HTTP connections.", meter.conns.Load())
	counter("connections_evicted_total", "HTTP connections closed to make room for others.", meter.evicted.Load())
	gauge("queue_depth", "Requests read and not yet answered.", meter.queued.Load())
	gauge("inflight_bytes", "Bytes of requests and replies in flight.", meter.held.Load())
	cache := c.Scorer.Stats()
	gauge("prepared_samples", "Prepared samples in the cache.", cache.Entries)
	gauge("prepared_bytes", "Memory of the cache of prepared samples, roughly.", cache.Bytes)
	counters("prepared_lookups_total", "Look-ups in the cache of prepared samples.", "result", map[string]int64{"hit": cache.Hits, "miss": cache.Misses})
	e := c.episodes()
	for state, n := range map[string]int64{"open": e.Open, "ended": e.Ended} {
		ch <- prometheus.MustNewConstMetric(desc("episodes", "Episodes that have not been closed, by whether they have ended.", "state"), prometheus.GaugeValue, float64(n), state)
	}
	gauge("episode_bytes", "Bytes of what was said in episodes, roughly.", e.Bytes)
	counter("episode_resets_total", "Episodes begun.", e.Resets)
	counter("episode_steps_total", "Steps of episodes.", e.Steps)
	counter("episodes_evicted_total", "Episodes that had to make room for others.", e.Evicted)
	ch <- prometheus.MustNewConstMetric(desc("profile_info", "The default profile.", "profile", "profile_sha256", "version"),
		prometheus.GaugeValue, 1, c.Profiles[0].Name(), c.Profiles[0].SHA256(), c.Version)
	meter.latency.buckets.Collect(ch)
}

func (c *Core) metricsHandler() http.Handler {
	r := prometheus.NewRegistry()
	r.MustRegister(metrics{c}, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	r.MustRegister(c.Collectors...)
	return promhttp.HandlerFor(r, promhttp.HandlerOpts{MaxRequestsInFlight: 4})
}
