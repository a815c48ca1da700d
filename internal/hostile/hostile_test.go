//go:build linux

package hostile

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// The limits of every run.
const (
	maxMemory = 256 << 20
	maxCPU    = 5 * time.Second

	// A run that hangs or never ends is killed. The wall clock limit is generous, because a
	// busy machine is not a hang.
	killAfter  = 2 * time.Minute
	killCPU    = 3 * maxCPU
	killMemory = 4 * maxMemory
)

// bin is the built voi, and seed its output for the embedded examples.
var (
	bin  string
	seed *Seed
)

func TestMain(m *testing.M) {
	// The kernel counts the memory of this process for its children, too.
	debug.SetGCPercent(20)
	os.Exit(testMain(m))
}

func testMain(m *testing.M) int {
	dir, err := os.MkdirTemp("", "voi-hostile-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	bin = filepath.Join(dir, "voi")
	build := exec.Command("go", "build", "-o", bin, "../../cmd/voi")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		panic(string(out))
	}
	seed, err = NewSeed(dir, func(args ...string) error {
		if out, err := exec.Command(bin, args...).CombinedOutput(); err != nil {
			return errors.New(string(out))
		}
		return nil
	})
	if err != nil {
		panic(err)
	}
	return m.Run()
}

// TestCorpus runs voi on all cases if VOI_LONG is set (make hostile), else on every
// fortieth, to keep the gate short.
func TestCorpus(t *testing.T) {
	seen, every := map[string]bool{}, sharedtest.Long(1, 40)
	for i, c := range Corpus() {
		if seen[c.Name] {
			t.Errorf("two cases are called %s", c.Name)
		}
		seen[c.Name] = true
		if i%every != 0 {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			sharedtest.OK(t, c.Make(seed, dir))
			for _, r := range c.Runs {
				check(t, dir, r)
			}
		})
	}
	if len(seen) < 200 {
		t.Errorf("%d cases", len(seen))
	}
}

// check runs a command in dir, and checks its limits and its messages.
func check(t *testing.T, dir string, r Run) {
	t.Helper()
	before := held(t, dir, r.Kept)
	status, stdout, stderr := voi(t, dir, r)
	if after := held(t, dir, r.Kept); after != before {
		t.Errorf("%v: %s was changed:\n%s", r.Args, r.Kept, cut(after))
	}
	left := rejected(dir)
	told, ok := stderr, status == 1 || status == 2
	switch r.Want {
	case Rejects:
		told, ok = stdout+stderr+left, status == 0 || status == 1 || status == 3
		if r.Built > 0 && !strings.Contains(stderr, fmt.Sprintf("%d row in ", r.Built)) {
			t.Errorf("%v: %d rows were not built:\n%s", r.Args, r.Built, cut(stderr))
		}
	case Violates:
		told, ok = stdout, status == 1
	case Bounded:
		told += left // a run may fail because all of its rows were rejected
		if ok = status >= 0 && status <= 3; status == 0 {
			told = r.Says
		}
	}
	if !ok || !strings.Contains(told, r.Says) {
		t.Errorf("%v: exit status %d, and told is not %q:\n%s", r.Args, status, cut(r.Says), cut(stdout+stderr+left))
	}
}

// voi runs a command.
func voi(t *testing.T, dir string, r Run) (status int, stdout, stderr string) {
	t.Helper()
	var args []string
	for _, arg := range r.Args {
		args = append(args, strings.NewReplacer("{data}", seed.Data, "{seed}", seed.Dir).Replace(arg))
	}
	cmd := exec.Command(bin, args...)
	cmd.Dir = dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &limited{w: &out}, &limited{w: &errs}
	if r.Stdin != "" {
		in := sharedtest.Need(os.Open(filepath.Join(dir, r.Stdin)))(t)
		defer in.Close()
		cmd.Stdin = in
	}
	sharedtest.OK(t, cmd.Start())
	ended, watched := make(chan struct{}), make(chan int64)
	go func() { watched <- watch(t, cmd.Process, ended) }()
	_ = cmd.Wait() // the exit status tells
	close(ended)
	memory := <-watched
	// The kernel's figure is exact, but it includes the peak of this process before exec.
	if most := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10; most > peak("self") {
		memory = most
	}
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if memory > maxMemory {
		t.Errorf("%v: %d MiB of memory, at most %d are allowed", r.Args, memory>>20, maxMemory>>20)
	}
	if cpu > maxCPU {
		t.Errorf("%v: %v of a processor, at most %v are allowed", r.Args, cpu, maxCPU)
	}
	t.Logf("%v: status %d, %v, %d MiB: %s", r.Args, cmd.ProcessState.ExitCode(), cpu.Round(time.Millisecond), memory>>20, cut(errs.String()))
	for _, trace := range []string{"goroutine ", "panic:", "fatal error:", "SIGSEGV"} {
		if strings.Contains(errs.String(), trace) {
			t.Errorf("%v: a crash trace:\n%s", r.Args, cut(errs.String()))
		}
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

// watch returns the peak memory of a process, and kills a process that does not end.
func watch(t *testing.T, p *os.Process, ended <-chan struct{}) (most int64) {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for start := time.Now(); ; {
		select {
		case <-ended:
			return most
		case <-tick.C:
		}
		id := strconv.Itoa(p.Pid)
		most = max(most, peak(id))
		if why := time.Since(start) > killAfter; why || most > killMemory || cpuTime(id) > killCPU {
			t.Errorf("it was killed after %v, %v of a processor, %d MiB", time.Since(start).Round(time.Second), cpuTime(id), most>>20)
			_ = p.Kill()
			<-ended
			return most
		}
	}
}

// peak is the peak resident memory of a process since it started its program, in bytes; 0
// if it has ended.
func peak(id string) (bytes int64) {
	text, _ := os.ReadFile("/proc/" + id + "/status")
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	_, _ = fmt.Sscan(rest, &bytes)
	return bytes << 10
}

// cpuTime is the processor time of a process.
func cpuTime(id string) time.Duration {
	text, _ := os.ReadFile("/proc/" + id + "/stat")
	_, rest, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * 10 * time.Millisecond // 100 ticks a second
}

// limited keeps the first mebibyte of what is written.
type limited struct{ w *bytes.Buffer }

func (l *limited) Write(p []byte) (int, error) {
	if room := 1<<20 - l.w.Len(); room > 0 {
		l.w.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

// rejected is the beginning of the rejected rows of any command.
func rejected(dir string) string {
	var all strings.Builder
	for _, name := range []string{"out/rejected.jsonl", "s.jsonl.rejected.jsonl", "s.parquet.rejected.jsonl"} {
		if f, err := os.Open(filepath.Join(dir, name)); err == nil {
			text := make([]byte, 1<<16)
			n, _ := f.Read(text)
			all.Write(text[:n])
			f.Close()
		}
	}
	return all.String()
}

// held is the content of a file, or the names in a folder; "" for no file.
func held(t *testing.T, dir, name string) string {
	t.Helper()
	if name == "" {
		return ""
	}
	path := filepath.Join(dir, name)
	if text, err := os.ReadFile(path); err == nil {
		return string(text)
	}
	entries := sharedtest.Need(os.ReadDir(path))(t)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, "\n")
}

func cut(text string) string {
	if len(text) > 1000 {
		return text[:700] + " ... " + text[len(text)-300:]
	}
	return text
}
