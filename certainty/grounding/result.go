package grounding

import (
	"slices"
	"strings"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// isJSON reports whether a tool's result is JSON, and adds its leaves as mentions if so.
func (r *reader) isJSON(t int) bool {
	text := strings.TrimSpace(r.b.in.Turns[t].Text)
	if text == "" || text[0] != '{' && text[0] != '[' {
		return false
	}
	v, err := jsonvalue.Parse(text, jsonvalue.Options{})
	if err != nil {
		return false
	}
	w := &walker{r: r, turn: t, text: r.b.in.Turns[t].Text}
	w.walk(v, "", -1, false)
	for _, g := range w.groups {
		if len(g) > 1 {
			r.lists = append(r.lists, g)
		}
	}
	return true
}

// walker adds the leaves of a tool's result as mentions, and groups them into records.
type walker struct {
	r      *reader
	turn   int
	text   string
	pos    int // the text before this byte is done
	groups [][]record
}

// walk adds the leaves of v, the value of a key. list is the index in groups of the innermost
// array, -1 outside; v belongs to its last record. echo says that v only repeats the request.
func (w *walker) walk(v domains.Value, key string, list int, echo bool) {
	switch v.Kind() {
	case jsonvalue.Object:
		for _, m := range v.Members() {
			w.find(m.Key)
			w.walk(m.Value, m.Key, list, echo || repeats(m.Key))
		}
	case jsonvalue.Array:
		own := len(w.groups)
		w.groups = append(w.groups, nil)
		for _, x := range v.Items() {
			w.groups[own] = append(w.groups[own], record{turn: w.turn})
			w.walk(x, key, own, echo)
		}
	case jsonvalue.String:
		w.leaf(v.Kind(), v.Str(), key, list, echo)
	case jsonvalue.Number:
		w.leaf(v.Kind(), v.NumberText(), key, list, echo)
	case jsonvalue.Bool:
		w.leaf(v.Kind(), v.JSON(), key, list, echo)
	}
}

// repeats reports whether a key says that its member repeats the request: request, parametros_recebidos,
// but not request_id.
func repeats(key string) bool {
	words := split(key)
	return tellAny("request", words) &&
		!slices.ContainsFunc(words, func(w string) bool { return !tell("request", w) && !tell("data", w) })
}

// farthest is how many bytes ahead a key or value is searched for.
const farthest = 1 << 12

// find moves past a key or a value and returns its position. Text with escapes is not found as
// such; find then moves past the next string and returns false.
func (w *walker) find(s string) (from int, ok bool) {
	rest := w.text[w.pos:min(len(w.text), w.pos+len(s)+farthest)]
	k := -1
	if s != "" {
		k = strings.Index(rest, s)
	}
	end := k + len(s)
	if k < 0 {
		w.r.steps += len(rest) >> 6
		end = strings.IndexByte(rest, '"') + 1
		for end < len(rest) && rest[end] != '"' {
			if rest[end] == '\\' {
				end++
			}
			end++
		}
	}
	if end < len(rest) && rest[end] == '"' {
		end++
	}
	w.r.steps += end >> 6
	from = w.pos + k
	w.pos += min(end, len(rest))
	return from, k >= 0
}

// escaped returns where the text s stands that find moved past because its characters are escaped: Z\u00fcrich.
func (w *walker) escaped(before int, s string) (from, to int, ok bool) {
	quote := strings.IndexByte(w.text[before:w.pos], '"')
	if quote < 0 || w.text[w.pos-1] != '"' {
		return 0, 0, false
	}
	v, err := jsonvalue.Parse(w.text[before+quote:w.pos], jsonvalue.Options{})
	return before + quote + 1, w.pos - 1, err == nil && v.Str() == s
}

// leaf adds a text, a number or a boolean, which the result writes as s.
func (w *walker) leaf(kind jsonvalue.Kind, s, key string, list int, echo bool) {
	before := w.pos
	from, ok := w.find(s)
	to := from + len(s)
	if !ok && kind == jsonvalue.String {
		from, to, ok = w.escaped(before, s)
	}
	if !ok || len(w.r.out) >= maxMentions && to <= w.r.b.begin(w.turn) {
		return // of very many, those before the words that are read
	}
	m := Mention{Kind: Text, Value: s, Role: key, Status: Said, Span: Span{w.turn, from, to}}
	if echo {
		m.Status = Proposed
	}
	d, isDate := dateValue(s)
	t, isTime := timeValue(s)
	switch {
	case kind == jsonvalue.Bool:
		m.Kind = Boolean
	case kind == jsonvalue.Number:
		m.Kind = Number
		if v, ok := number(s); ok {
			m.Value = plain(v)
		}
	case isDate && len(s) <= len("2026-07-03"):
		m.Kind, m.Value = Date, d.String()
	case isDate && isTime: // 2026-07-03T06:00 are two
		_, rest := daysOf(s)
		m.Kind, m.Value, m.Span.End = Date, d.String(), to-len(rest)
		w.add(m, list)
		m.Kind, m.Value, m.Span = Time, clock(t), Span{w.turn, m.Span.End, to}
	case isTime:
		m.Kind, m.Value = Time, clock(t)
	case codeLike(s):
		m.Kind, m.Value = Code, squash(s)
	}
	w.add(m, list)
}

// begin returns where the words of a turn that are read begin, or the end of its text if none are.
func (b *bound) begin(turn int) int {
	if i := b.starts[turn]; i < b.starts[turn+1] {
		return int(b.tokens[i].start)
	}
	return len(b.in.Turns[turn].Text)
}

// add adds a mention of a result, which belongs to the latest record of a list.
func (w *walker) add(m Mention, list int) {
	w.r.out = append(w.r.out, m)
	w.r.pos = append(w.r.pos, w.r.b.locate(m.Span))
	if list >= 0 {
		latest := &w.groups[list][len(w.groups[list])-1]
		latest.leaves = append(latest.leaves, len(w.r.out)-1)
	}
}
