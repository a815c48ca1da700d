package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
)

const gatewayScript = `seed: 1
faults: {invent: 0.5}
tasks:
- {id: t, says: "Book a table.", calls: [{name: book, arguments: {city: Rome, people: 4}}], answer: "Booked."}
`

const gatewayRequest = `{"metadata":{"trajectory_id":%q},"messages":[{"role":"user","content":"Book a table."}%s],"tools":[{"type":"function","function":{"name":"book","parameters":{"type":"object","properties":{"city":{"type":"string"},"people":{"type":"integer"}},"required":["city","people"]}}}]}`

// startGateway starts voi gateway and returns its base URL.
func startGateway(t testing.TB, bin, dir string, args ...string) (*exec.Cmd, string, *bytes.Buffer) {
	t.Helper()
	cmd := exec.Command(bin, append([]string{"gateway", "--http", "127.0.0.1:0", "--upstream", "scripted:script.yaml"}, args...)...)
	cmd.Dir = dir
	stderr := sharedtest.Need(cmd.StderrPipe())(t)
	sharedtest.OK(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	lines := bufio.NewReader(stderr)
	first, err := lines.ReadString('\n')
	_, rest, ok := strings.Cut(first, "serving ")
	if !ok {
		t.Fatalf("%q, %v", first, err)
	}
	log := &bytes.Buffer{}
	go func() { _, _ = lines.WriteTo(log) }()
	url, _, _ := strings.Cut(rest, ",")
	return cmd, url, log
}

// A gateway may be killed at any moment: its recordings are whole, and hold every reply
// that a client has got.
func TestGatewayRecordingsSurviveKills(t *testing.T) {
	bin, dir := voiBinary(t), t.TempDir()
	sharedtest.OK(t, os.WriteFile(filepath.Join(dir, "script.yaml"), []byte(gatewayScript), 0o666))
	kills := sharedtest.Long(100, 10)
	given := map[string]int{} // the number of messages of each run that the client has seen
	var mu sync.Mutex
	for kill := range kills {
		cmd, url, _ := startGateway(t, bin, dir, "--policy", "guard", "--record", "rec")
		var clients sync.WaitGroup
		answered := make(chan struct{}, 1) // signals the first reply, which can be late on a busy machine
		for k := range 4 {
			clients.Go(func() {
				for i := 0; ; i++ {
					id, more := fmt.Sprintf("run %d/%d/%d", kill, k, i), ""
					for turn := range 3 {
						w, err := http.Post(url+"/chat/completions", "application/json", strings.NewReader(fmt.Sprintf(gatewayRequest, id, more)))
						if err != nil {
							return
						}
						var reply struct {
							Choices []struct{ Message json.RawMessage }
						}
						err = json.NewDecoder(w.Body).Decode(&reply)
						w.Body.Close()
						if err != nil || len(reply.Choices) == 0 {
							return
						}
						mu.Lock()
						given[id] = 2 * (turn + 1)
						mu.Unlock()
						select {
						case answered <- struct{}{}:
						default:
						}
						more += "," + string(reply.Choices[0].Message) + `,{"role":"user","content":"In Rome, for 4."}`
					}
				}
			})
		}
		select {
		case <-answered:
		case <-time.After(time.Minute):
		}
		time.Sleep(time.Duration(kill*7%180) * time.Millisecond)
		sharedtest.OK(t, cmd.Process.Kill())
		clients.Wait()
	}
	kept := map[string]int{}
	sharedtest.OK(t, filepath.WalkDir(filepath.Join(dir, "rec", "runs"), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			return err
		}
		var run struct {
			ID       string            `json:"trajectory_id"`
			Messages []json.RawMessage `json:"messages"`
		}
		if err := json.Unmarshal(sharedtest.Need(os.ReadFile(path))(t), &run); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		kept[run.ID] = max(kept[run.ID], len(run.Messages))
		return nil
	}))
	for id, messages := range given {
		if kept[id] < messages {
			t.Errorf("%s: %d messages were given, %d are kept", id, messages, kept[id])
		}
	}
	if len(given) < kills {
		t.Errorf("%d runs in %d lives", len(given), kills)
	}
}

// The gateway has the same protection as the server. Its token does not reach a model, and
// neither its log nor its metrics contain anything of a conversation.
func TestGatewayBehindAToken(t *testing.T) {
	bin, dir := voiBinary(t), t.TempDir()
	sharedtest.OK(t, os.WriteFile(filepath.Join(dir, "script.yaml"), []byte(gatewayScript), 0o666))
	token := strings.Repeat("k3y", 8)
	sharedtest.OK(t, os.WriteFile(filepath.Join(dir, "token"), []byte(token), 0o600))
	cmd, url, log := startGateway(t, bin, dir, "--policy", "guard", "--token-file", "token")
	ask := func(authorization, path string) int {
		r := sharedtest.Need(http.NewRequest(http.MethodPost, path+"/chat/completions", strings.NewReader(fmt.Sprintf(gatewayRequest, "x", ""))))(t)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", authorization)
		w := sharedtest.Need(http.DefaultClient.Do(r))(t)
		w.Body.Close()
		return w.StatusCode
	}
	if a, b, c := ask("Bearer wrong", url), ask("Bearer "+token, url), ask("Bearer sk-of-the-model", strings.Replace(url, "/v1", "/t/"+token+"/v1", 1)); a != 401 || b != 200 || c != 200 {
		t.Errorf("a wrong token gives %d, the right one %d, in the path %d", a, b, c)
	}
	sharedtest.OK(t, cmd.Process.Signal(os.Interrupt))
	if err := cmd.Wait(); err != nil && cmd.ProcessState.ExitCode() > 0 && cmd.ProcessState.ExitCode() != 130 {
		t.Errorf("it ends with %v", err)
	}
	for _, secret := range []string{token, "sk-of-the-model", "Book a table"} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("the log holds %q: %s", secret, log)
		}
	}
}
