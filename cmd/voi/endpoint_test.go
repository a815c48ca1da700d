package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// rollout runs voi rollout and returns its figures by class, its stderr and its error.
func rollout(t *testing.T, args ...string) (figures map[string]playedLine, stderr string, err error) {
	t.Helper()
	var out, told bytes.Buffer
	err = run(t.Context(), append([]string{"rollout", "--json"}, args...), strings.NewReader(""), &out, &told)
	var printed struct{ Lines []playedLine }
	if out.Len() > 0 {
		sharedtest.OK(t, json.Unmarshal(out.Bytes(), &printed))
	}
	figures = map[string]playedLine{}
	for _, l := range printed.Lines {
		figures[l.Class] = l
	}
	return figures, told.String(), err
}

type playedLine struct {
	Agent, Class   string
	Runs, Unscored int64
	Figures        map[string]struct{ Value float64 }
}

func buildTasks(t *testing.T) string {
	dir := filepath.Join(t.TempDir(), "data")
	sharedtest.OK(t, run(t.Context(), []string{"build", "--tasks", "--out", dir}, strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{}))
	t.Setenv(envKey, "sk-secret-of-the-test")
	return dir
}

// An oracle at an endpoint, which asks by ask_user, succeeds; the runs are the same bytes at any
// number of workers, and in parts, and the other commands read them.
func TestAnAgentAtAnEndpoint(t *testing.T) {
	data := buildTasks(t)
	e, url := newEndpoint(t, data)
	dir := t.TempDir()
	play := func(out string, more ...string) map[string]playedLine {
		t.Helper()
		figures, stderr, err := rollout(t, append([]string{"--tasks", data, "--agent", url + "/", "--llm-model", "org/oracle-1", "--seeds", "2", "--out", filepath.Join(dir, out)}, more...)...)
		if err != nil {
			t.Fatalf("%v: %s", err, stderr)
		}
		if !strings.Contains(stderr, "model org/oracle-1: ") {
			t.Errorf("the model's usage is not told: %s", stderr)
		}
		return figures
	}
	figures := play("one", "--workers", "1")
	for class, want := range map[string]float64{"explicit": 0, "ambiguous": 1, "infeasible": 0} {
		if l := figures[class]; l.Agent != url+"#org/oracle-1" || l.Runs == 0 || l.Unscored != 0 || l.Figures["success"].Value != 1 || l.Figures["questions"].Value < want {
			t.Errorf("%s: %+v", class, l)
		}
	}
	e.words = true
	for class, l := range play("words") {
		for _, name := range []string{"success", "questions", "cost", "reward"} {
			if got, want := l.Figures[name].Value, figures[class].Figures[name].Value; got != want {
				t.Errorf("%s of %s is %v where the agent asks in words, and %v where it asks by ask_user", name, class, got, want)
			}
		}
	}
	e.words = false
	play("four", "--workers", "4")
	sharedtest.SameTree(t, "four workers", sharedtest.Tree(t, filepath.Join(dir, "four")), sharedtest.Tree(t, filepath.Join(dir, "one")))
	before := e.calls.Load()
	play("one", "--resume")
	if e.calls.Load() != before {
		t.Error("runs that were finished are played again")
	}
	play("ranks", "--rank", "0", "--world-size", "2")
	play("ranks", "--rank", "1", "--world-size", "2")
	play("atif", "--format", "atif", "--no-rewards")
	for _, args := range [][]string{
		{"compare", filepath.Join(dir, "one"), filepath.Join(dir, "ranks")},
		{"compare", filepath.Join(dir, "one"), filepath.Join(dir, "atif")},
		{"report", filepath.Join(dir, "one"), "--out", filepath.Join(dir, "one.html")},
	} {
		var out, stderr bytes.Buffer
		if err := run(t.Context(), args, strings.NewReader(""), &out, &stderr); err != nil {
			t.Errorf("%s: %v: %s", args[0], err, &stderr)
		}
		if args[0] == "compare" && !strings.Contains(out.String(), "104 pairs of 52 tasks, 104 with the same words") {
			t.Errorf("%v:\n%s", args, &out)
		}
	}
	for name, text := range sharedtest.Tree(t, dir) {
		if strings.Contains(text, "sk-secret") || strings.Contains(text, "drawn-") {
			t.Errorf("%s holds the key, or an id that the server drew", name)
		}
	}
}

// A run goes on after its endpoint, and loses and doubles nothing.
func TestAnEndpointThatReturns(t *testing.T) {
	data := buildTasks(t)
	e, url := newEndpoint(t, data)
	dir := t.TempDir()
	args := []string{"--tasks", data, "--agent", url + "#m", "--llm-retries", "0", "--workers", "3", "--out"}
	if _, stderr, err := rollout(t, append(args, filepath.Join(dir, "whole"))...); err != nil {
		t.Fatalf("%v: %s", err, stderr)
	}
	whole := e.calls.Load()
	e.fail(func(w http.ResponseWriter, _ *http.Request, _ string) bool {
		if e.calls.Load() < whole+40 {
			return false
		}
		w.WriteHeader(http.StatusUnauthorized)
		return true
	})
	_, _, err := rollout(t, append(args, filepath.Join(dir, "parts"))...)
	if err == nil || !strings.Contains(err.Error(), "refuses (status 401); check OPENAI_API_KEY") {
		t.Fatalf("the error is %v", err)
	}
	e.fails.Store(nil)
	before := e.calls.Load()
	if _, stderr, err := rollout(t, append(args, filepath.Join(dir, "parts"), "--resume")...); err != nil {
		t.Fatalf("%v: %s", err, stderr)
	}
	if n := e.calls.Load() - before; n >= whole {
		t.Errorf("%d calls after the interruption, of %d in all", n, whole)
	}
	sharedtest.SameTree(t, "in parts", sharedtest.Tree(t, filepath.Join(dir, "parts")), sharedtest.Tree(t, filepath.Join(dir, "whole")))
}

// Episodes without an answer are unscored, with the reason, and counted; what the agent itself
// wrote wrong is scored.
func TestAnEndpointThatFails(t *testing.T) {
	sharedtest.Unraced(t)
	data := buildTasks(t)
	e, url := newEndpoint(t, data)
	dir := t.TempDir()
	few := filepath.Join(dir, "few.jsonl") // the ambiguous tasks
	var lines []byte
	for name, text := range sharedtest.Tree(t, data) {
		for line := range strings.Lines(text) {
			if strings.HasSuffix(name, ".jsonl") && strings.Contains(line, `"class":"ambiguous"`) {
				lines = append(lines, line...)
			}
		}
	}
	sharedtest.OK(t, os.WriteFile(few, lines, 0o666))
	answer := func(status int, body string) func(http.ResponseWriter, *http.Request) {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = w.Write([]byte(body))
		}
	}
	message := func(m map[string]any) func(http.ResponseWriter, *http.Request) {
		return func(w http.ResponseWriter, _ *http.Request) { sayMessage(w, m) }
	}
	for _, c := range []struct {
		name   string
		answer func(w http.ResponseWriter, r *http.Request)
		end    string // of the episodes that it hits
		fault  string
	}{
		{"500", answer(500, ""), "infrastructure_error", "fails (status 500)"},
		{"400", answer(400, `{"error":{"message":"no tools for you"}}`), "infrastructure_error", "does not take the request (status 400); an agent's server has to take tools, and the whole conversation: no tools for you"},
		{"too long to read", answer(400, `{"error":{"code":"context_length_exceeded","message":"too long"}}`), "context_window_exceeded", "too long"},
		{"no JSON", answer(200, "<html>"), "infrastructure_error", "answers with something that is no completion"},
		{"a stream", answer(200, "data: {}\n\ndata: [DONE]\n\n"), "infrastructure_error", "no completion"},
		{"no choice", answer(200, `{"choices":[]}`), "infrastructure_error", "the answer holds no choice"},
		{"no message", answer(200, `{"choices":[{"text":"hi"}]}`), "infrastructure_error", "holds no message"},
		{"a list", answer(200, `[[]]`), "infrastructure_error", "no choice"},
		{"many megabytes", answer(200, `{"choices":[{"message":{"content":"`+strings.Repeat("x", 5<<20)+`"}}]}`), "infrastructure_error", "longer than 4194304 bytes"},
		{"cut off", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "5000")
			_, _ = w.Write([]byte(`{"choices":[{"message":`))
		}, "infrastructure_error", "unexpected EOF"},
		{"a dropped connection", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "infrastructure_error", "cannot be asked"},
		{"a hang", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, "infrastructure_error", "did not answer within"},

		{"nothing but questions", message(callOf("ask_user", `{"question":"What is the weather?"}`)), "user_left", ""},
		{"arguments that are none", message(callOf("ask_user", `{"question": "Wh`)), "max_steps", ""},
		{"calls that are none", message(map[string]any{"content": nil, "tool_calls": []any{1, "x", map[string]any{"function": 7}}}), "max_steps", ""},
		{"two calls, one of them broken", message(map[string]any{"content": "", "tool_calls": []any{
			map[string]any{"function": map[string]any{"name": "a", "arguments": map[string]any{}}}, map[string]any{"function": map[string]any{"name": "b", "arguments": "x"}}}}), "max_steps", ""},
		{"a call in words that is broken", message(map[string]any{"content": `<tool_call>{"name": "x", "argu`}), "max_steps", ""},
		{"a refusal", message(map[string]any{"content": nil, "refusal": "I'm sorry, but I can't do that."}), "agent_stop", ""},
		{"nothing", message(map[string]any{}), "user_left", ""},
		{"other types", message(map[string]any{"role": 7, "content": []any{1, map[string]any{"text": "It is done."}}, "tool_calls": "none"}), "max_steps", ""},
		{"a long answer", message(map[string]any{"content": strings.Repeat("x", 300<<10)}), "user_left", ""},
	} {
		e.fails.Store(nil)
		good := filepath.Join(dir, "good")
		if _, err := os.Stat(good); err != nil {
			_, _, err := rollout(t, "--tasks", few, "--agent", url+"#m", "--seeds", "9", "--out", good)
			sharedtest.OK(t, err)
		}
		t.Run(c.name, func(t *testing.T) {
			hit := "" // the task that it hits: the first ambiguous one
			for _, task := range e.tasks {
				if len(task.Turns[0].Hidden) > 0 && (hit == "" || task.ID < hit) {
					hit = task.ID
				}
			}
			e.fail(func(w http.ResponseWriter, r *http.Request, task string) bool {
				if task == hit {
					c.answer(w, r)
				}
				return task == hit
			})
			out := filepath.Join(dir, strings.ReplaceAll(c.name, " ", "-"))
			figures, stderr, err := rollout(t, "--tasks", few, "--agent", url+"#m", "--llm-retries", "0", "--llm-timeout", "1s", "--seeds", "9", "--out", out)
			if err != nil {
				t.Fatalf("%v: %s", err, stderr)
			}
			lost := int64(0)
			if c.end == "infrastructure_error" {
				lost = 9
			}
			if l := figures["ambiguous"]; l.Unscored != lost || l.Runs != 135 {
				t.Errorf("%d of %d runs are unscored", l.Unscored, l.Runs)
			}
			if want := "9 episodes without an answer, unscored"; strings.Contains(stderr, want) != (lost > 0) {
				t.Errorf("stderr: %s", stderr)
			}
			seen := 0
			for _, text := range sharedtest.Tree(t, out) {
				for line := range strings.Lines(text) {
					var run struct {
						TaskID      string `json:"task_id"`
						End         struct{ Reason string }
						Environment struct {
							Fault       string
							Completions []any
						}
					}
					sharedtest.OK(t, json.Unmarshal([]byte(line), &run))
					if run.TaskID != hit {
						continue
					}
					seen++
					if run.End.Reason != c.end || !strings.Contains(run.Environment.Fault, c.fault) || (c.fault == "") != (run.Environment.Fault == "") {
						t.Errorf("it ends by %s: %s", run.End.Reason, run.Environment.Fault)
					}
				}
			}
			if seen != 9 {
				t.Errorf("%d runs of the task, want 9", seen)
			}
			for _, args := range [][]string{{"compare", good, out}, {"report", out, "--out", out + ".html"}, {"score", sharedtest.Need(filepath.Glob(out + "/*.jsonl"))(t)[0], "--out", out + ".rows.jsonl"}} {
				var stderr bytes.Buffer
				if err := run(t.Context(), args, strings.NewReader(""), &bytes.Buffer{}, &stderr); err != nil {
					t.Errorf("%s: %v: %s", args[0], err, &stderr)
				}
			}
		})
	}
}

// A run that cannot go on stops, with what to do.
func TestAnEndpointThatIsNone(t *testing.T) {
	data := buildTasks(t)
	e, url := newEndpoint(t, data)
	for _, c := range []struct {
		name, want string
		status     int
		args       []string
	}{
		{"404", "refuses (status 404); check OPENAI_API_KEY, the base URL and the model's name", 404, []string{"--agent", url + "#m"}},
		{"down", "calls failed in a row, each with its retries; see to the endpoint, and go on with the runs that are written by --resume", 500, []string{"--agent", url + "#m"}},
		{"redirected", "give the address itself", 307, []string{"--agent", url + "#m"}},
		{"one task", "no run of " + url + "#m was scored; see to the endpoint", 503, []string{"--agent", url + "#m", "--rank", "0", "--world-size", "50"}},
		{"a budget", "the budget of 5000 tokens does not allow another call to the model; 0 tokens were spent, and the same command with a larger budget and --resume goes on", 200, []string{"--agent", url + "#m", "--llm-budget-tokens", "5000", "--llm-answer-tokens", "5000"}},
		{"no model", "give --llm-model NAME, or --agent " + url + "#NAME", 200, []string{"--agent", url}},
		{"offline", "leave it out, or play another agent", 200, []string{"--agent", url + "#m", "--offline"}},
		{"a secret", "a key comes from the environment only", 200, []string{"--agent", "http://me:sk-secret@host/v1#m", "--agent", "http://me:sk-secret@host/v1#m"}},
		{"a query", "a key comes from the environment only", 200, []string{"--agent", "http://host/v1?key=sk-secret#m"}},
		{"no scheme", "the URL of an OpenAI-compatible endpoint", 200, []string{"--agent", "host:8000/v1"}},
		{"no host", "give one like https://host/v1", 200, []string{"--agent", "http://#m"}},
		{"twice", "would be written to one file", 200, []string{"--agent", url + "#m", "--agent", url + "/#m"}},
	} {
		e.fail(func(w http.ResponseWriter, _ *http.Request, _ string) bool { w.WriteHeader(c.status); return true })
		_, stderr, err := rollout(t, append(c.args, "--tasks", data, "--llm-retries", "0", "--workers", "1", "--out", filepath.Join(t.TempDir(), "out"))...)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error()+stderr, "sk-secret") {
			t.Errorf("%s: %v\n%s", c.name, err, stderr)
		}
	}
}
