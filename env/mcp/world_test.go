package mcp_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/env/mcp"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// mode is the variable that makes this binary a server in some way.
const mode = "VOI_TEST_MCP"

func TestMain(m *testing.M) {
	switch how := os.Getenv(mode); how {
	case "":
		// A process under the race detector would sleep a second at its end.
		os.Setenv("GORACE", "atexit_sleep_ms=0 "+os.Getenv("GORACE"))
		os.Exit(m.Run())
	case "parent":
		parent()
	case "chatty": // a log on stdout, and an end that is loud where nobody reads on
		fmt.Println("listening")
		_, err := io.Copy(io.Discard, os.Stdin)
		fmt.Fprintln(os.Stderr, "the pipe is broken", err)
		os.Exit(1)
	case "babble": // an answer without an id
		answers(4, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}`)
	case "wordy": // a refusal without an end
		answers(4, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32602,"message":"no`+strings.Repeat("!", 1<<20)+`"}}`)
	case "structured": // a result without a text
		answers(4, `{"jsonrpc":"2.0","id":%s,"result":{"content":[],"structuredContent":{"shop":"Smith & Sons <Rome>"}}}`)
	case "old": // a version that nobody speaks
		_, _ = bufio.NewReader(os.Stdin).ReadBytes('\n')
		fmt.Println(`{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"1999","capabilities":{},"serverInfo":{"name":"old","version":"1"}}}`)
		_, _ = io.Copy(io.Discard, os.Stdin)
	case "deaf": // begins, and then reads nothing
		answers(3, "")
		time.Sleep(time.Minute)
	default:
		if err := counter(how).Run(context.Background(), &sdk.StdioTransport{}); err != nil && err != io.EOF {
			fmt.Fprintln(os.Stderr, err)
		}
	}
	os.Exit(0)
}

// answers begins as a server with a tool: it reads some lines, the first of which are those of a beginning. Any call is
// answered by last.
func answers(n int, last string) {
	lines := bufio.NewReader(os.Stdin)
	for range n {
		line, _ := lines.ReadBytes('\n')
		var q struct {
			ID     json.RawMessage
			Method string
		}
		if json.Unmarshal(line, &q) != nil || q.ID == nil {
			continue
		}
		result := `{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"deaf","version":"1"}}`
		switch q.Method {
		case "tools/list":
			result = `{"tools":[{"name":"set","inputSchema":{"type":"object"}}]}`
		case "tools/call":
			fmt.Println(strings.ReplaceAll(last, "%s", string(q.ID)))
			continue
		}
		fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", q.ID, result)
	}
}

// counter is a server with a number as its state; how names its fault.
func counter(how string) *sdk.Server {
	s := sdk.NewServer(&sdk.Implementation{Name: "counter", Version: "1"}, nil)
	n, helper := 0, (*exec.Cmd)(nil)
	said := func(text string) (*sdk.CallToolResult, any, error) {
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}}, nil, nil
	}
	type number struct {
		To int `json:"to"`
	}
	yes := true
	sdk.AddTool(s, &sdk.Tool{Name: "set", Description: "Sets the number.", Annotations: &sdk.ToolAnnotations{DestructiveHint: &yes}}, func(_ context.Context, _ *sdk.CallToolRequest, a number) (*sdk.CallToolResult, any, error) {
		switch how {
		case "die":
			fmt.Fprintln(os.Stderr, "out of numbers")
			os.Exit(3)
		case "hang":
			time.Sleep(time.Hour)
		case "huge":
			fmt.Print(`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"`)
			for range 100 {
				fmt.Print(strings.Repeat("1", 1<<20))
			}
			time.Sleep(time.Hour)
		case "flood":
			for {
				fmt.Println(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"` + strings.Repeat("x", 1<<16) + `"}}`)
			}
		case "long":
			return said(strings.Repeat("1", 1<<20))
		case "refuse":
			return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: "not today"}}}, nil, nil
		}
		n = a.To
		return said("it is " + strconv.Itoa(n))
	})
	sdk.AddTool(s, &sdk.Tool{Name: "get", Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true}}, func(context.Context, *sdk.CallToolRequest, struct{}) (*sdk.CallToolResult, any, error) {
		return said(strconv.Itoa(n))
	})
	if how == "stateless" {
		return s
	}
	sdk.AddTool(s, &sdk.Tool{Name: "voi_reset"}, func(_ context.Context, _ *sdk.CallToolRequest, a struct {
		Config  map[string]int `json:"config"`
		Classes []string       `json:"classes"`
		Task    string         `json:"task"`
	}) (*sdk.CallToolResult, any, error) {
		n = a.Config["number"]
		if how == "helper" { // a child that outlives the server's input and this process
			helper = exec.Command("sleep", "300")
			if err := helper.Start(); err != nil {
				return nil, nil, err
			}
			_ = os.WriteFile(os.Getenv("VOI_TEST_PIDS"), fmt.Appendf(nil, "%d %d", os.Getpid(), helper.Process.Pid), 0o666)
			go func() { // the server does not end with its input, either
				for {
					time.Sleep(time.Hour)
				}
			}()
		}
		return said("ok")
	})
	sdk.AddTool(s, &sdk.Tool{Name: "voi_state"}, func(context.Context, *sdk.CallToolRequest, struct{}) (*sdk.CallToolResult, any, error) {
		return said(strconv.Itoa(n))
	})
	return s
}

const counting = `{"id":"count","source":"t","class":"explicit","tools":[],"turns":[{"user":"Set it to 7.","gold":[{"name":"set","arguments":{"to":7}}]}],
 "world":{"config":{"number":3}},"split":"train"}`

// server is a world with this binary as its server.
func server(t testing.TB, how string) *mcp.World {
	t.Helper()
	command := sharedtest.Need(json.Marshal([]string{"env", mode + "=" + how, "VOI_TEST_PIDS=" + os.Getenv("VOI_TEST_PIDS"), os.Args[0]}))(t)
	return sharedtest.Need(mcp.New("mcp:" + string(command)))(t)
}

func prepare(t testing.TB, w env.World, within time.Duration) *env.Prepared {
	t.Helper()
	bounds := env.DefaultBounds
	bounds.Time = within
	e := sharedtest.Need(env.New(env.Options{World: w, Bounds: bounds}))(t)
	task := sharedtest.Need(env.ParseTask(sharedtest.Need(domains.ParseValue(counting))(t)))(t)
	return sharedtest.Need(e.Prepare(task))(t)
}

func set(to any) string {
	return fmt.Sprintf(`{"role":"assistant","tool_calls":[{"function":{"name":"set","arguments":{"to":%v}}}]}`, to)
}

const get, done = `{"role":"assistant","tool_calls":[{"function":{"name":"get","arguments":{}}}]}`, `{"role":"assistant","content":"Done."}`

// play returns the last state of an episode, and the results of its tools. A fault must
// also stand in the record.
func play(t testing.TB, p *env.Prepared, completions ...string) (last env.State, said []string) {
	t.Helper()
	e, _, err := p.Reset(t.Context(), 0)
	sharedtest.OK(t, err)
	defer e.Close()
	for _, c := range completions {
		if last.Done {
			break
		}
		last, err = e.Step(t.Context(), sharedtest.Need(domains.ParseValue(c))(t))
		sharedtest.OK(t, err)
		for i := range last.Messages {
			said = append(said, last.Messages[i].Content)
		}
	}
	if fault := e.Trajectory().Environment.Field("fault").Str(); (fault != "") != (last.Info.Reason == "infrastructure_error") {
		t.Errorf("the record says %q of %+v", fault, last.Info)
	}
	return last, said
}

// TestWorlds checks that tools, results and state are the server's, that each episode has
// its own, and that other changes than those of the gold calls fail an episode.
func TestWorlds(t *testing.T) {
	handler := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return counter("http") }, nil)
	served := httptest.NewServer(handler)
	t.Cleanup(served.Close)
	for name, w := range map[string]*mcp.World{"stdio": server(t, "good"), "http": sharedtest.Need(mcp.New("mcp:" + served.URL))(t)} {
		p := prepare(t, w, time.Minute)
		for _, c := range []struct {
			completions []string
			success     bool
			said        string
		}{
			{[]string{get, set(7), get, done}, true, "3,it is 7,7"},
			{[]string{set(7), done}, true, "it is 7"}, // its number was not 7 before, unlike the episode above
			{[]string{get, done}, false, "3"},
			{[]string{set(4), set(7), done}, false, "it is 4,it is 7"}, // a way to avoid asking
			{[]string{set(3), set(7), done}, true, "it is 3,it is 7"},  // the first call changes nothing
			{[]string{set(7), set(8), set(7), done}, false, "it is 7,it is 8,it is 7"},
			{[]string{`{"role":"assistant","tool_calls":[{"function":{"name":"voi_reset","arguments":{"config":{"number":7}}}}]}`, done}, false, `{"error":"there is no tool \"voi_reset\""}`},
		} {
			last, said := play(t, p, c.completions...)
			if got := strings.Join(said, ","); last.Info.Success == nil || *last.Info.Success != c.success || got != c.said {
				t.Errorf("%s: %v: %+v %q, want %t %q", name, c.completions, last.Info, got, c.success, c.said)
			}
		}
		if a, b := p.Task().Annotated.JSON(), `{"get":{"readOnlyHint":true},"set":{"readOnlyHint":false,"destructiveHint":true}}`; a != b {
			t.Errorf("%s: the annotations are %s", name, a)
		}
		if got := p.Tools(0); len(got) != 2 || got[1].Param("to") == nil {
			t.Errorf("%s: the tools are %+v", name, got)
		}
	}
}

// TestFaults checks that whatever a server does, the step ends with a reason, within its
// time and memory, and that other episodes go on.
func TestFaults(t *testing.T) {
	for how, want := range map[string]string{
		"hang":   "it did not answer in time",
		"deaf":   "it did not answer in time",
		"die":    "it ended: exit status 3: out of numbers",
		"huge":   "it sent more than 8388608 bytes for one request",
		"flood":  "it sent more than 8388608 bytes for one request",
		"babble": "invalid request",
	} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			within := 2 * time.Second
			if how == "huge" || how == "flood" || how == "die" || how == "babble" {
				within = time.Minute // a busy machine takes its time
			}
			w := server(t, how)
			prepare(t, w, time.Minute) // lists its tools in time even on a busy machine
			bad, good := prepare(t, w, within), prepare(t, server(t, "good"), time.Minute)
			call := set(7)
			if how == "deaf" {
				call = set(`"` + strings.Repeat("7", 1<<17) + `"`) // more than a pipe's buffer
			}
			var wg sync.WaitGroup
			wg.Go(func() {
				began := time.Now()
				last, _ := play(t, bad, call, done)
				if !last.Done || last.Info.Reason != "infrastructure_error" || last.Info.Success != nil || !strings.Contains(strings.Join(last.Info.Notes, " "), want) {
					t.Errorf("%+v, want a note of %q", last.Info, want)
				}
				if took := time.Since(began); within < time.Minute && took > 20*time.Second {
					t.Errorf("the episode took %v", took)
				}
			})
			if last, _ := play(t, good, set(7), done); last.Info.Success == nil || !*last.Info.Success {
				t.Errorf("the episode beside it: %+v", last.Info)
			}
			wg.Wait()
		})
	}
}

// TestBeginnings checks that a server which cannot be begun is told by what it did wrong, and not
// by how it ended once nobody spoke to it any more.
func TestBeginnings(t *testing.T) {
	for how, want := range map[string]string{
		"chatty": "it wrote what is no message of MCP, such as a line of a log, which belongs on stderr",
		"old":    `unsupported protocol version: "1999"`,
	} {
		if _, _, err := server(t, how).Tools(t.Context(), &env.Task{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", how, err, want)
		}
	}
}

// TestResults checks that an error reported by a tool is a result, and that a long result
// is cut.
func TestResults(t *testing.T) {
	for how, want := range map[string]string{"refuse": "not today", "long": "1\n[cut: 786432 bytes more]", "stateless": "it is 7", "wordy": `[cut: 786434 bytes more]"}`, "structured": `{"shop":"Smith & Sons <Rome>"}`} {
		last, said := play(t, prepare(t, server(t, how), time.Minute), set(7), done)
		if !strings.HasSuffix(said[0], want) || len(said[0]) > mcp.MaxResult+40 || *last.Info.Success != (how != "refuse" && how != "wordy") {
			t.Errorf("%s: %.50q, %+v", how, said[0], last.Info)
		}
	}
	for _, c := range []string{`{"role":"assistant","tool_calls":[{"function":{"name":"set","arguments":{"to":"x"}}}]}`, `{"role":"assistant","tool_calls":[{"function":{"name":"set","arguments":"7"}}]}`} {
		if last, said := play(t, prepare(t, server(t, "good"), time.Minute), c, set(7), done); len(said) < 2 || !strings.Contains(said[0], "error") && !strings.Contains(said[0], "to") || !*last.Info.Success {
			t.Errorf("%s: %q %+v", c, said, last.Info)
		}
	}
}

func TestNew(t *testing.T) {
	for _, name := range []string{"", "mcp", "mcp:", "mcp:[]", "mcp:[3]", "recorded", "mcp:   "} {
		if _, err := mcp.New(name); err == nil {
			t.Errorf("%q is a world", name)
		}
	}
	w := sharedtest.Need(mcp.New("mcp:/no/such/program --x"))(t)
	if _, _, err := w.Tools(t.Context(), &env.Task{}); err == nil || !strings.Contains(err.Error(), "cannot be started") {
		t.Errorf("a program that is not there: %v", err)
	}
}

// parent is a process with an episode in progress, until it is killed.
func parent() {
	t := &testing.T{}
	p := prepare(t, server(t, "helper"), time.Minute)
	e, _, _ := p.Reset(context.Background(), 0)
	v, _ := domains.ParseValue(get)
	_, _ = e.Step(context.Background(), v)
	fmt.Println("under way")
	time.Sleep(time.Minute)
}

// TestNoOrphans checks that a server that does not end with its input, and its children,
// end with the episode, or with this process when it is killed.
func TestNoOrphans(t *testing.T) {
	pids := func(path string) (out []int) {
		for _, f := range strings.Fields(string(sharedtest.Need(os.ReadFile(path))(t))) {
			out = append(out, sharedtest.Need(strconv.Atoi(f))(t))
		}
		return out
	}
	gone := func(pid int) bool {
		for range 100 {
			stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
			if syscall.Kill(pid, 0) != nil || err == nil && strings.Contains(string(stat), ") Z") {
				return true // a zombie has ended, and waits for its parent
			}
			time.Sleep(100 * time.Millisecond)
		}
		return false
	}
	check := func(what, path string) {
		t.Helper()
		for _, pid := range pids(path) {
			if !gone(pid) {
				t.Errorf("%s: the process %d lives on", what, pid)
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "pids")
	t.Setenv("VOI_TEST_PIDS", path)
	play(t, prepare(t, server(t, "helper"), time.Minute), get, done)
	check("closed", path)

	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), mode+"=parent", "VOI_TEST_PIDS="+path)
	out := sharedtest.Need(cmd.StdoutPipe())(t)
	sharedtest.OK(t, cmd.Start())
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "under way\n" {
		t.Fatalf("the parent says %q: %v", line, err)
	}
	sharedtest.OK(t, cmd.Process.Kill())
	_ = cmd.Wait()
	check("killed", path)
}

// TestUnavailable checks that a call which does not arrive at a server over HTTP is no refusal by its tool.
func TestUnavailable(t *testing.T) {
	handler := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return counter("stateless") }, nil)
	for how, fail := range map[string]func(w http.ResponseWriter){
		"busy":       func(w http.ResponseWriter) { w.WriteHeader(http.StatusServiceUnavailable) },
		"rate limit": func(w http.ResponseWriter) { w.WriteHeader(http.StatusTooManyRequests) },
		"gone":       func(http.ResponseWriter) { panic(http.ErrAbortHandler) },
	} {
		served := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			if strings.Contains(string(body), `"tools/call"`) {
				fail(w)
				return
			}
			r.Body = io.NopCloser(strings.NewReader(string(body)))
			handler.ServeHTTP(w, r)
		}))
		t.Cleanup(served.Close)
		last, said := play(t, prepare(t, sharedtest.Need(mcp.New("mcp:"+served.URL))(t), time.Minute), set(7), done)
		if last.Info.Reason != "infrastructure_error" || last.Info.Success != nil {
			t.Errorf("%s: %+v %q, want no score", how, last.Info, said)
		}
	}
}
