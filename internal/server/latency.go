package server

import (
	"math"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
)

// latency records the duration of requests since the start: in buckets for Prometheus, in
// quantiles for the op stats.
type latency struct {
	buckets   prometheus.Histogram
	quantiles prometheus.Summary // of 0.5, 0.99 and 1, in seconds
}

// aLongTime is longer than any server runs, so that quantiles are over all requests.
const aLongTime = 10 * 365 * 24 * time.Hour

func newLatency() latency {
	return latency{
		prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "voi_request_seconds", Help: "Time from the request to its reply.",
			Buckets: []float64{1e-4, 2.5e-4, 5e-4, 1e-3, 2.5e-3, 5e-3, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60},
		}),
		prometheus.NewSummary(prometheus.SummaryOpts{Objectives: map[float64]float64{0.5: 0.01, 0.99: 0.001, 1: 0}, MaxAge: aLongTime, AgeBuckets: 1}),
	}
}

func (l *latency) add(d time.Duration) {
	l.buckets.Observe(d.Seconds())
	l.quantiles.Observe(d.Seconds())
}

// milliseconds returns the quantiles; they are 0 before the first request.
func (l *latency) milliseconds() (of [3]float64) {
	var m dto.Metric
	if l.quantiles.Write(&m) != nil { // it cannot fail
		return of
	}
	for i, q := range m.GetSummary().GetQuantile() {
		if ms := q.GetValue() * 1000; !math.IsNaN(ms) {
			of[i] = math.Round(ms*1000) / 1000
		}
	}
	return of
}
