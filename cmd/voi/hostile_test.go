package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// goodRow is one sample that builds. Every hostile input ends with it where it
// can, to show that a bad record never touches its neighbour.
const goodRow = `{"id":"good","messages":[{"role":"user","content":"Book a table in Lisbon"}],` +
	`"tools":[{"name":"book","description":"Book a table","parameters":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}],` +
	`"reference":{"action":"TOOLCALL","tool_calls":[{"name":"book","arguments":{"city":"Lisbon"}}]}}` + "\n"

// builtDir is where builtVoi is, "" as long as nobody has asked for it.
var builtDir string

// builtVoi is voi as a user has it: without the race detector of the test
// binary, so that its memory is its own.
var builtVoi = sync.OnceValues(func() (string, error) {
	var err error
	if builtDir, err = os.MkdirTemp("", "voi-built"); err != nil {
		return "", err
	}
	bin := filepath.Join(builtDir, "voi")
	cmd := exec.Command("go", "build", "-o", bin, ".")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	return bin, cmd.Run()
})

func voiBinary(t *testing.T) string {
	t.Helper()
	bin, err := builtVoi()
	if err != nil {
		t.Fatalf("building voi: %v", err)
	}
	return bin
}

// Bounds of every hostile input: the memory that is promised, and a time that a
// busy machine meets too.
const (
	hostileMemory = 256 << 20
	hostileTime   = 30 * time.Second
)

// TestHostileInput builds from inputs that a data set should not hold and
// sometimes does. Each ends by itself, within bounds, and says what to do.
func TestHostileInput(t *testing.T) {
	cases := []struct {
		name   string
		text   func() []byte
		file   string
		status int
		rows   int    // rows built
		says   string // in rejected.jsonl, or on stderr where the run failed
	}{
		{"64 MiB line", longLine, "in.jsonl", 0, 1, `"too_large"`},
		{"a million brackets", func() []byte { return []byte(strings.Repeat("[", 1_000_000) + "\n" + goodRow) }, "in.jsonl", 1, 0, "too_deep"},
		{"a million brackets in a field", func() []byte {
			return []byte(`{"id":"deep","messages":` + strings.Repeat("[", 1_000_000) + strings.Repeat("]", 1_000_000) + "}\n" + goodRow)
		}, "in.jsonl", 0, 1, `"too_deep"`},
		{"invalid UTF-8", func() []byte { return []byte("{\"question\":\"\xff\xfe\"}\n" + goodRow) }, "in.jsonl", 0, 1, `"bad_utf8"`},
		{"duplicate keys", func() []byte { return []byte(`{"id":"a","id":"b","messages":[]}` + "\n" + goodRow) }, "in.jsonl", 0, 1, `"duplicate_key"`},
		{"NaN", func() []byte { return []byte(`{"id":"a","messages":[],"weight":NaN}` + "\n" + goodRow) }, "in.jsonl", 0, 1, `NaN`},
		{"enum of 100,000 values", hugeEnum, "in.jsonl", 0, 1, ""},
		{"$ref cycle", func() []byte { return []byte(withSchema(`{"$ref":"#/properties/city"}`)) }, "in.jsonl", 0, 1, ""},
		{"$ref to itself through items", func() []byte { return []byte(withSchema(`{"type":"array","items":{"$ref":"#"},"maxItems":3}`)) }, "in.jsonl", 0, 1, ""},
		{"zip bomb", bomb, "in.jsonl.gz", 1, 0, "in.jsonl.gz"},
		{"empty file", func() []byte { return nil }, "in.jsonl", 1, 0, "empty"},
		{"not data at all", func() []byte { return []byte("\x7fELF\x02\x01\x01\x00\n\x00") }, "in.jsonl", 1, 0, "none of 2 rows could be used (bad_json 2)"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			in := filepath.Join(dir, c.file)
			if err := os.WriteFile(in, c.text(), 0o666); err != nil {
				t.Fatal(err)
			}
			r := buildProcess(t, dir, in)
			if r.status != c.status {
				t.Errorf("exit status %d, want %d\n%s", r.status, c.status, r.stderr)
			}
			told := r.stderr
			if c.status == 0 {
				told = read(t, filepath.Join(dir, "out", "rejected.jsonl"))
				if !strings.Contains(r.stderr, strconv.Itoa(c.rows)+" row") {
					t.Errorf("stderr does not tell of %d rows:\n%s", c.rows, r.stderr)
				}
			}
			if !strings.Contains(told, c.says) {
				t.Errorf("nothing says %s:\n%s", c.says, told)
			}
		})
	}
}

type process struct {
	status         int
	stdout, stderr string
}

// buildProcess runs voi build on an input, into dir/out, and holds it to the
// bounds.
func buildProcess(t *testing.T, dir string, args ...string) process {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(voiBinary(t), append([]string{"build", "--out", filepath.Join(dir, "out")}, args...)...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	start := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended, peak := make(chan struct{}), make(chan int64)
	go func() { peak <- watchMemory(cmd.Process.Pid, ended) }()
	_ = cmd.Wait()
	close(ended)
	took, most := time.Since(start), <-peak
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

// watchMemory returns the peak resident bytes of a process until it ends. The
// kernel's own figure for an ended child (ru_maxrss) begins with the size of the
// parent that started it, and so says nothing here; VmHWM begins with exec.
func watchMemory(pid int, ended <-chan struct{}) (peak int64) {
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for {
		if text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)); err == nil {
			if _, rest, ok := strings.Cut(string(text), "VmHWM:"); ok {
				var kb int64
				if _, err := fmt.Sscan(rest, &kb); err == nil {
					peak = max(peak, kb<<10)
				}
			}
		}
		select {
		case <-ended:
			return peak
		case <-tick.C:
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func longLine() []byte {
	return []byte(`{"question":"` + strings.Repeat("x", 64<<20) + "\"}\n" + goodRow)
}

func withSchema(schema string) string {
	return strings.Replace(goodRow, `{"type":"string"}`, schema, 1)
}

func hugeEnum() []byte {
	values := make([]string, 100_000)
	for i := range values {
		values[i] = `"value ` + strconv.Itoa(i) + `"`
	}
	return []byte(withSchema(`{"type":"string","enum":[` + strings.Join(values, ",") + `]}`))
}

// bomb is 1 GiB of spaces in some 1 MiB.
func bomb() []byte {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestSpeed)
	block := bytes.Repeat([]byte{' '}, 1<<20)
	for range 1024 {
		_, _ = w.Write(block)
	}
	_ = w.Close()
	return out.Bytes()
}
