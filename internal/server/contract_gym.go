package server

import (
	"cmp"
	"crypto/rand"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/rollout"
)

// gym adds the paths of a resources server of NeMo Gym:
//
//	POST /seed_session       {}; for a row with a task it starts the episode
//	POST /TOOL               the result of a call in that episode
//	POST /close_session      the id of the session, where an environment server has one
//	POST /verify             the row and the response, echoed, with the reward
//	POST /aggregate_metrics  figures over the replies of /verify
//	GET  /reverify_mode      "stateless"
//	GET  /                   the server is up
//
// Gym's clients send a session cookie with each request. The server sets the cookie, keeps
// it, and finds the client's episode by it.
func (h *HTTP) gym() {
	h.grader("/verify", verify)
	h.Handle(http.MethodPost, "/seed_session", h.gymBody("/seed_session", h.seedSession))
	h.Handle(http.MethodPost, "/close_session", h.gymBody("/close_session", h.closeSession))
	h.Handle(http.MethodPost, "/aggregate_metrics", h.gymBody("/aggregate_metrics", func(_ string, fields []member) ([]byte, *item.Error) { return aggregateMetrics(fields) }))
	h.Handle(http.MethodGet, "/reverify_mode", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, []byte(`"stateless"`))
	})
	for _, path := range []string{"/verify", "/seed_session", "/close_session", "/aggregate_metrics", "/reverify_mode"} {
		to := h.routes[path]
		to.profiled = true
		serve := to.serve
		to.serve = func(w http.ResponseWriter, r *http.Request) {
			keepSession(w, r)
			serve(w, r)
		}
		h.routes[path] = to
	}
	h.routes["/"] = route{method: http.MethodGet, serve: h.health, open: true}
}

// sessionCookie is the name of the cookie.
const sessionCookie = "voi_session"

// keepSession sends the client's session cookie back, or a new one.
func keepSession(w http.ResponseWriter, r *http.Request) {
	id := ""
	if c, err := r.Cookie(sessionCookie); err == nil && len(c.Value) <= 64 {
		id = c.Value
	}
	if id == "" {
		id = rand.Text()
	}
	r.SetPathValue(sessionCookie, id)
	http.SetCookie(w, &http.Cookie{Name: sessionCookie, Value: id, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode})
}

// gymBody is the handler of a path that takes an object and returns no rewards. session
// names the client's episode.
func (h *HTTP) gymBody(path string, serve func(session string, fields []member) ([]byte, *item.Error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		h.exchange(w, r, func(_ *task, body string, _ func(int64) *item.Error) ([]byte, *item.Error) {
			return h.object(path, body, func(fields []member) ([]byte, *item.Error) {
				return serve("gym/"+r.PathValue(sessionCookie), fields)
			})
		})
	}
}

// seedSession answers an agent ({}), or an environment server, which chooses the id of the
// session itself. A row with a task starts its episode.
func (h *HTTP) seedSession(session string, fields []member) ([]byte, *item.Error) {
	if err := h.gymReset(session, fields); err != nil {
		return nil, err
	}
	id := find(fields, "resources_session_id")
	if id == "" || id[0] != '"' {
		return []byte("{}"), nil
	}
	return []byte(`{"resources_session_id":` + clean(id) + `,"resources_tools":null,"sandbox_access":null}`), nil
}

func (h *HTTP) closeSession(session string, fields []member) ([]byte, *item.Error) {
	if h.core.Episodes != nil {
		_, _, _ = h.core.Episodes.Close(h.core.Episodes.Enter(session)) // an episode that is gone counts as closed
	}
	id := find(fields, "resources_session_id")
	if id == "" || id[0] != '"' {
		return nil, badRequest("the body has no resources_session_id that is a text")
	}
	return []byte(`{"resources_session_id":` + clean(id) + `}`), nil
}

// replyFields are the fields that a reply of /verify sets. A request may hold them from an earlier
// reply; they are not echoed, because they would describe another reward.
var replyFields = []string{
	"reward", "reward_components", "unscored", "voi", "mask_sample", "failure_kind", "failure_reason",
	"_ng_failure_class", "_ng_failure_judge_error", "_ng_failure_terminal",
}

// verify answers NeMo Gym's /verify: a row of the data set and the response. The sample is
// the row's label (label or ground_truth: an object of an ITEM's fields, or a text that
// holds one). The same fields in the row itself win over the label. A row with a reference
// field takes messages and tools from responses_create_params where it lacks them.
//
// The reply repeats the request, each field unchanged. Behind it stand reward;
// reward_components (what each term of the profile gives, weights and Cert multiplied in:
// their sum is the reward); the raw components by their names; unscored; and voi, with
// further details. A row without a reward also gets Gym's marks of a failed row, so that
// Gym keeps it out of its figures.
func verify(g *grading, fields []member) ([]byte, *item.Error) {
	response, params := find(fields, "response"), find(fields, "responses_create_params")
	if !strings.HasPrefix(response, "{") || !strings.HasPrefix(params, "{") {
		return nil, badRequest("the body has no responses_create_params and response that are objects; send NeMo Gym's request to verify")
	}
	if gymTask(fields) != "" {
		return g.verifyEpisode(fields, response)
	}
	it, bad := readRow(fields)
	if err := readResponse(&it, response); err != nil {
		if err.Code == item.CodeBadRequest {
			return nil, err
		}
		bad = cmp.Or(bad, err)
	}
	if bad == nil && it.SampleID == "" && it.Inline(item.Reference) != "" {
		bad = fromParams(&it, params)
	}
	g.add(it, bad)
	if err := g.score(); err != nil {
		return nil, err
	}
	return g.appendVerified(fields), nil
}

// readRow reads the sample of a row: its label, and the fields that win over the label.
func readRow(fields []member) (it item.Item, bad *item.Error) {
	for _, key := range []string{"label", "ground_truth"} {
		if raw := find(fields, key); raw != "" && !it.HasInline() && it.SampleID == "" && bad == nil {
			it, bad = readLabel(raw)
		}
	}
	var own strings.Builder
	for _, f := range fields {
		if f.raw != "null" && slices.Contains(rowFields, f.key) {
			own.WriteString(sep(own.Len() == 0, "{", ",") + `"` + f.key + `":` + f.raw)
		}
	}
	if own.Len() == 0 || bad != nil {
		return it, bad
	}
	row, bad := item.ReadLabel(own.String() + "}")
	if row.SampleID != "" {
		it.SampleID = row.SampleID
	}
	for _, key := range rowFields {
		if f, inline := item.FieldNamed(key); inline && row.Inline(f) != "" && bad == nil {
			bad = it.SetInline(f, row.Inline(f))
		}
	}
	return it, bad
}

// rowFields are the fields of an ITEM that a row may have beside its label.
var rowFields = []string{"sample_id", "messages", "tools", "reference", "domains", "labels"}

func sep(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// readResponse reads the completion out of an object of the Responses API. It parses only
// the fields it needs, because the items carry token ids and log probabilities by the ten
// thousand. An error with code bad_request is about the form of the request; any other
// error is about this completion.
func readResponse(it *item.Item, raw string) *item.Error {
	var items []jsonvalue.Value
	var finish jsonvalue.Value
	listed := false
	err := item.Members(raw, func(key, raw string, deep bool) error {
		var err error
		switch {
		case key == "output" && listed:
			return twice(key)
		case key == "output" && raw[0] == '[':
			listed = true
			err = item.Elements(raw, func(raw string, _ bool) error {
				v, err := narrowed(raw, outputKeys)
				items = append(items, v)
				return err
			})
		case key == "incomplete_details" && !deep:
			var v jsonvalue.Value
			v, err = item.Parse(raw)
			finish = rollout.Finish(jsonvalue.ObjectOf(key, v))
		}
		return err
	})
	if err != nil {
		return asError(err).In("response")
	}
	if !listed {
		return badRequest("the response has no list of output items; send an object of the Responses API")
	}
	chat := rollout.Messages(jsonvalue.NewArray(items...))
	it.Chat, it.FinishReason = &chat, finish.Str()
	return nil
}

// outputKeys are the fields of an output item that make up a completion.
var outputKeys = []string{"type", "role", "content", "name", "arguments", "output"}

// narrowed parses only the named fields of an object. The value of anything else than an
// object is an empty object.
func narrowed(raw string, keys []string) (jsonvalue.Value, error) {
	if raw[0] != '{' {
		return jsonvalue.NewObject(), badRequest("an output item is no object")
	}
	var members jsonvalue.Members
	err := item.Members(raw, func(key, raw string, deep bool) error {
		if !slices.Contains(keys, key) {
			return nil
		}
		if jsonvalue.NewObject(members...).Has(key) {
			return twice(key)
		}
		v, err := item.Parse(raw)
		members.Add(key, v)
		return err
	})
	return jsonvalue.NewObject(members...), err
}

func twice(key string) error {
	return &item.Error{Code: item.CodeBadJSON, Message: fmt.Sprintf("the key %.64q occurs twice", key)}
}

// fromParams takes the conversation and the tools from the model's input.
func fromParams(it *item.Item, raw string) *item.Error {
	var fields []member
	if err := item.Members(raw, func(key, raw string, deep bool) error {
		fields = append(fields, member{key, raw, deep})
		return nil
	}); err != nil {
		return asError(err).In("responses_create_params")
	}
	if input := find(fields, "input"); input != "" && it.Inline(item.Messages) == "" {
		v, err := item.Parse(input)
		if err != nil {
			return asError(err).In("responses_create_params.input")
		}
		if err := it.SetInline(item.Messages, rollout.Messages(v).JSON()); err != nil {
			return err
		}
	}
	if it.Inline(item.Tools) == "" {
		return it.SetInline(item.Tools, find(fields, "tools"))
	}
	return nil
}

// appendVerified appends the reply of verify.
func (g *grading) appendVerified(fields []member) []byte {
	o, scored := g.outcome(0)
	names := g.profile.Components()
	dst := []byte{'{'}
	for _, f := range fields {
		if slices.Contains(replyFields, f.key) || slices.Contains(names, f.key) || f.key == instanceConfig && !scored {
			continue
		}
		dst = append(jsonvalue.AppendString(dst, f.key), ':')
		dst = append(append(dst, clean(f.raw)...), ',')
	}
	dst = appendReal(append(dst, `"reward":`...), o.Reward)
	dst = g.appendTerms(append(dst, `,"reward_components":`...), o)
	dst = appendComponents(dst, g.profile, o, "null")
	dst = append(append(dst, `,"unscored":`...), flag(!scored)...)
	if !scored {
		dst = appendFailure(dst, fields, o.Err)
	}
	dst = jsonvalue.AppendString(append(dst, `,"voi":{"profile":`...), g.profile.Name())
	dst = jsonvalue.AppendString(append(dst, `,"profile_sha256":`...), g.profile.SHA256())
	dst = append(dst, `,"action":`...)
	if o.Action == "" {
		dst = append(dst, "null"...)
	} else {
		dst = jsonvalue.AppendString(dst, string(o.Action))
	}
	dst = o.AppendError(append(dst, `,"error":`...))
	return append(o.AppendNotes(append(dst, `,"notes":`...)), "}}"...)
}

// appendTerms appends what each term of the profile gives. Their sum in this order, as
// Python's sum computes it, is exactly the reward.
func (g *grading) appendTerms(dst []byte, o *item.Outcome) []byte {
	points := make([]float64, len(g.profile.Terms()))
	if o.Err == nil {
		points = g.profile.Points(o.Components, o.Action)
	}
	for i, t := range g.profile.Terms() {
		dst = jsonvalue.AppendString(append(dst, sep(i == 0, "{", ",")...), string(t.Component))
		dst = appendReal(append(dst, ':'), points[i])
	}
	return append(dst, '}')
}

// instanceConfig is the field in which NeMo-RL before 0.8 looks for mask_sample.
const instanceConfig = "instance_config"

// appendFailure appends the marks of a row whose reward says nothing about the policy. Gym
// writes such a row to its failures and leaves it out of its figures; NeMo-RL leaves it out
// of the loss. Only an internal error is marked as worth another try.
func appendFailure(dst []byte, fields []member, err *item.Error) []byte {
	dst = jsonvalue.AppendString(append(dst, `,"mask_sample":true,"failure_kind":`...), "voi:"+err.Code)
	dst = jsonvalue.AppendString(append(dst, `,"failure_reason":`...), err.Message)
	dst = append(dst, `,"`+instanceConfig+`":{"mask_sample":true`...)
	if raw := find(fields, instanceConfig); strings.HasPrefix(raw, "{") {
		// An object with a repeated key is copied as it is: it was checked to be JSON.
		_ = item.Members(raw, func(key, raw string, _ bool) error {
			if key != "mask_sample" {
				dst = jsonvalue.AppendString(append(dst, ','), key)
				dst = append(append(dst, ':'), clean(raw)...)
			}
			return nil
		})
	}
	dst = jsonvalue.AppendString(append(dst, `},"_ng_failure_class":`...), "voi_"+err.Code)
	dst = jsonvalue.AppendString(append(dst, `,"_ng_failure_judge_error":`...), err.Message)
	if err.Code != item.CodeInternal {
		dst = append(dst, `,"_ng_failure_terminal":true`...)
	}
	return dst
}

// clean returns JSON text unchanged, but for bytes that are not UTF-8.
func clean(raw string) string { return strings.ToValidUTF8(raw, "\uFFFD") }
