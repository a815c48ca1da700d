package decide

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// wideItem is an item with one tool that has params boolean parameters.
func wideItem(params, cands int, args func(cand, param int) string) string {
	var properties, names, calls []string
	for p := range params {
		properties = append(properties, fmt.Sprintf(`"p%d":{"type":"boolean"}`, p))
		names = append(names, fmt.Sprintf(`"p%d"`, p))
	}
	for c := range cands {
		var given []string
		for p := range params {
			if text := args(c, p); text != "" {
				given = append(given, fmt.Sprintf(`"p%d":%s`, p, text))
			}
		}
		calls = append(calls, fmt.Sprintf(`{"name":"t","arguments":{%s},"weight":%g}`, strings.Join(given, ","), 1/float64(1+c)))
	}
	return `{"tools":[{"name":"t","parameters":{"type":"object","properties":{` + strings.Join(properties, ",") +
		`},"required":[` + strings.Join(names, ",") + `]}}],"candidates":[` + strings.Join(calls, ",") + `]}`
}

// TestHostileItems bounds the time for items that are made to be slow. A slow machine under
// the race detector stays below the bound, too.
func TestHostileItems(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for _, c := range []struct {
		name          string
		params, cands int
		args          func(cand, param int) string
	}{
		{"40 parameters of which each candidate gives another few", 40, 16, func(_, _ int) string {
			if r.IntN(5) == 0 {
				return "true"
			}
			return ""
		}},
		{"120 of the same", 120, 16, func(_, _ int) string {
			if r.IntN(5) == 0 {
				return "true"
			}
			return ""
		}},
		{"20,000 parameters, none given", 20_000, 2, func(c, p int) string {
			if c == p {
				return "true"
			}
			return ""
		}},
		{"20,000 arguments", 20_000, 2, func(int, int) string { return "true" }},
		{"1,024 candidates", 1000, MaxCandidates, func(c, p int) string {
			if c == p {
				return "true"
			}
			return ""
		}},
	} {
		item := wideItem(c.params, c.cands, c.args)
		start := sharedtest.CPU()
		if reply, ok := AppendText(nil, item); !ok {
			t.Errorf("%s: %.300s", c.name, reply)
		}
		took := sharedtest.CPU() - start
		if t.Logf("%s: %v", c.name, took); took > 10*time.Second {
			t.Errorf("%s took %v", c.name, took)
		}
	}
}
