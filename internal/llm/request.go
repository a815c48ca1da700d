package llm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// asker asks a model questions of one kind.
type asker struct {
	model  *Model
	prompt configs.ModelPrompt
	schema domains.Value // of an answer
}

func (m *Model) asker(p configs.ModelPrompt) asker {
	schema, err := domains.ParseValue(p.Schema)
	if err != nil {
		panic(err) // it is part of the binary
	}
	return asker{m, p, schema}
}

// seal completes a request with the asker's prompt and schema, and with its key.
func (a *asker) seal(r *request) *request {
	r.prompt = a.prompt
	if r.schema.IsNull() {
		r.schema = a.schema
	}
	if r.split == nil {
		r.split = members
	}
	return r.seal(a.model.opt.Model)
}

// ask asks one question. The error is the context's, or says why the run has to stop.
func (a *asker) ask(ctx context.Context, r *request) (answer, error) {
	got, err := a.model.ask(ctx, r)
	if err != nil {
		return got, fmt.Errorf("llm: %w", err)
	}
	return got, nil
}

// members returns the members of an answer as its parts.
func members(v domains.Value) map[string]domains.Value {
	out := make(map[string]domains.Value, v.Len())
	for _, m := range v.Members() {
		out[m.Key] = m.Value
	}
	return out
}

// request is one question to the model. Each part of the answer is kept or dropped on its
// own.
type request struct {
	kind    string // annotate, candidates, question: also the name of the answer's schema
	prompt  configs.ModelPrompt
	subject string        // the topic, for people who read the cache
	input   domains.Value // all that the answer depends on
	schema  domains.Value // JSON Schema of the answer; null: the asker's
	tokens  int           // the length of the longest answer

	parts []string
	split func(answer domains.Value) map[string]domains.Value       // splits an answer into its parts; nil: members
	item  func(part string, v domains.Value) (domains.Value, error) // returns a part as it is stored, or why it is invalid; a stored part stays the same
	lost  func(kept domains.Value) map[string]int64                 // counts what was dropped from a kept part, by reason; may be nil

	key string
}

// answer holds the kept parts of an answer, and the reasons why the others were dropped.
type answer struct {
	items   map[string]domains.Value
	dropped map[string]reason
}

// reason is why a part of an answer was dropped.
type reason string

// The reasons. All but noAnswer are caused by the model and are cached.
const (
	refused    reason = "refused"
	unreadable reason = "unreadable"
	missing    reason = "missing"
	invalid    reason = "invalid"
	tooLong    reason = "too long"
	noAnswer   reason = "no answer"
)

var cacheable = []reason{refused, unreadable, missing, invalid}

// entryVersion is the version of the cache's files. It is part of the key.
const entryVersion = 1

// seal computes the key from all that the answer depends on.
func (r *request) seal(model string) *request {
	text := jsonvalue.NewArray(
		jsonvalue.NewInt(entryVersion), jsonvalue.NewString(r.kind), jsonvalue.NewString(model),
		jsonvalue.NewString(r.prompt.SHA256), r.schema, r.input,
	).JSON()
	sum := sha256.Sum256([]byte(text))
	r.key = hex.EncodeToString(sum[:])
	return r
}

// none returns an answer whose parts are all dropped for one reason.
func (r *request) none(why reason) answer {
	a := answer{dropped: make(map[string]reason, len(r.parts))}
	for _, part := range r.parts {
		a.dropped[part] = why
	}
	return a
}

// read reads a model's text and keeps its valid parts. The faults are for the model.
func (r *request) read(text string) (a answer, faults []string) {
	v, err := jsonvalue.Parse(unfence(text), answerOptions)
	if err != nil || len(text) > maxAnswer || v.Kind() != jsonvalue.Object {
		what := "it is no JSON object"
		if err != nil {
			what = "it is no JSON: " + err.Error()
		}
		return r.none(unreadable), []string{what}
	}
	found := r.split(v)
	a = answer{items: map[string]domains.Value{}, dropped: map[string]reason{}}
	for _, part := range r.parts {
		v, ok := found[part]
		if !ok {
			a.dropped[part] = missing
			faults = append(faults, part+": it is missing")
			continue
		}
		kept, err := r.item(part, v)
		if err != nil {
			a.dropped[part] = invalid
			faults = append(faults, part+": "+err.Error())
			continue
		}
		a.items[part] = kept
	}
	return a, faults
}

// join fills the missing parts of a from a second answer.
func (r *request) join(a, b answer) answer {
	out := answer{items: map[string]domains.Value{}, dropped: map[string]reason{}}
	for _, part := range r.parts {
		switch {
		case a.has(part):
			out.items[part] = a.items[part]
		case b.has(part):
			out.items[part] = b.items[part]
		default:
			out.dropped[part] = b.dropped[part]
		}
	}
	return out
}

func (a answer) has(part string) bool { _, ok := a.items[part]; return ok }

// The limits of an answer.
const maxAnswer = 256 << 10

var answerOptions = jsonvalue.Options{MaxDepth: 24, MaxNodes: 20_000}

// unfence removes the code fence that models like to put around JSON, and the thoughts that
// some servers leave in front. Where the prompt of a model ends in the tag that opens them, the
// answer has only the one that closes them.
func unfence(text string) string {
	text = strings.TrimSpace(text)
	if _, after, ok := strings.Cut(text, "</think>"); ok && !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "```") {
		text = strings.TrimSpace(after)
	}
	inner, ok := strings.CutPrefix(text, "```")
	if !ok {
		return text
	}
	inner, ok = strings.CutSuffix(inner, "```")
	if !ok {
		return text
	}
	return strings.TrimSpace(strings.TrimPrefix(inner, "json"))
}

// answerTokens is the largest number of tokens of the answer.
func (r *request) answerTokens(opt *Options) int {
	switch {
	case opt.AnswerTokens > 0:
		return opt.AnswerTokens
	case reasons(opt.Model):
		return r.tokens + tokensOfThought
	}
	return r.tokens
}

// tokensOfThought is the number of tokens that a reasoning model may think; they count as
// part of its answer.
const tokensOfThought = 4096

// estimate estimates the tokens of messages where the server does not count them.
func estimate(messages []message) int64 {
	n := 0
	for _, m := range messages {
		n += len(m.text)/4 + 8
	}
	return int64(n)
}

// messages returns the first messages of the conversation.
func (r *request) messages(format Format) []message {
	system := r.prompt.Text
	if format != JSONSchema {
		system += "\nThe JSON Schema of the answer:\n" + r.schema.JSON() + "\n"
	}
	return []message{{"system", system}, {"user", r.input.JSON()}}
}

// repair returns the messages that follow an invalid answer.
func (r *request) repair(messages []message, text string, faults []string) []message {
	if len(text) > maxRepeated {
		text = strings.ToValidUTF8(text[:maxRepeated], "")
	}
	if len(faults) > maxFaults {
		faults = faults[:maxFaults]
	}
	return append(slices.Clone(messages), message{"assistant", text},
		message{"user", r.prompt.Repair + "\n- " + strings.Join(faults, "\n- ") + "\n"})
}

// The limits of repeating an invalid answer.
const (
	maxRepeated = 8 << 10 // bytes
	maxFaults   = 16
)
