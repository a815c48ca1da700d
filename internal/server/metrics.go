package server

import (
	"net/http"
	"slices"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/voi-rl/voi/internal/item"
)

// metrics shows the meter to Prometheus. Numbers are read when they are asked
// for; nothing is counted twice.
type metrics struct{ core *Core }

var (
	descRequests = desc("requests_total", "Requests answered, by the code of the error that they failed with (\"\" for none).", "code")
	descScored   = desc("items_scored_total", "Items scored, by the completion's action (\"\" for none).", "action")
	descUnscored = desc("items_unscored_total", "Items without a reward, by the code of their error.", "code")
	descDecided  = desc("items_decided_total", "Items decided.")
	descRead     = desc("items_read_total", "Conversations read.")
	descRefused  = desc("requests_refused_total", "HTTP requests refused for being over the limit.")
	descConns    = desc("connections", "HTTP connections.")
	descEvicted  = desc("connections_evicted_total", "HTTP connections closed to make room for others.")
	descQueue    = desc("queue_depth", "Requests read and not yet answered.")
	descHeld     = desc("inflight_bytes", "Bytes of requests and replies in flight.")
	descPrepared = desc("prepared_samples", "Prepared samples in the cache.")
	descBytes    = desc("prepared_bytes", "Memory of the cache of prepared samples, roughly.")
	descLookups  = desc("prepared_lookups_total", "Look-ups in the cache of prepared samples.", "result")
	descReloads  = desc("reloads_total", "Reloads of the samples, by whether they took place.", "result")
	descLatency  = desc("request_seconds", "Time from the request to its reply.")
	descProfile  = desc("profile_info", "The default profile.", "profile", "profile_sha256", "version")
)

func desc(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("voi_"+name, help, labels, nil)
}

// Describe names all metrics.
func (m metrics) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		descRequests, descScored, descUnscored, descDecided, descRead, descRefused, descQueue,
		descHeld, descConns, descEvicted, descPrepared, descBytes, descLookups, descReloads, descLatency, descProfile,
	} {
		ch <- d
	}
}

// Collect reads all metrics.
func (m metrics) Collect(ch chan<- prometheus.Metric) {
	c, meter := m.core, m.core.meter
	number := func(d *prometheus.Desc, kind prometheus.ValueType, n int64, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, kind, float64(n), labels...)
	}
	number(descRequests, prometheus.CounterValue, meter.requests.Load(), "")
	for _, by := range []struct {
		desc  *prometheus.Desc
		of    map[string]int64
		least []string // which are there from the start: the first step of a counter that was not there is no rate
	}{{descRequests, meter.requestE, item.Codes()}, {descScored, meter.actions, nil}, {descUnscored, meter.itemE, item.Codes()}} {
		keys, n := meter.counts(by.of)
		for i, k := range keys {
			number(by.desc, prometheus.CounterValue, n[i], k)
		}
		for _, k := range by.least {
			if !slices.Contains(keys, k) {
				number(by.desc, prometheus.CounterValue, 0, k)
			}
		}
	}
	number(descDecided, prometheus.CounterValue, meter.decided.Load())
	number(descRead, prometheus.CounterValue, meter.read.Load())
	number(descRefused, prometheus.CounterValue, meter.refused.Load())
	number(descConns, prometheus.GaugeValue, meter.conns.Load())
	number(descEvicted, prometheus.CounterValue, meter.evicted.Load())
	number(descQueue, prometheus.GaugeValue, meter.queued.Load())
	number(descHeld, prometheus.GaugeValue, meter.held.Load())
	cache := c.scorers.stats()
	number(descPrepared, prometheus.GaugeValue, cache.Entries)
	number(descBytes, prometheus.GaugeValue, cache.Bytes)
	number(descLookups, prometheus.CounterValue, cache.Hits, "hit")
	number(descLookups, prometheus.CounterValue, cache.Misses, "miss")
	number(descReloads, prometheus.CounterValue, meter.reloads.Load(), "done")
	number(descReloads, prometheus.CounterValue, meter.reloadsFailed.Load(), "failed")
	number(descProfile, prometheus.GaugeValue, 1, c.Profiles[0].Name(), c.Profiles[0].SHA256(), c.Version)
	n, sum, buckets := meter.latency.cumulative()
	ch <- prometheus.MustNewConstHistogram(descLatency, n, sum, buckets)
}

func (c *Core) metricsHandler() http.Handler {
	r := prometheus.NewRegistry()
	r.MustRegister(metrics{c}, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return promhttp.HandlerFor(r, promhttp.HandlerOpts{MaxRequestsInFlight: 4})
}
