package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strings"
	"sync"
	"time"

	openai "github.com/sashabaranov/go-openai"
	actions "github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"
)

// message is one turn of a conversation with the model.
type message struct{ role, text string }

// completion is the result of a call.
type completion struct {
	text    string
	refused bool // the model refused
	cut     bool // the answer was longer than allowed
	in, out int64

	message domains.Value // as it was written
}

// client makes calls, with limits on their number at a time and on their rate, and with
// retries.
type client struct {
	opt   *Options
	http  *Doer
	slots *semaphore.Weighted
	rate  *rate.Limiter

	mu     sync.Mutex
	paused time.Time // until when the server wants no call
}

func newClient(opt *Options) *client {
	doer := opt.HTTP
	if doer == nil {
		doer = NewDoer(opt.Concurrency, MaxBody)
	}
	limit := rate.Inf
	if opt.Rate > 0 {
		limit = rate.Limit(opt.Rate)
	}
	return &client{
		opt: opt, http: doer,
		slots: semaphore.NewWeighted(int64(opt.Concurrency)), rate: rate.NewLimiter(limit, 1),
	}
}

// retried makes one call, and retries after a failure that may pass. The key of what is asked
// draws the pauses.
func (c *client) retried(ctx context.Context, key string, once func() (completion, error)) (completion, error) {
	if err := c.slots.Acquire(ctx, 1); err != nil {
		return completion{}, err
	}
	defer c.slots.Release(1)
	pauses := newPauses(c.opt.Seed, key)
	for try := 0; ; try++ {
		if err := c.turn(ctx); err != nil {
			return completion{}, err
		}
		got, err := once()
		var failed *failure
		if !errors.As(err, &failed) || ctx.Err() != nil {
			return got, err
		}
		wait := pauses.next(failed.after)
		if !failed.passing || try >= c.opt.Retries || wait > mostPause || (failed.slow && try >= 1) {
			return got, err
		}
		if failed.after > 0 {
			c.pause(failed.after)
		}
		if err := c.opt.wait(ctx, wait); err != nil {
			return got, err
		}
	}
}

// turn waits for the rate limit, and for the pause that an overloaded server asked for.
func (c *client) turn(ctx context.Context) error {
	if err := c.rate.Wait(ctx); err != nil {
		return err
	}
	c.mu.Lock()
	left := time.Until(c.paused)
	c.mu.Unlock()
	if left <= 0 {
		return nil
	}
	return c.opt.wait(ctx, left)
}

func (c *client) pause(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if until := time.Now().Add(d); until.After(c.paused) {
		c.paused = until
	}
}

// once makes one call within the timeout.
func (c *client) once(ctx context.Context, r *request, messages []message) (completion, error) {
	body, err := json.Marshal(c.chat(r, messages))
	if err != nil {
		return completion{}, err
	}
	return c.exchange(ctx, string(body), forForm)
}

// exchange sends a request and reads the answer, within the timeout. The library does neither: it
// knows answers of one form only, and servers write others, as counts of tokens that are no whole
// numbers, or contents that are lists of parts. lacks is as for explain.
func (c *client) exchange(ctx context.Context, body, lacks string) (completion, error) {
	inner, cancel := context.WithTimeout(ctx, c.opt.Timeout)
	defer cancel()
	inner, seen := withResponse(inner)
	v, err := c.post(inner, body)
	choices := v.Field("choices").Items()
	if err == nil && len(choices) == 0 {
		err = errors.New("the answer holds no choice")
	}
	if err != nil {
		if ctx.Err() != nil {
			return completion{}, ctx.Err()
		}
		return completion{}, c.explain(err, seen, inner.Err() != nil, lacks)
	}
	tokens := func(name string) int64 {
		n, _ := v.Field("usage").Field(name).Float()
		return clampTokens(n)
	}
	message, finish := choices[0].Field("message"), openai.FinishReason(choices[0].Field("finish_reason").Str())
	return completion{
		text:    actions.ContentText(message.Field("content")),
		refused: message.Field("refusal").Str() != "" || finish == openai.FinishReasonContentFilter,
		cut:     finish == openai.FinishReasonLength,
		in:      tokens("prompt_tokens"), out: tokens("completion_tokens"),
		message: message,
	}, nil
}

// clampTokens limits a server's count to plausible values.
func clampTokens(n float64) int64 { return int64(min(max(n, 0), math.MaxInt32)) }

func (c *client) chat(r *request, messages []message) openai.ChatCompletionRequest {
	seed := int(c.opt.Seed)
	out := openai.ChatCompletionRequest{
		Model: c.opt.Model, Seed: &seed, ResponseFormat: c.format(r), MaxCompletionTokens: r.answerTokens(c.opt),
	}
	for _, m := range messages {
		out.Messages = append(out.Messages, openai.ChatCompletionMessage{Role: m.role, Content: m.text})
	}
	if !reasons(c.opt.Model) {
		out.Temperature = math.SmallestNonzeroFloat32 // 0 would be omitted, and mean 1
	}
	return out
}

// reasons reports whether a model is a reasoning model, which takes no temperature.
func reasons(model string) bool {
	for _, prefix := range [...]string{"o1", "o3", "o4", "gpt-5", "gpt-6"} {
		if strings.HasPrefix(model, prefix) {
			return true
		}
	}
	return false
}

func (c *client) format(r *request) *openai.ChatCompletionResponseFormat {
	switch c.opt.Format {
	case PlainText:
		return nil
	case JSONObject:
		return &openai.ChatCompletionResponseFormat{Type: openai.ChatCompletionResponseFormatTypeJSONObject}
	}
	return &openai.ChatCompletionResponseFormat{
		Type: openai.ChatCompletionResponseFormatTypeJSONSchema,
		JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{
			Name: r.kind, Schema: json.RawMessage(r.schema.JSON()), Strict: true,
		},
	}
}

// failure is the error of a call without an answer.
type failure struct {
	passing bool          // it may pass: overload, a lost connection
	slow    bool          // the call ran into the timeout
	billed  bool          // the server has read the prompt, as far as is known
	final   bool          // every other call would fail, too: the key, the address
	full    bool          // the conversation is longer than the model can read
	cut     bool          // the answer is longer than was allowed
	after   time.Duration // the pause that the server asked for; 0: none
	err     error
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

// What a server that does not take a request may lack.
var (
	forForm  = fmt.Sprintf("a server without structured output needs --llm-format %s or %s", JSONObject, PlainText)
	forTools = "an agent's server has to take tools, and the whole conversation"
)

// explain makes a failure from an error of the API. The server's text may repeat the key. lacks
// is what a server may lack that does not take the request.
func (c *client) explain(err error, seen *response, timedOut bool, lacks string) *failure {
	f := &failure{after: seen.after, full: isFull(err)}
	what := "cannot be asked"
	switch status := seen.status; {
	case timedOut:
		f.passing, f.slow, f.billed = true, true, true
		what = fmt.Sprintf("did not answer within %s", c.opt.Timeout)
	case status == 0:
		f.passing = true
	case status == http.StatusUnauthorized, status == http.StatusForbidden, status == http.StatusNotFound, isQuota(err):
		f.final = true
		what = fmt.Sprintf("refuses (status %d); check OPENAI_API_KEY, the base URL and the model's name", status)
	case status == http.StatusRequestTimeout, status == http.StatusTooManyRequests, status >= 500:
		f.passing = true
		what = fmt.Sprintf("fails (status %d)", status)
	case status >= 400:
		what = fmt.Sprintf("does not take the request (status %d); %s", status, lacks)
	case status >= 300:
		f.final = true
		what = fmt.Sprintf("answers with a redirection (status %d), which is not followed; give the address itself", status)
	default:
		f.passing, f.billed = true, true
		what = "answers with something that is no completion"
	}
	f.err = fmt.Errorf("the model %s at %s %s: %s", c.opt.Model, c.opt.BaseURL, what, c.scrub(err.Error()))
	return f
}

// isQuota reports whether the account lacks money; waiting does not help then.
func isQuota(err error) bool {
	var api *openai.APIError
	return errors.As(err, &api) && api.Code == "insufficient_quota"
}

// isFull reports whether a server says that a conversation is too long for its model. OpenAI has a
// code for it; other servers say it in its words.
func isFull(err error) bool {
	var api *openai.APIError
	return errors.As(err, &api) && (api.Code == "context_length_exceeded" || strings.Contains(api.Message, "maximum context length"))
}

// mostMessage bounds the part of a server's message that is repeated, in bytes.
const mostMessage = 300

// scrub removes the key from a text, and shortens the text.
func (c *client) scrub(text string) string {
	if c.opt.Key != "" {
		text = strings.ReplaceAll(text, c.opt.Key, "[key]")
	}
	return jsonvalue.Cut(text, mostMessage)
}
