package report

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	rows "github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/nearest"
	"github.com/voi-rl/voi/trajectory"
	"github.com/voi-rl/voi/trajectory/reader"
)

// rolloutFile matches a file of voi rollout: the agent and the rank.
var rolloutFile = regexp.MustCompile(`^(.+)-\d{5}\.jsonl$`)

// Agents returns the agents whose runs are in a folder, nil for any other path.
func Agents(path string) (agents []string) {
	entries, _ := os.ReadDir(path) // any other path has no entries
	for _, e := range entries {
		if m := rolloutFile.FindStringSubmatch(e.Name()); m != nil && !strings.HasPrefix(m[1], ".") && !slices.Contains(agents, m[1]) {
			agents = append(agents, m[1])
		}
	}
	return agents
}

// runFiles returns the files of one agent's runs, and a name for them: the files of all
// ranks in a folder of voi rollout, or the file itself.
func runFiles(path, agent, flag string) (files []string, name string, err error) {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return []string{path}, filepath.Base(path), nil
	}
	agents := Agents(path)
	switch {
	case len(agents) == 0:
		return nil, "", usagef("%s holds no runs; give a folder that voi rollout has written, whole", path)
	case agent == "" && len(agents) > 1:
		return nil, "", usagef("%s holds runs of %s; choose with %s", path, strings.Join(agents, ", "), flag)
	case agent != "" && !slices.Contains(agents, agent):
		return nil, "", usagef("%s holds runs of %s, and not of %q%s", path, strings.Join(agents, ", "), agent, nearest.DidYouMean(agent, agents))
	}
	agent = cmp.Or(agent, agents[0])
	entries, err := os.ReadDir(path)
	for _, e := range entries {
		if m := rolloutFile.FindStringSubmatch(e.Name()); m != nil && m[1] == agent {
			files = append(files, filepath.Join(path, e.Name()))
		}
	}
	return files, agent, err
}

// IsRuns reports whether a path holds runs: a folder of voi rollout, a file of recorded
// runs in a format of trajectory/reader that no other data has, or the rows of runs from
// voi score. A pipe can be read only once, and is therefore no such path.
func IsRuns(ctx context.Context, path string) bool {
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		return true
	}
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	row, run := reader.First(ctx, path)
	return run || isRunRow(row)
}

func isRunRow(v domains.Value) bool {
	return v.Field("trajectory_id").Kind() == jsonvalue.String && v.Field("messages").Kind() == jsonvalue.String && v.Field("steps").Kind() == jsonvalue.Number
}

// runSource is the state of a source of runs.
type runSource struct {
	ctx     context.Context
	counter *trajectory.Counter
	files   []string // that are not open yet
	in      *reader.Reader
	pending []row    // of a row that holds several runs
	steps   int      // before the next run
	scored  bool     // the runs are rows from voi score
	played  []string // the users and worlds of the runs; the number of different ones is bounded by maxPlayed
}

const maxPlayed = 8

// openRuns opens runs; agent selects one agent where a folder has several.
func openRuns(ctx context.Context, path, agent, flag string, counter *trajectory.Counter) (*source, error) {
	files, name, err := runFiles(path, agent, flag)
	if err != nil {
		return nil, err
	}
	if len(files) == 1 && files[0] == path && agent != "" {
		return nil, usagef("%s is a file of runs, and has no profiles to choose from by %s", path, flag)
	}
	s := &source{kind: ofRuns, name: name, has: func(string) bool { return false }, place: map[string]int{}}
	s.runs = &runSource{ctx: ctx, counter: counter, files: files}
	s.profiles = []Profile{{Name: name}}
	s.columns = []columns{{components: trajectory.FigureNames[:]}}
	return s, s.runs.open()
}

func (s *runSource) open() (err error) {
	s.in, err = reader.Open(s.ctx, s.files[0], rows.Options{})
	s.files = s.files[1:]
	return err
}

// close closes the open file of a source.
func (s *source) close() error {
	if s.kind != ofRuns {
		return s.r.Close()
	}
	if s.runs.in == nil {
		return nil
	}
	return s.runs.in.Close()
}

// nextRun is next for a source of runs.
func (s *source) nextRun() (row, error) {
	x := s.runs
	for len(x.pending) == 0 {
		raw, err := x.in.Next()
		if errors.Is(err, io.EOF) && len(x.files) > 0 {
			if err := errors.Join(x.in.Close(), x.open()); err != nil {
				return row{}, err
			}
			continue
		}
		if err != nil {
			return row{}, err
		}
		s.rows++
		if err := s.readRuns(raw); err != nil {
			s.broken++
			if s.example == nil {
				s.example = fmt.Errorf("%s:%d: %w", filepath.Base(raw.File), raw.Line, err)
			}
		}
	}
	r := x.pending[0]
	x.pending = x.pending[1:]
	return r, nil
}

// readRuns reads the runs in a row, or one scored run.
func (s *source) readRuns(raw rows.Raw) error {
	v, err := raw.Parse()
	if err != nil {
		return err
	}
	if isRunRow(v) {
		s.runs.scored = true
		s.scoredRun(v, raw.Line)
		return nil
	}
	rec := s.runs.in.Decode(raw)
	if rec.Rejection != nil {
		return errors.New(rec.Rejection.Code + ": " + rec.Rejection.Message)
	}
	for i, t := range rec.Runs {
		if i > 0 {
			s.rows++
		}
		s.played(t.Environment)
		s.addRun(t, t.MessagesValue(), s.runs.counter.Figures(t), raw.Line)
	}
	return nil
}

// played notes the user and the world of a run.
func (s *source) played(e domains.Value) {
	user := e.Field("user")
	if user.IsNull() || len(s.runs.played) > maxPlayed {
		return
	}
	who := strings.TrimSpace(user.Field("kind").Str() + " " + user.Field("model").Str())
	if where := fmt.Sprintf("user %s, world %s", shown(who), shown(e.Field("world").Str())); !slices.Contains(s.runs.played, where) {
		s.runs.played = append(s.runs.played, where)
	}
}

// scoredRun adds a row that voi score made of a run; the row's reward is that of its steps.
func (s *source) scoredRun(v domains.Value, line int64) {
	t := &trajectory.Trajectory{ID: v.Field("trajectory_id").Str(), TaskID: v.Field("task_id").Str(), Class: v.Field("class").Str(), End: trajectory.End{Reason: v.Field("end").Str()}}
	var f trajectory.Figures
	for k, name := range trajectory.FigureNames {
		column := map[string]string{"success": "outcome", "cost": "steps"}[name]
		x, ok := v.Field(cmp.Or(column, name)).Float()
		if f[k] = math.NaN(); ok && !math.IsInf(x, 0) {
			f[k] = x
		}
	}
	if outcome := f[0]; !math.IsNaN(outcome) {
		t.Outcome = &outcome
		f[0] = *(&trajectory.Tally{Outcome: t.Outcome}).Success() // the rule of runs that are read themselves
	}
	s.addRun(t, v.Field("messages"), f, line)
}

// addRun makes the row of a run. Runs pair by their task, and by the rest of their id
// behind it, which is the seed of a rollout.
func (s *source) addRun(t *trajectory.Trajectory, messages domains.Value, f trajectory.Figures, line int64) {
	r := row{line: line}
	task := cmp.Or(t.TaskID, t.ID)
	part, found := strings.CutPrefix(t.ID, task)
	if !found {
		part = ""
	}
	for k := range f {
		if !s.fits(f[k]) {
			f[k] = math.NaN()
		}
	}
	r.identity = identity{sample: task, digest: digest(task), group: digest(part), class: noAction, evpi: math.NaN(), run: t.ID}
	if messages.Kind() == jsonvalue.String {
		r.text = digest(messages.Str())
	} else {
		r.text = digest(messages.JSON())
	}
	if i := slices.Index(trajectory.Classes[:], t.Class); i >= 0 {
		r.class = int8(i)
	}
	o := &r.outcomes[0]
	o.action, o.end = noAction, cmp.Or(t.End.Reason, "unknown")
	if t.Outcome == nil {
		o.err = o.end
	} else {
		o.values = append([]float64{f[rewardPlace]}, f[:]...)
	}
	if s.show {
		r.shownRun = &runText{t, messages, f, s.runs.steps}
	}
	s.runs.steps += int(max(0, min(f[costPlace], 1<<30)))
	s.runs.pending = append(s.runs.pending, r)
}

// The indexes of two figures of runs.
var (
	rewardPlace = slices.Index(trajectory.FigureNames[:], "reward")
	costPlace   = slices.Index(trajectory.FigureNames[:], "cost")
)

// runText is the part of a run that a page may show.
type runText struct {
	run      *trajectory.Trajectory
	messages domains.Value // as JSON text, or as a value
	figures  trajectory.Figures
	first    int // the number of its first step in the file
}
