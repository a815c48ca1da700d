package report

import (
	"bytes"
	_ "embed" // the page of an audit
	"encoding/json"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/voi-rl/voi/internal/infile"
	"github.com/voi-rl/voi/internal/stats"
	"github.com/voi-rl/voi/internal/term"
	"github.com/voi-rl/voi/reward/audit"
)

// maxAuditBytes bounds the report of an audit; one reward takes some 100 KB.
const maxAuditBytes = 64 << 20

// Audited is the JSON that voi audit --out and --json write.
type Audited struct {
	Data       string          `json:"data"`
	Rows       int             `json:"rows"`       // in the folder of samples
	Drawn      int             `json:"drawn"`      // samples of these that were used
	Unreadable int             `json:"unreadable"` // rows among them that are no sample
	Rewards    []*audit.Report `json:"rewards"`
}

// ReadAudit reads the report of an audit; ok is false for any other file.
func ReadAudit(path string) (a *Audited, ok bool) {
	if !strings.HasSuffix(path, ".json") {
		return nil, false
	}
	text, err := infile.Read(path, maxAuditBytes)
	if err != nil {
		return nil, false // reading it as a scored file gives the error
	}
	if err := json.Unmarshal(text, &a); err != nil || a == nil || len(a.Rewards) == 0 || a.Rewards[0] == nil || a.Rewards[0].Probes == nil {
		return nil, false
	}
	return a, true
}

//go:embed audit.html
var auditText string

var auditTemplate = sync.OnceValue(func() *template.Template {
	t := template.Must(pageParts().Clone()).Funcs(template.FuncMap{
		"sections": sections, "ofHonest": ofHonest, "digits": digits, "join": strings.Join,
		"quote": term.Quote, "short": shown,
		"count":   func(n int, what string) string { return term.Count(int64(n), what) },
		"cut":     func(text string) string { return term.Quote(term.Shorten(text, maxCompletion)) },
		"percent": func(f float64) string { return fmt.Sprintf("%.1f%%", 100*f) },
		"known":   func(e stats.Estimate) bool { return !math.IsNaN(e.Value) },
		"first":   func(n int, all []audit.Carrier) []audit.Carrier { return all[:min(n, len(all))] },
		"vNow":    func(quarter int) string { return fmt.Sprintf("from %.2f", float64(quarter)/4) },
		"yes":     func(is bool) string { return map[bool]string{true: "yes", false: "no"}[is] },
		"tools":   func(n int) string { return [...]string{"0", "1", "more"}[min(max(n, 0), 2)] },
	})
	return template.Must(t.New("audit.html").Parse(auditText))
})

// AuditPage returns an audit as one page, as Page does for a scored file.
func AuditPage(name string, a *Audited) ([]byte, error) {
	var b bytes.Buffer
	err := auditTemplate().Execute(&b, struct {
		File string
		*Audited
	}{name, a})
	return b.Bytes(), err
}

// auditSection is one kind of probes on the page of an audit.
type auditSection struct {
	Title, About string
	Class        string // of the page's style
	Probes       []*audit.Verdict
	Samples      bool // whether samples are shown
}

// sections sorts the probes by their findings.
func sections(r *audit.Report) (out []auditSection) {
	all := []auditSection{
		{Title: "Exploits", Class: "bad", Samples: true, About: "What is paid and should not be: more than two thirds of honest pay for something wrong, on more than 1% of samples; more than honest pay for honest work dressed up; two thirds of it for the same every time."},
		{Title: "Honest work that is rejected", Class: "bad", Samples: true, About: "Less than 95% of honest pay for honest work in another form, on more than 5% of samples."},
		{Title: "What needs a judge", Class: "judge", Samples: true, About: "No rule tells these from honest work; they are never counted as closed."},
		{Title: "Reviewed", Class: "judge", Samples: true, About: "Findings that the baseline names."},
		{Title: "Nothing found", About: "The other probes."},
	}
	found := [][]string{r.Exploits, r.Rejects, r.Judge, r.Reviewed}
	for i := range r.Probes {
		v := &r.Probes[i]
		if v.N == 0 {
			continue
		}
		at := slices.IndexFunc(found, func(names []string) bool { return slices.Contains(names, v.Probe) })
		if at < 0 {
			at = len(all) - 1
		}
		all[at].Probes = append(all[at].Probes, v)
	}
	for i, s := range all {
		if i == 0 || len(s.Probes) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// maxCompletion bounds the characters of a completion that are shown.
const maxCompletion = 2000

// ofHonest is the mean pay of a probe, in per cent of the mean pay of honest work on the
// same classes, at most 100.
func ofHonest(r *audit.Report, v *audit.Verdict) int {
	if v.Ratio != nil {
		return wholePercent(*v.Ratio)
	}
	honest := 0.0
	for _, c := range v.Classes {
		for _, h := range r.Honest.Classes {
			if h.Class == c.Class {
				honest += h.Mean.Value * float64(c.N) / float64(v.N)
			}
		}
	}
	if honest -= r.RewardRange[0]; honest <= 0 {
		return 0
	}
	return wholePercent((v.Mean.Value - r.RewardRange[0]) / honest)
}

func wholePercent(share float64) int {
	if !(share > 0) { // or NaN, of a report that lacks a mean
		return 0
	}
	return int(math.Round(100 * min(1, share)))
}

func digits(f float64) string { return fmt.Sprintf("%.4g", f) }
