package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/report"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/internal/stats"
	"github.com/voi-rl/voi/reward/audit"
)

// The SARIF log has what SARIF 2.1.0 requires: a driver with the rules of the results, and
// a level, a message and a location for each result.
func TestSARIF(t *testing.T) {
	share := audit.Figure{}
	a := &audited{Audited: report.Audited{Rewards: []*audit.Report{{Reward: "my.rewards:correct", Reviewed: []string{"twice"}, Probes: []audit.Verdict{
		{Probe: "invented", Kind: audit.Wrong, Anchors: []string{"H1"}, About: "calls with made-up values", Figure: share, Found: stats.Wilson(3, 10), Finding: true},
		{Probe: "twice", Kind: audit.Wrong, Found: stats.Wilson(3, 10), Finding: true},
		{Probe: "ask", Kind: audit.Wrong, Found: stats.Wilson(0, 10)},
		{Probe: "null", Kind: audit.Same, About: "makes the right call, null for an absent argument", Found: stats.Wilson(3, 10), Finding: true},
		{Probe: "private-data", Kind: audit.Wrong, Judge: true, Found: stats.Wilson(3, 10), Finding: true},
	}, Conduct: []audit.Conduct{{Code: "crash", About: "fails on a completion", Detail: "x"}}}}}}
	path := filepath.Join(t.TempDir(), "found.sarif")
	sharedtest.OK(t, a.writeSARIF(io.Discard, path))
	text := sharedtest.Need(os.ReadFile(path))(t)
	var log struct {
		Version string
		Runs    []struct {
			Tool struct {
				Driver struct {
					Name  string
					Rules []struct{ ID string }
				}
			}
			Results []struct {
				RuleID    string
				Level     string
				Message   struct{ Text string }
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine int }
					}
				}
				PartialFingerprints map[string]string
			}
		}
	}
	sharedtest.OK(t, json.Unmarshal(text, &log))
	if log.Version != "2.1.0" || len(log.Runs) != 1 || log.Runs[0].Tool.Driver.Name == "" {
		t.Fatalf("no log of version 2.1.0 with one run: %s", text)
	}
	var rules, got []string
	for _, r := range log.Runs[0].Tool.Driver.Rules {
		rules = append(rules, r.ID)
	}
	for _, r := range log.Runs[0].Results {
		got = append(got, r.RuleID+" "+r.Level)
		if !slices.Contains(rules, r.RuleID) || r.Message.Text == "" || len(r.Locations) != 1 || r.Locations[0].PhysicalLocation.ArtifactLocation.URI != "my/rewards.py" || r.Locations[0].PhysicalLocation.Region.StartLine < 1 {
			t.Errorf("%s lacks a rule, a message or a place: %+v", r.RuleID, r)
		}
	}
	if want := []string{"invented error", "null warning", "private-data note", "crash error"}; !slices.Equal(got, want) {
		t.Errorf("results %v, want %v", got, want)
	}
}

// A baseline that is another file, such as the report itself, is told in a line that can be read.
func TestBaselineOfAnotherKind(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.json")
	sharedtest.OK(t, os.WriteFile(path, []byte(`{"data":"`+strings.Repeat("x", 1<<16)+`"}`), 0o600))
	if _, err := readBaseline(path); err == nil || !strings.Contains(err.Error(), "is no finding") || len(err.Error()) > 300 {
		t.Errorf("%.400v", err)
	}
}

// Every run of a file is as likely to be drawn as the others, whatever rows before it cannot be read.
func TestDrawRuns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "runs.jsonl")
	text := strings.Repeat("{\"nothing\":1}\n", 1000)
	for _, id := range []string{"first", "second"} {
		text += fmt.Sprintf("{\"trajectory_id\":%q,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"},{\"role\":\"assistant\",\"content\":\"Hello.\"}]}\n", id)
	}
	sharedtest.OK(t, os.WriteFile(path, []byte(text), 0o600))
	cmd := newAudit()
	cmd.SetContext(t.Context())
	drawn := map[string]int{}
	for seed := range 20 {
		f := auditFlags{samples: 1, opt: audit.Options{Seed: uint64(seed)}}
		runs, a, err := f.drawRuns(cmd, []string{path})
		if err != nil || len(runs) != 1 || a.Rows != 1002 || a.Unreadable != 1000 {
			t.Fatalf("%d runs of %+v, %v", len(runs), a, err)
		}
		drawn[runs[0].ID]++
	}
	if drawn["first"] < 4 || drawn["second"] < 4 {
		t.Errorf("of two runs were drawn %v", drawn)
	}
}
