package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// TestMain lets the test binary act as voi, so that the scripts run the real main with its
// exit status.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) != "voi" { // the tests, which may themselves run under Slurm
		for _, l := range launchers {
			os.Unsetenv(l.index)
			os.Unsetenv(l.count)
		}
		os.Setenv(noWait())
	}
	testscript.Main(tidy{m}, map[string]func(){"voi": main, "soakclient": soakClient})
}

// noWait is a setting of the race detector, which by default delays the end of every
// process by a second.
func noWait() (name, value string) { return "GORACE", "atexit_sleep_ms=0 " + os.Getenv("GORACE") }

// tidy removes the built voi after all tests.
type tidy struct{ tests *testing.M }

func (m tidy) Run() int {
	defer func() { os.RemoveAll(builtDir) }()
	return m.tests.Run()
}

// TestScripts runs testdata/script/*.txt: command lines with their expected output. -update
// rewrites the golden parts. The race detector runs only the scripts of commands that start
// goroutines in this package; the packages' own tests cover the others.
func TestScripts(t *testing.T) {
	scripts := []string{"*"}
	if testing.Short() {
		scripts = []string{"annotate", "build", "decisions", "ranks", "read", "replay", "runs", "score", "serve"}
	}
	var files []string
	for _, name := range scripts {
		files = append(files, sharedtest.Need(filepath.Glob(filepath.Join("testdata", "script", name+".txt")))(t)...)
	}
	testscript.Run(t, testscript.Params{
		Files:         files,
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(env *testscript.Env) error {
			env.Setenv("VOI_CONFIG", "")
			env.Setenv(noWait())
			env.Values[modelKey{}] = &scriptedModel{}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"lines":  linesCmd,
			"status": statusCmd,
			"model":  modelCmd,
		},
	})
}
