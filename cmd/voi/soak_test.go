package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/lookup"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// TestSoak keeps real servers at full load: one over HTTP, whose client is killed at random
// moments and restarted; one over pipes for the whole time; and now and then one that must
// end with its killed client. Every reward and every advantage is compared with voi score.
//
// It takes two seconds, or VOI_SOAK (make soak SOAK=1h). VOI_SOAK_DATA names samples to use
// instead of the embedded ones.
func TestSoak(t *testing.T) {
	sharedtest.Unraced(t)
	long := time.Second
	if text := os.Getenv("VOI_SOAK"); text != "" {
		var err error
		if long, err = time.ParseDuration(text); err != nil {
			t.Fatalf("VOI_SOAK: %v; give a time, as in 10m", err)
		}
	}
	s := &soak{t: t, dir: t.TempDir(), long: long, rand: rand.New(rand.NewPCG(1, 2))}
	s.prepare()
	s.run()
	s.judge()
}

type soak struct {
	t    *testing.T
	dir  string
	long time.Duration
	rand *rand.Rand // for the times of kills
	next *soakNext

	http, pipes soakServer
	alone       soakCounts // of clients with servers of their own
	orphans     []int      // servers whose client was killed
	kills       int
}

// soakServer is a server that runs the whole time, with its counts by quarter.
type soakServer struct {
	cmd      *exec.Cmd
	log      *syncBuffer
	tally    soakTally
	quarters [4]soakQuarter
	files    int // open files before the load
}

type soakQuarter struct {
	soakCounts
	resident float64 // MiB, peak
	files    int     // open files, peak
}

func (s *soak) at(name string) string { return filepath.Join(s.dir, name) }

func (s *soak) voi(args ...string) {
	s.t.Helper()
	if out, err := exec.Command(voiBinary(s.t), args...).CombinedOutput(); err != nil {
		s.t.Fatalf("voi %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

const soakSamples = 400 // upper bound; a starting client reads the cases of all samples

// prepare builds the folders, and lets voi score compute the expected rewards.
func (s *soak) prepare() {
	t := s.t
	var input []string
	if path := os.Getenv("VOI_SOAK_DATA"); path != "" {
		input = []string{path}
	} else {
		for i, ex := range configs.Examples() {
			input = append(input, s.at(fmt.Sprintf("embedded-%d.jsonl", i)))
			check(t, os.WriteFile(input[i], ex.Data, 0o666))
		}
	}
	s.voi(append([]string{"build", "--out", s.at("data"), "--shard-rows", "500"}, input...)...)
	store, err := lookup.Open(context.Background(), s.at("data"), lookup.Options{})
	check(t, err)
	defer store.Close()
	var cases []*soakCase
	var rows bytes.Buffer
	step := max(1, store.Len()/soakSamples)
	for i := 0; i < store.Len(); i += step {
		sample, _, _, err := store.At(i)
		check(t, err)
		cases = append(cases, &soakCase{Items: soakItems(sample, len(cases)%8 == 7)})
		for _, number := range []string{"0", "81234567890123"} {
			var items []json.RawMessage
			check(t, json.Unmarshal([]byte(strings.ReplaceAll(cases[len(cases)-1].Items, soakFresh, number)), &items))
			for _, item := range items {
				fmt.Fprintf(&rows, "%s,\"group_id\":\"%d %s\"}\n", bytes.TrimSuffix(item, []byte("}")), len(cases), number)
			}
		}
	}
	check(t, os.WriteFile(s.at("rows.jsonl"), rows.Bytes(), 0o666))
	for _, profile := range soakProfiles {
		s.offline(cases, profile)
	}
	var text bytes.Buffer
	for _, c := range cases {
		fmt.Fprintf(&text, "%s\n", mustJSON(c))
	}
	check(t, os.WriteFile(s.at("cases.jsonl"), text.Bytes(), 0o666))
	s.next = newSoakNext(cases)
}

// soakItems is the JSON list of the items of a group: possible answers to a sample, good
// and bad, two kilobytes each.
func soakItems(sample *dataset.Sample, fresh bool) string {
	var texts []string
	for _, d := range []completion.Draft{
		{Action: completion.ToolCall, Calls: sample.Reference.ToolCalls},
		{Action: completion.Ask, Text: "Which one do you mean?", Calls: sample.Reference.ToolCalls},
		{Action: completion.Refuse, Text: "I am sorry, no tool of mine can do that."},
		{Action: completion.Directly, Text: "Yes."},
	} {
		d.Reasoning = benchPad
		if text, err := completion.Render(d); err == nil {
			texts = append(texts, text, text[:len(text)-len(text)/40])
		}
	}
	texts = append(texts, "", `<answer><TOOLCALL>[{"name":1}]</TOOLCALL></answer>`)
	of := fmt.Sprintf(`"sample_id":%s`, mustJSON(sample.ID))
	if fresh {
		messages := append([]dataset.Message{{Role: "system", Content: "This is number " + soakFresh + "."}}, sample.Messages...)
		of = fmt.Sprintf(`"messages":%s,"tools":%s,"reference":%s`,
			dataset.MessagesValue(messages).JSON(), domains.ToolsValue(sample.Tools).JSON(), sample.Reference.Value().JSON())
	}
	items := make([]string, len(texts))
	for i, text := range texts {
		items[i] = fmt.Sprintf(`{"completion":%s,%s}`, mustJSON(text), of)
	}
	return "[" + strings.Join(items, ",") + "]"
}

// offline fills in the scores of voi score for a profile. They must not depend on the
// number of a fresh sample.
func (s *soak) offline(cases []*soakCase, profile string) {
	s.voi("score", s.at("rows.jsonl"), "--data", s.at("data"), "--profile", profile, "--group", "group_id", "--out", s.at(profile+".jsonl"))
	file, err := os.Open(s.at(profile + ".jsonl"))
	check(s.t, err)
	defer file.Close()
	rows := json.NewDecoder(file)
	for _, c := range cases {
		var got [2]soakScores
		for k := range got {
			for range strings.Count(c.Items, `"completion"`) {
				var row struct{ Reward, Advantage *float64 }
				check(s.t, rows.Decode(&row))
				got[k].Rewards = append(got[k].Rewards, row.Reward)
				got[k].Advantages = append(got[k].Advantages, row.Advantage)
			}
		}
		if !bytes.Equal(mustJSON(got[0]), mustJSON(got[1])) {
			s.t.Fatalf("a number in the system message changes a reward: %s, %s: %.1000s", mustJSON(got[0]), mustJSON(got[1]), c.Items)
		}
		if c.Want == nil {
			c.Want = map[string]soakScores{}
		}
		c.Want[profile] = got[0]
	}
	if err := rows.Decode(new(any)); err != io.EOF {
		s.t.Fatalf("more rows than were sent: %v", err)
	}
}

// flags are the flags of a server, with a cache too small for all samples.
func (s *soak) flags() []string {
	return []string{"--data", s.at("data"), "--profile", soakProfiles[0], "--cache-bytes", strconv.Itoa(8 << 20)}
}

// run does the work of TestSoak for its duration.
func (s *soak) run() {
	t := s.t
	var address string
	s.http.cmd, address, _ = startHTTP(t, s.flags()...)
	s.http.log = s.http.cmd.Stderr.(*syncBuffer)
	s.pipes.log = &syncBuffer{}
	s.pipes.cmd = exec.Command(voiBinary(t), append([]string{"serve"}, s.flags()...)...)
	s.pipes.cmd.Stderr = s.pipes.log
	stdin, stdout := must2(s.pipes.cmd.StdinPipe()), must2(s.pipes.cmd.StdoutPipe())
	check(t, s.pipes.cmd.Start())
	t.Cleanup(func() { _ = s.pipes.cmd.Process.Kill() })
	for _, server := range []*soakServer{&s.http, &s.pipes} {
		server.files = openFiles(t, server.cmd.Process.Pid)
	}

	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	start := time.Now()
	quarter := func() int { return min(3, int(4*time.Since(start)/s.long)) }
	answered := make(chan struct{}) // signals the first reply, which can be late on a busy machine
	var all sync.WaitGroup
	all.Go(func() {
		select {
		case <-answered:
		case <-time.After(soakPatience):
		}
		time.Sleep(s.long)
		cancel()
	})
	all.Go(func() { soakPipes(stdin, stdout, s.next, &s.pipes.tally, ctx.Done()) })
	all.Go(func() { s.clients(ctx, address, quarter, func() { close(answered) }) })
	sample := time.NewTicker(min(5*time.Second, s.long/20))
	defer sample.Stop()
	for n := 0; ctx.Err() == nil; n++ {
		select {
		case <-sample.C:
			q := quarter()
			for _, server := range []*soakServer{&s.http, &s.pipes} {
				server.quarters[q].resident = max(server.quarters[q].resident, resident(t, server.cmd.Process.Pid))
				server.quarters[q].files = max(server.quarters[q].files, openFiles(t, server.cmd.Process.Pid))
			}
			counts := s.pipes.tally.take()
			s.pipes.quarters[q].add(&counts)
			if n%60 == 59 {
				t.Logf("after %s: HTTP %.0f MiB, pipes %.0f MiB, %d clients killed", time.Since(start).Round(time.Second),
					s.http.quarters[q].resident, s.pipes.quarters[q].resident, s.kills)
			}
		case <-ctx.Done():
		}
	}
	all.Wait()
	counts := s.pipes.tally.take()
	s.pipes.quarters[3].add(&counts)
	if err := s.pipes.cmd.Wait(); err != nil {
		t.Errorf("the server over pipes: %v: %s", err, s.pipes.log.String())
	}
}

// soakPatience bounds the time until the first reply on a busy machine.
const soakPatience = 2 * time.Minute

// clients runs one client after another, and kills each at a random moment. The first
// client's time starts with its first reply, which it signals by answered. Every fourth
// client has its own server.
func (s *soak) clients(ctx context.Context, address string, quarter func() int, answered func()) {
	for n := 0; ctx.Err() == nil; n++ {
		args := []string{"soakclient", s.at("cases.jsonl"), address}
		if n%4 == 1 {
			args = append(args[:2], append([]string{must2(builtVoi()), "serve"}, s.flags()...)...)
		}
		client := exec.Command(os.Args[0])
		client.Args = args
		client.Stderr = os.Stderr
		stdout := must2(client.StdoutPipe())
		if err := client.Start(); err != nil {
			s.t.Errorf("starting a client: %v", err)
			return
		}
		life := time.Duration((0.05 + 0.95*s.rand.Float64()) * float64(min(10*time.Second, s.long/4)))
		kill := context.AfterFunc(ctx, func() { _ = client.Process.Kill() })
		first, wait := n == 0, life // first: until its first reply
		if first {
			wait = soakPatience
		}
		timer := time.AfterFunc(wait, func() { _ = client.Process.Kill() })
		lines := bufio.NewScanner(stdout)
		lines.Buffer(nil, 1<<24)
		for lines.Scan() {
			var counts soakCounts
			if err := json.Unmarshal(lines.Bytes(), &counts); err != nil {
				continue // killed in the middle of a line
			}
			if counts.Server != 0 {
				s.orphans = append(s.orphans, counts.Server)
			}
			if n%4 == 1 {
				s.alone.add(&counts)
			} else {
				s.http.quarters[quarter()].add(&counts)
				if first && counts.Requests > 0 {
					first = false
					answered()
					timer.Reset(life)
				}
			}
		}
		kill()
		timer.Stop()
		if err := client.Wait(); err == nil || !strings.Contains(err.Error(), "killed") {
			s.t.Errorf("a client ended by itself: %v", err)
		}
		s.kills++
	}
}

// judge reports the measurements. It fails if a reward was wrong, a server outlived its
// client, or memory or open files have grown.
func (s *soak) judge() {
	t := s.t
	soakTransport.CloseIdleConnections()
	pid := s.http.cmd.Process.Pid
	for start := time.Now(); openFiles(t, pid) > s.http.files && time.Since(start) < 10*time.Second; {
		time.Sleep(50 * time.Millisecond)
	}
	if now := openFiles(t, pid); now > s.http.files {
		t.Errorf("the server over HTTP has %d files open without a client, and had %d at the start", now, s.http.files)
	}
	check(t, s.http.cmd.Process.Signal(syscall.SIGTERM))
	if err := s.http.cmd.Wait(); err != nil {
		t.Errorf("the server over HTTP: %v: %s", err, s.http.log.String())
	}
	for _, pid := range s.orphans {
		start := time.Now()
		for ; syscall.Kill(pid, 0) == nil && time.Since(start) < 10*time.Second; time.Sleep(10 * time.Millisecond) {
		}
		if err := syscall.Kill(pid, 0); !errors.Is(err, syscall.ESRCH) {
			t.Errorf("the server %d has outlived its client", pid)
		}
	}
	t.Logf("%s, %d clients killed, %d of them with servers of their own", s.long, s.kills, len(s.orphans))
	wrong := s.alone.Wrong
	for name, server := range map[string]*soakServer{"HTTP": &s.http, "pipes": &s.pipes} {
		var total soakCounts
		for q := range server.quarters {
			part := &server.quarters[q]
			total.add(&part.soakCounts)
			t.Logf("%-5s quarter %d: %s; memory at most %.1f MiB, %d files", name, q+1, part.soakCounts.text(), part.resident, part.files)
		}
		t.Logf("%-5s in all:    %s", name, total.text())
		wrong = append(wrong, total.Wrong...)
		if total.Requests == 0 {
			t.Errorf("%s: no request was answered", name)
		}
		// The first quarter contains the start, so compare the second and the last. Small
		// changes come from the collector.
		second, last := server.quarters[1], server.quarters[3]
		if s.long >= 10*time.Minute && (last.resident > 1.2*second.resident+8 || last.files > second.files+soakConnections) {
			t.Errorf("%s: memory or open files have grown", name)
		}
	}
	t.Logf("servers of clients that were killed: %s", s.alone.text())
	for _, text := range wrong[:min(len(wrong), 10)] {
		t.Error(text)
	}
	if len(wrong) > 0 {
		t.Errorf("%d requests were not answered as offline", len(wrong))
	}
}

func (c *soakCounts) text() string {
	return fmt.Sprintf("%d requests, %d rewards compared, %d wrong, %d refused, p50 %.1f ms, p99 %.1f ms",
		c.Requests, c.Items, len(c.Wrong), c.Refused, c.quantile(0.5), c.quantile(0.99))
}

func check(t *testing.T, err error) {
	t.Helper()
	sharedtest.OK(t, err)
}

// resident is the memory of a process, in MiB.
func resident(t *testing.T, pid int) float64 {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		t.Skipf("the memory of another process cannot be read here: %v", err)
	}
	pages, err := strconv.Atoi(strings.Fields(string(text))[1])
	check(t, err)
	return float64(pages) * float64(os.Getpagesize()) / (1 << 20)
}

// openFiles is the number of open files of a process.
func openFiles(t *testing.T, pid int) int {
	t.Helper()
	files, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	if err != nil {
		t.Skipf("the files of another process cannot be listed here: %v", err)
	}
	return len(files)
}
