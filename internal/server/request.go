package server

import (
	"fmt"
	"slices"
	"strings"

	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// MaxItems is the largest number of items in one request.
const MaxItems = 1 << 17

// The operations of a request.
const (
	opScore    = "score"
	opDecide   = "decide"
	opRead     = "read"
	opRuns     = "score_trajectory"
	opReset    = "env_reset"
	opStep     = "env_step"
	opClose    = "env_close"
	opPing     = "ping"
	opStats    = "stats"
	opShutdown = "shutdown"
)

// ops lists the operations, for errors.
const ops = "score, score_trajectory, decide, read, env_reset, env_step, env_close, ping, stats or shutdown"

// The lists that a request may have.
const (
	itemsList = "items"
	runsList  = "trajectories"
)

// request is one request, cut out of its text. Its items are not parsed yet.
type request struct {
	op      string
	id      string // JSON text, as it came; "null" where absent
	profile string // "" where absent
	items   []string
	listed  string // the list that there is, "" for none
	group   bool
	details bool
	reading bool // with details: return the reading of each item's conversation

	verdicts, beliefs bool // of recorded runs

	play played // of episodes

	pause func() // lets other requests have their turn
	keys  []string
	err   *item.Error // the first fault that leaves the text JSON
}

// parseRequest cuts a request out of its text. The error is about the request as a whole;
// the request still has the id if it could be read. pause is called now and then.
func parseRequest(text string, pause func()) (request, *item.Error) {
	r := request{id: "null", pause: pause}
	text = strings.TrimPrefix(text, "\uFEFF")
	if !strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{") {
		return r, notObject(text)
	}
	if err := item.Request(text, []string{itemsList, runsList}, r.member, r.list); err != nil {
		bad := asError(err)
		if bad.Broken() {
			r.id = "null" // what a text that is no JSON seems to say is not to be trusted
		}
		return request{id: r.id}, bad
	}
	return r, r.err
}

// The largest size of a reply, in bytes. Each item has an outcome. An explanation, where
// the request asks for it, grows with the calls and arguments in the completion.
const (
	outcomeBytes = 256
	detailBytes  = 2 << 10
	detailGrowth = 8  // times the text of the request
	readGrowth   = 24 // ... a mention for every word
	runGrowth    = 4  // ... messages as JSON in JSON, and the texts and calls of steps
	stepBytes    = 1 << 10
)

// cost estimates the bytes of the reply beside the request: a few bytes of a request can
// make many of a reply.
func (r *request) cost() int64 {
	n := outcomeBytes * int64(len(r.items))
	if r.op == opRead || r.reading {
		for _, raw := range r.items {
			n += readGrowth * int64(len(raw))
		}
	}
	if r.op == opRuns {
		for _, raw := range r.items {
			n += runGrowth*int64(len(raw)) + stepBytes*int64(strings.Count(raw, "{"))
		}
	}
	if r.details {
		n += detailBytes * int64(len(r.items))
		for _, raw := range r.items {
			n += detailGrowth * int64(len(raw))
		}
	}
	return n + r.play.cost()
}

// notObject returns the error of a text that does not begin as an object.
func notObject(text string) *item.Error {
	raw, deep, err := item.Whole(text)
	switch {
	case err != nil:
		return asError(err)
	case deep:
		return &item.Error{Code: item.CodeTooDeep, Message: fmt.Sprintf("the request is nested deeper than %d", item.MaxDepth)}
	}
	v, err := item.Parse(raw)
	if err != nil {
		return asError(err)
	}
	return badRequest("the request is of type %s; give an object with op", v.Kind())
}

func asError(err error) *item.Error {
	if bad, ok := err.(*item.Error); ok {
		return bad
	}
	return &item.Error{Code: item.CodeInternal, Message: err.Error()}
}

func badRequest(format string, args ...any) *item.Error {
	return &item.Error{Code: item.CodeBadRequest, Message: fmt.Sprintf(format, args...)}
}

func (r *request) fail(err *item.Error) {
	if r.err == nil {
		r.err = err
	}
}

// soft records an error that leaves the text JSON, so that the rest is still read. It
// returns any other error.
func (r *request) soft(err *item.Error) error {
	if err == nil {
		return nil
	}
	if err.Broken() {
		return err
	}
	r.fail(err)
	return nil
}

// mostKeys bounds the fields of a request: each one is compared with all others.
const mostKeys = 64

func (r *request) member(key, raw string, deep bool) error {
	if err := r.once(key); err != nil {
		return err
	}
	if deep {
		r.fail(&item.Error{Code: item.CodeTooDeep, Message: fmt.Sprintf("%.64q is nested deeper than %d", key, item.MaxDepth)})
		return nil
	}
	v, err := item.Parse(raw)
	if err != nil {
		return r.soft(asError(err))
	}
	r.field(key, raw, v)
	return nil
}

// once notes a key. A repeated key is an error.
func (r *request) once(key string) error {
	if len(r.keys) == mostKeys {
		return badRequest("the request has more than %d fields", mostKeys)
	}
	if slices.Contains(r.keys, key) {
		r.fail(&item.Error{Code: item.CodeBadJSON, Message: fmt.Sprintf("the key %.64q occurs twice in the request", key)})
	}
	r.keys = append(r.keys, key)
	return nil
}

// list begins a list of items.
func (r *request) list(key string) (element func(raw string, deep bool) error, err error) {
	if err := r.once(key); err != nil {
		return r.element, err
	}
	if r.listed != "" && r.listed != key {
		r.fail(badRequest("the request has %s and %s; give the list that its op takes", r.listed, key))
	}
	r.listed = key
	return r.element, nil
}

// needs returns an error where the request lacks the list that its op takes.
func (r *request) needs(list string) *item.Error {
	if r.listed == list {
		return nil
	}
	return badRequest("the request has no %s; give a list, which may be empty", list)
}

func (r *request) element(raw string, _ bool) error {
	if len(r.items) == MaxItems {
		return &item.Error{Code: item.CodeTooLarge, Message: fmt.Sprintf("the request has more than %d items; send several requests", MaxItems)}
	}
	r.items = append(r.items, raw)
	if len(r.items)%64 == 0 {
		r.pause()
	}
	return nil
}

func (r *request) field(key, raw string, v jsonvalue.Value) {
	if key == "id" {
		r.id = echo(raw, v)
		return
	}
	if v.IsNull() {
		return
	}
	switch key {
	case "op":
		r.op = r.text(key, v)
	case "profile":
		r.profile = r.text(key, v)
	case "group":
		r.group = r.flag(key, v)
	case "details":
		r.details = r.flag(key, v)
	case "reading":
		r.reading = r.flag(key, v)
	case "verdicts":
		r.verdicts = r.flag(key, v)
	case "beliefs":
		r.beliefs = r.flag(key, v)
	case "task", "tasks", "seed", "ask_tool", "episode", "completion", "trajectory":
		r.play.field(key, raw)
	case itemsList, runsList:
		r.fail(badRequest(key+" is of type %s; give a list", v.Kind()))
	}
}

// echo returns an id for the reply: its text unchanged if that is on one line and valid
// UTF-8.
func echo(raw string, v jsonvalue.Value) string {
	if strings.ContainsAny(raw, "\r\n") || strings.ToValidUTF8(raw, "") != raw {
		return v.JSON()
	}
	return raw
}

func (r *request) text(key string, v jsonvalue.Value) string {
	if v.Kind() != jsonvalue.String {
		r.fail(badRequest("%s is of type %s; give a text", key, v.Kind()))
	}
	return v.Str()
}

func (r *request) flag(key string, v jsonvalue.Value) bool {
	if v.Kind() != jsonvalue.Bool {
		r.fail(badRequest("%s is of type %s; give true or false", key, v.Kind()))
	}
	return v.Bool()
}

// checkItems parses the items, and returns an error where one of them is no JSON: the whole
// request fails then, whatever else is wrong.
func (r *request) checkItems() *item.Error {
	for i, raw := range r.items {
		if _, err := item.Parse(raw); err != nil {
			if bad := asError(err); bad.Broken() {
				return bad.In(fmt.Sprintf("%s[%d]", r.listed, i))
			}
		}
	}
	return nil
}
