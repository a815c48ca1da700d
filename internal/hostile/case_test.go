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
	Make func(s *Seed, dir string) error // writes the files into dir, which is empty
	Runs []Run                           // what is then run in dir, one after the other
}

// Run is one command on the files of a Case.
type Run struct {
	Args  []string // of voi; {data} stands for the folder of the seed's shards
	Stdin string   // a file of the folder; "": nothing
	Want  Want
	Says  string // what has to be told: the name of the file, or what is wrong with it
	Built int    // rows that Rejects has to build all the same: a bad row never touches its neighbour
	Kept  string // a file that has to be as it was, "" for none
}

// Want is how a run has to end.
type Want int

const (
	// Fails is exit status 1 or 2, and stderr says it.
	Fails Want = iota
	// Rejects is exit status 0 or 3, or 1 where no row is left; the rejected rows or the
	// messages say it.
	Rejects
	// Bounded is either of them, or success without a word: what was damaged may
	// be nothing that anybody reads.
	Bounded
	// Violates is exit status 1, and stdout says it: what --verify found.
	Violates
)

// Corpus lists all cases, in an order that does not change.
func Corpus() []Case {
	var all []Case
	for _, family := range []func() []Case{
		compressed, texts, recorded, replays, schemas, yamls, truncations, flips, footers, pages, arrows, manifests, states, outputs, devices,
	} {
		all = append(all, family()...)
	}
	return all
}

// file is a case of one file, which a generator gives, fed to commands.
func file(name, base string, text func(s *Seed) []byte, runs ...Run) Case {
	return Case{Name: name, Runs: runs, Make: func(s *Seed, dir string) error {
		return os.WriteFile(filepath.Join(dir, base), text(s), 0o666)
	}}
}

// fixed is a generator that needs no seed.
func fixed(text string) func(*Seed) []byte {
	return func(*Seed) []byte { return []byte(text) }
}

// run is a command whose run has to end as want says; says "" takes the last
// argument, which is then the file.
func run(want Want, says string, args ...string) Run {
	if says == "" {
		says = args[len(args)-1]
	}
	return Run{Args: args, Want: want, Says: says}
}

// build feeds a file to voi build.
func build(want Want, says, base string) Run {
	return run(want, cmp.Or(says, base), "build", "--out", "out", base)
}

// numbered names the variants of one attack.
func numbered(name string, n int) string { return fmt.Sprintf("%s %d", name, n) }
