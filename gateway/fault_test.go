package gateway

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	dto "github.com/prometheus/client_model/go"

	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// faulty is a policy that panics in the method with that name.
type faulty struct{ in string }

func (p faulty) Rule() decision.Policy { return decision.Guard(0.5) }

func (p faulty) breaks(in, text string) {
	if p.in == in {
		panic("a fault at " + text)
	}
}

func (p faulty) Prepare(_ context.Context, t *Turn, request domains.Value, _ *Model) (domains.Value, error) {
	p.breaks("prepare", t.Run.Messages[0].Content)
	return request, nil
}

func (p faulty) Look(_ context.Context, t *Turn, r *Reply, _ *Model) (Sight, error) {
	p.breaks("look", t.Run.Messages[0].Content)
	if p.in == "runtime" {
		_ = t.Run.Messages[len(t.Run.Messages)]
	}
	return Sight{Signals: decision.NewSignals(map[string]float64{"support": 0, "answered": 0, "repeated": 0, "questions": 1}), Do: func(context.Context, string) (Done, error) {
		p.breaks("do", t.Run.Messages[0].Content)
		return Done{Reply: r}, nil
	}}, nil
}

// faultsOf is the number of faults that a gateway counted.
func faultsOf(t *testing.T, g *Gateway) float64 {
	var m dto.Metric
	sharedtest.OK(t, g.metrics.failures.WithLabelValues("fault").Write(&m))
	return m.GetCounter().GetValue()
}

// After a fault of a policy the reply is the one that --on-error promises, in every mode: the
// model's own, marked, or an error. The fault is counted and logged with its place, without
// the user's text, and the next request is answered.
func TestFaultyPolicy(t *testing.T) {
	body := `{"model":"m","tools":` + bookTools + `,"messages":[{"role":"user","content":"my secret is ekzil-brontu"}]}`
	for _, in := range []string{"prepare", "look", "runtime", "do", "none"} {
		for _, closed := range []bool{false, true} {
			t.Run(fmt.Sprint(in, closed), func(t *testing.T) {
				var log bytes.Buffer
				o := plainOptions(t)
				o.Upstream, o.Closed, o.Log = &Upstream{url: "http://x", http: answers(func() string { return overheadReply })}, closed, &log
				g := sharedtest.Need(New(Chain{faulty{in}}, o))(t)
				for range 2 {
					w := httptest.NewRecorder()
					g.Chat(w, httptest.NewRequest(http.MethodPost, ChatPath, http.NoBody), body)
					v := value(t, w.Body.String())
					call := v.Field("choices").Items()
					wrong := v.Field("voi").Field("error").Str()
					switch {
					case in == "none":
						if w.Code != http.StatusOK || wrong != "" {
							t.Errorf("%d %s", w.Code, w.Body)
						}
					case closed:
						if w.Code != http.StatusBadGateway || v.Field("error").Field("type").Str() != "policy_error" {
							t.Errorf("%d %s", w.Code, w.Body)
						}
					case w.Code != http.StatusOK || wrong == "" || len(call) != 1 || call[0].JSON() != value(t, overheadReply).Field("choices").Items()[0].JSON():
						t.Errorf("%d %s", w.Code, w.Body)
					}
					if strings.Contains(w.Body.String(), "ekzil-brontu") {
						t.Errorf("the reply repeats the panic: %s", w.Body)
					}
				}
				counted := faultsOf(t, g)
				if want := map[bool]float64{true: 0, false: 2}[in == "none"]; counted != want {
					t.Errorf("%v faults counted, want %v", counted, want)
				}
				if strings.Contains(log.String(), "ekzil-brontu") || (in != "none") != strings.Contains(log.String(), "fault_test.go") {
					t.Errorf("the log: %s", log.String())
				}
			})
		}
	}
}

// If the reply passes whatever is decided, it also passes after a fault, whole or as a stream.
func TestFaultyPolicyInShadow(t *testing.T) {
	o := plainOptions(t)
	o.Upstream, o.Shadow, o.Record = &Upstream{url: "http://x", http: answers(func() string { return overheadReply })}, true, t.TempDir()
	g := sharedtest.Need(New(Chain{faulty{"look"}}, o))(t)
	w := httptest.NewRecorder()
	g.Chat(w, httptest.NewRequest(http.MethodPost, ChatPath, http.NoBody), `{"messages":[{"role":"user","content":"x"}]}`)
	if got := sharedtest.Need(jsonvalue.Parse(w.Body.String(), jsonvalue.Options{}))(t); w.Code != http.StatusOK || got.JSON() != value(t, overheadReply).JSON() {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if n := faultsOf(t, g); n != 1 {
		t.Errorf("%v faults counted", n)
	}
}
