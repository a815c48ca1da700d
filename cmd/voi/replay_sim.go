package main

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/decision/simulation"
	"github.com/voi-rl/voi/internal/shard"
)

// simFlags are the flags of voi replay --sim.
type simFlags struct {
	name   string
	seeds  int
	json   bool
	out    string
	faults []string
}

// maxSeeds bounds a run to some minutes.
const maxSeeds = 1_000_000

func (f *simFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.name, "sim", "", "the simulation to run: `calendar|graph`")
	flags.IntVar(&f.seeds, "seeds", 1000, "of a simulation: run it for the seeds 0 to `N`-1")
	flags.BoolVar(&f.json, "json", false, "print the figures as one JSON object")
	flags.StringVar(&f.out, "out", "", "write the decisions to `FILE` (.parquet, .jsonl, .jsonl.gz, .jsonl.zst; -: JSON lines to stdout)")
	flags.StringArrayVar(&f.faults, "fault", nil, "of the calendar: break `NAME=RATE` only, repeatable: estimator, question, user, confirm, executor")
}

// simResult is what --json prints.
type simResult struct {
	Sim   string           `json:"sim"`
	Seeds int              `json:"seeds"`
	Rows  []simulation.Row `json:"rows"`
}

// simulationOf returns the simulation that was asked for.
func (f *simFlags) simulationOf() (simulation.Simulation, error) {
	faults, err := f.faultList()
	switch {
	case err != nil:
		return nil, err
	case f.seeds < 1 || f.seeds > maxSeeds:
		return nil, usagef("--seeds %d is not between 1 and %d", f.seeds, maxSeeds)
	case f.name == "calendar":
		return simulation.Calendar{Faults: faults}, nil
	case faults != nil:
		return nil, usagef("--fault breaks components of --sim calendar, and %s has none", f.name)
	case f.name == "graph":
		return simulation.Graph{}, nil
	}
	return nil, usagef("--sim %q is neither calendar nor graph", f.name)
}

func (f *simFlags) faultList() (faults []simulation.Fault, err error) {
	for _, text := range f.faults {
		name, rateText, _ := strings.Cut(text, "=")
		rate, err := strconv.ParseFloat(rateText, 64)
		if err != nil || !(rate >= 0 && rate <= 1) {
			return nil, usagef("--fault %q gives no rate between 0 and 1, as in question=0.5", text)
		}
		fault := simulation.Fault{Name: name}
		switch name {
		case "estimator":
			fault.Estimator = rate
		case "question":
			fault.Question = rate
		case "user":
			fault.User = rate
		case "confirm":
			fault.Confirm = rate
		case "executor":
			fault.Executor = rate
		default:
			return nil, usagef("--fault %q breaks none of estimator, question, user, confirm, executor", text)
		}
		faults = append(faults, fault)
	}
	return faults, nil
}

func (f *simFlags) run(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("--sim %s reads nothing, and %q was given", f.name, args[0])
	}
	s, err := f.simulationOf()
	if err != nil {
		return err
	}
	out, err := openRecords(f.out, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	defer out.abort()
	tallies, err := simulation.Run(s, f.seeds, func(e *simulation.Episode) error {
		if err := cmd.Context().Err(); err != nil {
			return err
		}
		return out.write(e.Records)
	})
	if err != nil {
		return err
	}
	if err := out.commit(); err != nil {
		return err
	}
	result := simResult{Sim: s.Name(), Seeds: f.seeds}
	for i := range tallies {
		result.Rows = append(result.Rows, tallies[i].Row())
	}
	w := cmd.OutOrStdout()
	if f.out == "-" {
		w = cmd.ErrOrStderr()
	}
	return result.print(w, f.json)
}

func (r *simResult) print(w io.Writer, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(w).Encode(r)
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "scenario\tcontroller\tn\tsuccess\twasted\tclarify\tbacktrack\tturns")
	for _, x := range r.Rows {
		fmt.Fprintf(table, "%s\t%s\t%d\t%.1f%% [%.1f%%, %.1f%%]\t%.2f\t%.2f\t%.2f\t%.2f\n", x.Scenario, x.Controller, x.N,
			100*x.Success, 100*x.SuccessLow, 100*x.SuccessHigh, x.Wasted, x.Clarify, x.Backtrack, x.Turns)
	}
	return table.Flush()
}

// recordSink writes decisions to a file; a nil one writes nothing.
type recordSink struct {
	file *shard.File
	rows rowWriter
}

func openRecords(path string, stdout io.Writer) (*recordSink, error) {
	if path == "" {
		return nil, nil
	}
	if path == "-" {
		rows, err := newRowWriter[decision.Record](stdout, "-")
		return &recordSink{rows: rows}, err
	}
	file, err := (&shard.Folder{Dir: filepath.Dir(path), Owner: "replay"}).Create(filepath.Base(path))
	if err != nil {
		return nil, err
	}
	rows, err := newRowWriter[decision.Record](file, filepath.Base(path))
	if err != nil {
		file.Abort()
		return nil, err
	}
	return &recordSink{file, rows}, nil
}

func (s *recordSink) write(records []decision.Record) error {
	if s == nil {
		return nil
	}
	for _, r := range records {
		if err := s.rows.write(r); err != nil {
			return err
		}
	}
	return nil
}

func (s *recordSink) commit() error {
	if s == nil {
		return nil
	}
	if err := s.rows.close(); err != nil || s.file == nil {
		return err
	}
	_, err := s.file.Commit()
	if err == nil {
		s.file = nil
	}
	return err
}

// abort removes what is half written.
func (s *recordSink) abort() {
	if s != nil && s.file != nil {
		s.file.Abort()
	}
}
