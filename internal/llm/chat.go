package llm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	openai "github.com/sashabaranov/go-openai"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Chat asks for a model's next message in a conversation that it takes part in, with tools.
type Chat struct {
	Subject  string        // what the conversation is about, by which failures are told apart
	Messages domains.Value // of OpenAI's chat completions
	Tools    domains.Value
	Seed     uint64 // of the model's sampling
}

// Said is a model's next message.
type Said struct {
	Message domains.Value // an object, as the model wrote it
	Cut     bool          // the server's limit on tokens cut it off
}

// ChatError is the error of a Chat without an answer. Other conversations may get one.
type ChatError struct {
	Full bool // the conversation is longer than the model can read
	err  error
}

func (e *ChatError) Error() string { return e.err.Error() }
func (e *ChatError) Unwrap() error { return e.err }

// Say returns the model's next message, as it was written: what is wrong with it is the model's
// own, and the caller judges it. It is never cached, because another model may be served under
// the same name tomorrow. The error is a *ChatError, the context's, or says why the run has to
// stop.
func (m *Model) Say(ctx context.Context, r Chat) (Said, error) {
	if err := m.Stopped(); err != nil {
		return Said{}, err
	}
	if m.client == nil {
		return Said{}, m.stop(errors.New("llm: what a model says in a conversation is not cached; leave out --offline"))
	}
	body := m.chat(r)
	key := sha256.Sum256([]byte(body))
	got, err := m.spend(ctx, hex.EncodeToString(key[:]), int64(len(body)/4), m.mostSaid(), func() (completion, error) {
		return m.client.say(ctx, body)
	})
	var failed *failure
	switch {
	case err == nil:
		m.said()
		return Said{got.message, got.cut}, nil
	case ctx.Err() != nil:
		return Said{}, context.Cause(ctx)
	case errors.As(err, &failed) && !failed.final:
		if failed.full {
			m.said() // it is alive
		} else if err := m.unsaid(r.Subject, err); err != nil {
			return Said{}, m.stop(err)
		}
		return Said{}, &ChatError{failed.full, err}
	}
	return Said{}, m.stop(err)
}

// chat is the body of a request.
func (m *Model) chat(r Chat) string {
	v := jsonvalue.ObjectOf("model", m.opt.Model, "messages", r.Messages, "tools?", r.Tools, "seed", int64(r.Seed))
	if !reasons(m.opt.Model) {
		v = v.With("temperature", jsonvalue.NewInt(0))
	}
	if m.opt.AnswerTokens > 0 {
		v = v.With("max_completion_tokens", jsonvalue.NewInt(int64(m.opt.AnswerTokens)))
	}
	return v.JSON()
}

// mostSaid is what a budget reserves for an answer, in tokens. Without AnswerTokens the server
// decides how long an answer gets, and a longer one is paid all the same.
func (m *Model) mostSaid() int64 {
	if m.opt.AnswerTokens > 0 {
		return int64(m.opt.AnswerTokens)
	}
	return 4096
}

// said counts a conversation that got an answer.
func (m *Model) said() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.usage.Requests++
	m.failed, m.about = 0, nil
}

// giveUpSubjects is the number of subjects that consecutive failures have to have before a run
// stops. With less it may be one conversation that the server cannot take, for each seed, and a
// run that stopped there would never get past it.
const giveUpSubjects = 3

// unsaid counts a conversation without an answer. The error says that too many failed in a row.
func (m *Model) unsaid(subject string, err error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.usage.Requests++
	m.usage.Failed++
	m.usage.LastError = err.Error()
	m.failed++
	if m.about == nil {
		m.about = map[string]struct{}{}
	}
	m.about[subject] = struct{}{}
	if m.failed < giveUpAfter || len(m.about) < giveUpSubjects {
		return nil
	}
	m.usage.GivenUp = true
	return fmt.Errorf("%d calls failed in a row, each with its retries; see to the endpoint, and go on with the runs that are written by --resume: %w", m.failed, err)
}

// say makes one call of a Chat within the timeout.
func (c *client) say(ctx context.Context, body string) (completion, error) {
	got, err := c.exchange(ctx, body, forTools)
	if err == nil && got.message.Kind() != jsonvalue.Object {
		err = &failure{passing: true, billed: true, err: fmt.Errorf("the model %s at %s answers with a choice that holds no message", c.opt.Model, c.opt.BaseURL)}
	}
	got.text = got.message.JSON() // all of it counts where the server does not count tokens
	return got, err
}

// post sends a request and returns the answer. Any status but a success is an error.
func (c *client) post(ctx context.Context, body string) (domains.Value, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimRight(c.opt.BaseURL, "/")+"/chat/completions", strings.NewReader(body))
	if err != nil {
		return domains.Value{}, err
	}
	r.Header.Set("Content-Type", "application/json")
	if c.opt.Key != "" {
		r.Header.Set("Authorization", "Bearer "+c.opt.Key)
	}
	got, err := c.http.Do(r)
	if err != nil {
		return domains.Value{}, err
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	var tooLong *http.MaxBytesError
	switch {
	case got.StatusCode < 200 || got.StatusCode > 299:
		return domains.Value{}, errorOf(text)
	case errors.As(err, &tooLong):
		return domains.Value{}, fmt.Errorf("it is longer than %d bytes", tooLong.Limit)
	case err != nil:
		return domains.Value{}, err
	}
	return jsonvalue.Parse(string(text), jsonvalue.Options{ReplaceInvalid: true})
}

// errorOf is the error in the body of an unsuccessful answer: the API's own form, or its text.
func errorOf(body []byte) error {
	var of openai.ErrorResponse
	if err := json.Unmarshal(body, &of); err == nil && of.Error != nil && of.Error.Message != "" {
		return of.Error
	}
	text := strings.TrimSpace(strings.ToValidUTF8(string(body), "\uFFFD"))
	if text == "" {
		text = "it says nothing"
	}
	return &openai.APIError{Message: text}
}
