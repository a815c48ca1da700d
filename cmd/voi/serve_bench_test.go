package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// The benchmarks measure the server in real use: a process, samples found by id,
// completions of about two kilobytes. All figures include the client's own work, since it
// shares the cores.

// benchPad fills completions up to about two kilobytes.
var benchPad = strings.Repeat("The user gives a place and a day; what is left open has to be asked for, \"as it were\".\n", 20)

// benchServer builds the example set and starts a server on it.
func benchServer(b *testing.B, args ...string) (cmd *exec.Cmd, stdin io.WriteCloser, stdout *bufio.Reader) {
	b.Helper()
	voi, err := builtVoi()
	sharedtest.OK(b, err)
	data := filepath.Join(b.TempDir(), "data")
	if out, err := exec.Command(voi, "build", "--out", data).CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	cmd = exec.Command(voi, append([]string{"serve", "--data", data}, args...)...)
	if stdin, err = cmd.StdinPipe(); err != nil {
		b.Fatal(err)
	}
	pipe := sharedtest.Need(cmd.StdoutPipe())(b)
	cmd.Stderr = os.Stderr
	if slices.Contains(args, "--http") {
		cmd.Stderr = &syncBuffer{}
	}
	sharedtest.OK(b, cmd.Start())
	b.Cleanup(func() {
		stdin.Close()
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return cmd, stdin, bufio.NewReaderSize(pipe, 1<<20)
}

// benchItem is an item of the example set; its completion is a call or a question.
func benchItem(ids []string, i int) (id, completion string) {
	answers := []string{
		`<TOOLCALL>[{"name": "set_light", "arguments": {"room": "bedroom", "brightness": 20}}]</TOOLCALL>`,
		"<ASK>\n<TOOLCALL>[{\"name\": \"rail.search\", \"arguments\": {\"origin\": \"Lyon\", \"destination\": \"Marseille\", \"date\": \"<UNK>\"}}]</TOOLCALL>\n<question>On which day?</question>\n</ASK>",
		"<REFUSE>I am sorry, no tool of mine can do that.</REFUSE>",
	}
	return ids[i%len(ids)], "<reasoning>\n" + benchPad + "</reasoning>\n<answer>\n" + answers[i%len(answers)] + "\n</answer>\n"
}

func benchIDs(b *testing.B) (ids []string) {
	b.Helper()
	for _, ex := range configs.Examples() {
		for _, line := range strings.Split(string(ex.Data), "\n") {
			var row struct{ ID string }
			if json.Unmarshal([]byte(line), &row) == nil && row.ID != "" {
				ids = append(ids, row.ID)
			}
		}
	}
	return ids
}

// benchLine is a request of n items.
func benchLine(b *testing.B, n int) []byte {
	b.Helper()
	var line bytes.Buffer
	line.WriteString(`{"op":"score","id":1,"items":[`)
	ids := benchIDs(b)
	for i := range n {
		id, text := benchItem(ids, i)
		quoted := sharedtest.Need(json.Marshal(text))(b)
		fmt.Fprintf(&line, "%s{\"sample_id\":%q,\"completion\":%s}", [2]string{"", ","}[min(i, 1)], id, quoted)
	}
	line.WriteString("]}\n")
	return line.Bytes()
}

// reportQuantiles reports quantiles of latencies.
func reportQuantiles(b *testing.B, took []time.Duration) {
	b.Helper()
	reportQuantilesOf(b, "", took)
}

func reportQuantilesOf(b *testing.B, name string, took []time.Duration) {
	b.Helper()
	slices.Sort(took)
	at := func(q float64) float64 {
		return float64(took[min(len(took)-1, int(q*float64(len(took))))].Microseconds()) / 1000
	}
	b.ReportMetric(at(0.5), name+"p50-ms")
	b.ReportMetric(at(0.99), name+"p99-ms")
}

// BenchmarkServeLines sends one request of 64 items after another.
func BenchmarkServeLines(b *testing.B) {
	_, stdin, stdout := benchServer(b)
	line := benchLine(b, 64)
	exchange := func() {
		if _, err := stdin.Write(line); err != nil {
			b.Fatal(err)
		}
		reply, err := stdout.ReadSlice('\n')
		if err != nil || !bytes.HasPrefix(reply, []byte(`{"op":"result"`)) || bytes.Contains(reply, []byte(`"code"`)) {
			b.Fatalf("%.200s %v", reply, err)
		}
	}
	if _, err := stdout.ReadSlice('\n'); err != nil {
		b.Fatal(err)
	}
	start := time.Now()
	exchange()
	first := time.Since(start)
	for range 200 {
		exchange()
	}
	var took []time.Duration
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		start := time.Now()
		exchange()
		took = append(took, time.Since(start))
	}
	reportQuantiles(b, took)
	b.ReportMetric(float64(first.Microseconds())/1000, "first-ms")
	b.ReportMetric(64*float64(b.N)/b.Elapsed().Seconds(), "items/s")
}

// The HTTP load: 32 clients, with this total rate.
const (
	httpClients = 32
	httpRate    = 1000 // requests of one item a second
)

// BenchmarkServeHTTP sends single items from 32 clients at a fixed rate. Latency counts
// from the due time of a request, so that a stall counts for every delayed request.
func BenchmarkServeHTTP(b *testing.B) {
	cmd, _, _ := benchServer(b, "--http", "127.0.0.1:0")
	address := ""
	for range 400 {
		if text := cmd.Stderr.(*syncBuffer).String(); strings.Contains(text, "http://") {
			address = strings.TrimSpace(text[strings.Index(text, "http://"):])
			break
		}
		time.Sleep(25 * time.Millisecond)
	}
	body := bytes.TrimSpace(benchLine(b, 1))
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: httpClients}}
	exchange := func() {
		res, err := client.Post(address+"/v1/score", "application/json", bytes.NewReader(body))
		if err != nil {
			b.Error(err)
			return
		}
		if _, err := io.Copy(io.Discard, res.Body); err != nil || res.StatusCode != http.StatusOK {
			b.Errorf("%d %v", res.StatusCode, err)
		}
		res.Body.Close()
	}
	due := make(chan time.Time, 1<<16)
	var mu sync.Mutex
	var took []time.Duration
	var clients sync.WaitGroup
	for range httpClients {
		clients.Add(1)
		go func() {
			defer clients.Done()
			for at := range due {
				exchange()
				mu.Lock()
				took = append(took, time.Since(at))
				mu.Unlock()
			}
		}()
	}
	start := time.Now()
	n := 0
	for b.Loop() {
		at := start.Add(time.Duration(n) * time.Second / httpRate)
		time.Sleep(time.Until(at))
		due <- at
		n++
	}
	close(due)
	clients.Wait()
	reportQuantiles(b, took)
	b.ReportMetric(float64(n)/time.Since(start).Seconds(), "requests/s")
}

// BenchmarkServeArrow keeps eight batches of 512 rows in flight.
func BenchmarkServeArrow(b *testing.B) {
	_, stdin, stdout := benchServer(b, "--wire", "arrow")
	const rows = 512
	schema := arrow.NewSchema([]arrow.Field{{Name: "sample_id", Type: arrow.BinaryTypes.String}, {Name: "completion", Type: arrow.BinaryTypes.String}}, nil)
	build := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	ids := benchIDs(b)
	for i := range rows {
		id, text := benchItem(ids, i)
		build.Field(0).(*array.StringBuilder).Append(id)
		build.Field(1).(*array.StringBuilder).Append(text)
	}
	rec := build.NewRecord()
	r := sharedtest.Need(ipc.NewReader(stdout))(b)
	slots := make(chan struct{}, 8)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for r.Next() {
			if c := r.Record().Column(0); c.Len() != rows || c.NullN() > 0 {
				b.Errorf("%d rows, %d without a reward", c.Len(), c.NullN())
			}
			<-slots
		}
	}()
	w := ipc.NewWriter(stdin, ipc.WithSchema(schema))
	for b.Loop() {
		slots <- struct{}{}
		sharedtest.OK(b, w.Write(rec))
	}
	w.Close()
	stdin.Close()
	<-done
	b.ReportMetric(rows*float64(b.N)/b.Elapsed().Seconds(), "items/s")
}
