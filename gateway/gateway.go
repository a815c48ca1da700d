package gateway

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"strings"
	"time"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/llm"
	"github.com/voi-rl/voi/internal/lru"
	"github.com/voi-rl/voi/trajectory"
)

// Options are the options of a Gateway.
type Options struct {
	Upstream  *Upstream
	Director  *Upstream           // the model for nod:director=model; nil: Upstream
	Directing string              // its name there; "": the request's
	Counter   *trajectory.Counter // which tools change the world, and which ask the user
	Asking    certainty.Policy    // F7, which chooses the best question
	MaxCalls  int                 // the most further calls to the model for one request
	MaxTokens int64               // the most tokens of these calls, prompts included
	Timeout   time.Duration       // for one call to the model
	Format    llm.Format          // how models in roles are asked for a form; "": by a JSON Schema
	Closed    bool                // a failing policy gives an error; else the model's own reply passes, marked
	Plain     bool                // replies have no annotation
	Shadow    bool                // the model's own reply always passes, and the decision is only recorded
	Record    string              // folder for recorded runs; "": none
	Log       io.Writer           // for failures, without a word of any conversation

	memo *memo
}

// Gateway stands between a harness and a model. It is safe for concurrent use.
type Gateway struct {
	Options
	chain   Chain
	record  *recorder
	answers *lru.Cache[[32]byte, *answered] // of models in roles
	ahead   *ahead
	metrics *metrics
	log     *log.Logger
}

// New returns a Gateway with the policies of a chain (ParseChain).
func New(chain Chain, o Options) (*Gateway, error) {
	switch {
	case o.Upstream == nil || o.Counter == nil || len(chain) == 0:
		return nil, errors.New("gateway: it needs an upstream, a counter and a policy")
	case o.MaxCalls < 0 || o.MaxTokens < 0 || o.Timeout <= 0:
		return nil, errors.New("gateway: the calls and tokens of a request are at least 0, and the time of a call is above it")
	}
	if o.Log == nil {
		o.Log = io.Discard
	}
	o.memo = newMemo()
	g := &Gateway{Options: o, chain: chain, answers: lru.New[[32]byte, *answered](mostAnswers), ahead: newAhead(), metrics: newMetrics(), log: log.New(o.Log, "voi: ", 0)}
	var err error
	g.record, err = newRecorder(o.Record)
	return g, err
}

// The paths of the API, behind the base URL.
const (
	chatPath   = "/chat/completions"
	modelsPath = "/models"
)

// The paths that the gateway serves.
const (
	ChatPath   = "/v1" + chatPath
	ModelsPath = "/v1" + modelsPath
)

// Models returns the models of the upstream.
func (g *Gateway) Models(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), g.Timeout)
	defer cancel()
	got, err := g.Upstream.send(ctx, r.Header, modelsPath, "")
	if err != nil {
		g.lost(w, ctx, err)
		return
	}
	defer got.Body.Close()
	relayHead(w, got)
	_, _ = io.Copy(w, bounded(got))
}

// Chat answers a request for a completion.
func (g *Gateway) Chat(w http.ResponseWriter, r *http.Request, body string) {
	ctx, cancel := context.WithTimeout(r.Context(), g.Timeout)
	defer cancel()
	g.metrics.calls.WithLabelValues("request").Inc()
	var t *Turn
	err := safely(func() (err error) { t, err = newTurn(body, &g.Options); return err })
	g.faulty(err)
	if err != nil { // no policy sees the request
		g.failed("policy", "a request that cannot be read")
		t = &Turn{unread: err}
	}
	switch {
	case err != nil && g.Closed:
		refuse(w, http.StatusBadRequest, "invalid_request_error", err.Error())
	case err != nil:
		g.relay(ctx, w, r, body, t)
	case g.Shadow || g.chain.passes():
		g.relay(ctx, w, r, body, t)
	default:
		g.decide(ctx, w, r, body, t)
	}
}

// Reply answers a request within this process, and returns status and body.
func (g *Gateway) Reply(ctx context.Context, body string) (status int, text string) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, ChatPath, http.NoBody)
	if err != nil {
		return http.StatusInternalServerError, err.Error()
	}
	w := &kept{header: http.Header{}, status: http.StatusOK}
	g.Chat(w, r, body)
	return w.status, w.body.String()
}

// passes reports whether every policy is pass.
func (c Chain) passes() bool {
	for _, p := range c {
		if _, ok := p.(pass); !ok {
			return false
		}
	}
	return true
}

// decide has the model propose a whole reply, and returns the policies' result.
func (g *Gateway) decide(ctx context.Context, w http.ResponseWriter, r *http.Request, body string, t *Turn) {
	m := &Model{g: g, header: r.Header, name: t.Body.Field("model").Str(), calls: g.MaxCalls, tokens: g.MaxTokens}
	unprepared := g.chain.prepare(ctx, t, m)
	if unprepared != nil && g.refused(w, unprepared) {
		return
	}
	defer g.ahead.read(ctx, t, len(body))()
	got, err := g.Upstream.ask(ctx, r.Header, t.asks(body))
	if err != nil {
		g.lost(w, ctx, err)
		return
	}
	proposed, err := choices(got.value)
	if got.status == http.StatusOK && err != nil {
		g.failed("upstream", "a reply that is no completion")
		if g.Closed {
			refuse(w, http.StatusBadGateway, "upstream_error", err.Error())
			return
		}
	}
	if err != nil { // the model's own error, unchanged
		copyHeader(w.Header(), got.header)
		w.WriteHeader(got.status)
		_, _ = w.Write(got.body)
		return
	}
	given, decisions := make([]*Reply, len(proposed)), make([]Decision, len(proposed))
	for i := range proposed {
		if given[i], decisions[i].Failed = proposed[i], unprepared; unprepared == nil {
			given[i], decisions[i] = g.chain.Decide(ctx, t, proposed[i], m)
		}
		if err := decisions[i].Failed; err != nil && unprepared == nil && g.refused(w, err) {
			return
		}
	}
	if err := g.keep(t, given, decisions); err != nil && g.Closed {
		refuse(w, http.StatusInternalServerError, "record_error", err.Error())
		return
	}
	reply := replyOf(got.value, given, m)
	voi := jsonvalue.Value{}
	if !g.Plain {
		voi = g.annotation(decisions, m.made)
	}
	copyHeader(w.Header(), got.header)
	if t.Body.Field("stream").Bool() {
		writeStream(w, reply, given, voi, t.Body.Field("stream_options").Field("include_usage").Bool())
		return
	}
	if !voi.IsNull() {
		reply = reply.With("voi", voi)
	}
	writeJSON(w, http.StatusOK, reply)
}

// refused counts a failed policy, and answers with an error if --on-error says so.
func (g *Gateway) refused(w http.ResponseWriter, err error) bool {
	g.failed("policy", err.Error())
	g.faulty(err)
	if g.Closed {
		refuse(w, http.StatusBadGateway, "policy_error", "a policy failed, and --on-error is closed: "+err.Error())
	}
	return g.Closed
}

// replyOf replaces the model's replies by the given ones.
func replyOf(v domains.Value, given []*Reply, m *Model) domains.Value {
	list := make([]domains.Value, len(given))
	for i, c := range v.Field("choices").Items() {
		if said := c.Field("message"); given[i].Raw != said && given[i].Raw.JSON() != said.JSON() {
			c = c.With("message", given[i].Raw).With("finish_reason", jsonvalue.NewString(given[i].Finish)).Without("logprobs")
		}
		list[i] = c
	}
	v = v.With("choices", jsonvalue.NewArray(list...))
	if usage := v.Field("usage"); m.made > 0 && usage.Kind() == jsonvalue.Object {
		for _, more := range []struct {
			name   string
			tokens int64
		}{{"prompt_tokens", m.in}, {"completion_tokens", m.out}, {"total_tokens", m.in + m.out}} {
			before, _ := usage.Field(more.name).Int()
			usage = usage.With(more.name, jsonvalue.NewInt(before+more.tokens))
		}
		v = v.With("usage", usage)
	}
	return v
}

// annotation is the annotation of a reply: the first choice's decision, and a list of all
// if there are several.
func (g *Gateway) annotation(decisions []Decision, calls int) domains.Value {
	all := make([]domains.Value, len(decisions))
	for i := range decisions {
		all[i] = g.decided(&decisions[i])
	}
	v := all[0].With("calls", jsonvalue.NewInt(int64(calls)))
	if len(all) > 1 {
		v = v.With("choices", jsonvalue.NewArray(all...))
	}
	return v
}

// decided is {policy, version, action, signals, decision}. The signals are those of the
// policy that acted, or of the first one; decision lists each policy's decision.
func (g *Gateway) decided(d *Decision) domains.Value {
	var stages []domains.Value
	at, version := 0, int64(0)
	for i := range d.Stages {
		s := &d.Stages[i]
		if s.Action != Keep && d.Stages[at].Action == Keep {
			at = i
		}
		stage := jsonvalue.ObjectOf(
			"policy", jsonvalue.NewString(s.Policy.Name), "version", jsonvalue.NewInt(int64(s.Policy.Version)), "sha256", jsonvalue.NewString(s.Policy.SHA256),
			"action", jsonvalue.NewString(s.Action), "why", jsonvalue.NewString(s.Why))
		if !s.State.IsNull() {
			stage = stage.With("state", s.State)
		}
		stages = append(stages, stage)
	}
	signals := jsonvalue.NewObject()
	if len(d.Stages) > 0 {
		version, signals = int64(d.Stages[at].Policy.Version), signalsValue(d.Stages[at].Signals)
	}
	v := jsonvalue.ObjectOf("policy", jsonvalue.NewString(g.chain.Name()), "version", jsonvalue.NewInt(version), "action", jsonvalue.NewString(d.Action()),
		"signals", signals, "decision", jsonvalue.NewArray(stages...))
	if d.Failed != nil {
		v = v.With("error", jsonvalue.NewString(d.Failed.Error()))
	}
	return v
}

func signalsValue(s decision.Signals) domains.Value {
	members := make([]jsonvalue.Member, len(s))
	for i := range s {
		members[i] = jsonvalue.Member{Key: s[i].Name, Value: jsonvalue.NewFloat(s[i].Value)}
	}
	return jsonvalue.NewObject(members...)
}

// keep records and counts the given replies.
func (g *Gateway) keep(t *Turn, given []*Reply, decisions []Decision) error {
	for i := range given {
		g.metrics.replies.WithLabelValues(g.chain.Name(), decisions[i].Action()).Inc()
		if err := g.record.write(t, given[i], &decisions[i]); err != nil {
			g.failed("record", err.Error())
			return fmt.Errorf("the run could not be recorded: %w", err)
		}
	}
	return nil
}

// failed counts and logs a failure. text must hold nothing from a client or a model.
func (g *Gateway) failed(of, text string) {
	g.metrics.failures.WithLabelValues(of).Inc()
	g.log.Printf("%s: %s", of, text)
}

// lost answers a request to which the model gave no reply.
func (g *Gateway) lost(w http.ResponseWriter, ctx context.Context, err error) {
	if errors.Is(ctx.Err(), context.Canceled) {
		return // the client has gone
	}
	var long *http.MaxBytesError
	switch {
	case ctx.Err() != nil:
		g.failed("upstream", "no reply")
		refuse(w, http.StatusGatewayTimeout, "upstream_error", fmt.Sprintf("the model did not answer within %s", g.Timeout))
	case errors.As(err, &long):
		g.failed("upstream", "a reply that is too long")
		refuse(w, http.StatusBadGateway, "upstream_error", fmt.Sprintf("the model's reply has more than %d MiB", maxReply>>20))
	default:
		g.failed("upstream", "no reply")
		refuse(w, http.StatusBadGateway, "upstream_error", "the model's server cannot be reached, or broke off its reply")
	}
}

// refuse answers with an error in the API's form.
func refuse(w http.ResponseWriter, status int, kind, message string) {
	writeJSON(w, status, jsonvalue.ObjectOf("error", jsonvalue.ObjectOf("message", jsonvalue.NewString(message), "type", jsonvalue.NewString(kind), "param", domains.Value{}, "code", domains.Value{})))
}

func writeJSON(w http.ResponseWriter, status int, v domains.Value) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, v.JSON())
}

// own are headers that belong to one connection, or to the body as it was sent. They are
// not copied to another response.
var own = []string{"Connection", "Keep-Alive", "Transfer-Encoding", "Te", "Trailer", "Upgrade", "Proxy-Authenticate", "Content-Length", "Content-Encoding", "Set-Cookie"}

func copyHeader(to, from http.Header) {
	for name, values := range from {
		to[name] = values
	}
	for _, name := range own {
		to.Del(name)
	}
}

func relayHead(w http.ResponseWriter, got *http.Response) {
	copyHeader(w.Header(), got.Header)
	w.WriteHeader(got.StatusCode)
}

// isStream reports whether a reply is a stream of events.
func isStream(h http.Header) bool {
	return strings.HasPrefix(h.Get("Content-Type"), "text/event-stream")
}
