package gateway

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/llm"
	"github.com/voi-rl/voi/trajectory"
)

// maxReply is the most that is read of a model's reply, in bytes; of a stream that passes, of
// each of its lines.
const maxReply = 32 << 20

// Upstream is the model's server: an OpenAI-compatible API, or a script that plays one.
type Upstream struct {
	url  string // base URL, including /v1
	key  string // for clients without one
	http interface {
		Do(*http.Request) (*http.Response, error)
	}
}

// NewUpstream returns the API at a base URL. key is sent for clients without one.
func NewUpstream(url, key string, concurrency int) (*Upstream, error) {
	if !strings.HasPrefix(url, "http://") && !strings.HasPrefix(url, "https://") || strings.ContainsAny(url, "@?#") {
		return nil, errors.New("gateway: the upstream is no base of an API; give one like https://host/v1, without a key, or scripted:FILE")
	}
	if err := llm.CheckKey(key); err != nil {
		return nil, fmt.Errorf("gateway: %w", err)
	}
	return &Upstream{strings.TrimSuffix(url, "/"), key, llm.NewDoer(concurrency, math.MaxInt64)}, nil
}

// passed are the client's headers that go to the model's server. A key goes nowhere else.
var passed = []string{"Authorization", "Accept", "Api-Key", "Idempotency-Key", "Openai-Organization", "Openai-Project", "Openai-Beta", "User-Agent", "X-Request-Id"}

// send forwards a request with the client's headers: a GET of the models, and else a POST.
func (u *Upstream) send(ctx context.Context, header http.Header, path, body string) (*http.Response, error) {
	method := http.MethodPost
	if path == modelsPath {
		method = http.MethodGet
	}
	r, err := http.NewRequestWithContext(ctx, method, u.url+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	for _, name := range passed {
		if values := header.Values(name); len(values) > 0 {
			r.Header[name] = values
		}
	}
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
	}
	if u.key != "" && r.Header.Get("Authorization") == "" {
		r.Header.Set("Authorization", "Bearer "+u.key)
	}
	return u.http.Do(r)
}

// bounded is the body of a reply that is read as a whole. A longer one than maxReply is an error.
func bounded(got *http.Response) io.Reader { return http.MaxBytesReader(nil, got.Body, maxReply) }

// answered is a whole reply of the model's server.
type answered struct {
	status int
	header http.Header
	body   []byte
	value  domains.Value // the body, null if it is no JSON
}

// ask requests a whole completion.
func (u *Upstream) ask(ctx context.Context, header http.Header, body string) (*answered, error) {
	got, err := u.send(ctx, header, chatPath, body)
	if err != nil {
		return nil, err
	}
	defer got.Body.Close()
	var b bytes.Buffer
	if _, err := b.ReadFrom(bounded(got)); err != nil {
		return nil, err
	}
	a := &answered{status: got.StatusCode, header: got.Header, body: b.Bytes()}
	if v, err := jsonvalue.Parse(b.String(), requestOptions); err == nil {
		a.value = v
	}
	return a, nil
}

// choices returns the replies in a completion; an error if it is none.
func choices(v domains.Value) (list []*Reply, err error) {
	for i, c := range v.Field("choices").Items() {
		raw := c.Field("message")
		m, err := trajectory.ParseMessage(raw.With("role", jsonvalue.NewString("assistant")))
		if err != nil || raw.Kind() != jsonvalue.Object {
			return nil, fmt.Errorf("choice %d of the model's reply has no message", i)
		}
		list = append(list, &Reply{Message: m, Raw: raw, Finish: c.Field("finish_reason").Str()})
	}
	if len(list) == 0 {
		return nil, errors.New("the model's reply holds no choice")
	}
	return list, nil
}

// Model makes the further calls for one request, within its limits. It may be used by one
// goroutine.
type Model struct {
	g      *Gateway
	header http.Header
	name   string // the model that the client requests
	calls  int    // calls that are left
	tokens int64  // tokens that are left

	made    int
	in, out int64 // tokens of the calls so far
	spent   bool  // a call was not made because of these limits
	roles   map[*Upstream]*llm.Model
}

// errSpent says that a request may make no further call.
var errSpent = errors.New("the request may make no further call to the model (--max-calls, --max-tokens)")

// ask makes a call and counts it.
func (m *Model) ask(ctx context.Context, up *Upstream, header http.Header, body string) (*answered, error) {
	if m.made >= m.calls || m.in+m.out >= m.tokens {
		m.spent = true
		return nil, errSpent
	}
	m.made++
	m.g.metrics.calls.WithLabelValues("further").Inc()
	ctx, cancel := context.WithTimeout(ctx, m.g.Timeout)
	defer cancel()
	got, err := up.ask(ctx, header, body)
	if err != nil {
		return nil, errors.New("a further call to the model failed")
	}
	in, _ := got.value.Field("usage").Field("prompt_tokens").Int()
	out, _ := got.value.Field("usage").Field("completion_tokens").Int()
	m.in, m.out = m.in+max(in, 0), m.out+max(out, 0)
	return got, nil
}

// Answer asks the model again, with the text told behind its request.
func (m *Model) Answer(ctx context.Context, t *Turn, told string) (*Reply, error) {
	return m.first(ctx, tell(t.Request, told))
}

// Finish has the model answer in words, without another tool call.
func (m *Model) Finish(ctx context.Context, t *Turn, told string) (*Reply, error) {
	body := tell(t.Request, strings.TrimSpace(told+"\nAnswer now, with what you know, in words and without another tool call."))
	if !body.Field("tools").IsNull() {
		body = body.With("tool_choice", jsonvalue.NewString("none"))
	}
	return m.first(ctx, body)
}

func (m *Model) first(ctx context.Context, body domains.Value) (*Reply, error) {
	list, err := m.replies(ctx, body.Without("n"))
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// Sample has the model propose n further replies.
func (m *Model) Sample(ctx context.Context, t *Turn, n int) ([]*Reply, error) {
	return m.replies(ctx, t.Request.With("n", jsonvalue.NewInt(int64(n))))
}

func (m *Model) replies(ctx context.Context, body domains.Value) ([]*Reply, error) {
	got, err := m.ask(ctx, m.g.Upstream, m.header, body.Without("stream").Without("stream_options").JSON())
	switch {
	case err != nil:
		return nil, err
	case got.status != http.StatusOK:
		return nil, fmt.Errorf("a further call to the model was refused with status %d", got.status)
	}
	return choices(got.value)
}

// stateName names the messages with a policy's state.
const stateName = "voi_state"

// tell appends the gateway's text to the messages of a request.
func tell(request domains.Value, text string) domains.Value {
	return behind(request, jsonvalue.ObjectOf("role", jsonvalue.NewString(dataset.System), "content", jsonvalue.NewString(text)))
}

// remind appends a policy's state to the messages of a request.
func remind(request domains.Value, text string) domains.Value {
	return behind(request, jsonvalue.ObjectOf("role", jsonvalue.NewString(dataset.System), "name", jsonvalue.NewString(stateName), "content", jsonvalue.NewString(text)))
}

func behind(request, message domains.Value) domains.Value {
	return request.With("messages", jsonvalue.NewArray(append(slices.Clone(request.Field("messages").Items()), message)...))
}

// The limits on answers of models in roles.
const (
	mostAnswers = 64 << 20 // bytes of the cache
	mostSaid    = 1 << 20  // bytes of one answer
)

// role returns a model for roles (package llm): the upstream's, or that of up. An answer
// to the same client about the same input is cached.
func (m *Model) role(up *Upstream) (*llm.Model, error) {
	header, name := m.header, m.name
	if up == nil || up == m.g.Upstream {
		up = m.g.Upstream
	} else { // the client's key is not for this server
		header, name = nil, cmp.Or(m.g.Directing, m.name)
	}
	if r := m.roles[up]; r != nil {
		return r, nil
	}
	do := func(r *http.Request) (*http.Response, error) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		key := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s", up.url, header.Get("Authorization"), body))
		var got *answered
		for got == nil && err == nil { // another request's call about the same may end with its client, or at its limits
			got = m.g.answers.Get(key, func() (*answered, int64, bool) {
				var got *answered
				got, err = m.ask(r.Context(), up, header, string(body))
				if err != nil {
					return nil, 0, false
				}
				kept := &answered{status: got.status, header: got.header, body: bytes.Clone(got.body)} // its value takes many times its text
				return kept, int64(len(kept.body)), got.status == http.StatusOK
			})
		}
		if err != nil {
			return nil, err
		}
		said := got.body
		if got.status != http.StatusOK { // the error is logged, and a server's words may repeat the key or the conversation
			said = []byte(`{"error":{"message":"the server's words are left out"}}`)
		}
		return &http.Response{StatusCode: got.status, Header: got.header, Body: io.NopCloser(bytes.NewReader(said))}, nil
	}
	r, err := llm.New(llm.Options{BaseURL: up.url, Model: cmp.Or(name, "default"), HTTP: llm.DoerOf(do, mostSaid), Retries: -1, Timeout: m.g.Timeout, Format: m.g.Format})
	if err == nil {
		if m.roles == nil {
			m.roles = map[*Upstream]*llm.Model{}
		}
		m.roles[up] = r
	}
	return r, err
}

// why is the reason why a role gave no answer.
func (m *Model) why(err error) error {
	if err != nil && m.spent {
		return errSpent
	}
	return err
}
