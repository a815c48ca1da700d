package gateway

import "github.com/prometheus/client_golang/prometheus"

// metrics count the gateway's work, in addition to the server's metrics of
// requests.
type metrics struct {
	replies  *prometheus.CounterVec // by policy and action
	calls    *prometheus.CounterVec // to the model: for a request, or further ones
	failures *prometheus.CounterVec // by the failing part: upstream, policy, record, fault
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

// Collectors returns the gateway's metrics for the server's page.
func (g *Gateway) Collectors() []prometheus.Collector {
	return []prometheus.Collector{g.metrics.replies, g.metrics.calls, g.metrics.failures}
}
