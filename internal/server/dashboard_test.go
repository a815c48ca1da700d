package server

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// A panel of the dashboard, and its queries.
type panel struct {
	Title   string
	Targets []struct{ Expr, LegendFormat string }
}

func dashboard(t *testing.T) []panel {
	t.Helper()
	text := sharedtest.Need(os.ReadFile("../../deploy/grafana.json"))(t)
	var board struct{ Panels []panel }
	sharedtest.OK(t, json.Unmarshal(text, &board))
	return board.Panels
}

var (
	metricName  = regexp.MustCompile(`\b(voi|go|process)_[a-z_]+`)
	metricLine  = regexp.MustCompile(`(?m)^([a-z_]+)(?:\{(.*)\})? \S+$`)
	labelName   = regexp.MustCompile(`([a-z_0-9]+)(?:=~|!~|!=|=)"`)
	grouping    = regexp.MustCompile(`by \(([^)]*)\)`)
	legendLabel = regexp.MustCompile(`\{\{(\w+)\}\}`)
)

// The dashboard queries only metrics and labels that exist, and it shows all of voi's
// metrics.
func TestDashboard(t *testing.T) {
	h := testHTTP(t, testCore(t), loopback, HTTPOptions{})
	ask(h, "POST", "/v1/score", `{"items":[3,{"completion":"x","reference":{"action":"ASK"}}]}`)
	labels := map[string]map[string]bool{}
	for _, m := range metricLine.FindAllStringSubmatch(ask(h, "GET", "/metrics", "").Body.String(), -1) {
		if labels[m[1]] == nil {
			labels[m[1]] = map[string]bool{"job": true, "instance": true} // Prometheus adds them
		}
		for _, l := range labelName.FindAllStringSubmatch(m[2], -1) {
			labels[m[1]][l[1]] = true
		}
	}
	shown := map[string]bool{}
	for _, p := range dashboard(t) {
		for _, target := range p.Targets {
			for _, m := range metricName.FindAllString(target.Expr, -1) {
				shown[m] = true
				if labels[m] == nil && !strings.HasPrefix(m, "process_") { // exported on Linux only
					t.Errorf("%s: there is no metric %s", p.Title, m)
				}
			}
			var asked []string
			for _, l := range labelName.FindAllStringSubmatch(target.Expr, -1) {
				asked = append(asked, l[1])
			}
			kept := map[string]bool{}
			for _, by := range grouping.FindAllStringSubmatch(target.Expr, -1) {
				for _, l := range strings.Split(by[1], ", ") {
					asked = append(asked, l)
					kept[l] = true
				}
			}
			for _, l := range legendLabel.FindAllStringSubmatch(target.LegendFormat, -1) {
				asked = append(asked, l[1])
				if strings.Contains(target.Expr, "sum") && !kept[l[1]] {
					t.Errorf("%s: the legend names %s, which is summed over", p.Title, l[1])
				}
			}
			for _, m := range metricName.FindAllString(target.Expr, -1) {
				for _, l := range asked {
					if labels[m] != nil && !labels[m][l] {
						t.Errorf("%s: %s has no label %s", p.Title, m, l)
					}
				}
			}
		}
	}
	for m := range labels {
		if !shown[m] && strings.HasPrefix(m, "voi_") && m != "voi_request_seconds_sum" && m != "voi_request_seconds_count" {
			t.Errorf("%s is not shown", m)
		}
	}
}
