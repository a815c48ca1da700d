package gateway

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/infile"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/words"
	"github.com/voi-rl/voi/internal/yamlvalue"
	"github.com/voi-rl/voi/trajectory"
)

// Script plays a model (spec G3). It knows the right calls of each task and makes them in order. It
// asks for values that nobody has said yet, and errs at known rates. Its replies depend only on the
// script and the conversation. It is an http.Handler for POST /chat/completions and GET /models.
type Script struct {
	Seed   uint64
	Faults Faults
	Tasks  []ScriptTask
	Untold int // recorded runs without a reference, which give no task
}

// Faults are rates in [0, 1], each over the turns where the fault is possible.
type Faults struct {
	Invent float64 // an unknown value is invented instead of asked for
	Vague  float64 // a question does not say what it is about
	Repeat float64 // the last call is repeated, until somebody says something
	Early  float64 // a call is made before an earlier one that it needs
	Lose   float64 // the goal is lost: the model stops with words
	Blind  float64 // in a role from a policy, the model finds no fault
}

// ScriptTask is a task that the script can do.
type ScriptTask struct {
	ID     string
	Says   string            // the user's first message, which identifies the task
	Calls  []trajectory.Call // in order
	Answer string            // after all calls
	Hidden []string          // tool.parameter of values to ask for; nil: those that nobody said literally
}

// maxScript is the largest size of a script's file, in bytes.
const maxScript = 64 << 20

// LoadScript reads recorded runs, whose tasks become the script's, or a script in YAML or JSON:
//
//	seed: 7
//	faults: {invent: 0.3, vague: 0, repeat: 0, early: 0, lose: 0}
//	tasks:
//	- {id: t1, says: "Book a table.", calls: [{name: book, arguments: {city: Rome}}], answer: "Booked."}
func LoadScript(ctx context.Context, path string) (*Script, error) {
	if ext := filepath.Ext(path); ext != ".yaml" && ext != ".yml" {
		if s, err := scriptOfRuns(ctx, path); s != nil || err != nil {
			if err != nil {
				err = fmt.Errorf("gateway: the script %s: %w", path, err)
			}
			return s, err
		}
	}
	text, err := infile.Read(path, maxScript)
	if err != nil {
		return nil, err
	}
	v, err := yamlvalue.Parse(string(text), jsonvalue.Options{MaxNodes: 5_000_000})
	if err == nil {
		var s *Script
		if s, err = parseScript(v); err == nil {
			return s, nil
		}
	}
	return nil, fmt.Errorf("gateway: the script %s: %w", path, err)
}

// ParseFaults reads an object with rates.
func ParseFaults(v domains.Value) (f Faults, err error) {
	rates := map[string]*float64{"invent": &f.Invent, "vague": &f.Vague, "repeat": &f.Repeat, "early": &f.Early, "lose": &f.Lose, "blind": &f.Blind}
	for _, m := range v.Members() {
		rate, ok := m.Value.Float()
		if rates[m.Key] == nil || !ok || !(rate >= 0 && rate <= 1) {
			return f, fmt.Errorf("faults.%.40s is %.40s; give a rate between 0 and 1 of invent, vague, repeat, early, lose or blind", m.Key, m.Value.JSON())
		}
		*rates[m.Key] = rate
	}
	return f, nil
}

func parseScript(v domains.Value) (*Script, error) {
	s := &Script{}
	for _, m := range v.Members() {
		switch m.Key {
		case "seed":
			n, ok := m.Value.Int()
			if !ok || n < 0 {
				return nil, fmt.Errorf("seed is %.40s; give a whole number from 0 on", m.Value.JSON())
			}
			s.Seed = uint64(n)
		case "faults":
			var err error
			if s.Faults, err = ParseFaults(m.Value); err != nil {
				return nil, err
			}
		case "tasks":
			for i, item := range m.Value.Items() {
				t := ScriptTask{ID: item.Field("id").Str(), Says: item.Field("says").Str(), Answer: item.Field("answer").Str()}
				if hidden := item.Field("hidden"); !hidden.IsNull() {
					var ok bool
					if t.Hidden, ok = hidden.Strings(); !ok {
						return nil, fmt.Errorf("tasks[%d].hidden is no list of tool.parameter", i)
					}
				}
				for _, c := range item.Field("calls").Items() {
					call := trajectory.ParseCall(c)
					if call.Name == "" || call.Malformed() {
						return nil, fmt.Errorf("tasks[%d] has a call without a name, or with arguments that are no object", i)
					}
					t.Calls = append(t.Calls, call)
				}
				if t.Says == "" {
					return nil, fmt.Errorf("tasks[%d] has no says: the user's first message, by which it is known", i)
				}
				s.Tasks = append(s.Tasks, t)
			}
		default:
			return nil, fmt.Errorf("there is no key %.60q; give seed, faults, tasks", m.Key)
		}
	}
	if len(s.Tasks) == 0 {
		return nil, errors.New("it has no tasks")
	}
	return s, nil
}

// Upstream is the script as a model's server, without a network.
func (s *Script) Upstream() *Upstream { return &Upstream{url: "http://script/v1", http: played{s}} }

type played struct{ script *Script }

// Do implements Upstream's client.
func (p played) Do(r *http.Request) (*http.Response, error) {
	w := &kept{header: http.Header{}, status: http.StatusOK}
	p.script.ServeHTTP(w, r)
	return &http.Response{StatusCode: w.status, Header: w.header, Body: io.NopCloser(&w.body)}, r.Context().Err()
}

// kept collects a whole response.
type kept struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (k *kept) Header() http.Header         { return k.header }
func (k *kept) WriteHeader(status int)      { k.status = status }
func (k *kept) Write(b []byte) (int, error) { return k.body.Write(b) }

// ServeHTTP answers as the API does.
func (s *Script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasSuffix(r.URL.Path, modelsPath) {
		writeJSON(w, http.StatusOK, jsonvalue.ObjectOf("object", jsonvalue.NewString("list"), "data", jsonvalue.NewArray(jsonvalue.ObjectOf(
			"id", jsonvalue.NewString("scripted"), "object", jsonvalue.NewString("model"), "created", jsonvalue.NewInt(0), "owned_by", jsonvalue.NewString("voi")))))
		return
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, maxReply))
	if err != nil {
		refuse(w, http.StatusBadRequest, "invalid_request_error", "the request could not be read")
		return
	}
	v, err := jsonvalue.Parse(string(body), requestOptions)
	t := &trajectory.Trajectory{}
	if err == nil {
		// Policies' states are not instructions and are dropped; a policy's other messages are
		// obeyed.
		err = t.ParseMessages(jsonvalue.NewArray(slices.DeleteFunc(slices.Clone(v.Field("messages").Items()), func(m domains.Value) bool {
			return m.Field("name").Str() == stateName
		})...), "messages")
	}
	if err != nil {
		refuse(w, http.StatusBadRequest, "invalid_request_error", err.Error())
		return
	}
	if said, ok := s.play(t, v.Field("response_format").Field("json_schema").Field("name").Str()); ok {
		writeJSON(w, http.StatusOK, completed(body, []*Reply{newReply(said.JSON())}))
		return
	}
	n, _ := v.Field("n").Int()
	bound := v.Field("tool_choice").Str() == "none"
	var given []*Reply
	for i := range min(max(n, 1), mostAssembled) {
		given = append(given, s.reply(t, bound, i))
	}
	whole := completed(body, given)
	if v.Field("stream").Bool() {
		writeStream(w, whole, given, domains.Value{}, v.Field("stream_options").Field("include_usage").Bool())
		return
	}
	writeJSON(w, http.StatusOK, whole)
}

// completed writes replies in the API's form; a token is four bytes.
func completed(body []byte, given []*Reply) domains.Value {
	var list []domains.Value
	written := 0
	for i, r := range given {
		list = append(list, jsonvalue.ObjectOf("index", jsonvalue.NewInt(int64(i)), "message", r.Raw, "finish_reason", jsonvalue.NewString(r.Finish)))
		written += len(r.Raw.JSON())
	}
	in, out := int64(len(body)+3)/4, int64(written+3)/4
	return jsonvalue.ObjectOf("id", jsonvalue.NewString(fmt.Sprintf("chatcmpl-%x", sha256.Sum256(body))[:25]), "object", jsonvalue.NewString("chat.completion"),
		"created", jsonvalue.NewInt(0), "model", jsonvalue.NewString("scripted"), "choices", jsonvalue.NewArray(list...),
		"usage", jsonvalue.ObjectOf("prompt_tokens", jsonvalue.NewInt(in), "completion_tokens", jsonvalue.NewInt(out), "total_tokens", jsonvalue.NewInt(in+out)))
}

// task is the task of the user's first message; nil if there is none.
func (s *Script) task(t *trajectory.Trajectory) *ScriptTask {
	for i := range t.Messages {
		if m := &t.Messages[i]; m.Role == dataset.User {
			at := slices.IndexFunc(s.Tasks, func(task ScriptTask) bool { return strings.TrimSpace(task.Says) == strings.TrimSpace(m.Content) })
			if at < 0 {
				return nil
			}
			return &s.Tasks[at]
		}
	}
	return nil
}

// draw is a random source that depends only on the script and the conversation so far.
func (s *Script) draw(task *ScriptTask, text string, choice int64) *rand.Rand {
	return rand.New(rand.NewChaCha8(sha256.Sum256(fmt.Appendf(nil, "%d/%s/%s/%d", s.Seed, task.ID, text, choice))))
}

// reply is the model's next reply. bound says that it may call no tool.
func (s *Script) reply(t *trajectory.Trajectory, bound bool, choice int64) *Reply {
	task := s.task(t)
	if task == nil {
		return newReply("Sorry, I know no such task.")
	}
	told := len(t.Messages) > 0 && t.Messages[len(t.Messages)-1].Role == dataset.System
	said := heard(t)
	rng := s.draw(task, fmt.Sprintf("%d/%s", len(t.Messages), said), choice)
	happens := func(rate float64) bool { return rng.Float64() < rate }
	next, last := done(t, task.Calls, told)
	all := next == len(task.Calls)
	switch {
	case bound && !all:
		return newReply("I could not do all of it.")
	case bound:
		return newReply(task.Answer)
	case last != nil && !told && (stuck(t) || happens(s.Faults.Repeat)):
		return calling(*last)
	case all:
		return newReply(task.Answer)
	case happens(s.Faults.Lose):
		return newReply("All right, that is that. Thank you!")
	case next+1 < len(task.Calls) && happens(s.Faults.Early):
		next++
	}
	call := task.Calls[next]
	said = plain(said)
	var missing []string
	for _, arg := range call.Arguments.Members() {
		if task.lacks(call.Name, arg.Key, arg.Value, said) {
			missing = append(missing, arg.Key)
		}
	}
	switch {
	case len(missing) == 0:
	case happens(s.Faults.Invent):
		for _, name := range missing {
			call.Arguments = call.Arguments.With(name, invented(call.Arguments.Field(name), rng))
		}
	case happens(s.Faults.Vague):
		return newReply("Could you give me some more details, please?")
	default:
		for i := range missing {
			missing[i] = words.Spoken(missing[i])
		}
		return newReply("Could you tell me the " + strings.Join(missing, " and the ") + "?")
	}
	return calling(call)
}

// stuck reports whether the last two calls since the user's last message are equal. A model that
// has repeated itself continues to do so until somebody says something.
func stuck(t *trajectory.Trajectory) bool {
	var made []*trajectory.Call
	for i := range t.Messages {
		if t.Messages[i].Role == dataset.User {
			made = nil
		}
		for j := range t.Messages[i].Calls {
			made = append(made, &t.Messages[i].Calls[j])
		}
	}
	n := len(made)
	return n > 1 && made[n-1].Name == made[n-2].Name && jsonvalue.Equal(made[n-1].Arguments, made[n-2].Arguments)
}

// lacks reports whether a value must be asked for.
func (t *ScriptTask) lacks(tool, param string, v domains.Value, said string) bool {
	if t.Hidden == nil {
		return !known(said, v)
	}
	return slices.Contains(t.Hidden, tool+"."+param) && (v.Kind() == jsonvalue.Bool || !known(said, v))
}

// calling is a reply that makes a call.
func calling(c trajectory.Call) *Reply {
	id := fmt.Sprintf("call_%x", sha256.Sum256([]byte(c.Name+c.Arguments.Key())))[:17]
	raw := jsonvalue.ObjectOf("role", jsonvalue.NewString(dataset.Assistant), "content", domains.Value{}, "tool_calls", jsonvalue.NewArray(jsonvalue.ObjectOf(
		"id", jsonvalue.NewString(id), "type", jsonvalue.NewString("function"),
		"function", jsonvalue.ObjectOf("name", jsonvalue.NewString(c.Name), "arguments", jsonvalue.NewString(c.Arguments.JSON())))))
	m, _ := trajectory.ParseMessage(raw)
	return &Reply{Message: m, Raw: raw, Finish: "tool_calls"}
}

// done returns how many of the task's calls succeeded, in order, and the last call of all. A call
// with other values counts in its place, unless closer is set.
func done(t *trajectory.Trajectory, calls []trajectory.Call, closer bool) (next int, last *trajectory.Call) {
	results, _ := t.Results()
	for i := range t.Messages {
		for j := range t.Messages[i].Calls {
			c := &t.Messages[i].Calls[j]
			last = c
			if r := results[i][j]; next < len(calls) && c.Name == calls[next].Name && r >= 0 && !t.Messages[r].Failed && !(closer && !jsonvalue.Equal(c.Arguments, calls[next].Arguments)) {
				next++
			}
		}
	}
	return next, last
}

// plain is a text as words, with one space around each.
func plain(text string) string { return " " + words.Letters(text) + " " }

// known reports whether a value was said literally; booleans always count as said.
func known(said string, v domains.Value) bool {
	switch v.Kind() {
	case jsonvalue.Array:
		return !slices.ContainsFunc(v.Items(), func(item domains.Value) bool { return !known(said, item) })
	case jsonvalue.Object:
		return !slices.ContainsFunc(v.Members(), func(m jsonvalue.Member) bool { return !known(said, m.Value) })
	case jsonvalue.String:
		return strings.Contains(said, plain(v.Str()))
	case jsonvalue.Number:
		return strings.Contains(said, plain(v.JSON()))
	}
	return true
}

// invented is another value of the same kind: a changed number, or a text of the same form with
// other letters and digits.
func invented(v domains.Value, rng *rand.Rand) domains.Value {
	switch v.Kind() {
	case jsonvalue.Number:
		if n, ok := v.Int(); ok {
			return jsonvalue.NewInt(n + 1 + rng.Int64N(9))
		}
		f, _ := strconv.ParseFloat(v.JSON(), 64)
		return jsonvalue.NewFloat(f + 1 + float64(rng.IntN(9)))
	case jsonvalue.Bool:
		return jsonvalue.NewBool(!v.Bool())
	case jsonvalue.Array:
		items := make([]domains.Value, v.Len())
		for i, item := range v.Items() {
			items[i] = invented(item, rng)
		}
		return jsonvalue.NewArray(items...)
	case jsonvalue.Object:
		for _, m := range v.Members() {
			v = v.With(m.Key, invented(m.Value, rng))
		}
		return v
	}
	const vowels, others = "aeiou", "bdfgklmnprst"
	text := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsDigit(r):
			return '1' + rune(rng.IntN(8))
		case strings.ContainsRune(vowels, unicode.ToLower(r)):
			r = rune(vowels[rng.IntN(len(vowels))])
		case unicode.IsLetter(r):
			r = rune(others[rng.IntN(len(others))])
		}
		return r
	}, v.Str())
	return jsonvalue.NewString(text)
}
