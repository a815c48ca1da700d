package report

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/reward/audit"
)

// The page of an audit names the findings. It is made from the file that voi audit writes,
// and shows data as text.
func TestAuditPage(t *testing.T) {
	value := sharedtest.Need(domains.ParseValue(`[{"name":"weather","parameters":{"type":"object","properties":{"town":{"type":"string"}},"required":["town"]}}]`))(t)
	tools := sharedtest.Need(domains.ParseTools(value))(t)
	call := domains.Call{Name: "weather"}
	call.Arguments = sharedtest.Need(domains.ParseValue(`{"town":"Porto"}`))(t)
	sample := audit.Sample{Sample: &dataset.Sample{ID: "<script>alert(1)</script>\x1b[2J", Tools: tools, Messages: []dataset.Message{{Role: dataset.User, Content: "The weather in Porto"}},
		Reference: dataset.Reference{Action: completion.ToolCall, ToolCalls: []domains.Call{call}}}}
	anyCall := &audit.Func{Name: "<b>any call</b>", Grammar: completion.Tagged, Batch: func(_ audit.Sample, texts []string) []float64 {
		out := make([]float64, len(texts))
		for i, text := range texts {
			if strings.Contains(text, "<TOOLCALL>") {
				out[i] = 1
			}
		}
		return out
	}}
	found := sharedtest.Need(audit.Run(context.Background(), anyCall, []audit.Sample{sample}, audit.Options{Train: true}))(t)
	text := sharedtest.Need(json.Marshal(&Audited{Data: "data", Rows: 1, Drawn: 1, Rewards: []*audit.Report{found}}))(t)
	path := filepath.Join(t.TempDir(), "report.json")
	sharedtest.OK(t, os.WriteFile(path, text, 0o666))
	a, ok := ReadAudit(path)
	if !ok {
		t.Fatal("the report is not read back")
	}
	page := sharedtest.Need(AuditPage("report.json", a))(t)
	for _, want := range []string{"&lt;b&gt;any call", "&lt;script&gt;alert(1)", "<th scope=\"row\">invented</th>", "What the reward asks for", "0.000", "Nothing found"} {
		if !bytes.Contains(page, []byte(want)) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, not := range []string{"<script", "<b>any", "\x1b", "NaN", "ZgotmplZ"} {
		if bytes.Contains(page, []byte(not)) {
			t.Errorf("the page has %q", not)
		}
	}
	for _, other := range []string{`{}`, `[1]`, `{"rewards":[null]}`, `not json`} {
		sharedtest.OK(t, os.WriteFile(path, []byte(other), 0o666))
		if _, ok := ReadAudit(path); ok {
			t.Errorf("%s is read as an audit", other)
		}
	}
}

// A report that lacks the mean of a probe shows no pay, instead of a number that is none.
func TestAuditPageWithoutMeans(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit.json")
	sharedtest.OK(t, os.WriteFile(path, []byte(`{"rewards":[{"reward_range":[0,1],"honest":{"classes":[{"class":"ASK","n":1,"mean":{"value":1}}]},
		"probes":[{"probe":"vague","kind":"wrong","n":1,"mean":{"value":null},"classes":[{"class":"ASK","n":1,"mean":{"value":null}}]}]}]}`), 0o666))
	a, ok := ReadAudit(path)
	if !ok {
		t.Fatal("it is no report")
	}
	if page := string(sharedtest.Need(AuditPage("audit.json", a))(t)); !strings.Contains(page, `<span style="width: 0%">`) {
		t.Errorf("%s", page[strings.Index(page, "<tbody>"):])
	}
}
