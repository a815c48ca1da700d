package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// TestMain makes the test binary double as voi, so that the scripts run the
// real main, exit status and all.
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

// noWait is a setting of the race detector, which otherwise holds every process for
// a second when it ends.
func noWait() (name, value string) { return "GORACE", "atexit_sleep_ms=0 " + os.Getenv("GORACE") }

// tidy removes, after all tests, the voi that some of them have built.
type tidy struct{ tests *testing.M }

func (m tidy) Run() int {
	defer func() { os.RemoveAll(builtDir) }()
	return m.tests.Run()
}

// TestScripts runs testdata/script/*.txt: what a person types, and what the
// command answers. With -update the golden parts are rewritten. Under the race detector run
// those of commands that start goroutines here; packages test what the others start.
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
