package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// awaitText waits until a process has said something.
func awaitText(t *testing.T, from *syncBuffer, what string, times int) {
	t.Helper()
	for start := time.Now(); strings.Count(from.String(), what) < times; time.Sleep(time.Millisecond) {
		if time.Since(start) > 30*time.Second {
			t.Fatalf("it has not said %q %d times: %s", what, times, from.String())
		}
	}
}

// pointTo makes a link lead to a folder, in one step.
func pointTo(t *testing.T, link, folder string) {
	t.Helper()
	sharedtest.OK(t, os.Symlink(folder, link+".new"))
	sharedtest.OK(t, os.Rename(link+".new", link))
}

// Both carriers, each with a folder that is built anew, one that cannot be opened,
// and one that comes back.
func TestServeReload(t *testing.T) {
	if testing.Short() {
		t.Skip("starts real servers, without the race detector either way")
	}
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for name, prompts := range map[string][]string{"one": {"a"}, "two": {"a", "b"}} {
		var rows strings.Builder
		for _, p := range prompts {
			fmt.Fprintf(&rows, `{"id":"id-%s","messages":[{"role":"user","content":"%s"}],"tools":[],"reference":{"action":"REFUSE"}}`+"\n", p, p)
		}
		sharedtest.OK(t, os.WriteFile(at(name+".jsonl"), []byte(rows.String()), 0o666))
		if out, err := exec.Command(voiBinary(t), "build", at(name+".jsonl"), "--out", at(name)).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	sharedtest.OK(t, os.Mkdir(at("empty"), 0o777))
	pointTo(t, at("data"), at("one"))
	pipes := startServe(t, "--data", at("data"), "--profile", "certainty")
	server, address, _ := startHTTP(t, "--data", at("data"), "--profile", "certainty", "--drain-delay", "500ms")
	const ask = `{"op":"score","id":1,"items":[{"sample_id":"id-b","completion":"x"}]}`
	carriers := map[string]struct {
		cmd  *exec.Cmd
		log  *syncBuffer
		asks func() string
	}{
		"pipes": {pipes.cmd, &pipes.stderr, func() string {
			pipes.send(ask)
			return fmt.Sprint(string(pipes.reply().Rewards[0]))
		}},
		"HTTP": {server, server.Stderr.(*syncBuffer), func() string {
			_, text := post(t, address+"/v1/score", ask)
			return fmt.Sprint(string(pipes.parse(text + "\n").Rewards[0]))
		}},
	}
	for i, step := range []struct {
		folder, says string
		known        bool
	}{
		{"two", "were opened again: 2; profiles", true},
		{"empty", "the samples that were open before stay", true},
		{"one", "were opened again: 1; profiles", false},
		{"two", "were opened again: 2; profiles", true},
	} {
		pointTo(t, at("data"), at(step.folder))
		for name, c := range carriers {
			times := 1 + strings.Count(c.log.String(), step.says)
			sharedtest.OK(t, c.cmd.Process.Signal(syscall.SIGHUP))
			awaitText(t, c.log, step.says, times)
			if got := c.asks(); (got != "null") != step.known {
				t.Errorf("%s, step %d, %s: the reward is %s; the sample should be known: %v", name, i, step.folder, got, step.known)
			}
		}
	}
	res, err := http.Get(address + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	metrics, err := io.ReadAll(res.Body)
	if res.Body.Close(); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`voi_reloads_total{result="done"} 3`, `voi_reloads_total{result="failed"} 1`} {
		if !bytes.Contains(metrics, []byte(want)) {
			t.Errorf("the metrics lack %s", want)
		}
	}
	if err := server.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	time.Sleep(100 * time.Millisecond)
	if err := server.Process.Signal(syscall.SIGHUP); err != nil {
		t.Error(err)
	}
	if err := server.Wait(); err != nil {
		t.Errorf("SIGHUP while it stops: %v", err)
	}
	pipes.stdin.Close()
	pipes.ends(0)
}
