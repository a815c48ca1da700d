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

// seal completes a request: with what all of an asker have, and with its key.
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

// ask asks one question. The error is the context's, or why the run cannot go on.
func (a *asker) ask(ctx context.Context, r *request) (answer, error) {
	got, err := a.model.ask(ctx, r)
	if err != nil {
		return got, fmt.Errorf("llm: %w", err)
	}
	return got, nil
}

// members are the parts of an answer that are members of its object.
func members(v domains.Value) map[string]domains.Value {
	out := make(map[string]domains.Value, v.Len())
	for _, m := range v.Members() {
		out[m.Key] = m.Value
	}
	return out
}

// request is one question to the model. Its answer has parts, each of which
// holds or does not hold by itself.
type request struct {
	kind    string // annotate, candidates, question: also the name of the answer's schema
	prompt  configs.ModelPrompt
	subject string        // what it is about, for a reader of the cache
	input   domains.Value // all that the answer depends on
	schema  domains.Value // JSON Schema of the answer; null: the asker's
	tokens  int           // the most that the answer needs

	parts []string
	split func(answer domains.Value) map[string]domains.Value       // the parts of a model's answer; nil: members
	item  func(part string, v domains.Value) (domains.Value, error) // a part as it is kept, or why it does not hold; what is kept is kept again as it is
	lost  func(kept domains.Value) map[string]int64                 // what of a part that is kept was dropped, by reason; may be nil

	key string
}

// answer is what was kept of the parts of a request, and why the others were not.
type answer struct {
	items   map[string]domains.Value
	dropped map[string]reason
}

// reason is why a part of an answer was not kept.
type reason string

// The reasons. All but noAnswer are the model's doing and are cached.
const (
	refused    reason = "refused"
	unreadable reason = "unreadable"
	missing    reason = "missing"
	invalid    reason = "invalid"
	tooLong    reason = "too long"
	noAnswer   reason = "no answer"
)

var cacheable = []reason{refused, unreadable, missing, invalid}

// entryVersion is that of the cache's files; another one is another question.
const entryVersion = 1

// seal computes the key: what the answer depends on, and nothing else.
func (r *request) seal(model string) *request {
	text := jsonvalue.NewArray(
		jsonvalue.NewInt(entryVersion), jsonvalue.NewString(r.kind), jsonvalue.NewString(model),
		jsonvalue.NewString(r.prompt.SHA256), r.schema, r.input,
	).JSON()
	sum := sha256.Sum256([]byte(text))
	r.key = hex.EncodeToString(sum[:])
	return r
}

// none is the answer of which nothing was kept.
func (r *request) none(why reason) answer {
	a := answer{dropped: make(map[string]reason, len(r.parts))}
	for _, part := range r.parts {
		a.dropped[part] = why
	}
	return a
}

// read keeps what holds of a model's text. The faults are told to the model.
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

// join fills what a lacks from a second answer.
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

// The bounds of an answer that is read.
const maxAnswer = 256 << 10

var answerOptions = jsonvalue.Options{MaxDepth: 24, MaxNodes: 20_000}

// unfence takes a text out of the code fence that models like to put JSON into,
// behind the thoughts that some servers leave before it.
func unfence(text string) string {
	text = strings.TrimSpace(text)
	if thoughts, after, ok := strings.Cut(text, "</think>"); ok && strings.HasPrefix(thoughts, "<think>") {
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

// answerTokens is the most that the answer may have.
func (r *request) answerTokens(opt *Options) int {
	switch {
	case opt.AnswerTokens > 0:
		return opt.AnswerTokens
	case reasons(opt.Model):
		return r.tokens + tokensOfThought
	}
	return r.tokens
}

// tokensOfThought is what a model that reasons may think, which is counted as part
// of its answer.
const tokensOfThought = 4096

// estimate counts the tokens of a text where no server has.
func estimate(messages []message) int64 {
	n := 0
	for _, m := range messages {
		n += len(m.text)/4 + 8
	}
	return int64(n)
}

// messages opens the conversation.
func (r *request) messages(format Format) []message {
	system := r.prompt.Text
	if format != JSONSchema {
		system += "\nThe JSON Schema of the answer:\n" + r.schema.JSON() + "\n"
	}
	return []message{{"system", system}, {"user", r.input.JSON()}}
}

// repair goes on after an answer that does not hold.
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

// The bounds on repeating an answer that does not hold.
const (
	maxRepeated = 8 << 10 // bytes
	maxFaults   = 16
)
