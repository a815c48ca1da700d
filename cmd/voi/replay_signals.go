package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	rows "github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/gateway"
	"github.com/voi-rl/voi/gateway/caught"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/ordered"
	"github.com/voi-rl/voi/internal/term"
	"github.com/voi-rl/voi/internal/yamlvalue"
	"github.com/voi-rl/voi/trajectory"
	"github.com/voi-rl/voi/trajectory/reader"
)

// signalFlags are the flags of voi replay on stored signals.
type signalFlags struct {
	runInputs
	policies    []string
	policy      string // the policy for stored signals
	grids       []string
	actions     string
	price       float64
	attribution bool
	explain     bool
	workers     int
}

// signalNames are the flags that mean nothing for a simulation.
var signalNames = []string{"policy", "grid", "actions", "price", "attribution", "explain", "tools", "critical"}

func (f *signalFlags) register(flags *pflag.FlagSet) {
	f.registerWorld(flags, "tools")
	flags.StringArrayVar(&f.policies, "policy", nil, "`POLICY` to apply: YAML of rules or utilities, calendar, graph, graph-strict, director-conservative, -balanced or -strict (of the critical calls of steps), of recorded runs gate (gate:tau_j=0.5,p=3), or gateway:POLICY, repeatable; default: a threshold on the signals of --grid, and a gate on recorded runs")
	flags.StringArrayVar(&f.grids, "grid", nil, "`NAME=FROM:TO:STEP` (or NAME=V,V) of a parameter of the policy, or without --policy of a signal, repeatable: every combination is a cell")
	flags.StringVar(&f.actions, "actions", "", "without --policy: `THEN,OTHERWISE`, what to do where the signals reach their thresholds, and where not (default: the action that ends an episode, and another; of steps call,ask)")
	flags.Float64Var(&f.price, "price", 0, "what a unit of cost is worth in success where the best cell is chosen")
	flags.BoolVar(&f.attribution, "attribution", false, "say what each failed episode is due to, by the policy given; an example of each")
	flags.BoolVar(&f.explain, "explain", false, "with --attribution: every failed episode, and why")
	flags.IntVar(&f.workers, "workers", 0, "workers (0: one for each core); results do not depend on it")
}

// maxEpisode bounds the decisions of one episode.
const maxEpisode = 1 << 16

// replayed is one episode, or a rejected row.
type replayed struct {
	raw       rows.Raw
	rejection *rows.Rejection
	records   []*decision.Record
	run       *trajectory.Trajectory
	plays     []decision.Play
	blame     *decision.Blame
	judged    *caught.Judged
}

// replaying is one run of the command.
type replaying struct {
	*signalFlags
	cmd     *cobra.Command
	counter *trajectory.Counter
	replay  *decision.Replay
	policy  decision.Policy // nil: a gate
	caught  *caught.Figures // of the gateway's policies; nil for other policies
	stored  map[string]bool // signals of the policy that the records have

	rejected int64
	blames   blames
}

func (f *signalFlags) run(cmd *cobra.Command, args []string, asJSON bool) error {
	if len(args) == 0 {
		return usagef("voi replay needs --sim NAME, --ledger, or files or folders of decisions, of steps or of recorded runs")
	}
	if f.explain && !f.attribution {
		return usagef("--explain says why an episode failed; it needs --attribution")
	}
	if math.IsInf(f.price, 1) {
		return usagef("--price is %v; give a finite number", f.price)
	}
	world, err := f.loadWorld()
	if err != nil {
		return err
	}
	paths, err := stepFolders(args, slices.ContainsFunc(f.policies, onRuns))
	if err != nil {
		return err
	}
	r := &replaying{signalFlags: f, cmd: cmd, counter: world.Counter, stored: map[string]bool{}}
	r.blames.explain = f.explain
	if r.caught, err = f.gateway(cmd, world.Counter); err != nil {
		return err
	}
	for _, path := range paths {
		if err := r.file(path); err != nil {
			return err
		}
	}
	if r.caught != nil {
		return r.printCaught(asJSON)
	}
	if r.replay == nil {
		return fmt.Errorf("there is no decision in %s", strings.Join(args, ", "))
	}
	if r.policy != nil {
		for _, name := range r.policy.Signals() {
			if !r.stored[name] {
				return usagef("the policy %s reads the signal %q, which no decision in %s has", r.policy.Identity().Name, name, strings.Join(args, ", "))
			}
		}
	}
	report := r.replay.Report()
	if asJSON {
		out := struct {
			*decision.Report
			Rejected    int64 `json:"rejected"`
			Attribution any   `json:"attribution,omitempty"`
		}{report, r.rejected, nil}
		if f.attribution {
			out.Attribution = r.blames.report()
		}
		return json.NewEncoder(cmd.OutOrStdout()).Encode(out)
	}
	return r.print(cmd.OutOrStdout(), report)
}

// onRuns reports whether a policy is one of recorded runs, by its name.
func onRuns(policy string) bool {
	kind, _, _ := strings.Cut(policy, ":")
	return kind == "gate" || kind == "gateway"
}

// stepFolders replaces a folder by its files; a folder written by voi build gives its
// steps, one that voi gateway recorded its decisions, or its runs for a policy of runs.
func stepFolders(args []string, ofRuns bool) (paths []string, err error) {
	for _, arg := range args {
		if steps := filepath.Join(arg, "steps"); isFolder(steps) {
			arg = steps
		} else if recorded(arg) && !ofRuns {
			arg = filepath.Join(arg, gateway.DecisionsFolder)
		}
		files, err := expandFolders([]string{arg}, nothing)
		if err != nil {
			return nil, err
		}
		paths = append(paths, files...)
	}
	return paths, nil
}

// file replays the episodes of a file.
func (r *replaying) file(path string) error {
	in, err := reader.Open(r.cmd.Context(), path, rows.Options{Stdin: r.cmd.InOrStdin()})
	if err != nil {
		return err
	}
	defer in.Close()
	return ordered.Run(r.cmd.Context(), atWork(r.workers), runRoom, func(_ context.Context, give func(*replayed, int64) error) error {
		return r.episodes(in, give)
	}, r.play, r.visit)
}

// episodes groups the rows of a file into episodes. The records of one episode are
// adjacent.
func (r *replaying) episodes(in *reader.Reader, give func(*replayed, int64) error) error {
	var e *replayed
	size := int64(0)
	end := func() error {
		if e == nil {
			return nil
		}
		done := e
		e = nil
		if err := r.prepare(done); err != nil {
			return err
		}
		return give(done, size)
	}
	for raw, err := range in.All() {
		if err != nil {
			return err
		}
		recs, runs, rejection := r.read(in, raw)
		if rejection != nil { // an episode may go on behind it
			if err := give(&replayed{raw: raw, rejection: rejection}, int64(raw.Size())); err != nil {
				return err
			}
		}
		if runs != nil {
			if err := end(); err != nil {
				return err
			}
			for _, t := range runs {
				e, size = &replayed{raw: raw, run: t}, int64(raw.Size())
				if err := end(); err != nil {
					return err
				}
			}
			continue
		}
		for i, rec := range recs {
			if i == 0 && e != nil && (e.records[0].Episode != rec.Episode || rec.Step <= e.records[len(e.records)-1].Step) {
				if err := end(); err != nil {
					return err
				}
			}
			if e == nil {
				e, size = &replayed{raw: raw}, 0
			}
			if len(e.records) == maxEpisode {
				return fmt.Errorf("%s:%d: an episode of more than %d decisions", raw.File, raw.Line, maxEpisode)
			}
			e.records, size = append(e.records, rec), size+int64(raw.Size())
		}
	}
	return end()
}

// read reads a row: a decision, a step, or runs. For a step, a Director decides by its
// critical calls and any other policy by its signals.
func (r *replaying) read(in *reader.Reader, raw rows.Raw) (recs []*decision.Record, runs []*trajectory.Trajectory, rejection *rows.Rejection) {
	v, err := raw.Parse()
	var rec *decision.Record
	switch {
	case err != nil:
	case decision.IsRecord(v):
		rec, err = decision.ParseRecord(v)
	case decision.IsStep(v) && strings.HasPrefix(r.signalFlags.policy, directed):
		recs, err = decision.ParseCriticalCalls(v)
	case decision.IsStep(v):
		rec, err = decision.ParseStep(v)
	default:
		got := in.Decode(raw)
		return nil, got.Runs, got.Rejection
	}
	switch {
	case err != nil:
		return nil, nil, raw.Reject(err)
	case rec != nil:
		recs = []*decision.Record{rec}
	}
	return recs, nil, nil
}

// directed is the prefix of the policies that are settings of the Director.
const directed = "director-"

// prepare makes the policies once the first episode shows the kind of decisions.
func (r *replaying) prepare(e *replayed) (err error) {
	if r.caught != nil {
		if e.run == nil {
			return usagef("%s:%d is a decision; policies of the gateway are replayed on recorded runs, and by their own names (guard, nod-balanced ...) on decisions", e.raw.File, e.raw.Line)
		}
		return nil
	}
	if r.replay == nil {
		if r.replay, err = r.open(e); err != nil {
			return err
		}
		r.replay.Price = r.price
	}
	if (e.run == nil) != (r.policy != nil) {
		return usagef("%s:%d is %s; recorded runs and stored decisions are replayed apart", e.raw.File, e.raw.Line, map[bool]string{true: "a decision", false: "a recorded run"}[e.run == nil])
	}
	return nil
}

func (r *replaying) open(e *replayed) (*decision.Replay, error) {
	grids := make([]decision.Grid, len(r.grids))
	for i, text := range r.grids {
		var err error
		if grids[i], err = decision.ParseGrid(text); err != nil {
			return nil, usageError{fmt.Errorf("--grid: %w", err)}
		}
	}
	kind, rest, _ := strings.Cut(r.signalFlags.policy, ":")
	if e.run != nil {
		if kind != "" && kind != "gate" {
			return nil, usagef("--policy %s decides on stored signals, and %s holds recorded runs; voi score --beliefs --out FILE stores those of their steps", kind, e.raw.File)
		}
		gate, err := decision.ParseGate(cmp.Or(rest, "default"))
		if err != nil {
			return nil, usageError{fmt.Errorf("--policy: %w", err)}
		}
		replay, err := decision.NewGateReplay(gate, grids)
		if err != nil {
			return nil, usageError{err}
		}
		return replay, nil
	}
	var err error
	if kind == "" {
		r.policy, err = r.thresholds(grids, e.records[0])
	} else {
		r.policy, err = policyOf(r.signalFlags.policy)
	}
	if err != nil {
		return nil, err
	}
	replay, err := decision.NewReplay(r.policy, grids)
	if err != nil {
		return nil, usageError{err}
	}
	return replay, nil
}

// thresholds is the policy of signal grids: act if all thresholds are reached.
func (f *signalFlags) thresholds(grids []decision.Grid, first *decision.Record) (decision.Policy, error) {
	if len(grids) == 0 {
		return nil, usagef("give --policy, or --grid SIGNAL=FROM:TO:STEP; the first decision has the signals %v", names(first.Signals))
	}
	then, otherwise, ok := strings.Cut(f.actions, ",")
	if !ok {
		if f.actions != "" || !slices.ContainsFunc(first.Actions, func(a string) bool { return a != first.Actions[0] }) {
			return nil, usagef("--actions %q; give THEN,OTHERWISE of %v", f.actions, first.Actions)
		}
		at := max(0, slices.IndexFunc(first.Actions, func(a string) bool { return slices.Contains(names(first.Ends), a) }))
		then = first.Actions[at]
		otherwise = first.Actions[slices.IndexFunc(first.Actions, func(a string) bool { return a != then })]
	}
	var signals []string
	for i := range grids {
		signals = append(signals, grids[i].Name)
	}
	return decision.Thresholds(signals, then, otherwise)
}

func names(s decision.Signals) []string {
	list := make([]string, len(s))
	for i := range s {
		list[i] = s[i].Name
	}
	return list
}

// policyOf returns a policy by its name or path.
func policyOf(name string) (decision.Policy, error) {
	if p := decision.Live(name); p != nil {
		return p, nil
	}
	switch name {
	case "calendar":
		return decision.Calendar(), nil
	case "graph":
		return decision.Graph(decision.TauSuff, decision.ThetaCorr, false), nil
	case "graph-strict":
		return decision.Graph(decision.TauSuff, decision.ThetaCorr, true), nil
	case "search-then-execute":
		return decision.BrokenPolicy(), nil
	}
	for _, by := range trajectory.Settings {
		if name == directed+by.Name {
			return decision.Director(by), nil
		}
	}
	text, err := readText(name, maxConfig)
	if err != nil {
		return nil, err
	}
	v, err := yamlvalue.Parse(text, jsonvalue.Options{})
	if err == nil {
		var p *decision.Rules
		if p, err = decision.Parse(v); err == nil {
			return p, nil
		}
	}
	return nil, usageError{fmt.Errorf("--policy %s: %w", name, err)}
}

// play plays one episode in every cell.
func (r *replaying) play(e *replayed) (err error) {
	switch {
	case e.run != nil && r.caught != nil:
		e.judged, err = r.caught.Judge(r.cmd.Context(), e.run)
	case e.run != nil:
		e.plays = r.replay.PlaySearch(decision.NewSearch(r.counter, e.run))
		if r.attribution {
			e.blame = decision.AttributeRun(r.counter, e.run)
		}
	case e.records != nil:
		e.plays = r.replay.Play(e.records)
		if r.attribution {
			e.blame = decision.Attribute(e.records, r.policy)
		}
	}
	return err
}

// visit adds an episode in input order.
func (r *replaying) visit(e *replayed) error {
	if e.rejection != nil {
		r.rejected++
		fmt.Fprintf(r.cmd.ErrOrStderr(), "%s:%d: %s: %s\n", term.Quote(e.raw.File), e.raw.Line, e.rejection.Code, term.Quote(e.rejection.Message))
		return nil
	}
	if e.judged != nil {
		r.caught.Add(e.judged)
		return nil
	}
	id, task, decisions, outcome := "", "", 0, (*float64)(nil)
	if e.run != nil {
		id, task, decisions, outcome = e.run.ID, e.run.TaskID, len(e.run.Steps()), e.run.Outcome
	} else {
		first := e.records[0]
		id, task, decisions, outcome = first.Episode, first.Task, len(e.records), first.Outcome
		for _, rec := range e.records {
			if len(r.stored) < len(r.policy.Signals()) {
				r.store(rec)
			}
		}
	}
	r.replay.Add(cmp.Or(task, id), decisions, e.plays)
	if r.attribution && outcome != nil && *outcome <= 0 {
		r.blames.add(id, e.blame)
	}
	return nil
}

// store notes the policy's signals that a decision has.
func (r *replaying) store(rec *decision.Record) {
	for _, name := range r.policy.Signals() {
		if !math.IsNaN(rec.Signals.Get(name)) {
			r.stored[name] = true
		}
	}
}

func (r *replaying) print(w io.Writer, report *decision.Report) error {
	text := replayTable(report)
	if r.rejected > 0 {
		text += term.Count(r.rejected, "row") + " rejected\n"
	}
	if r.attribution {
		text += "\n" + r.blames.String()
	}
	_, err := io.WriteString(w, text)
	return err
}
