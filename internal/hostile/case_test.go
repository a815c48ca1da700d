//go:build linux

package hostile

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
)

// Case is one hostile situation.
type Case struct {
	Name string                          // FAMILY/WHAT, unique
	Make func(s *Seed, dir string) error // writes the files into the empty folder dir
	Runs []Run                           // the commands that are then run in dir, in order
}

// Run is one command on the files of a Case.
type Run struct {
	Args  []string // arguments of voi; {data} stands for the folder of the seed's shards
	Stdin string   // a file in the folder; "": empty input
	Want  Want
	Says  string // what the output has to name: the file, or its fault
	Built int    // rows that have to be built although others are rejected: a bad row never affects its neighbours
	Kept  string // a file that must not change, "" for none
}

// Want is the required end of a run.
type Want int

const (
	// Fails: exit status 1 or 2, with the reason on stderr.
	Fails Want = iota
	// Rejects: exit status 0 or 3, or 1 if no row is left. The rejected rows or the
	// messages hold the reason.
	Rejects
	// Bounded: either of these, or success without a message, because the damaged part may
	// never be read.
	Bounded
	// Violates: exit status 1, with the findings of --verify on stdout.
	Violates
)

// Corpus returns all cases in a fixed order.
func Corpus() []Case {
	var all []Case
	for _, family := range []func() []Case{
		compressed, texts, recorded, replays, schemas, yamls, truncations, flips, footers, pages, arrows, manifests, states, outputs, devices,
	} {
		all = append(all, family()...)
	}
	return all
}

// file is a case of one generated file and the commands that read it.
func file(name, base string, text func(s *Seed) []byte, runs ...Run) Case {
	return Case{Name: name, Runs: runs, Make: func(s *Seed, dir string) error {
		return os.WriteFile(filepath.Join(dir, base), text(s), 0o666)
	}}
}

// fixed is a generator that needs no seed.
func fixed(text string) func(*Seed) []byte {
	return func(*Seed) []byte { return []byte(text) }
}

// run is a command with its required end. An empty says stands for the last argument, which
// is the file.
func run(want Want, says string, args ...string) Run {
	if says == "" {
		says = args[len(args)-1]
	}
	return Run{Args: args, Want: want, Says: says}
}

// build runs voi build on a file.
func build(want Want, says, base string) Run {
	return run(want, cmp.Or(says, base), "build", "--out", "out", base)
}

// numbered names the variants of one attack.
func numbered(name string, n int) string { return fmt.Sprintf("%s %d", name, n) }
