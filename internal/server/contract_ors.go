package server

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/trajectory"
)

// This file serves the Open Reward Standard over episodes (E5): one environment, voi, whose
// sessions are episodes. The agent asks the user by the tool ask_user. Its last words are a
// call of a terminal tool, which the model does not see.
//
// The reward of a call is what the episode has earned so far: the standard's clients take
// the reward of the last call for the reward of the episode. The reward of the single step
// stands in metadata.

// orsName is the name of the environment, and orsFinal of the tool that takes the last
// words.
const (
	orsName  = "voi"
	orsFinal = "final_message"
)

// ors returns the routes of the standard. openapi.yaml omits them: the standard has its own
// description.
func (h *HTTP) ors() map[string]route {
	routes := map[string]route{}
	handle := func(method, path string, serve http.HandlerFunc) { routes[path] = route{method: method, serve: serve} }
	get := func(path string, serve func(r *http.Request) ([]byte, *item.Error)) {
		handle(http.MethodGet, path, func(w http.ResponseWriter, r *http.Request) {
			status := http.StatusOK
			text, failed := h.object(path, "{}", func([]member) ([]byte, *item.Error) { return serve(r) })
			if failed != nil {
				status = statusOf(failed)
			}
			h.reply(orsWriter{w, false}, status, text)
		})
	}
	post := func(path string, serve func(r *http.Request, fields []member) ([]byte, *item.Error)) {
		handle(http.MethodPost, path, func(w http.ResponseWriter, r *http.Request) {
			if r.ContentLength == 0 {
				r.Header.Set("Content-Type", "application/json") // the standard's clients send some of these without a body
				r.Body = http.NoBody
			}
			h.exchange(orsWriter{w, false}, r, func(_ *task, body string, _ func(int64) *item.Error) ([]byte, *item.Error) {
				if body == "" {
					body = "{}"
				}
				return h.object(path, body, func(fields []member) ([]byte, *item.Error) { return serve(r, fields) })
			})
		})
	}
	own := "/" + orsName
	get("/health", func(*http.Request) ([]byte, *item.Error) { return []byte(`{"status":"ok"}`), nil })
	get("/version", func(*http.Request) ([]byte, *item.Error) {
		return append(jsonvalue.AppendString([]byte(`{"version":`), h.core.Version), `,"build_sha":null}`...), nil
	})
	get("/list_environments", func(*http.Request) ([]byte, *item.Error) { return []byte(`["` + orsName + `"]`), nil })
	get(own+"/tools", func(*http.Request) ([]byte, *item.Error) { return orsTools(nil), nil })
	get(own+"/splits", func(*http.Request) ([]byte, *item.Error) { return h.orsSplits(), nil })
	get(own+"/task_tools", h.orsOpening(func(_ []trajectory.Message, tools []domains.Tool) []byte { return orsTools(tools) }))
	get(own+"/prompt", h.orsOpening(func(m []trajectory.Message, _ []domains.Tool) []byte { return orsPrompt(m) }))
	get(own+"/messages", h.orsOpening(func(m []trajectory.Message, _ []domains.Tool) []byte { return orsMessages(m) }))
	for _, path := range []string{"/tasks", "/num_tasks", "/task", "/task_range"} {
		post(own+path, func(_ *http.Request, fields []member) ([]byte, *item.Error) { return h.orsTasks(path, fields) })
	}
	post("/create", h.orsCreate)
	post("/ping", h.orsPing)
	post("/delete", h.orsDelete)
	post("/delete_session", h.orsDelete)
	handle(http.MethodPost, "/create_session", func(w http.ResponseWriter, _ *http.Request) {
		stream(w, event("task_id", rand.Text())+event("end", ""))
	})
	handle(http.MethodPost, own+"/call", func(w http.ResponseWriter, r *http.Request) {
		h.exchange(orsWriter{w, true}, r, func(_ *task, body string, _ func(int64) *item.Error) ([]byte, *item.Error) {
			return h.object(own+"/call", body, func(fields []member) ([]byte, *item.Error) { return h.orsCall(r, fields) })
		})
	})
	return routes
}

// event is an event of a stream.
func event(name, data string) string { return "event: " + name + "\r\ndata: " + data + "\r\n\r\n" }

func stream(w http.ResponseWriter, events string) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write([]byte(events))
}

// orsWriter writes a reply as the standard's clients read it. A session that does not exist
// is 410 Gone, which they do not retry, and an answer to a call is a stream of events.
type orsWriter struct {
	http.ResponseWriter
	streams bool
}

// WriteHeader writes the status.
func (s orsWriter) WriteHeader(status int) {
	switch {
	case status == http.StatusNotFound:
		status = http.StatusGone
	case status == http.StatusOK && s.streams:
		s.Header().Set("Content-Type", "text/event-stream")
	}
	s.ResponseWriter.WriteHeader(status)
}

// Unwrap returns the wrapped writer.
func (s orsWriter) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// orsChunk is the largest number of bytes in one event. A result is cut between characters,
// and never at a blank, because readers of events drop blanks at the ends.
const orsChunk = 2 << 10

// called returns the events of a call: its result in pieces.
func called(task string, result []byte) []byte {
	out := []byte(event("task_id", task))
	rest := string(result)
	for len(rest) > orsChunk {
		n := orsChunk
		for n > 1 && (rest[n]&0xC0 == 0x80 || rest[n] == ' ' || rest[n-1] == ' ') {
			n--
		}
		if n == 1 {
			break
		}
		out, rest = append(out, event("chunk", rest[:n])...), rest[n:]
	}
	return append(out, event("end", rest)...)
}

// session returns the name of the episode that belongs to the session of a request.
func session(r *http.Request) (string, *item.Error) {
	id := strings.TrimSpace(r.Header.Get("X-Session-ID"))
	if id == "" {
		return "", badRequest("the request has no X-Session-ID; send the one that /create_session gave")
	}
	return "ors/" + id, nil
}

// sid is the reply that names the session of a request.
func sid(r *http.Request) []byte {
	return append(jsonvalue.AppendString([]byte(`{"sid":`), strings.TrimSpace(r.Header.Get("X-Session-ID"))), '}')
}

// orsOpening answers with the messages and tools that a session began with.
func (h *HTTP) orsOpening(text func([]trajectory.Message, []domains.Tool) []byte) func(r *http.Request) ([]byte, *item.Error) {
	return func(r *http.Request) ([]byte, *item.Error) {
		name, err := session(r)
		if err != nil {
			return nil, err
		}
		messages, tools, err := h.core.Episodes.Opening(h.core.Episodes.Enter(name))
		if err != nil {
			return nil, err
		}
		return text(messages, tools), nil
	}
}

func (h *HTTP) orsPing(r *http.Request, _ []member) ([]byte, *item.Error) {
	return h.orsOpening(func([]trajectory.Message, []domains.Tool) []byte { return []byte(`{"status":"ok"}`) })(r)
}

func (h *HTTP) orsDelete(r *http.Request, _ []member) ([]byte, *item.Error) {
	name, err := session(r)
	if err != nil {
		return nil, err
	}
	_, _, _ = h.core.Episodes.Close(h.core.Episodes.Enter(name)) // a session that is gone counts as deleted
	return sid(r), nil
}

// orsTools returns the tools of a session. Without a session they are unknown, since each
// task has its own tools. Where a task has a tool with the name of the terminal tool, that
// tool replaces it.
func orsTools(tools []domains.Tool) []byte {
	specs := make([]domains.Value, len(tools))
	for i := range tools {
		specs[i] = jsonvalue.ObjectOf("name", tools[i].Name, "description", tools[i].Description, "input_schema", tools[i].Schema)
	}
	final := jsonvalue.Value{}
	if domains.ToolNamed(tools, orsFinal) == nil {
		final = jsonvalue.ObjectOf("name", orsFinal, "arg", "text",
			"description", "What is said without a call, which ends the episode.")
	}
	return jsonvalue.ObjectOf("tools", specs, "terminal_tool", final, "supports_score_group", false,
		"message_block_types", []string{"text", "tool_call", "tool_result"}).AppendJSON(nil)
}

// orsSplits returns the splits of the tasks. A split whose name is not a type of the
// standard is of type validation.
func (h *HTTP) orsSplits() []byte {
	list := []domains.Value{}
	for _, name := range h.core.Episodes.Tasks().Splits() {
		kind := name
		if !slices.Contains([]string{"train", "validation", "test"}, name) {
			kind = "validation"
		}
		list = append(list, jsonvalue.ObjectOf("name", name, "type", kind))
	}
	return jsonvalue.NewArray(list...).AppendJSON(nil)
}

func orsSpec(id string) domains.Value {
	return jsonvalue.ObjectOf("task", id, "seed", 0)
}

// orsTasks answers a request about the tasks of a split: all tasks, their number, one, or a
// range.
func (h *HTTP) orsTasks(path string, fields []member) ([]byte, *item.Error) {
	split, _ := item.Parse(find(fields, "split"))
	tasks := h.core.Episodes.Tasks()
	if !slices.Contains(tasks.Splits(), split.Str()) {
		return nil, badRequest("there is no split %.64q of tasks with a single turn; /%s/splits has those that there are", split.Str(), orsName)
	}
	ids := tasks.Single(split.Str())
	whole := func(key string, otherwise int) (int, *item.Error) {
		raw := find(fields, key)
		if raw == "" {
			return otherwise, nil
		}
		v, _ := item.Parse(raw)
		n, ok := v.Int()
		if n < 0 {
			n += int64(len(ids)) // counted from the end, as in the standard's own servers
		}
		if !ok || n < 0 || n > int64(len(ids)) {
			return 0, badRequest("%s is %.40s; the split has %d tasks, from 0", key, raw, len(ids))
		}
		return int(n), nil
	}
	var key string
	var answer any
	switch path {
	case "/num_tasks":
		return jsonvalue.ObjectOf("num_tasks", len(ids)).AppendJSON(nil), nil
	case "/task":
		at, err := whole("index", len(ids))
		if err == nil && at == len(ids) {
			err = badRequest("the request has no index below %d, which is how many tasks the split has", len(ids))
		}
		if err != nil {
			return nil, err
		}
		key, answer = "task", orsSpec(ids[at])
	default:
		from, err := whole("start", 0)
		to, bad := whole("stop", len(ids))
		if err == nil {
			err = bad
		}
		if err != nil {
			return nil, err
		}
		list := []domains.Value{}
		for _, id := range ids[from:max(from, to)] {
			list = append(list, orsSpec(id))
		}
		key, answer = "tasks", list
	}
	return jsonvalue.ObjectOf(key, answer, "env_name", orsName).AppendJSON(nil), nil
}

// orsCreate starts the episode of a session. The request holds a task_spec ({"task",
// "seed"} with the id of a task, or a task itself), or the index of a task in a split.
func (h *HTTP) orsCreate(r *http.Request, fields []member) ([]byte, *item.Error) {
	spec := find(fields, "task_spec")
	if spec == "" {
		at, err := h.orsTasks("/task", fields)
		if err != nil {
			return nil, err
		}
		v, _ := item.Parse(string(at))
		spec = v.Field("task").JSON()
	}
	given, err := readObject(spec)
	if err != nil {
		return nil, err.In("task_spec")
	}
	p := played{task: find(given, "task"), seed: find(given, "seed"), askTool: "true"}
	if p.task == "" {
		p = played{task: spec, askTool: "true"}
	}
	start, err := p.start()
	if err != nil {
		return nil, err
	}
	name, err := session(r)
	if err != nil {
		return nil, err
	}
	if _, bad := h.core.Episodes.Reset(context.Background(), h.core.Episodes.Enter(name), start); bad != nil {
		return nil, runError(bad)
	}
	return sid(r), nil
}

// answeredBytes bounds the results of calls that are kept, by task_id, for clients that
// lost the stream.
const answeredBytes = 16 << 20

// orsCall makes a call. A call that cannot be made gives a result, too.
func (h *HTTP) orsCall(r *http.Request, fields []member) ([]byte, *item.Error) {
	if id, _ := item.Parse(find(fields, "task_id")); id.Str() != "" {
		result := h.answered.Get(id.Str(), func() ([]byte, int64, bool) { return nil, 0, false })
		if result == nil {
			return []byte(event("error", "unknown task_id")), nil
		}
		return called(id.Str(), result), nil
	}
	name, _ := item.Parse(find(fields, "name"))
	input, err := item.Parse(find(fields, "input"))
	id := rand.Text()
	var result []byte
	if err != nil || name.Str() == "" || input.Kind() != jsonvalue.Object {
		result = orsError("the call has no name that is a text, or no input that is an object", "input_validation")
	} else {
		episode, err := session(r)
		if err != nil {
			return nil, err
		}
		if result, err = h.orsStep(episode, name.Str(), input); err != nil {
			return nil, err
		}
	}
	h.answered.Get(id, func() ([]byte, int64, bool) { return result, int64(len(result)) + 256, true })
	return called(id, result), nil
}

func orsError(text, reason string) []byte {
	out := jsonvalue.AppendString([]byte(`{"ok":false,"error":`), text)
	return append(jsonvalue.AppendString(append(out, `,"reason":`...), reason), '}')
}

// orsStep takes a call as one completion of the episode.
func (h *HTTP) orsStep(episode, name string, input domains.Value) ([]byte, *item.Error) {
	completion, table := callMessage(name, input), h.core.Episodes
	if name == orsFinal {
		_, tools, err := table.Opening(table.Enter(episode))
		if err != nil {
			return nil, err
		}
		if domains.ToolNamed(tools, orsFinal) == nil {
			completion = jsonvalue.NewString(input.Field("text").Str())
		}
	}
	state, err := table.Step(context.Background(), table.Enter(episode), completion)
	switch {
	case err != nil && err.Code == item.CodeEpisodeDone:
		return orsError(err.Message, "episode_finished"), nil
	case err != nil:
		return nil, err
	}
	blocks := make([]domains.Value, len(state.Messages))
	for i := range state.Messages {
		blocks[i] = orsText(state.Messages[i].Content)
	}
	var about jsonvalue.Members
	whole := state.Value(jsonvalue.Value{}, jsonvalue.Value{})
	for _, key := range []string{"reward", "components", "truncated", "info"} {
		about.Add(key, whole.Field(key))
	}
	output := jsonvalue.ObjectOf("blocks", blocks, "metadata", about, "reward", state.Return, "finished", state.Done)
	return jsonvalue.ObjectOf("ok", true, "output", output).AppendJSON(nil), nil
}

// callMessage returns a message with one call.
func callMessage(name string, arguments domains.Value) domains.Value {
	m := dataset.Message{Role: dataset.Assistant, ToolCalls: []domains.Call{{Name: name, Arguments: arguments}}}
	return m.Value()
}

func orsText(text string) domains.Value {
	return jsonvalue.ObjectOf("text", text, "detail", nil, "type", "text")
}

// orsPrompt returns the opening of a session as the blocks of one message.
func orsPrompt(messages []trajectory.Message) []byte {
	var blocks []domains.Value
	for i := range messages {
		if messages[i].Content != "" {
			blocks = append(blocks, orsText(messages[i].Content))
		}
	}
	return jsonvalue.NewArray(blocks...).AppendJSON(nil)
}

// orsMessages returns the opening of a session as a conversation. The results of tools
// stand in messages of the user.
func orsMessages(messages []trajectory.Message) []byte {
	list := make([]domains.Value, len(messages))
	last := ""
	for i := range messages {
		msg := &messages[i]
		role, blocks := msg.Role, []domains.Value{}
		if msg.Role == dataset.ToolRole {
			role = dataset.User
			blocks = append(blocks, jsonvalue.ObjectOf("tool_call_id", last, "blocks", jsonvalue.NewArray(orsText(msg.Content)), "is_error", msg.Failed, "type", "tool_result"))
		} else if msg.Content != "" {
			blocks = append(blocks, orsText(msg.Content))
		}
		for k := range msg.Calls {
			last = fmt.Sprintf("call_%d_%d", i, k)
			blocks = append(blocks, jsonvalue.ObjectOf("id", last, "name", msg.Calls[k].Name, "input", msg.Calls[k].Arguments, "type", "tool_call"))
		}
		list[i] = jsonvalue.ObjectOf("role", role, "blocks", blocks)
	}
	return jsonvalue.NewArray(list...).AppendJSON(nil)
}
