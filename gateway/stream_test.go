package gateway

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// A stream under pass is what the model's server sent, whatever that was. What breaks off there
// breaks off here, and a whole reply is recorded.
func TestStreamsAsServersSendThem(t *testing.T) {
	const (
		text = `data: {"id":"c","choices":[{"index":0,"delta":{"role":"assistant","content":"Hello"}}]}` + "\n\n"
		stop = `data: {"id":"c","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}` + "\n\n"
		call = `data: {"id":"c","choices":[{"index":1,"delta":{"tool_calls":[{"index":1,"id":"a","function":{"name":"look","arguments":"{\"q\":1}"}}]},"finish_reason":"tool_calls"}]}` + "\n\n"
		old  = `data: {"id":"c","choices":[{"index":0,"delta":{"function_call":{"name":"look","arguments":""}}}]}` + "\n\n" +
			`data: {"id":"c","choices":[{"index":0,"delta":{"function_call":{"arguments":"{\"q\""}}}]}` + "\n\n" +
			`data: {"id":"c","choices":[{"index":0,"delta":{"function_call":{"arguments":":1}"}},"finish_reason":"function_call"}]}` + "\n\n"
		done = "data: [DONE]\n\n"
	)
	for _, k := range []struct {
		name, sent string
		breaks     bool
		recorded   string // "": nothing
	}{
		{"as it should be", text + stop + done, false, `"content":"Hello"`},
		{"without its last line", text + stop, false, `"content":"Hello"`},
		{"with lines that end in CR LF", strings.ReplaceAll(text+stop, "\n", "\r\n"), false, `"content":"Hello"`},
		{"with events of several lines", strings.ReplaceAll(text+stop, `,"choices":`, ",\ndata:  \"choices\":") + done, false, `"content":"Hello"`},
		{"with fields beside the data", strings.ReplaceAll(text+stop, "data: ", "event: chunk\nid: 7\ndata: ") + ": wait\n\n" + done, false, `"content":"Hello"`},
		{"without the end of its last line", text + strings.TrimSpace(stop), false, `"content":"Hello"`},
		{"that counts from 1", call + done, false, `"name":"look"`},
		{"with a call in the older notation", old + done, false, `"name":"look","arguments":{"q":1}`},
		{"without a choice", `data: {"error":{"message":"overloaded"}}` + "\n\n" + done, false, ""},
		{"of no JSON", "data: {nope\n\n" + done, false, ""},
		{"that breaks off", text, true, ""},
	} {
		t.Run(k.name, func(t *testing.T) {
			record := t.TempDir()
			up := fake(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/event-stream")
				_, _ = io.WriteString(w, k.sent)
				if k.breaks {
					sharedtest.OK(t, http.NewResponseController(w).Flush())
					panic(http.ErrAbortHandler)
				}
			})
			s := gatewayOf(t, up, "pass", func(o *Options) { o.Record = record })
			w := sharedtest.Need(http.Post(s.URL+ChatPath, "application/json", strings.NewReader(`{"stream":true,"messages":[{"role":"user","content":"hi"}]}`)))(t)
			defer w.Body.Close()
			got, err := io.ReadAll(w.Body)
			if (err != nil) != k.breaks {
				t.Errorf("the client reads %q, and then %v", got, err)
			}
			if noted := strings.Contains(string(got), `"voi":`); noted != (k.recorded != "") {
				t.Errorf("the client reads %q", got)
			}
			runs := sharedtest.Need(filepath.Glob(filepath.Join(record, "runs", "*", "*.jsonl")))(t)
			if len(runs) == 0 != (k.recorded == "") {
				t.Fatalf("recorded are %q", runs)
			}
			for _, run := range runs {
				if text := sharedtest.Need(os.ReadFile(run))(t); !strings.Contains(string(text), k.recorded) {
					t.Errorf("recorded is %s", text)
				}
			}
		})
	}
}

// A request without a body is the client's mistake, and what the model's server says of it is the
// reply.
func TestARequestWithoutABody(t *testing.T) {
	up := fake(t, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusTeapot)
		_, _ = io.WriteString(w, r.Method)
	})
	for _, policy := range []string{"pass", "guard"} {
		s := gatewayOf(t, up, policy, nil)
		w := sharedtest.Need(http.Post(s.URL+ChatPath, "application/json", http.NoBody))(t)
		defer w.Body.Close()
		if got := sharedtest.Need(io.ReadAll(w.Body))(t); w.StatusCode != http.StatusTeapot || string(got) != http.MethodPost {
			t.Errorf("%s: the model's server got a %s, and the client %d", policy, got, w.StatusCode)
		}
	}
}

// A stream has no bound, but each of its lines has one, and so has a reply that is none.
func TestRepliesThatAreTooLong(t *testing.T) {
	sharedtest.Unraced(t)
	hi := `{"stream":true,"messages":[{"role":"user","content":"hi"}]}`
	line := `data: {"choices":[{"index":0,"delta":{"content":"` + strings.Repeat("x", 1<<20) + `"}}]}` + "\n\n"
	for _, k := range []struct {
		name, kind, sent string
		times, status    int
		breaks           bool
		asked            string
	}{
		{"a long stream", "text/event-stream", line, maxReply>>20 + 2, 200, false, hi},
		{"an endless line", "text/event-stream", strings.Repeat("x", 1<<20), maxReply>>20 + 2, 200, true, hi},
		{"a reply", "application/json", strings.Repeat("x", 1<<20), maxReply>>20 + 2, 502, false, hi},
		{"a long stream for a request that cannot be read", "text/event-stream", line, maxReply>>20 + 2, 200, false, `{"stream":true,"messages":3}`},
	} {
		t.Run(k.name, func(t *testing.T) {
			up := fake(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", k.kind)
				for range k.times {
					_, _ = io.WriteString(w, k.sent)
				}
			})
			s := gatewayOf(t, up, "pass", nil)
			w := sharedtest.Need(http.Post(s.URL+ChatPath, "application/json", strings.NewReader(k.asked)))(t)
			defer w.Body.Close()
			n, err := io.Copy(io.Discard, w.Body)
			if w.StatusCode != k.status || (err != nil) != k.breaks || k.status == 200 && !k.breaks && n != int64(len(k.sent)*k.times) {
				t.Errorf("status %d, %d bytes, then %v", w.StatusCode, n, err)
			}
		})
	}
}

// The deltas of parallel calls come together as the server meant them, with an index or without.
func TestCallsOfAStream(t *testing.T) {
	for _, k := range []struct {
		name   string
		deltas []string // of tool_calls
		want   string
	}{
		{"by index", []string{`{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\""}},{"index":1,"id":"b","function":{"name":"g","arguments":"{"}}`, `{"index":1,"function":{"arguments":"}"}}`, `{"index":0,"function":{"arguments":":1}"}}`}, `a f {"x":1} b g {}`},
		{"each whole, without an index", []string{`{"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}}`, `{"id":"b","function":{"name":"f","arguments":"{}"}}`}, `a f {"x":1} b f {}`},
		{"together, without an index", []string{`{"id":"a","function":{"name":"f","arguments":"{}"}},{"id":"b","function":{"name":"g","arguments":"{}"}}`}, `a f {} b g {}`},
		{"in parts, without an index", []string{`{"id":"a","function":{"name":"f","arguments":"{\"x\""}}`, `{"function":{"arguments":":1}"}}`, `{"index":null,"id":"b","function":{"name":"g","arguments":"{"}}`, `{"function":{"arguments":"}"}}`}, `a f {"x":1} b g {}`},
		{"with ids and names again and again", []string{`{"id":"a","function":{"name":"f","arguments":"{"}}`, `{"id":"a","function":{"name":"f","arguments":"}"}}`, `{"id":"b","function":{"name":"f","arguments":"{}"}}`}, `a f {} b f {}`},
		{"with an index, and ids and names again", []string{`{"index":0,"id":"a","function":{"name":"f","arguments":"{"}}`, `{"index":0,"id":"a","function":{"name":"f","arguments":"}"}}`}, `a f {}`},
		{"by index, one of them in the end without", []string{`{"index":3,"id":"a","function":{"name":"f","arguments":"{}"}}`, `{"id":"b","function":{"name":"g","arguments":"{}"}}`}, `a f {} b g {}`},
	} {
		var a assembly
		for _, d := range k.deltas {
			a.add(`{"choices":[{"index":0,"delta":{"tool_calls":[` + d + `]}}]}`)
		}
		var got []string
		for _, c := range a.replies()[0].Message.Calls {
			got = append(got, c.ID, c.Name, c.Arguments.JSON())
		}
		if text := strings.Join(got, " "); text != k.want {
			t.Errorf("%s: %s, want %s", k.name, text, k.want)
		}
	}
}

// Names, ids and reasons to end that come in many parts take memory and time as their text does.
func TestPartsOfAStream(t *testing.T) {
	const n, part = 4000, 100
	for _, choice := range []string{`"delta":{"tool_calls":[{"index":0,"function":{"name":%q}}]}`, `"delta":{"tool_calls":[{"index":0,"id":%q}]}`, `"finish_reason":%q`} {
		var a assembly
		took := allocated(func() {
			for i := range n {
				a.add(fmt.Sprintf(`{"choices":[{"index":0,`+choice+`}]}`, strings.Repeat("x", part+i%2)))
			}
		})
		if took > 100*n*part {
			t.Errorf("%s: %d bytes were allocated for %d bytes", choice, took, n*part)
		}
	}
	var a assembly
	for range 2 { // as a server that repeats it beside its usage
		a.add(`{"choices":[{"index":0,"delta":{"content":"x"},"finish_reason":"stop"}]}`)
	}
	if got := a.replies()[0].Finish; got != "stop" {
		t.Errorf("the reply ends by %q", got)
	}
}

// allocated is the number of bytes that do allocates.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// A client sees the head of a stream, and that the model is still at work, when the model's server
// says so, and not only with what it says next.
func TestSignsOfLifePassAtOnce(t *testing.T) {
	const (
		text = `data: {"choices":[{"index":0,"delta":{"content":"He"}}]}` + "\n\n"
		stop = `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}` + "\n\n"
	)
	for _, plain := range []bool{false, true} {
		seen := make(chan bool)
		up := fake(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			for _, part := range []string{"", ": working\n\n", text + ": working\n\n", ": working\n\n"} {
				_, _ = io.WriteString(w, part)
				_ = http.NewResponseController(w).Flush()
				select {
				case <-seen:
				case <-r.Context().Done():
					return
				}
			}
			_, _ = io.WriteString(w, stop+"data: [DONE]\n\n")
		})
		s := gatewayOf(t, up, "pass", func(o *Options) { o.Plain, o.Timeout = plain, 10*time.Second })
		w, err := http.Post(s.URL+ChatPath, "application/json", strings.NewReader(`{"stream":true,"messages":[{"role":"user","content":"hi"}]}`))
		if err != nil || w.StatusCode != http.StatusOK {
			t.Fatalf("plain %v: the head does not come: %v, %v", plain, w, err)
		}
		defer w.Body.Close()
		seen <- true
		for _, want := range []string{": working\n\n", text + ": working\n\n", ": working\n\n"} {
			got := make([]byte, len(want))
			if _, err := io.ReadFull(w.Body, got); err != nil || string(got) != want {
				t.Fatalf("plain %v: %q, %v; want %q", plain, got, err, want)
			}
			seen <- true
		}
		rest := string(sharedtest.Need(io.ReadAll(w.Body))(t))
		if strip(rest) != strip(stop+"data: [DONE]\n\n") || strings.Contains(rest, `"voi":`) == plain {
			t.Errorf("plain %v: it ends with %q", plain, rest)
		}
	}
}
