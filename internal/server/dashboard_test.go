package server

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// The dashboard asks for metrics that there are, and leaves none of ours out.
func TestDashboard(t *testing.T) {
	text, err := os.ReadFile("../../deploy/grafana.json")
	if err != nil {
		t.Fatal(err)
	}
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(text, &board); err != nil {
		t.Fatal(err)
	}
	h := testHTTP(t, testCore(t), loopback, HTTPOptions{})
	ask(h, "POST", "/v1/score", `{"items":[3,{"completion":"x","reference":{"action":"ASK"}}]}`)
	there := map[string]bool{}
	for line := range strings.Lines(ask(h, "GET", "/metrics", "").Body.String()) {
		if name, _, _ := strings.Cut(line, " "); !strings.HasPrefix(line, "#") {
			name, _, _ = strings.Cut(name, "{")
			there[name] = false
		}
	}
	name := regexp.MustCompile(`\b(voi|go|process)_[a-z_]+`)
	for _, p := range board.Panels {
		for _, target := range p.Targets {
			for _, m := range name.FindAllString(target.Expr, -1) {
				if _, found := there[m]; !found && !strings.HasPrefix(m, "process_") { // on Linux only
					t.Errorf("%s: there is no metric %s", p.Title, m)
				}
				there[m] = true
			}
		}
	}
	for m, shown := range there {
		if !shown && strings.HasPrefix(m, "voi_") && m != "voi_request_seconds_sum" && m != "voi_request_seconds_count" {
			t.Errorf("%s is not shown", m)
		}
	}
}
