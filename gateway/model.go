package gateway

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/llm"
	"github.com/voi-rl/voi/trajectory"
)

// maxReply bounds what is read of a model's reply, in bytes.
const maxReply = 32 << 20

// Upstream is where the model is: an OpenAI-compatible API, or a script that plays one.
type Upstream struct {
	url  string // up to and with /v1
	key  string // for clients that bring none
	http interface {
		Do(*http.Request) (*http.Response, error)
	}
}

// NewUpstream returns the API at a base URL. key is sent for clients that bring none.
func NewUpstream(url, key string, concurrency int) (*Upstream, error) {
	if !strings.HasPrefix(url, "http://") && !strings.HasPrefix(url, "https://") || strings.ContainsAny(url, "@?#") {
		return nil, errors.New("gateway: the upstream is no base of an API; give one like https://host/v1, without a key, or scripted:FILE")
	}
	return &Upstream{strings.TrimSuffix(url, "/"), key, llm.NewDoer(concurrency, maxReply)}, nil
}

// passed are the headers of a client that the model's server is told. A key goes there and
// nowhere else.
var passed = []string{"Authorization", "Accept", "Api-Key", "Idempotency-Key", "Openai-Organization", "Openai-Project", "Openai-Beta", "User-Agent", "X-Request-Id"}

// send sends a request on with the client's headers; body "" is a GET.
func (u *Upstream) send(ctx context.Context, header http.Header, path, body string) (*http.Response, error) {
	method, reader := http.MethodGet, io.Reader(nil)
	if body != "" {
		method, reader = http.MethodPost, strings.NewReader(body)
	}
	r, err := http.NewRequestWithContext(ctx, method, u.url+path, reader)
	if err != nil {
		return nil, err
	}
	for _, name := range passed {
		if values := header.Values(name); len(values) > 0 {
			r.Header[name] = values
		}
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if u.key != "" && r.Header.Get("Authorization") == "" {
		r.Header.Set("Authorization", "Bearer "+u.key)
	}
	return u.http.Do(r)
}

// answered is a reply of the model's server, whole.
type answered struct {
	status int
	header http.Header
	body   []byte
	value  domains.Value // the body, null where it is no JSON
}

// ask asks for a completion as a whole.
func (u *Upstream) ask(ctx context.Context, header http.Header, body string) (*answered, error) {
	got, err := u.send(ctx, header, chatPath, body)
	if err != nil {
		return nil, err
	}
	defer got.Body.Close()
	var b bytes.Buffer
	if _, err := b.ReadFrom(got.Body); err != nil {
		return nil, err
	}
	a := &answered{status: got.StatusCode, header: got.Header, body: b.Bytes()}
	if v, err := jsonvalue.Parse(b.String(), requestOptions); err == nil {
		a.value = v
	}
	return a, nil
}

// choices are the replies of a completion; an error where it is none.
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

// Model makes the further calls of one request, within its bounds.
type Model struct {
	upstream *Upstream
	header   http.Header
	timeout  time.Duration
	calls    int   // that are left
	tokens   int64 // likewise

	made    int
	in, out int64 // tokens, of the calls that were made
	metrics *metrics
}

// Spent is an error: a request may make no further call.
var errSpent = errors.New("the request may make no further call to the model (--max-calls, --max-tokens)")

// Answer asks the model once more: the conversation, and behind it what it is told. It
// counts.
func (m *Model) Answer(ctx context.Context, t *Turn, told string) (*Reply, error) {
	if m.made >= m.calls || m.in+m.out >= m.tokens {
		return nil, errSpent
	}
	m.made++
	m.metrics.calls.WithLabelValues("further").Inc()
	body := t.Body.With("messages", jsonvalue.NewArray(append(append([]domains.Value{}, t.Body.Field("messages").Items()...),
		jsonvalue.ObjectOf("role", jsonvalue.NewString("system"), "content", jsonvalue.NewString(told)))...)).
		Without("stream").Without("stream_options").Without("n")
	ctx, cancel := context.WithTimeout(ctx, m.timeout)
	defer cancel()
	got, err := m.upstream.ask(ctx, m.header, body.JSON())
	switch {
	case err != nil:
		return nil, errors.New("a further call to the model failed")
	case got.status != http.StatusOK:
		return nil, fmt.Errorf("a further call to the model was refused with status %d", got.status)
	}
	in, _ := got.value.Field("usage").Field("prompt_tokens").Int()
	out, _ := got.value.Field("usage").Field("completion_tokens").Int()
	m.in, m.out = m.in+max(in, 0), m.out+max(out, 0)
	list, err := choices(got.value)
	if err != nil {
		return nil, err
	}
	return list[0], nil
}
