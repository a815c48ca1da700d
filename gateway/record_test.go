package gateway

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	rows "github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/trajectory"
	"github.com/voi-rl/voi/trajectory/reader"
)

// runsOf reads the runs in a folder of recordings.
func runsOf(t testing.TB, dir string) (runs []*trajectory.Trajectory) {
	t.Helper()
	sharedtest.OK(t, filepath.WalkDir(filepath.Join(dir, RunsFolder), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			return err
		}
		in := sharedtest.Need(reader.Open(t.Context(), path, rows.Options{}))(t)
		defer in.Close()
		for raw, err := range in.All() {
			sharedtest.OK(t, err)
			rec := in.Decode(raw)
			if rec.Rejection != nil {
				t.Errorf("%s: %+v", path, rec.Rejection)
			}
			runs = append(runs, rec.Runs...)
		}
		return nil
	}))
	return runs
}

// In random conversations two replicas, and a restarted one, give the same answers. Each
// conversation is recorded once and whole. Each policy, applied to the recorded signals,
// decides as it did.
func TestRecordings(t *testing.T) {
	dir := t.TempDir()
	const policy = "guard,nod:strict"
	up := script(Faults{Invent: 0.5, Vague: 0.3, Repeat: 0.3, Early: 0.3, Lose: 0.2}).Upstream()
	record := func(o *Options) { o.Record = dir }
	replicas := []string{gatewayOf(t, up, policy, record).URL, gatewayOf(t, up, policy, record).URL}
	rng := rand.New(rand.NewPCG(1, 20))
	said := []string{
		`{"role":"user","content":"Three nights, please."}`, `{"role":"user","content":"Yes, with breakfast."}`, `{"role":"user","content":"No."}`, hotels,
		`{"role":"tool","content":"Error: full"}`, `{"role":"user","content":"HTL-2931 then."}`,
	}
	var finals []string
	for i := range 40 {
		c := chat{t: t, base: replicas[0], metadata: fmt.Sprintf(`"trajectory_id":"run %d","task_id":"hotel"`, i)}
		c.turn(asksForHotel)
		for range 1 + rng.IntN(5) {
			before := slices.Clone(c.messages)
			next := said[rng.IntN(len(said))]
			c.base = replicas[rng.IntN(2)]
			m, voi := c.turn(next)
			// The same request again, to a gateway that was just started.
			again := chat{t: t, base: gatewayOf(t, up, policy, record).URL, metadata: c.metadata, messages: before}
			if m2, voi2 := again.turn(next); m2.JSON() != m.JSON() || voi2.JSON() != voi.JSON() {
				t.Fatalf("a replica says %s, %s\nwant %s, %s", m2.JSON(), voi2.JSON(), m.JSON(), voi.JSON())
			}
		}
		finals = append(finals, fmt.Sprintf("run %d: %d", i, len(c.messages)))
	}
	var recorded []string
	for _, run := range runsOf(t, dir) {
		if run.TaskID != "hotel" || len(run.Tools) != 2 || run.Outcome != nil {
			t.Errorf("a run of %q with %d tools and outcome %v", run.TaskID, len(run.Tools), run.Outcome)
		}
		recorded = append(recorded, fmt.Sprintf("%s: %d", run.ID, len(run.Messages)))
	}
	slices.Sort(finals)
	slices.Sort(recorded)
	if !slices.Equal(finals, recorded) {
		t.Errorf("recorded are %v\nwant %v", recorded, finals)
	}
	n, actions := 0, map[string]int{}
	for name, rule := range map[string]decision.Policy{"guard": decision.Guard(decision.GuardTau), "nod-strict": decision.Directed(trajectory.Settings[2])} {
		sharedtest.OK(t, filepath.WalkDir(filepath.Join(dir, DecisionsFolder, name), func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			last := int64(-1)
			for line := range strings.Lines(string(sharedtest.Need(os.ReadFile(path))(t))) {
				r := sharedtest.Need(decision.ParseRecord(value(t, line)))(t)
				action := sharedtest.Need(decision.Decide(rule, r.Actions, r.Signals))(t)
				if action != r.Action || r.SHA256 != rule.Identity().SHA256 || r.Step != last+1 {
					t.Errorf("%s decides %s on what was recorded as %s", name, action, line)
				}
				last = r.Step
				actions[action]++
				n++
			}
			return nil
		}))
	}
	if n < 200 || actions[Ask] == 0 || actions[Keep] == 0 || actions[string(trajectory.Revise)]+actions[string(trajectory.Abort)] == 0 {
		t.Errorf("%d decisions, of which %v", n, actions)
	}
}

// The decisions of a long run are kept in memory and time as their text takes.
func TestDecisionsOfALongRun(t *testing.T) {
	const n = 1000
	r := sharedtest.Need(newRecorder(t.TempDir()))(t)
	folder, line := filepath.Join(DecisionsFolder, "guard"), `{"episode":"a","step":1,"state":"`+strings.Repeat("x", 400)+`"}`+"\n"
	sharedtest.OK(t, r.put(r.path(folder, "0123"), strings.Repeat(line, n)))
	var got string
	took := allocated(func() { got = sharedtest.Need(r.decisions(folder, "0123", "b"))(t) })
	if want := strings.Repeat(strings.Replace(line, `"a"`, `"b"`, 1), n); got != want {
		t.Errorf("the decisions are %.200s", got)
	}
	if took > 50*uint64(len(got)) {
		t.Errorf("%d bytes were allocated for %d bytes", took, len(got))
	}
}

// In shadow mode the model's own reply passes, and the decision is recorded.
func TestShadow(t *testing.T) {
	dir := t.TempDir()
	s := gatewayOf(t, script(Faults{Invent: 1}).Upstream(), "guard", func(o *Options) { o.Shadow, o.Record = true, dir })
	c := chat{t: t, base: s.URL}
	c.turn(asksForHotel)
	if m, voi := c.turn(hotels); !slices.Equal(made(m), []string{"book_hotel"}) || !voi.IsNull() {
		t.Errorf("%s %s", m.JSON(), voi.JSON())
	}
	var text strings.Builder
	sharedtest.OK(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			text.Write(sharedtest.Need(os.ReadFile(path))(t))
		}
		return err
	}))
	if !strings.Contains(text.String(), `"action":"ask"`) {
		t.Errorf("recorded is %s", text.String())
	}
}
