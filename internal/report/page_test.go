package report

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

func pageOf(t testing.TB, lines []line) string {
	t.Helper()
	text := sharedtest.Need(Page(context.Background(), PageOptions{Scored: write(t, t.TempDir(), "s.jsonl", "aa", lines)}))(t)
	return string(text)
}

// No part of a file becomes markup: not a name, a text, a note, or a row that cannot be
// read.
func TestPageEscapes(t *testing.T) {
	const evil = `</pre></svg></style></title><script>alert(1)</script><img src=x onerror=alert(1)>"'{{.}}`
	escaped := strings.NewReplacer(`"`, `\"`).Replace(evil)
	row := fmt.Sprintf(`{"sample_id":"%[1]s","completion":"%[1]s","reference":{"action":"ASK"},"reward":1,"%[1]s":0.5,"certainty":0.5,"action":"ASK","error":null,"notes":["%[1]s"]}`, escaped)
	broken := `{"sample_id":"b","reward":"` + escaped + `"}`
	dir := t.TempDir()
	path := filepath.Join(dir, `<script>alert(2)<\script>.jsonl`)
	sharedtest.OK(t, os.WriteFile(path, []byte(row+"\n"+broken+"\n"), 0o666))
	sharedtest.OK(t, os.WriteFile(path+".meta.json", fmt.Appendf(nil, `{"profile_sha256":%[1]q,"voi":{"profiles":[{"name":"%[2]s","sha256":%[1]q}]}}`, "<script>", escaped), 0o666))
	text := sharedtest.Need(Page(context.Background(), PageOptions{Scored: path}))(t)
	page := strings.ToLower(string(text))
	for _, mark := range []string{"<script", "<img", "onerror=alert(1)>\""} {
		if strings.Contains(page, mark) {
			t.Errorf("the page has %q", mark)
		}
	}
	if n := strings.Count(page, "&lt;script&gt;"); n < 6 {
		t.Errorf("the texts are shown %d times", n)
	}
	for _, name := range []string{"style", "title", "svg", "pre"} {
		if open := strings.Count(page, "<"+name); open == 0 || open != strings.Count(page, "</"+name+">") {
			t.Errorf("a text has closed an element: <%s>", name)
		}
	}
}

// A page needs no network, runs no script, and is the same whenever it is made. Its plots
// are well-formed.
func TestPageStandsAlone(t *testing.T) {
	lines := policy(30, 0.4, 0.8, 1)
	text := pageOf(t, lines)
	if text != pageOf(t, lines) {
		t.Error("two runs differ")
	}
	outside := regexp.MustCompile(`(?i)(src|href|action|data)\s*=|@import|url\(|<(script|link|iframe|object|embed|base)\b`)
	if found := outside.FindString(text); found != "" {
		t.Errorf("the page has %q", found)
	}
	for _, address := range regexp.MustCompile(`https?://[^"' ]*`).FindAllString(text, -1) {
		t.Errorf("the page names %s", address)
	}
	for _, need := range []string{`name="viewport"`, "prefers-color-scheme: dark", "default-src 'none'", "What was right, and what was done"} {
		if !strings.Contains(text, need) {
			t.Errorf("the page lacks %q", need)
		}
	}
	plots := regexp.MustCompile(`(?s)<svg.*?</svg>`).FindAllString(text, -1)
	if len(plots) != 3 { // reward, tool, cls; there is no certainty and no EVPI
		t.Errorf("%d plots", len(plots))
	}
	for _, plot := range plots {
		d := xml.NewDecoder(strings.NewReader(plot))
		for {
			_, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%v in\n%s", err, plot)
			}
		}
	}
}

// Computed by hand: of four rows two are right; in 2.5 of 4 pairs the right one is more
// certain than the wrong one; one of two groups has equal rewards.
func TestPageByHand(t *testing.T) {
	var lines []line
	for i, c := range []struct {
		certainty, reward float64
		action            string
		evpi              float64
	}{{0.9, 2, "ASK", 0.95}, {0.2, 2, "ASK", 0.95}, {0.2, 1, "REFUSE", 0.05}, {0.5, 0, "", 0.05}} {
		action := `"` + c.action + `"`
		if c.action == "" {
			action = "null"
		}
		lines = append(lines, line{instead: fmt.Sprintf(`{"sample_id":"s%d","completion":"t%d","reference":{"action":"ASK"},"evpi_max":%v,"reward":%v,"certainty":%v,"action":%s,"error":null,"notes":null}`, i/2, i, c.evpi, c.reward, c.certainty, action)})
	}
	lines = append(lines, line{instead: `{"sample_id":"s9","reward":null,"certainty":null,"action":null,"error":{"code":"bad_tools"}}`}, line{instead: `{"reward":1}`})
	text := pageOf(t, lines)
	for _, want := range []string{
		"<dd>6, of which 4 have a reward and 1 have an error in its place</dd>",
		"(AUC) 0.6250 [",
		"left out: 1 of 6. The first: <bdi>s.jsonl:6: the row names no sample",
		"<dd>2, 0 of one reward</dd>",
		"50.0% [9.5%, 90.5%] of the groups of several rewards have equal ones only",
		`<td class="heat2 right">2 <span class="share">50%</span></td><td class="heat1">1 <span class="share">25%</span></td>`,
		"<td>0.9</td><td>1.0</td><td>0.9500</td><td>100.0% [20.7%, 100.0%]</td><td>2</td>", // asks
		"<td>0.0</td><td>0.1</td><td>0.0500</td><td>0.0% [0.0%, 79.3%]</td><td>2</td>",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	// Best first, one row of each sample; the most surprising is right at 0.2.
	best, worst, surprising := section(text, "Best samples"), section(text, "Worst samples"), section(text, "Most surprising samples")
	if strings.Count(best, "<details>") != 2 || !strings.Contains(best, "<summary>2 · ASK where ASK is right · <bdi>s0</bdi></summary>") || !strings.Contains(best, ">t0</pre>") {
		t.Errorf("best\n%s", best)
	}
	if !strings.HasPrefix(worst[strings.Index(worst, "<summary>"):], "<summary>0 · none where ASK is right · <bdi>s1</bdi>") {
		t.Errorf("worst\n%s", worst)
	}
	if i := strings.Index(surprising, ">t1</pre>"); i < 0 || i > strings.LastIndex(surprising, "<details>") {
		t.Errorf("surprising\n%s", surprising)
	}
}

func section(page, title string) string {
	_, rest, _ := strings.Cut(page, "<h2>"+title+"</h2>")
	part, _, _ := strings.Cut(rest, "<h2>")
	return part
}

// A page shows a bounded part of a file.
func TestPageIsBounded(t *testing.T) {
	c := columns{components: []string{"certainty"}}
	tally := newTally(&source{columns: []columns{c}}, 1)
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range 3 * maxDrawn {
		v := rng.Float64()
		tally.add(&row{identity: identity{group: uint64(i / 4), digest: uint64(i), class: 1, evpi: math.NaN()}, outcomes: [2]outcome{{values: []float64{v, v}, action: 1}}})
	}
	if len(tally.drawn) != maxDrawn || len(tally.best.list) != shownSamples || len(tally.surprising.list) != shownSamples {
		t.Fatalf("%d drawn, %d best", len(tally.drawn), len(tally.best.list))
	}
	// The drawn rows represent the whole file: their mean is 1/2, within five standard
	// errors.
	var sum float64
	for _, r := range tally.drawn {
		sum += r.values[0]
	}
	if mean := sum / maxDrawn; math.Abs(mean-0.5) > 5*math.Sqrt(1.0/12/maxDrawn) {
		t.Errorf("mean of the rows drawn %v", mean)
	}
	for i := 1; i < shownSamples; i++ {
		if tally.best.list[i].reward > tally.best.list[i-1].reward || tally.worst.list[i].reward < tally.worst.list[i-1].reward {
			t.Error("extremes are out of order")
		}
	}
}

// Figures of extreme sizes are drawn, or at least do not stop the program.
func TestPageExtremeFigures(t *testing.T) {
	for _, values := range [][2]float64{{1e308, -1e308}, {0, 0}, {5e-324, 0}, {1e15, 1e15 + 0.125}, {-1, 1e300}} {
		var lines []line
		for i, v := range values {
			lines = append(lines, line{sample: fmt.Sprint("s", i), reward: v, tool: -v / 2, action: "ASK", text: "t"})
		}
		if text := pageOf(t, lines); !strings.Contains(text, "<svg") || bytes.Contains([]byte(text), []byte("NaN")) {
			t.Errorf("%v: %.2000s", values, text)
		}
	}
}

// Options that make no sense are refused.
func TestPageRefuses(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		lines []line
		opt   PageOptions
		want  string
	}{
		{[]line{{sample: "s", err: "internal"}}, PageOptions{}, "no row of s.jsonl has a reward"},
		{[]line{{instead: `{"completion":"x"}`}}, PageOptions{}, "no columns reward and action"},
		{policy(1, 1, 1, 1), PageOptions{Profile: "guarded"}, `not by "guarded"`},
		{policy(1, 1, 1, 1), PageOptions{Group: []string{"step"}}, `no column "step"`},
		{[]line{{instead: `{"reward":true,"action":null,"sample_id":"x"}`}}, PageOptions{}, "no row of s.jsonl can be read, the first: s.jsonl:1: reward: true is no number"},
	} {
		c.opt.Scored = write(t, dir, "s.jsonl", "aa", c.lines)
		if _, err := Page(context.Background(), c.opt); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v", c.want, err)
		}
	}
}
