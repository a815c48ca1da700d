package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/lookup"
	"github.com/voi-rl/voi/internal/nearest"
	"github.com/voi-rl/voi/internal/report"
	"github.com/voi-rl/voi/internal/term"
	"github.com/voi-rl/voi/reward"
	"github.com/voi-rl/voi/reward/audit"
)

// auditFlags are the flags of voi audit, as typed.
type auditFlags struct {
	opt      audit.Options
	data     string
	profiles []string
	samples  int
	failOn   string
	baseline string
	sarif    string
	out      string
	json     bool
	steps    []string // profiles of step rewards, audited on runs
	runs     runInputs
	user     string // a simulated user, audited in place of rewards
	tasks    string
	model    modelFlags // for the user
	foreignFlags
}

// auditSamples is the default number of samples of an audit: enough to tell a share of 1%
// from 2%, with bounded memory.
const auditSamples = 2000

// The values of --fail-on.
const (
	onExploit = "exploit"
	onRejects = "rejects-honest"
	onAny     = "any"
)

func newAudit() *cobra.Command {
	var f auditFlags
	cmd := described("audit", &cobra.Command{
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	})
	flags := cmd.Flags()
	flags.StringArrayVar(&f.steps, "step-profile", nil, "profile of what steps of recorded runs earn, by `NAME` (default) or path, repeatable; in place of --profile and --reward")
	f.runs.registerWorld(flags, "tools")
	flags.StringVar(&f.user, "user", "", "audit the simulated user `scripted`, reply or model (docs/environment.md), in place of a reward")
	f.model.registerJudge(flags)
	flags.StringVar(&f.tasks, "tasks", "", "`DIR` of tasks for --user (default: those of the embedded examples)")
	flags.StringVar(&f.data, "data", "", "`DIR` of shards, or one layout of it, whose samples are used (default: the embedded examples)")
	flags.StringArrayVar(&f.profiles, "profile", nil, "profile by `NAME` or path, repeatable (default "+reward.DefaultProfile+")")
	flags.IntVar(&f.samples, "samples", auditSamples, "how many samples are drawn from a larger folder; 0: all of them, in memory")
	flags.BoolVar(&f.opt.Train, "train", false, "find what the reward asks for, and train a simulated policy on it")
	flags.StringVar(&f.failOn, "fail-on", "", "exploit, rejects-honest or any: exit with 4 if there is such a finding")
	flags.StringVar(&f.baseline, "baseline", "", "`FILE` of findings that were reviewed, one name a line (#: a comment); they are left out")
	flags.StringVar(&f.sarif, "sarif", "", "`FILE` to write the findings to, for code review (SARIF 2.1.0); - is stdout")
	flags.StringVar(&f.out, "out", "", "`FILE` to write the report to as JSON, for voi report; - is stdout")
	flags.StringArrayVar(&f.rewards, "reward", nil, "`COMMAND` or module:function to audit, repeatable; -: requests on stdout, answers on stdin")
	flags.StringVar(&f.grammar, "grammar", anyGrammar, "how completions are written for --reward: tagged, native, think; auto: as honest work earns most")
	flags.StringVar(&f.span, "range", "", "`LO,HI` of the values of --reward (default: what the audit sees)")
	flags.DurationVar(&f.timeout, "timeout", 10*time.Second, "how long --reward may take for one answer")
	flags.Uint64Var(&f.opt.Seed, "seed", 0, "seed of what is drawn, made up and trained")
	flags.IntVar(&f.opt.Workers, "workers", 0, "samples scored at a time (default: the number of cores)")
	flags.BoolVar(&f.json, "json", false, "print the report as one JSON object")
	return cmd
}

func (f *auditFlags) run(cmd *cobra.Command, args []string) error {
	switch {
	case f.user == "" && f.tasks != "":
		return usagef("--tasks is for --user")
	case f.user != "" && len(f.steps)+len(f.profiles)+len(f.rewards)+len(args) > 0:
		return usagef("--user is audited on tasks (--tasks); leave --profile, --reward, --step-profile and files to an audit of its own")
	case len(f.steps) > 0 && (len(f.profiles)+len(f.rewards) > 0 || f.opt.Train):
		return usagef("--step-profile is audited on runs; leave --profile, --reward and --train to an audit of its own")
	case len(f.steps) == 0 && len(args) > 0:
		return usagef("%q is no flag; recorded runs are for --step-profile, and samples for --data", args[0])
	case f.carried() > 1:
		return usagef("stdout carries one thing: name a file for all but one of --reward -, --sarif - and --out -")
	case f.out != "" && f.out != "-" && f.out == f.sarif:
		return usagef("--out and --sarif are both %s; name a file for each", f.out)
	case !slices.Contains([]string{"", onExploit, onRejects, onAny}, f.failOn):
		return usagef("--fail-on is %q; give %s, %s or %s", f.failOn, onExploit, onRejects, onAny)
	}
	if f.user != "" {
		return f.auditUser(cmd)
	}
	for _, name := range []string{"grammar", "range", "timeout"} {
		if len(f.rewards) == 0 && cmd.Flags().Changed(name) {
			return usagef("--%s is for --reward; a profile says these things itself", name)
		}
	}
	err := cmp.Or(errors.Join(writable(f.sarif), writable(f.out)), keepInputs(slices.Concat(args, f.profiles, f.steps, f.rewardFiles(), []string{f.data, f.baseline}), f.sarif, f.out))
	if err != nil {
		return err
	}
	if f.opt.Baseline, err = readBaseline(f.baseline); err != nil {
		return err
	}
	progress := term.NewProgress(cmd.ErrOrStderr(), "audited")
	var a *audited
	if len(f.steps) > 0 {
		a, err = f.auditRuns(cmd, args, progress)
	} else {
		a, err = f.auditRewards(cmd, progress)
	}
	progress.Done()
	if err != nil {
		return err
	}
	return f.tell(cmd, a)
}

// carried counts what stdout carries besides the report: requests, and files named "-".
func (f *auditFlags) carried() (n int) {
	for _, name := range append([]string{f.sarif, f.out}, f.rewards...) {
		if name == "-" {
			n++
		}
	}
	return n
}

// auditRewards audits profiles and external rewards.
func (f *auditFlags) auditRewards(cmd *cobra.Command, progress *term.Progress) (*audited, error) {
	subjects, err := f.subjects(cmd)
	if err != nil {
		return nil, err
	}
	a, err := f.read(cmd.Context())
	if err != nil {
		return nil, err
	}
	for i, s := range subjects {
		opt := f.opt
		opt.Progress = func(n int) { progress.Rows(int64(i*len(a.samples)+n), 0) }
		found, err := f.audit(cmd.Context(), s, a.samples, opt)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Identity().Name, err)
		}
		a.Rewards = append(a.Rewards, found)
	}
	return a, nil
}

// tell prints and writes the findings, and fails if --fail-on asks for it.
func (f *auditFlags) tell(cmd *cobra.Command, a *audited) error {
	if err := f.print(cmd, a); err != nil {
		return err
	}
	if f.sarif != "" {
		if err := a.writeSARIF(cmd.OutOrStdout(), f.sarif); err != nil {
			return err
		}
	}
	if f.out != "" {
		text, err := json.Marshal(&a.Audited)
		if err != nil {
			return err
		}
		if err := writeWhole(cmd.OutOrStdout(), f.out, append(text, '\n')); err != nil {
			return err
		}
	}
	if found := a.found(f.failOn); found != "" {
		return foundError{"--fail-on " + f.failOn + " was given, and there are findings: " + found}
	}
	for _, r := range a.Rewards {
		if r.Stopped != "" {
			return foundError{r.Reward + " was not called any more: " + r.Stopped}
		}
	}
	return nil
}

// audit runs one audit. It closes the program of the reward, if there is one.
func (f *auditFlags) audit(ctx context.Context, s audit.Subject, samples []audit.Sample, opt audit.Options) (*audit.Report, error) {
	if p, ok := s.(*audit.Process); ok {
		defer p.Close()
		if f.grammar == anyGrammar {
			if _, err := p.ChooseGrammar(ctx, samples); err != nil {
				return nil, err
			}
		}
	}
	return audit.Run(ctx, s, samples, opt)
}

// subjects are the audited rewards: profiles, then external rewards.
func (f *auditFlags) subjects(cmd *cobra.Command) ([]audit.Subject, error) {
	var out []audit.Subject
	if len(f.profiles) > 0 || len(f.rewards) == 0 {
		profiles, err := loadProfiles(f.profiles)
		if err != nil {
			return nil, err
		}
		for _, p := range profiles {
			out = append(out, audit.OfProfile(p))
		}
	}
	foreign, err := f.foreign(cmd.OutOrStdout(), cmd.InOrStdin())
	return append(out, foreign...), err
}

// maxBaseline bounds a baseline file, in bytes.
const maxBaseline = 1 << 20

// readBaseline reads the names of reviewed findings.
func readBaseline(path string) (map[string]bool, error) {
	if path == "" {
		return nil, nil
	}
	text, err := readText(path, maxBaseline)
	if err != nil {
		return nil, fmt.Errorf("reading the baseline: %w", err)
	}
	known := audit.FindingNames()
	out := map[string]bool{}
	for i, line := range strings.Split(text, "\n") {
		name, _, _ := strings.Cut(line, "#")
		name = strings.TrimSpace(name)
		switch {
		case name == "":
		case !slices.Contains(known, name):
			return nil, usagef("%s:%d: %q is no finding%s", path, i+1, term.Shorten(name, 60), cmp.Or(nearest.DidYouMean(name, known), "; give the name of a probe, one a line"))
		default:
			out[name] = true
		}
	}
	return out, nil
}

// audited is the printed result of voi audit.
type audited struct {
	report.Audited
	samples []audit.Sample
}

// read reads all samples, or --samples of them drawn with the seed.
func (f *auditFlags) read(ctx context.Context) (*audited, error) {
	dir := f.data
	if dir == "" {
		built, remove, err := buildExamples(ctx)
		if err != nil {
			return nil, err
		}
		defer remove()
		dir = built
	}
	store, err := lookup.Open(ctx, dir, lookup.Options{Workers: f.opt.Workers})
	if err != nil {
		return nil, err
	}
	defer store.Close()
	a := &audited{Audited: report.Audited{Data: cmp.Or(f.data, "the embedded examples"), Rows: store.Len()}}
	rows := make([]int, store.Len())
	for i := range rows {
		rows[i] = i
	}
	if f.samples > 0 && len(rows) > f.samples {
		rows = rand.New(rand.NewPCG(f.opt.Seed, 1)).Perm(len(rows))[:f.samples]
		slices.Sort(rows)
	}
	for _, row := range rows {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s, sets, labels, err := store.At(row)
		if err != nil {
			a.Unreadable++
			continue
		}
		a.samples = append(a.samples, audit.Sample{Sample: s, Sets: sets, Labels: labels})
	}
	a.Drawn = len(a.samples)
	return a, nil
}

// buildExamples labels the embedded examples into temporary shards; remove deletes them.
func buildExamples(ctx context.Context) (dir string, remove func(), err error) {
	tmp, err := os.MkdirTemp("", "voi-audit-")
	if err != nil {
		return "", nil, fmt.Errorf("making room for the embedded examples: %w", err)
	}
	remove = func() { os.RemoveAll(tmp) }
	opt := export.BuildOptions{Out: filepath.Join(tmp, "data"), Inputs: exampleInputs()}
	if _, err := export.Build(ctx, opt); err != nil {
		remove()
		return "", nil, fmt.Errorf("labelling the embedded examples: %w", err)
	}
	return opt.Out, remove, nil
}

// found names the findings of each reward that match --fail-on.
func (a *audited) found(failOn string) string {
	var out []string
	for _, r := range a.Rewards {
		var names []string
		switch failOn {
		case onExploit:
			names = r.Exploits
		case onRejects:
			names = r.Rejects
		case onAny:
			names = r.Findings()
		}
		if len(names) > 0 {
			out = append(out, r.Reward+": "+strings.Join(names, ", "))
		}
	}
	return strings.Join(out, "; ")
}

func (f *auditFlags) print(cmd *cobra.Command, a *audited) error {
	out := cmd.OutOrStdout()
	if f.carried() > 0 {
		out = cmd.ErrOrStderr() // stdout carries requests, or a file
	}
	if f.json {
		return json.NewEncoder(out).Encode(&a.Audited)
	}
	drawn := ""
	if a.Drawn+a.Unreadable < a.Rows {
		drawn = fmt.Sprintf(", %d drawn with seed %d", a.Drawn+a.Unreadable, f.opt.Seed)
	}
	if a.Unreadable > 0 {
		drawn += fmt.Sprintf(", %d unreadable (voi inspect --verify)", a.Unreadable)
	}
	if _, err := fmt.Fprintf(out, "%s: %s%s\n", term.Quote(a.Data), term.Count(int64(a.Rows), "row"), drawn); err != nil {
		return err
	}
	for _, r := range a.Rewards {
		if _, err := fmt.Fprintf(out, "\n%s", r.Text()); err != nil {
			return err
		}
	}
	return nil
}
