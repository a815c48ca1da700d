package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/voi-rl/voi/internal/lookup"
	"github.com/voi-rl/voi/internal/term"
	"github.com/voi-rl/voi/reward"
	"github.com/voi-rl/voi/reward/audit"
)

// auditFlags are the flags of voi audit, as they are typed.
type auditFlags struct {
	opt      audit.Options
	data     string
	profiles []string
	samples  int
	failOn   string
	json     bool
}

// auditSamples is how many samples an audit draws where nothing is said: enough to
// tell a share of 1% from one of 2%, and of bounded memory.
const auditSamples = 2000

// onExploit is the value of --fail-on.
const onExploit = "exploit"

func newAudit() *cobra.Command {
	var f auditFlags
	cmd := &cobra.Command{
		Use:   "audit --data DIR [--profile P]...",
		Short: "Ask of a reward whether anything but honest work pays",
		Long: `audit writes, for the samples of a folder of shards, the honest completion and
those of the known exploits (a made-up call, a question that asks for nothing, the
same answer every time, honest work padded out, ...), scores all of them with each
profile, and says which exploits pay, on how many samples, and what carries them.
It says, too, what a trainer would make of groups of them, and with --train where
a policy would end that is trained on the reward.

A probe that is wrong pays on a sample where it earns within 6% of the profile's
range of honest work; one that dresses honest work up, where it earns more. Either
is an exploit where it pays on more than 1% of samples. One that does the same every
time is an exploit where its mean is at least 2/3 of the honest one, every class
weighing the same.

The same samples, profile and seed give the same report, at any number of workers.`,
		Example: "  voi audit --data data --profile certainty --profile guarded\n" +
			"  voi audit --data data --profile ./mine.yaml --train --fail-on exploit",
		Args: atMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.data, "data", "", "`DIR` of shards, or one layout of it, whose samples are used (required)")
	flags.StringArrayVar(&f.profiles, "profile", nil, "profile by `NAME` or path, repeatable (default "+reward.DefaultProfile+")")
	flags.IntVar(&f.samples, "samples", auditSamples, "how many samples are drawn from a larger folder; 0: all of them, in memory")
	flags.BoolVar(&f.opt.Train, "train", false, "train a simulated policy on the reward, too")
	flags.StringVar(&f.failOn, "fail-on", "", "exploit: exit with 4 if any profile has one")
	flags.Uint64Var(&f.opt.Seed, "seed", 0, "seed of what is drawn, made up and trained")
	flags.IntVar(&f.opt.Workers, "workers", 0, "samples scored at a time (default: the number of cores)")
	flags.BoolVar(&f.json, "json", false, "print the report as one JSON object")
	return cmd
}

func (f *auditFlags) run(cmd *cobra.Command) error {
	switch {
	case f.data == "":
		return usagef("voi audit needs --data, a folder of shards; voi build makes one")
	case f.failOn != "" && f.failOn != onExploit:
		return usagef("--fail-on is %q; give %s", f.failOn, onExploit)
	case f.samples < 0:
		return usagef("--samples is %d; give a number of samples, or 0 for all", f.samples)
	}
	profiles, err := f.load()
	if err != nil {
		return err
	}
	a, err := f.read(cmd.Context())
	if err != nil {
		return err
	}
	progress := term.NewProgress(cmd.ErrOrStderr(), "audited")
	for i, p := range profiles {
		opt := f.opt
		opt.Progress = func(n int) { progress.Rows(int64(i*len(a.samples)+n), 0) }
		report, err := audit.Run(cmd.Context(), p, a.samples, opt)
		if err != nil {
			progress.Done()
			return fmt.Errorf("%s: %w", p.Name(), err)
		}
		a.Profiles = append(a.Profiles, report)
	}
	progress.Done()
	if err := f.print(cmd, a); err != nil {
		return err
	}
	if found := a.found(); f.failOn == onExploit && found != "" {
		return foundError{"--fail-on exploit was given, and there are exploits: " + found}
	}
	return nil
}

func (f *auditFlags) load() ([]*reward.Profile, error) {
	names := f.profiles
	if len(names) == 0 {
		names = []string{reward.DefaultProfile}
	}
	var out []*reward.Profile
	for _, name := range names {
		p, err := reward.Load(name)
		if err != nil {
			return nil, usageError{err}
		}
		out = append(out, p)
	}
	return out, nil
}

// audited is what voi audit prints.
type audited struct {
	Data       string          `json:"data"`
	Rows       int             `json:"rows"`       // of the folder
	Drawn      int             `json:"drawn"`      // samples of them that were used
	Unreadable int             `json:"unreadable"` // rows drawn that are no sample
	Profiles   []*audit.Report `json:"profiles"`

	samples []audit.Sample
}

// read reads the samples, or as many as are asked for, drawn with the seed.
func (f *auditFlags) read(ctx context.Context) (*audited, error) {
	store, err := lookup.Open(ctx, f.data, lookup.Options{Workers: f.opt.Workers, SampleBytes: -1})
	if err != nil {
		return nil, err
	}
	defer store.Close()
	a := &audited{Data: f.data, Rows: store.Len()}
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

// found names the exploits of each profile with their anchors.
func (a *audited) found() string {
	var out []string
	for _, r := range a.Profiles {
		if !r.Finds() {
			continue
		}
		var names []string
		for i := range r.Probes {
			if v := &r.Probes[i]; v.Exploit {
				names = append(names, v.Probe+" ("+strings.Join(v.Anchors, ", ")+")")
			}
		}
		out = append(out, r.Profile+": "+strings.Join(names, ", "))
	}
	return strings.Join(out, "; ")
}

func (f *auditFlags) print(cmd *cobra.Command, a *audited) error {
	out := cmd.OutOrStdout()
	if f.json {
		return json.NewEncoder(out).Encode(a)
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
	for _, r := range a.Profiles {
		if _, err := fmt.Fprintf(out, "\n%s", r.Text()); err != nil {
			return err
		}
	}
	return nil
}
