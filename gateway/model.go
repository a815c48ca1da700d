package gateway

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset"
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

// Model makes the further calls of one request, within its bounds. It serves one
// goroutine.
type Model struct {
	g      *Gateway
	header http.Header
	name   string // of the model that the client asks
	calls  int    // that are left
	tokens int64  // likewise

	made    int
	in, out int64 // tokens, of the calls that were made
	spent   bool  // a call was not made for want of these
	roles   map[*Upstream]*llm.Model
}

// Spent is an error: a request may make no further call.
var errSpent = errors.New("the request may make no further call to the model (--max-calls, --max-tokens)")

// ask makes a call. It counts.
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

// Answer asks the model once more: what it was asked, and behind it what it is told.
func (m *Model) Answer(ctx context.Context, t *Turn, told string) (*Reply, error) {
	return m.first(ctx, tell(t.Request, told))
}

// Finish has the model answer in words, without a further tool call.
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

// Sample has the model propose so many further replies.
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

// stateName names messages that hold what a policy keeps in mind.
const stateName = "voi_state"

// tell puts what the gateway says behind the messages of a request.
func tell(request domains.Value, text string) domains.Value {
	return behind(request, jsonvalue.ObjectOf("role", jsonvalue.NewString(dataset.System), "content", jsonvalue.NewString(text)))
}

// remind puts a policy's state behind the messages of a request.
func remind(request domains.Value, text string) domains.Value {
	return behind(request, jsonvalue.ObjectOf("role", jsonvalue.NewString(dataset.System), "name", jsonvalue.NewString(stateName), "content", jsonvalue.NewString(text)))
}

func behind(request, message domains.Value) domains.Value {
	return request.With("messages", jsonvalue.NewArray(append(slices.Clone(request.Field("messages").Items()), message)...))
}

// The bounds of what models in their roles say.
const (
	mostAnswers = 64 << 20 // bytes that are kept of it
	mostSaid    = 1 << 20  // of one answer
)

// role is the model as one that plays parts (package llm): the upstream's own, or up. What
// it said to the same client about the same is not asked again.
func (m *Model) role(up *Upstream) (*llm.Model, error) {
	header, name := m.header, m.name
	if up == nil || up == m.g.Upstream {
		up = m.g.Upstream
	} else { // a client's key is not meant for it
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
		got := m.g.answers.Get(key, func() (*answered, int64, bool) {
			var got *answered
			got, err = m.ask(r.Context(), up, header, string(body))
			if err != nil {
				return nil, 0, false
			}
			return got, int64(len(got.body)), got.status == http.StatusOK
		})
		if got == nil {
			return nil, cmp.Or(err, errors.New("a further call to the model failed"))
		}
		return &http.Response{StatusCode: got.status, Header: got.header, Body: io.NopCloser(bytes.NewReader(got.body))}, nil
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

// why is the reason of a role that gave no answer.
func (m *Model) why(err error) error {
	if err != nil && m.spent {
		return errSpent
	}
	return err
}
