package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// The benchmark measures the gateway in real use: a process between a client and a model's
// server, which is a process too. The gateway's overhead is the time of a request minus the
// time that the model reports. The same client and server without a gateway are measured
// too, since all three share the cores.

// overheadTools are the tools of the requests.
const overheadTools = `[{"type":"function","function":{"name":"book_hotel","parameters":{"type":"object","properties":{"city":{"type":"string"},"nights":{"type":"integer"}},"required":["city","nights"]}}}]`

// overheadRequest is a request of 8 KB with a confirmed call, so that no policy calls the
// model again.
func overheadRequest(n int) string {
	talk := strings.Repeat(`{"role":"user","content":"I am thinking about the trip to the coast with my family next summer."},{"role":"assistant","content":"That sounds lovely, tell me more about what you want."},`, 45)
	return fmt.Sprintf(`{"messages":[%s{"role":"user","content":"Yes, request %d: book the hotel in Porto for 3 nights."}],"tools":%s}`, talk, n, overheadTools)
}

const (
	envPlayed     = "VOI_TEST_PLAYED_MODEL"  // the delay of the played model
	envProxied    = "VOI_TEST_PROXIED_MODEL" // the server that a reverse proxy stands before
	tookHeader    = "X-Took"                 // the delay as the model measured it, in nanoseconds
	overheadReply = `{"choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"book_hotel","arguments":"{\"city\":\"Porto\",\"nights\":3}"}}]},"finish_reason":"tool_calls"}]}`
)

// TestPlayedModel is not a test but the process of a model's server, for
// BenchmarkGatewayHTTP.
func TestPlayedModel(t *testing.T) {
	wait, err := time.ParseDuration(os.Getenv(envPlayed))
	if err != nil {
		t.Skip("a process of BenchmarkGatewayHTTP")
	}
	serveUntilTheEnd(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		_, _ = io.Copy(io.Discard, r.Body)
		time.Sleep(wait)
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set(tookHeader, strconv.FormatInt(int64(time.Since(began)), 10))
		_, _ = io.WriteString(w, overheadReply)
	}))
}

// TestReverseProxy is no test but the process of one, likewise.
func TestReverseProxy(t *testing.T) {
	to, err := url.Parse(os.Getenv(envProxied))
	if err != nil || to.Host == "" {
		t.Skip("a process of BenchmarkGatewayHTTP")
	}
	p := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: to.Scheme, Host: to.Host})
	p.Transport = &http.Transport{MaxIdleConnsPerHost: 4096}
	serveUntilTheEnd(t, p)
}

// serveUntilTheEnd serves until the benchmark has ended, which it tells by stdin.
func serveUntilTheEnd(t *testing.T, h http.Handler) {
	s := &http.Server{Handler: h}
	l := sharedtest.Need(net.Listen("tcp", "127.0.0.1:0"))(t)
	fmt.Println("http://" + l.Addr().String() + "/v1")
	go func() { _, _ = io.Copy(io.Discard, os.Stdin); _ = s.Close() }()
	_ = s.Serve(l)
}

// processOf starts this binary again as the process of a test and returns its base URL.
func processOf(b *testing.B, test, env, value string) string {
	cmd := exec.Command(sharedtest.Need(os.Executable())(b), "-test.run", "^"+test+"$")
	cmd.Env = append(os.Environ(), env+"="+value)
	_ = sharedtest.Need(cmd.StdinPipe())(b) // the server ends with this process
	out := bufio.NewReader(sharedtest.Need(cmd.StdoutPipe())(b))
	sharedtest.OK(b, cmd.Start())
	b.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	return strings.TrimSpace(sharedtest.Need(out.ReadString('\n'))(b))
}

// BenchmarkGatewayHTTP sends 300 requests of 8 KB a second, with a bounded number in
// flight. It reports the time beyond the model's own, the gateway's processor time for each
// request, and the gateway's memory before the load, at its peak, and some seconds after
// it. With every third request, the client also asks the model directly and through a reverse
// proxy (direct-, proxy-).
func BenchmarkGatewayHTTP(b *testing.B) {
	const perSecond = 300
	bin := sharedtest.Need(builtVoi())(b)
	for _, c := range []struct {
		policy   string
		inFlight int
	}{{"pass", 1000}, {"guard", 1000}, {"sage", 1000}, {"guard,nod", 1000}, {"guard", 4000}} {
		b.Run(fmt.Sprintf("%s/%d", c.policy, c.inFlight), func(b *testing.B) {
			dir := b.TempDir()
			model := processOf(b, "TestPlayedModel", envPlayed, (time.Duration(c.inFlight) * time.Second / perSecond).String())
			critical := filepath.Join(dir, "critical.yaml")
			sharedtest.OK(b, os.WriteFile(critical, []byte("critical: [book_hotel]\n"), 0o666))
			cmd, at, _ := startGateway(b, bin, dir, "--upstream", model, "--policy", c.policy, "--critical", critical)
			process := cmd.Process
			idle, used := megabytes(process, "VmRSS"), processorOf(b, process)
			routes := []string{at, model, processOf(b, "TestReverseProxy", envProxied, model)}
			took := make([][]time.Duration, len(routes))
			client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 2 * c.inFlight}}
			var mu sync.Mutex
			var wg sync.WaitGroup
			ask := func(route, i int) {
				body := strings.NewReader(overheadRequest(i))
				began := time.Now()
				w, err := client.Post(routes[route]+"/chat/completions", "application/json", body)
				if err != nil {
					b.Error(err)
					return
				}
				_, err = io.Copy(io.Discard, w.Body)
				over := time.Since(began)
				w.Body.Close()
				delay, bad := strconv.ParseInt(w.Header.Get(tookHeader), 10, 64)
				if err != nil || bad != nil || w.StatusCode != http.StatusOK {
					b.Errorf("%d %v %v", w.StatusCode, err, bad)
				}
				mu.Lock()
				took[route] = append(took[route], over-time.Duration(delay))
				mu.Unlock()
			}
			tick := time.NewTicker(time.Second / perSecond)
			defer tick.Stop()
			n := max(b.N, 3*c.inFlight)
			for i := range n {
				<-tick.C
				wg.Go(func() { ask(0, i) })
				if route := i % 3; route > 0 {
					wg.Go(func() { time.Sleep(time.Second / perSecond / 2); ask(route, i) })
				}
			}
			wg.Wait()
			b.ReportMetric(0, "ns/op")
			for route, name := range []string{"", "direct-", "proxy-"} {
				reportQuantilesOf(b, name, took[route])
			}
			client.CloseIdleConnections()
			b.ReportMetric(idle, "idle-MB")
			b.ReportMetric(megabytes(process, "VmHWM"), "most-MB")
			time.Sleep(5 * time.Second)
			b.ReportMetric(megabytes(process, "VmRSS"), "after-MB")
			b.ReportMetric((processorOf(b, process)-used)/float64(n), "cpu-ms/request")
		})
	}
}

func megabytes(p *os.Process, name string) float64 { return float64(memoryOf(p.Pid, name)) / (1 << 20) }

// processorOf is the processor time of a process, in milliseconds.
func processorOf(b *testing.B, p *os.Process) float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.Pid))
	if err != nil {
		b.Skipf("the time of another process cannot be read here: %v", err)
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')'):])) // the third field is the first after the name
	user, system := sharedtest.Need(strconv.Atoi(fields[12]))(b), sharedtest.Need(strconv.Atoi(fields[13]))(b)
	return 10 * float64(user+system) // the fields count hundredths of a second
}
