package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// startHTTP starts the server over HTTP and returns its address.
func startHTTP(t *testing.T, args ...string) (cmd *exec.Cmd, address string, stdout *syncBuffer) {
	t.Helper()
	cmd = exec.Command(voiBinary(t), append([]string{"serve", "--http", "127.0.0.1:0"}, args...)...)
	stdout = &syncBuffer{}
	stderr := &syncBuffer{}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	sharedtest.OK(t, cmd.Start())
	t.Cleanup(func() {
		if cmd.ProcessState == nil {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
	})
	for range 400 {
		if m := regexp.MustCompile(`https?://\S+`).FindString(stderr.String()); m != "" {
			return cmd, m, stdout
		}
		time.Sleep(25 * time.Millisecond)
	}
	t.Fatalf("the server says no address: %s", stderr.String())
	return nil, "", nil
}

func post(t *testing.T, url, body string) (int, string) {
	t.Helper()
	res := sharedtest.Need(http.Post(url, "application/json", strings.NewReader(body)))(t)
	defer res.Body.Close()
	text := sharedtest.Need(io.ReadAll(res.Body))(t)
	return res.StatusCode, string(text)
}

func TestServeHTTP(t *testing.T) {
	token := filepath.Join(t.TempDir(), "token")
	sharedtest.OK(t, os.WriteFile(token, []byte("a-token-of-some-length\n"), 0o600))
	cmd, address, stdout := startHTTP(t, "--token-file", token)
	if status, body := post(t, address+"/v1/score", fmt.Sprintf(scored, 1)); status != 401 {
		t.Errorf("without a token: %d %s", status, body)
	}
	if status, body := post(t, address+"/t/a-token-of-some-length/v1/score", fmt.Sprintf(scored, 1)); status != 200 || !strings.HasPrefix(body, `{"op":"result","id":1,`) {
		t.Errorf("with one: %d %s", status, body)
	}
	sharedtest.OK(t, cmd.Process.Signal(syscall.SIGTERM))
	if err := cmd.Wait(); err != nil {
		t.Errorf("ended with %v", err)
	}
	if text := stdout.String(); text != "" {
		t.Errorf("stdout: %s", text)
	}
	stderr := cmd.Stderr.(*syncBuffer).String()
	if strings.Contains(stderr, "a-token-of-some-length") {
		t.Errorf("the token is logged: %s", stderr)
	}
}

// The same completions get the same numbers to the last digit from serve, over lines and
// HTTP, and from score.
func TestServeAndScoreAgree(t *testing.T) {
	dir := t.TempDir()
	data := filepath.Join(dir, "data")
	voi := voiBinary(t)
	if out, err := exec.Command(voi, "build", "--out", data).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	texts := []string{
		"<reasoning>\nx\n</reasoning>\n<answer>\n<REFUSE>I am sorry, no tool of mine can do that.</REFUSE>\n</answer>\n",
		"<answer><ASK><TOOLCALL>[{\"name\":\"set_light\",\"arguments\":{\"room\":\"<UNK>\",\"brightness\":\"<UNK>\"}}]</TOOLCALL><question>Which?</question></ASK></answer> and a tail",
		"<answer><TOOLCALL>[{\"name\":\"track_parcel\",\"arguments\":{\"parcel\":\"JD014600003\"}}]</TOOLCALL></answer>",
		"nothing of the kind \xff",
	}
	var file bytes.Buffer
	var items []string
	for _, id := range exampleIDs(t) {
		for _, text := range texts {
			quoted := sharedtest.Need(json.Marshal(text))(t)
			it := fmt.Sprintf(`{"sample_id":%q,"completion":%s}`, id, quoted)
			items = append(items, it)
			file.WriteString(it + "\n")
		}
	}
	in, out := filepath.Join(dir, "in.jsonl"), filepath.Join(dir, "out.jsonl")
	sharedtest.OK(t, os.WriteFile(in, file.Bytes(), 0o666))
	if text, err := exec.Command(voi, "score", in, "--data", data, "--out", out).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	request := fmt.Sprintf(`{"op":"score","id":1,"items":[%s]}`, strings.Join(items, ","))
	s := startServe(t, "--data", data)
	s.send("%s", request)
	line := sharedtest.Need(s.stdout.ReadString('\n'))(t)
	_, address, _ := startHTTP(t, "--data", data)
	if _, body := post(t, address+"/v1/score", request); body+"\n" != line {
		t.Errorf("HTTP and lines differ")
	}
	var reply struct {
		Rewards    []json.RawMessage
		Components map[string][]json.RawMessage
		Notes      []json.RawMessage
	}
	if err := json.Unmarshal([]byte(line), &reply); err != nil || len(reply.Rewards) != len(items) {
		t.Fatalf("%d rewards for %d items: %v", len(reply.Rewards), len(items), err)
	}
	rows := strings.Split(strings.TrimSpace(read(t, out)), "\n")
	if len(rows) != len(items) || len(items) < 100 {
		t.Fatalf("%d rows for %d items", len(rows), len(items))
	}
	for i, row := range rows {
		var got map[string]json.RawMessage
		sharedtest.OK(t, json.Unmarshal([]byte(row), &got))
		want := map[string]json.RawMessage{"reward": reply.Rewards[i], "notes": reply.Notes[i]}
		for name, values := range reply.Components {
			want[name] = values[i]
		}
		for name, text := range want {
			if string(got[name]) != string(text) {
				t.Errorf("%s: %s is %s in score, %s in serve", items[i], name, got[name], text)
			}
		}
	}
}

// exampleIDs are the ids of the embedded examples.
func exampleIDs(t *testing.T) (ids []string) {
	t.Helper()
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

// A person who starts the server at a keyboard is told what input it expects.
func TestServeExplainsItselfOnATerminal(t *testing.T) {
	master, terminal := openTerminal(t)
	defer master.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, voiBinary(t), "serve")
	cmd.Stdin = terminal
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	sharedtest.OK(t, cmd.Start())
	terminal.Close()
	if _, err := master.Write([]byte{4}); err != nil { // Ctrl-D
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("ended with %v", err)
	}
	if !strings.Contains(stderr.String(), "voi serve is a server") || !strings.Contains(stderr.String(), "--http") {
		t.Errorf("stderr: %s", stderr.String())
	}
}
