package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	rows "github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/decision/simulation"
	"github.com/voi-rl/voi/internal/ledger"
	"github.com/voi-rl/voi/internal/term"
	"github.com/voi-rl/voi/trajectory/reader"
)

// simFlags are the flags of voi replay --sim.
type simFlags struct {
	name   string
	seeds  int
	json   bool
	out    string
	runs   string
	faults []string

	constrain, withhold float64 // of clarify

	workers *int // of signalFlags
}

// retrievalSim reads recorded runs; the other simulations draw their runs.
const retrievalSim = "retrieval"

// maxSeeds bounds the time of a run to some minutes.
const maxSeeds = 1_000_000

func (f *simFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.name, "sim", "", "the simulation to run: `calendar|graph|retrieval|faults|clarify`")
	flags.IntVar(&f.seeds, "seeds", 1000, "of a simulation: run it for the seeds 0 to `N`-1")
	flags.BoolVar(&f.json, "json", false, "print the figures as one JSON object")
	flags.StringVar(&f.out, "out", "", "write the decisions to `FILE` (.parquet, .jsonl, .jsonl.gz, .jsonl.zst; -: JSON lines to stdout)")
	flags.StringVar(&f.runs, "runs", "", "of calendar and graph: write each episode as a recorded run to `FILE` (.jsonl, .jsonl.gz, .jsonl.zst), for voi build and voi score")
	flags.Float64Var(&f.constrain, "constrain", 0.25, "of clarify: the `SHARE` of values of which the user first says only what they are not, or a bound")
	flags.Float64Var(&f.withhold, "withhold", 0, "of clarify: the `SHARE` of values that the user cannot give, however often asked")
	flags.StringArrayVar(&f.faults, "fault", nil, "of the calendar: break `NAME=RATE[,NAME=RATE]` instead, repeatable: estimator, question, user, confirm, executor")
}

// simulate runs the simulation of --sim, and returns its figures and notes.
func (f *simFlags) simulate(cmd *cobra.Command, args []string, visit func(*simulation.Episode) error) (r simResult, notes string, err error) {
	if f.name == retrievalSim {
		return f.retrieve(cmd, args, visit)
	}
	if len(args) > 0 {
		return r, "", usagef("--sim %s reads nothing, and %q was given", f.name, args[0])
	}
	s, err := f.simulationOf()
	if err != nil {
		return r, "", err
	}
	tallies, err := simulation.Run(cmd.Context(), s, f.seeds, atWork(*f.workers), visit)
	return resultOf(f.name, f.seeds, tallies), "", err
}

func resultOf(name string, seeds int, tallies []simulation.Tally) simResult {
	r := simResult{Sim: name, Seeds: seeds}
	for i := range tallies {
		r.Rows = append(r.Rows, tallies[i].Row())
	}
	return r
}

// retrieve replays the retrieval decision on recorded search runs.
func (f *simFlags) retrieve(cmd *cobra.Command, args []string, visit func(*simulation.Episode) error) (r simResult, notes string, err error) {
	switch flags := cmd.Flags(); {
	case len(args) == 0:
		return r, "", usagef("--sim retrieval needs the files of recorded search runs")
	case flags.Changed("seeds"), flags.Changed("fault"), flags.Changed("runs"):
		return r, "", usagef("--sim retrieval draws nothing and runs nothing: --seeds, --fault and --runs mean nothing for it")
	}
	var sim simulation.Retrieval
	rejected := int64(0)
	for _, path := range args {
		in, err := reader.Open(cmd.Context(), path, rows.Options{Stdin: cmd.InOrStdin()})
		if err != nil {
			return r, "", err
		}
		for raw, err := range in.All() {
			if err != nil {
				in.Close()
				return r, "", err
			}
			rec := in.Decode(raw)
			if rec.Rejection != nil {
				rejected++
				fmt.Fprintf(cmd.ErrOrStderr(), "%s:%d: %s: %s\n", term.Quote(raw.File), raw.Line, rec.Rejection.Code, term.Quote(rec.Rejection.Message))
			}
			for _, t := range rec.Runs {
				sim.Add(t)
			}
		}
		in.Close()
	}
	if sim.Questions() == 0 {
		return r, "", fmt.Errorf("of the runs in %s none asks a question with an answer that a passage could hold (%d without either, %d answered by yes or no)",
			strings.Join(args, ", "), sim.NoAnswer, sim.YesNo)
	}
	tallies, err := sim.Episodes(cmd.Context(), atWork(*f.workers), visit)
	if err != nil {
		return r, "", err
	}
	notes = fmt.Sprintf("\n%d questions over %d passages; left out: %d runs answered by yes or no, %d without a question or an answer, %s rejected\n",
		sim.Questions(), sim.Passages(), sim.YesNo, sim.NoAnswer, term.Count(rejected, "row"))
	return resultOf(f.name, 0, tallies), notes, nil
}

// simResult is what --json prints.
type simResult struct {
	Sim   string           `json:"sim"`
	Seeds int              `json:"seeds"`
	Rows  []simulation.Row `json:"rows"`
}

// simulationOf returns the simulation of --sim.
func (f *simFlags) simulationOf() (simulation.Simulation, error) {
	faults, err := f.faultList()
	switch {
	case err != nil:
		return nil, err
	case f.seeds < 1 || f.seeds > maxSeeds:
		return nil, usagef("--seeds %d is not between 1 and %d", f.seeds, maxSeeds)
	case f.name == "calendar":
		return simulation.Calendar{Faults: faults, Runs: f.runs != ""}, nil
	case faults != nil:
		return nil, usagef("--fault breaks components of --sim calendar, and %s has none", f.name)
	case f.name == "graph":
		return simulation.Graph{Runs: f.runs != ""}, nil
	}
	return nil, usagef("--sim %q is none of calendar, graph, retrieval, faults and clarify", f.name)
}

// faultList reads the faults: each --fault is a controller, named by its first part.
func (f *simFlags) faultList() (faults []simulation.Fault, err error) {
	for _, text := range f.faults {
		var fault simulation.Fault
		rates := map[string]*float64{
			"estimator": &fault.Estimator, "question": &fault.Question, "user": &fault.User, "confirm": &fault.Confirm, "executor": &fault.Executor,
		}
		for part := range strings.SplitSeq(text, ",") {
			name, rateText, _ := strings.Cut(part, "=")
			rate, err := strconv.ParseFloat(rateText, 64)
			switch {
			case rates[name] == nil:
				return nil, usagef("--fault %q breaks none of estimator, question, user, confirm, executor", part)
			case err != nil || !(rate >= 0 && rate <= 1):
				return nil, usagef("--fault %q gives no rate between 0 and 1, as in question=0.5", part)
			}
			*rates[name] = rate
			if fault.Name == "" {
				fault.Name = name
			}
		}
		if slices.ContainsFunc(faults, func(other simulation.Fault) bool { return other.Name == fault.Name }) {
			return nil, usagef("--fault %q: a controller dc-%s is there already; parts of one are written with commas", text, fault.Name)
		}
		faults = append(faults, fault)
	}
	return faults, nil
}

func (f *simFlags) run(cmd *cobra.Command, args []string) error {
	if err := keepInputs(args, f.out, f.runs); err != nil {
		return err
	}
	out, err := openRows[decision.Record]("replay", f.out, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	defer out.abort()
	if f.runs != "" && (f.runs == "-" || strings.HasSuffix(f.runs, ".parquet") || checkSuffix(f.runs) != nil) {
		return usagef("--runs %s: runs are written as JSON lines to a file; use .jsonl, .jsonl.gz or .jsonl.zst", f.runs)
	}
	if f.runs != "" && filepath.Clean(f.runs) == filepath.Clean(f.out) {
		return usagef("--out and --runs name one file, %s", f.out)
	}
	runs, err := openRows[json.Marshaler]("replay", f.runs, nil)
	if err != nil {
		return err
	}
	defer runs.abort()
	blames := map[string]int{}
	result, notes, err := f.simulate(cmd, args, func(e *simulation.Episode) error {
		if !e.Success {
			blames[e.Scenario+" "+e.Controller+" "+blameOf(e)]++
		}
		if err := cmd.Context().Err(); err != nil {
			return err
		}
		if f.name == retrievalSim && e.Controller != "dc" {
			return nil // the same rounds with the same signals
		}
		for _, r := range e.Records {
			if err := out.write(r); err != nil {
				return err
			}
		}
		if e.Run == nil {
			return nil
		}
		return runs.write(e.Run.Value())
	})
	if err != nil {
		return err
	}
	if err := commitRows(out, runs); err != nil {
		return err
	}
	w := cmd.OutOrStdout()
	if f.out == "-" {
		w = cmd.ErrOrStderr()
	}
	return result.print(w, f.json, blameLines(result.Rows, blames)+notes)
}

// blameOf is the cause of a failed episode, with the signal that misled. A retrieval has
// the causes of its paper's appendix.
func blameOf(e *simulation.Episode) string {
	if cause := simulation.Cause(e); cause != "" {
		return cause
	}
	switch b := e.Blame(); {
	case b == nil:
		return "unknown"
	case b.Signal != "":
		return string(b.Part) + " " + b.Signal
	default:
		return string(b.Part)
	}
}

// blameLines state the causes of failures, in table order.
func blameLines(rows []simulation.Row, blames map[string]int) (text string) {
	for _, x := range rows {
		prefix := x.Scenario + " " + x.Controller + " "
		var parts []string
		for _, key := range slices.Sorted(maps.Keys(blames)) {
			if part, ok := strings.CutPrefix(key, prefix); ok {
				parts = append(parts, fmt.Sprintf("%s %d", part, blames[key]))
			}
		}
		if len(parts) > 0 {
			text += fmt.Sprintf("%sfailed by %s\n", prefix, strings.Join(parts, ", "))
		}
	}
	if text != "" {
		text = "\n" + text
	}
	return text
}

func (r *simResult) print(w io.Writer, asJSON bool, notes string) error {
	if asJSON {
		return json.NewEncoder(w).Encode(r)
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "scenario\tcontroller\tn\tsuccess\tfirst right\twasted\tclarify\tbacktrack\tturns")
	for _, x := range r.Rows {
		fmt.Fprintf(table, "%s\t%s\t%d\t%.1f%% [%.1f%%, %.1f%%]\t%.1f%%\t%.2f\t%.2f\t%.2f\t%.2f\n", x.Scenario, x.Controller, x.N,
			100*x.Success, 100*x.SuccessLow, 100*x.SuccessHigh, 100*x.First, x.Wasted, x.Clarify, x.Backtrack, x.Turns)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(w, notes)
	return err
}

// leastSeeds is the number of seeds from which the ledger's intervals mean something.
const leastSeeds = 200

// ledger prints the papers' figures beside voi's.
func (f *simFlags) ledger(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) > 0 || slices.ContainsFunc(slices.Concat(signalNames, []string{"sim", "out", "runs", "fault", "constrain", "withhold"}), cmd.Flags().Changed):
		return usagef("--ledger takes --seeds and --json, and nothing else")
	case f.seeds < leastSeeds || f.seeds > maxSeeds:
		return usagef("--seeds %d is not between %d and %d", f.seeds, leastSeeds, maxSeeds)
	}
	entries, err := ledger.Ledger(f.seeds)
	if err != nil {
		return err
	}
	text := ledger.Markdown(entries) + "\n" + ledger.Counts(entries) + "\n"
	if f.json {
		if text, err = ledger.JSON(entries); err != nil {
			return err
		}
	}
	_, err = io.WriteString(cmd.OutOrStdout(), text)
	return err
}
