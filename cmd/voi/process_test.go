package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// goodRow is one valid sample.
const goodRow = `{"id":"good","messages":[{"role":"user","content":"Book a table in Lisbon"}],` +
	`"tools":[{"name":"book","description":"Book a table","parameters":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}],` +
	`"reference":{"action":"TOOLCALL","tool_calls":[{"name":"book","arguments":{"city":"Lisbon"}}]}}` + "\n"

// builtDir is the folder of builtVoi, "" before the first use.
var builtDir string

// builtVoi is voi as users have it, without the race detector of the test binary, which
// would change its memory.
var builtVoi = sync.OnceValues(func() (string, error) {
	var err error
	if builtDir, err = os.MkdirTemp("", "voi-built"); err != nil {
		return "", err
	}
	bin := filepath.Join(builtDir, "voi")
	cmd := exec.Command("go", "build", "-trimpath", "-o", bin, ".") // with the Makefile's flags
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	return bin, cmd.Run()
})

func voiBinary(t *testing.T) string {
	t.Helper()
	sharedtest.Unraced(t)
	bin, err := builtVoi()
	if err != nil {
		t.Fatalf("building voi: %v", err)
	}
	return bin
}

// Bounds for every build: the promised memory, and processor time, which does not depend on
// the load of the machine.
const (
	hostileMemory = 256 << 20
	hostileTime   = 30 * time.Second
)

type process struct {
	status         int
	stdout, stderr string
}

// buildProcess runs voi build on an input, into dir/out, and checks the bounds.
func buildProcess(t *testing.T, dir string, args ...string) process {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(voiBinary(t), append([]string{"build", "--out", filepath.Join(dir, "out")}, args...)...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	sharedtest.OK(t, cmd.Start())
	ended, peak := make(chan struct{}), make(chan int64)
	go func() { peak <- watchMemory(cmd.Process.Pid, ended) }()
	_ = cmd.Wait()
	close(ended)
	took, most := cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime(), <-peak
	if took > hostileTime {
		t.Errorf("took %v", took)
	}
	if most > hostileMemory {
		t.Errorf("peak resident %d MiB, at most %d allowed", most>>20, int64(hostileMemory)>>20)
	}
	t.Logf("%v, %d MiB", took.Round(time.Millisecond), most>>20)
	if strings.Contains(stderr.String(), "goroutine ") {
		t.Errorf("a crash trace:\n%s", stderr.String())
	}
	return process{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// watchMemory returns the peak resident bytes of a process until it ends. The kernel's own
// figure for an ended child (ru_maxrss) starts with the size of the parent, so it is
// useless here; VmHWM starts with exec.
func watchMemory(pid int, ended <-chan struct{}) (peak int64) {
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for {
		peak = max(peak, memoryOf(pid, "VmHWM"))
		select {
		case <-ended:
			return peak
		case <-tick.C:
		}
	}
}

// memoryOf is a figure of /proc/PID/status in bytes, 0 if there is none.
func memoryOf(pid int, name string) (kb int64) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, rest, _ := strings.Cut(string(text), name+":")
	_, _ = fmt.Sscan(rest, &kb)
	return kb << 10
}

func read(t *testing.T, path string) string {
	t.Helper()
	text := sharedtest.Need(os.ReadFile(path))(t)
	return string(text)
}

// killAtRandom runs voi and kills it at a random moment within the duration of a whole run,
// until it has killed that many. A run that ends before its kill updates the duration,
// since the load of the machine changes. ended is called after each run, and told whether
// it was killed.
func killAtRandom(t *testing.T, kills int, took time.Duration, args []string, ended func(killed bool)) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	killed := 0
	for i := 0; i < 10*kills && killed < kills; i++ {
		cmd := exec.Command(voiBinary(t), args...)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		start := time.Now()
		sharedtest.OK(t, cmd.Start())
		kill := time.AfterFunc(time.Duration(random.Int64N(int64(took))), func() {
			_ = cmd.Process.Kill() // it may have ended already
		})
		_ = cmd.Wait()
		kill.Stop()
		exited := cmd.ProcessState.Exited()
		if exited && !cmd.ProcessState.Success() {
			t.Fatalf("the run failed before it was killed:\n%s", stderr.String())
		}
		if exited {
			took = time.Since(start)
		} else {
			killed++
		}
		ended(!exited)
	}
	if killed < kills {
		t.Fatalf("only %d of %d runs were killed in time", killed, kills)
	}
}
