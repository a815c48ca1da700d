package gateway

import "github.com/prometheus/client_golang/prometheus"

// metrics count what the gateway does, beside what the server counts of requests.
type metrics struct {
	replies  *prometheus.CounterVec // by policy and action
	calls    *prometheus.CounterVec // to the model: of a request, or further
	failures *prometheus.CounterVec // by what failed: upstream, policy, record, fault
}

func newMetrics() *metrics {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: "voi", Subsystem: "gateway", Name: name, Help: help}, labels)
	}
	return &metrics{
		replies:  counter("replies_total", "Choices decided on, by the policies and the action.", "policy", "action"),
		calls:    counter("calls_total", "Calls to the model: of a request, or further ones of a policy.", "kind"),
		failures: counter("failures_total", "What failed: the upstream, a policy, the recording; fault: a panic of a policy, which is logged.", "of"),
	}
}

// Collectors are the metrics of the gateway, for the server's page.
func (g *Gateway) Collectors() []prometheus.Collector {
	return []prometheus.Collector{g.metrics.replies, g.metrics.calls, g.metrics.failures}
}
