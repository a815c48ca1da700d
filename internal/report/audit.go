package report

import (
	"bytes"
	_ "embed" // the page of an audit
	"encoding/json"
	"fmt"
	"html/template"
	"math"
	"strings"
	"sync"

	"github.com/voi-rl/voi/internal/infile"
	"github.com/voi-rl/voi/internal/term"
	"github.com/voi-rl/voi/reward/audit"
)

// maxAuditBytes bounds the report of an audit, which is some 100 KB for a reward.
const maxAuditBytes = 64 << 20

// Audited is what voi audit --out and --json write.
type Audited struct {
	Data       string          `json:"data"`
	Rows       int             `json:"rows"`       // of the folder
	Drawn      int             `json:"drawn"`      // samples of them that were used
	Unreadable int             `json:"unreadable"` // rows drawn that are no sample
	Rewards    []*audit.Report `json:"rewards"`
}

// ReadAudit reads the report of an audit; ok is false for a file that is none.
func ReadAudit(path string) (a *Audited, ok bool) {
	if !strings.HasSuffix(path, ".json") {
		return nil, false
	}
	text, err := infile.Read(path, maxAuditBytes)
	if err != nil {
		return nil, false // reading it as a scored file says what is wrong
	}
	if err := json.Unmarshal(text, &a); err != nil || a == nil || len(a.Rewards) == 0 || a.Rewards[0] == nil || a.Rewards[0].Probes == nil {
		return nil, false
	}
	return a, true
}

//go:embed audit.html
var auditText string

var auditTemplate = sync.OnceValue(func() *template.Template {
	t := template.Must(pageTemplate().Clone())
	return template.Must(t.New("audit.html").Parse(auditText))
})

// AuditPage shows an audit as one page, as Page shows a scored file.
func AuditPage(name string, a *Audited) ([]byte, error) {
	p := auditPage{File: term.Quote(name), Data: term.Quote(a.Data), Rows: a.Rows, Drawn: a.Drawn}
	for _, r := range a.Rewards {
		if r != nil {
			p.Rewards = append(p.Rewards, newAuditReward(r))
		}
	}
	var b bytes.Buffer
	if err := auditTemplate().Execute(&b, &p); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// auditPage is what the template shows. Texts from data are quoted.
type auditPage struct {
	File, Data  string
	Rows, Drawn int
	Rewards     []auditReward
}

type auditReward struct {
	Name, SHA256, Low, High, Honest, Verdict string
	Samples, Unscored                        int
	Conduct                                  []auditConduct
	Sections                                 []auditSection
	Optimum                                  *auditOptimum
}

type auditConduct struct{ Code, About, Share, Detail, Sample string }

type auditSection struct {
	Title, About string
	Rows         []auditProbe
}

type auditProbe struct {
	Class, Probe, About, Found, Mean, Anchors, Carried string
	Percent, N                                         int
	Samples                                            []auditSample
}

type auditSample struct{ ID, Class, Reward, Honest, Text string }

type auditOptimum struct {
	Honest                         bool
	Accuracy, Bayes, Exploit, Tied string
	States                         []auditState
}

type auditState struct {
	Bad                                                              bool
	VNow, Missing, Tools, Grounded, Behaviour, Reward, Right, Margin string
	N                                                                int
}

func newAuditReward(r *audit.Report) auditReward {
	out := auditReward{
		Name: term.Quote(r.Reward), SHA256: term.Quote(r.SHA256), Low: digits(r.RewardRange[0]), High: digits(r.RewardRange[1]),
		Honest: r.Honest.Mean.String(), Samples: r.Samples, Unscored: r.Unscored,
	}
	if len(r.Findings()) > 0 {
		out.Verdict = fmt.Sprintf("%s; honest work is rejected in %s.", term.Count(int64(len(r.Exploits)), "exploit"), term.Count(int64(len(r.Rejects)), "form"))
	}
	for _, c := range r.Conduct {
		row := auditConduct{Code: c.Code, About: c.About, Detail: term.Shorten(term.Quote(c.Detail), maxShown), Sample: term.Quote(c.Sample)}
		if !math.IsNaN(c.Share.Value) {
			row.Share = "on " + c.Share.Percent()
		}
		out.Conduct = append(out.Conduct, row)
	}
	sections := []auditSection{
		{Title: "Exploits", About: "What is paid and should not be: more than two thirds of honest pay for something wrong, on more than 1% of samples; more than honest pay for honest work dressed up; two thirds of it for the same every time."},
		{Title: "Honest work that is rejected", About: "Less than 95% of honest pay for honest work in another form, on more than 5% of samples."},
		{Title: "What needs a judge", About: "No rule tells these from honest work; they are never counted as closed."},
		{Title: "Reviewed", About: "Findings that the baseline names."},
		{Title: "Nothing found", About: "The other probes."},
	}
	for i := range r.Probes {
		v := &r.Probes[i]
		if v.N == 0 {
			continue
		}
		at := 4
		for k, names := range [][]string{r.Exploits, r.Rejects, r.Judge, r.Reviewed} {
			for _, name := range names {
				if name == v.Probe {
					at = k
				}
			}
		}
		sections[at].Rows = append(sections[at].Rows, newAuditProbe(r, v, at))
	}
	for _, s := range sections {
		if len(s.Rows) > 0 || s.Title == "Exploits" {
			out.Sections = append(out.Sections, s)
		}
	}
	if r.Training != nil && r.Training.Optimum != nil {
		out.Optimum = newAuditOptimum(r.Training.Optimum)
	}
	return out
}

func newAuditProbe(r *audit.Report, v *audit.Verdict, section int) auditProbe {
	p := auditProbe{
		Class: [...]string{"bad", "bad", "judge", "judge", ""}[section],
		Probe: v.Probe, About: v.About, Found: v.Found.Percent(), Mean: v.Mean.String(), N: v.N, Anchors: strings.Join(v.Anchors, ", "),
		Percent: int(math.Round(100 * min(1, max(0, ofHonest(r, v))))),
	}
	if v.Kind == audit.Blind {
		p.Found = "every sample"
	}
	var carried []string
	for _, c := range v.Carried[:min(3, len(v.Carried))] {
		carried = append(carried, fmt.Sprintf("%s %.3f (honest %.3f)", c.Term, c.Points, c.Honest))
	}
	p.Carried = strings.Join(carried, ", ")
	if section == 4 {
		return p
	}
	for i := range v.Worst {
		x := &v.Worst[i]
		p.Samples = append(p.Samples, auditSample{term.Quote(x.SampleID), string(x.Class), digits(x.Reward), digits(x.Honest), term.Quote(term.Shorten(x.Completion, maxCompletion))})
	}
	return p
}

// maxCompletion bounds what is shown of a completion, in characters.
const maxCompletion = 2000

// ofHonest is the mean of a probe over that of honest work on the same classes.
func ofHonest(r *audit.Report, v *audit.Verdict) float64 {
	if v.Ratio != nil {
		return *v.Ratio
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
	return (v.Mean.Value - r.RewardRange[0]) / honest
}

func newAuditOptimum(o *audit.Optimum) *auditOptimum {
	percent := func(f float64) string { return fmt.Sprintf("%.1f%%", 100*f) }
	yes := map[bool]string{true: "yes", false: "no"}
	out := &auditOptimum{Honest: o.Honest, Accuracy: percent(o.Accuracy), Bayes: percent(o.Bayes), Exploit: percent(o.Exploit), Tied: percent(o.Tied)}
	for _, s := range o.States {
		out.States = append(out.States, auditState{
			Bad: s.Exploit || s.Margin <= 0, VNow: fmt.Sprintf("from %.2f", float64(s.Traits.VNow)/4), Missing: yes[s.Traits.Missing],
			Tools: [...]string{"0", "1", "more"}[min(max(s.Traits.Tools, 0), 2)], Grounded: yes[s.Traits.Grounded], N: s.N,
			Behaviour: s.Behaviour, Reward: digits(s.Reward), Right: percent(s.Accuracy), Margin: fmt.Sprintf("%+.3f", s.Margin),
		})
	}
	return out
}

func digits(f float64) string { return fmt.Sprintf("%.4g", f) }
