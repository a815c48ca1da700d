package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"strings"

	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/term"
	"github.com/voi-rl/voi/reward"
)

// profilePath stands before the name of a profile in a path: some trainers let the user set
// only the beginning of an address.
const profilePath = "/p/"

// contracts adds the paths that trainers call. They keep no state. Each handler documents
// what its contract cannot express.
func (h *HTTP) contracts() {
	h.gym()
	h.grader("/openrlhf", openRLHF)
	h.grader("/slime", slime, "reply")
}

// grader adds the path of a contract that returns rewards. options are the query parameters
// that the path takes beside profile.
func (h *HTTP) grader(path string, serve func(*grading, []member) ([]byte, *item.Error), options ...string) {
	h.routes[path] = route{method: http.MethodPost, profiled: true, options: options, serve: func(w http.ResponseWriter, r *http.Request) {
		h.exchange(w, r, func(k *task, body string, _ func(int64) *item.Error) ([]byte, *item.Error) {
			g := grading{h: h, task: k, path: path, header: w.Header(), options: r.Form, profile: h.core.profile(r.Form.Get("profile"))}
			return h.object(path, body, func(fields []member) ([]byte, *item.Error) { return serve(&g, fields) })
		})
	}}
}

// object parses the object in a body and calls serve with its fields. A bad body, or a
// panic of ours, becomes the error in the reply. Trainers log only the status of a reply,
// so the first error of each code is logged here.
func (h *HTTP) object(path, body string, serve func([]member) ([]byte, *item.Error)) (reply []byte, failed *item.Error) {
	c := h.core
	defer func() {
		if fault := recover(); fault != nil {
			failed = c.fault(fault)
		}
		if failed != nil {
			h.refused(path, failed)
			reply = appendError(nil, "null", failed)
			return
		}
		c.meter.requests.Add(1)
	}()
	fields, err := readObject(body)
	if err != nil {
		return nil, err
	}
	return serve(fields)
}

// refused counts a request that failed as a whole, and logs the first one of each code.
func (h *HTTP) refused(path string, err *item.Error) {
	h.core.meter.failed(err)
	if h.first(path, err) {
		h.log.Printf("a request to %s was refused (%s: %s); further ones of this code are counted in /metrics only, as voi_requests_total", path, err.Code, term.Quote(err.Message))
	}
}

// member is a field of a body: its value is JSON text, as it came.
type member struct {
	key, raw string
	deep     bool // nested deeper than is parsed
}

// mostFields bounds the fields of a body.
const mostFields = 4096

// readObject cuts a body into its fields. It checks that the whole body is JSON, including
// fields that are never parsed.
func readObject(body string) ([]member, *item.Error) {
	body = strings.TrimPrefix(body, "\uFEFF")
	if err := checkJSON(body); err != nil {
		return nil, err
	}
	if !strings.HasPrefix(strings.TrimLeft(body, " \t\r\n"), "{") {
		return nil, badRequest("the body is no object; see docs/http.md for what this path takes")
	}
	var fields []member
	seen := map[string]bool{}
	err := item.Members(body, func(key, raw string, deep bool) error {
		switch {
		case seen[key]:
			return &item.Error{Code: item.CodeBadJSON, Message: fmt.Sprintf("the key %.64q occurs twice in the body", key)}
		case len(fields) == mostFields:
			return badRequest("the body has more than %d fields", mostFields)
		}
		seen[key] = true
		fields = append(fields, member{key, raw, deep})
		return nil
	})
	if err != nil {
		return nil, asError(err)
	}
	return fields, nil
}

// checkJSON checks that a text is JSON, without building values.
func checkJSON(text string) *item.Error {
	if json.Valid([]byte(text)) {
		return nil
	}
	var raw json.RawMessage
	err := json.Unmarshal([]byte(text), &raw)
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax) && strings.Contains(err.Error(), "max depth"):
		return &item.Error{Code: item.CodeTooDeep, Message: "the body is nested deeper than anything that is read"}
	case errors.As(err, &syntax):
		return &item.Error{Code: item.CodeBadJSON, Message: fmt.Sprintf("%v, at byte %d of the body", err, syntax.Offset)}
	}
	return &item.Error{Code: item.CodeBadJSON, Message: "the body is no JSON"}
}

// find returns the JSON text of a field, "" where the field is absent or null.
func find(fields []member, key string) string {
	for i := range fields {
		if fields[i].key == key && fields[i].raw != "null" {
			return fields[i].raw
		}
	}
	return ""
}

// grading is one request of a contract that gives rewards.
type grading struct {
	h       *HTTP
	task    *task
	path    string // of the contract
	header  http.Header
	profile *reward.Profile
	options url.Values

	items  []item.Item
	failed []*item.Error // of items that could not be read, else nil
	batch  *item.Batch
}

// add adds an item to be scored; err, if not nil, says why the item cannot be read.
func (g *grading) add(it item.Item, err *item.Error) {
	g.items, g.failed = append(g.items, it), append(g.failed, err)
}

// score scores all items. An error means that the setup is at fault: a label column that
// holds no labels, or sample ids without --data. A reward of 0 would hide such a fault.
func (g *grading) score() *item.Error {
	c := g.h.core
	for i := range g.items {
		it := &g.items[i]
		switch {
		case g.failed[i] != nil:
		case it.SampleID == "" && !it.HasInline():
			return badRequest("the label of %s names no sample; give voi's label, a JSON object of sample_id, or of messages, tools and reference", g.place(i))
		case it.SampleID != "" && !c.Scorer.HasSamples() && (it.Inline(item.Tools) == "" || it.Inline(item.Reference) == ""):
			return &item.Error{Code: item.CodeUnknownSample, Message: fmt.Sprintf("%s is of sample %.64q, and the server has no samples; start it with --data, or send labels with tools and reference", g.place(i), it.SampleID)}
		}
	}
	g.batch = item.NewBatch(g.profile, len(g.items), false)
	gone := c.scoring(g.task, g.batch, func(s *item.Scorer, i int) {
		if g.failed[i] != nil {
			g.batch.Fail(i, g.failed[i])
			return
		}
		g.batch.ScoreItem(s, i, &g.items[i])
	})
	if gone != nil {
		return gone
	}
	c.meter.scored(g.batch)
	c.report(g.batch)
	for i := range g.items {
		if err := g.batch.Outcome(i).Err; err != nil {
			g.h.tellUnscored(g.path, err)
		}
	}
	return nil
}

func (g *grading) place(i int) string {
	if len(g.items) == 1 {
		return "the completion"
	}
	return fmt.Sprintf("completion %d", i)
}

// outcome returns the outcome of item i. Where it has no reward, points and components are
// zeros, because the trainers have no other way to express that.
func (g *grading) outcome(i int) (o *item.Outcome, scored bool) {
	o = g.batch.Outcome(i)
	return o, o.Err == nil
}

// share is the reward of an outcome within the range of its profile, in [0, 1].
func (g *grading) share(o *item.Outcome) float64 {
	lo, hi := g.profile.Range()
	if o.Err != nil || hi <= lo {
		return 0
	}
	return min(max((o.Reward-lo)/(hi-lo), 0), 1)
}

// readLabel reads the JSON text of a label: an object of an ITEM's fields, or a text that
// holds one. The error is about this label only. A label in another format is not voi's and
// gives an item that names no sample.
func readLabel(raw string) (item.Item, *item.Error) {
	if strings.HasPrefix(raw, `"`) {
		v, err := item.Parse(raw)
		if err != nil {
			return item.Item{}, asError(err)
		}
		raw = strings.TrimSpace(v.Str())
	}
	if !strings.HasPrefix(raw, "{") {
		return item.Item{}, nil
	}
	it, err := item.ReadLabel(raw)
	if err != nil {
		return it, err.In("label")
	}
	return it, nil
}

// tellUnscored logs the first completion of each error code that a trainer gets a 0 for. It
// is for contracts that cannot mark a completion as unscored.
func (h *HTTP) tellUnscored(path string, err *item.Error) {
	if h.first("unscored", err) {
		h.log.Printf("a completion at %s has no reward, and the trainer is told 0.0 with unscored 1 (%s: %s); further ones of this code are counted in /metrics only, as voi_items_unscored_total",
			path, err.Code, term.Quote(err.Message))
	}
}

// first reports whether this is the first error of its code about a subject.
func (h *HTTP) first(about string, err *item.Error) bool {
	_, told := h.told.LoadOrStore(about+" "+err.Code, true)
	return !told
}

// appendReal appends a number with all its digits, and with a point or an exponent. Without
// one JSON readers take 4 for a whole number, and torch computes no mean of whole numbers.
func appendReal(dst []byte, f float64) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		f = 0 // no reward and no statistic is NaN or infinite; JSON could not hold one
	}
	start := len(dst)
	dst = jsonvalue.AppendFloat(dst, f)
	if !bytes.ContainsAny(dst[start:], ".eE") {
		dst = append(dst, ".0"...)
	}
	return dst
}

// appendComponents appends the raw components of an outcome as members, each with a comma
// before it. An outcome without a reward gets missing as each value.
func appendComponents(dst []byte, p *reward.Profile, o *item.Outcome, missing string) []byte {
	for k, name := range p.Components() {
		dst = append(jsonvalue.AppendString(append(dst, ','), name), ':')
		if o.Err != nil {
			dst = append(dst, missing...)
		} else {
			dst = appendReal(dst, o.Components[k])
		}
	}
	return dst
}

func flag(set bool) string {
	if set {
		return "1"
	}
	return "0"
}
