package gateway

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/trajectory"
)

// relay returns the model's own reply, byte for byte except for the annotation, and
// records it, unless the request cannot be read; the annotation says so then.
func (g *Gateway) relay(ctx context.Context, w http.ResponseWriter, r *http.Request, body string, t *Turn) {
	if t.unread == nil && g.observes() {
		defer g.ahead.read(ctx, t, len(body))()
	}
	got, err := g.Upstream.send(ctx, r.Header, chatPath, body)
	if err != nil {
		g.lost(w, ctx, err)
		return
	}
	defer got.Body.Close()
	if got.StatusCode == http.StatusOK && isStream(got.Header) {
		g.relayStream(ctx, w, got, t)
		return
	}
	text, err := io.ReadAll(bounded(got))
	if err != nil {
		g.lost(w, ctx, err)
		return
	}
	v, err := jsonvalue.Parse(string(text), requestOptions)
	if got.StatusCode != http.StatusOK || err != nil {
		relayHead(w, got)
		_, _ = w.Write(text)
		return
	}
	given, err := choices(v)
	if err != nil {
		relayHead(w, got)
		_, _ = w.Write(text)
		return
	}
	voi, err := g.observe(ctx, t, given)
	if err != nil && g.Closed {
		refuse(w, http.StatusInternalServerError, "record_error", err.Error())
		return
	}
	relayHead(w, got)
	if !voi.IsNull() {
		text = []byte(v.With("voi", voi).JSON())
	}
	_, _ = w.Write(text)
}

// observe decides on replies that pass whatever is decided, records the decision, and
// returns the annotation; null if there is none. In shadow mode policies make no calls to
// the model; the record shows what they would have done.
func (g *Gateway) observe(ctx context.Context, t *Turn, given []*Reply) (domains.Value, error) {
	if len(given) == 0 {
		g.failed("upstream", "a reply that is no completion")
		return domains.Value{}, nil
	}
	decisions := make([]Decision, len(given))
	for i := range given {
		switch {
		case t.unread != nil:
			decisions[i].Failed = t.unread
		case g.observes():
			_, decisions[i] = g.chain.Decide(ctx, t, given[i], nil)
			g.faulty(decisions[i].Failed)
		}
	}
	err := g.keep(t, given, decisions)
	if !g.noted() {
		return domains.Value{}, err
	}
	return g.annotation(decisions, 0), err
}

// observes reports whether there is a decision even on replies that pass.
func (g *Gateway) observes() bool { return g.record != nil || !g.Plain }

// relayStream forwards a stream as it arrives. The annotation joins the data of the last event, so
// that each event waits for the next one, unless there is no annotation. A sign of life of a model
// that is still at work waits for nothing, since the client may give up without it. A stream that breaks
// off breaks off for the client, too, who would else take its beginning for the whole.
func (g *Gateway) relayStream(ctx context.Context, w http.ResponseWriter, got *http.Response, t *Turn) {
	relayHead(w, got)
	out := http.NewResponseController(w)
	_ = out.Flush()
	give := func(text string) {
		if text != "" {
			_, _ = io.WriteString(w, text)
			_ = out.Flush()
		}
	}
	in := bufio.NewReaderSize(&boundedLines{Reader: got.Body}, 64<<10)
	var whole assembly
	var held, next event // the last event, and the one that arrives
	waits, ended := g.noted(), false
	end := func() {
		voi, _ := g.observe(ctx, t, whole.replies()) // the status of a stream cannot change any more
		held.annotate(voi)
		ended = true
	}
	for {
		line, err := in.ReadString('\n')
		if err == nil && len(held.text)+len(next.text) > maxReply {
			err = &http.MaxBytesError{Limit: maxReply}
		}
		next.add(line)
		if !waits {
			give(line)
		}
		if strings.TrimRight(line, "\r\n") == "" || err != nil { // the end of an event
			switch data := string(next.data); {
			case data == "" && waits && !whole.finished(): // a further event will hold the annotation
				give(string(held.text) + string(next.text))
				held = event{}
			case data == "":
				held.follow(next)
			case data == "[DONE]" && !ended:
				end()
				fallthrough
			default:
				whole.add(data)
				if waits {
					give(string(held.text))
				}
				held = next
			}
			next = event{}
		}
		if err == io.EOF && !ended && whole.finished() { // some servers send no [DONE]
			end()
		}
		if waits && err != nil {
			give(string(held.text))
		}
		if err == io.EOF {
			return
		}
		if err != nil {
			if !errors.Is(ctx.Err(), context.Canceled) { // else the client has gone
				g.failed("upstream", "a stream that broke off")
			}
			panic(http.ErrAbortHandler)
		}
	}
}

// event is an event of a stream: its lines as they came, those that are no data, and the data,
// whose lines are joined.
type event struct{ text, rest, data []byte }

// add adds a line.
func (e *event) add(line string) {
	e.text = append(e.text, line...)
	data, isData := strings.CutPrefix(line, "data:")
	switch data = strings.TrimSpace(data); {
	case !isData:
		e.rest = append(e.rest, line...)
	case len(e.data) > 0:
		e.data = append(append(e.data, '\n'), data...)
	default:
		e.data = append(e.data, data...)
	}
}

// follow adds what came behind the event and holds no data.
func (e *event) follow(next event) {
	e.text, e.rest = append(e.text, next.text...), append(e.rest, next.text...)
}

// annotate adds the annotation to the data.
func (e *event) annotate(voi domains.Value) {
	if v, err := jsonvalue.Parse(string(e.data), requestOptions); err == nil && !voi.IsNull() {
		e.text = append([]byte("data: "+v.With("voi", voi).JSON()+"\n"), e.rest...)
	}
}

// boundedLines bounds the lines of a stream, which has no bound as a whole.
type boundedLines struct {
	io.Reader
	line int // the length of the last line so far
}

// Read implements io.Reader. A line of more than maxReply bytes is an error.
func (b *boundedLines) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if end := bytes.LastIndexByte(p[:n], '\n'); end >= 0 {
		b.line = n - end - 1
	} else {
		b.line += n
	}
	if b.line > maxReply {
		return n, &http.MaxBytesError{Limit: maxReply}
	}
	return n, err
}

// noted reports whether a relayed reply gets an annotation.
func (g *Gateway) noted() bool { return !g.Plain && !g.Shadow }

// assembly joins the deltas of a stream.
type assembly struct {
	choices map[int64]*assembled
	bytes   int
}

type assembled struct {
	content strings.Builder
	finish  string
	calls   map[int64]*assembledCall
	last    int64 // the call of the last delta
}

type assembledCall struct{ id, name, arguments strings.Builder }

// mostAssembled is the most choices of a stream, and the most calls of each.
const mostAssembled = 128

func (a *assembly) add(data string) {
	v, err := jsonvalue.Parse(data, requestOptions)
	if a.bytes += len(data); err != nil || a.bytes > maxReply {
		return
	}
	if a.choices == nil {
		a.choices = map[int64]*assembled{}
	}
	for _, c := range v.Field("choices").Items() {
		at, _ := c.Field("index").Int()
		one := a.choices[at]
		if one == nil {
			if len(a.choices) == mostAssembled {
				return
			}
			one = &assembled{calls: map[int64]*assembledCall{}}
			a.choices[at] = one
		}
		delta := c.Field("delta")
		one.content.WriteString(delta.Field("content").Str())
		one.finish = cmp.Or(one.finish, c.Field("finish_reason").Str())
		calls := delta.Field("tool_calls").Items()
		if old := delta.Field("function_call"); len(calls) == 0 && !old.IsNull() { // as trajectory.ParseMessage reads a whole message
			calls = []domains.Value{jsonvalue.ObjectOf("index", jsonvalue.NewInt(0), "function", old)}
		}
		for _, call := range calls {
			i := one.place(call)
			k := one.calls[i]
			if k == nil {
				if len(one.calls) == mostAssembled {
					break
				}
				k = &assembledCall{}
				one.calls[i] = k
			}
			one.last = i
			further(&k.id, call.Field("id").Str())
			further(&k.name, call.Field("function").Field("name").Str())
			k.arguments.WriteString(call.Field("function").Field("arguments").Str())
		}
	}
}

// place is the index of the call that a delta is a part of. Some servers send none: there a new
// id begins a call, and a delta without an id continues the last one.
func (a *assembled) place(delta domains.Value) int64 {
	if i, ok := delta.Field("index").Int(); ok {
		return i
	}
	id, after := delta.Field("id").Str(), int64(0)
	for i, k := range a.calls {
		if k.id.String() == id && id != "" {
			return i
		}
		after = max(after, i+1)
	}
	if id == "" {
		return a.last
	}
	return after
}

// further appends a part of an id or a name, which some servers repeat whole in each delta.
func further(text *strings.Builder, part string) {
	if part != text.String() {
		text.WriteString(part)
	}
}

// finished reports whether the model has ended each of its choices.
func (a *assembly) finished() bool {
	for _, c := range a.choices {
		if c.finish == "" {
			return false
		}
	}
	return len(a.choices) > 0
}

// replies returns the choices as whole replies, and their calls, by index. Some servers begin
// at 1, or leave one out.
func (a *assembly) replies() (list []*Reply) {
	for _, i := range slices.Sorted(maps.Keys(a.choices)) {
		c := a.choices[i]
		m := trajectory.Message{Role: dataset.Assistant, Content: c.content.String()}
		for _, j := range slices.Sorted(maps.Keys(c.calls)) {
			k := c.calls[j]
			m.Calls = append(m.Calls, trajectory.Call{ID: k.id.String(), Name: k.name.String(), Arguments: trajectory.Arguments(jsonvalue.NewString(k.arguments.String()))})
		}
		list = append(list, &Reply{Message: m, Finish: c.finish})
	}
	return list
}

// writeStream writes a whole reply as a stream: for each choice its content, then its
// finish reason.
func writeStream(w http.ResponseWriter, reply domains.Value, given []*Reply, voi domains.Value, usage bool) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.WriteHeader(http.StatusOK)
	base := reply.Without("choices").Without("usage").With("object", jsonvalue.NewString("chat.completion.chunk"))
	var events []domains.Value
	chunk := func(i int, delta domains.Value, finish domains.Value) {
		events = append(events, base.With("choices", jsonvalue.NewArray(jsonvalue.ObjectOf("index", jsonvalue.NewInt(int64(i)), "delta", delta, "finish_reason", finish))))
	}
	for i, r := range given {
		delta := r.Raw
		if calls := delta.Field("tool_calls").Items(); len(calls) > 0 {
			list := slices.Clone(calls)
			for k := range list {
				list[k] = list[k].With("index", jsonvalue.NewInt(int64(k)))
			}
			delta = delta.With("tool_calls", jsonvalue.NewArray(list...))
		}
		chunk(i, delta, domains.Value{})
		chunk(i, jsonvalue.NewObject(), jsonvalue.NewString(r.Finish))
	}
	if usage {
		events = append(events, base.With("choices", jsonvalue.NewArray()).With("usage", reply.Field("usage")))
	}
	for i, e := range events {
		if i == len(events)-1 && !voi.IsNull() {
			e = e.With("voi", voi)
		}
		_, _ = io.WriteString(w, "data: "+e.JSON()+"\n\n")
	}
	_, _ = io.WriteString(w, "data: [DONE]\n\n")
}
