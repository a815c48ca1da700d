package grounding

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
	"unique"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Bounds on a reading that is parsed.
const (
	MaxMentions = 1 << 14 // per reading
	MaxFills    = 256     // per slot
	maxReader   = 256     // bytes of the reader's name
)

// Value returns the reading as JSON, always with the same keys in the same order:
//
//	{"reader", "mentions": [{"kind", "value", "unit", "role", "status", "turn", "span": [start, end]}],
//	 "slots": {TOOL: {PARAMETER: [{"mention", "p", "value"}]}}}
//
// Offsets are bytes of the turn's text, as everywhere in voi. A fill has a value only if it differs
// from the mention's.
func (r *Reading) Value() domains.Value {
	mentions := make([]domains.Value, len(r.Mentions))
	for i := range r.Mentions {
		mentions[i] = r.Mentions[i].json()
	}
	return jsonvalue.ObjectOf("reader", r.Reader, "mentions", mentions, "slots", r.slots())
}

func member(key string, v domains.Value) jsonvalue.Member {
	return jsonvalue.Member{Key: key, Value: v}
}

func (m *Mention) json() domains.Value {
	return jsonvalue.NewObject(
		member("kind", jsonvalue.NewString(m.Kind.String())),
		member("value", jsonvalue.NewString(m.Value)),
		member("unit", jsonvalue.NewString(m.Unit)),
		member("role", jsonvalue.NewString(m.Role)),
		member("status", jsonvalue.NewString(m.Status.String())),
		member("turn", jsonvalue.NewInt(int64(m.Span.Turn))),
		member("span", jsonvalue.NewArray(jsonvalue.NewInt(int64(m.Span.Start)), jsonvalue.NewInt(int64(m.Span.End)))),
	)
}

// slots groups the slots by tool; the slots of one tool are consecutive.
func (r *Reading) slots() domains.Value {
	var tools []jsonvalue.Member
	for i := 0; i < len(r.Slots); {
		tool := r.Slots[i].Tool
		var params []jsonvalue.Member
		for ; i < len(r.Slots) && r.Slots[i].Tool == tool; i++ {
			fills := make([]domains.Value, len(r.Slots[i].Fills))
			for k, f := range r.Slots[i].Fills {
				fills[k] = jsonvalue.ObjectOf("mention", f.Mention, "p", f.P, "value?", f.Value)
			}
			params = append(params, member(r.Slots[i].Param, jsonvalue.NewArray(fills...)))
		}
		tools = append(tools, member(tool, jsonvalue.NewObject(params...)))
	}
	return jsonvalue.NewObject(tools...)
}

// ParseReading parses JSON that Reading.Value wrote, possibly corrected by hand, for the
// conversation and tools of in. The result has one slot per parameter, in the order of the tools;
// slots missing from the JSON are empty. The error says where the JSON is invalid: an unknown kind
// or status, a span outside its turn's text, a mention that does not exist, a probability outside
// [0, 1], or a tool or parameter that is not offered.
func ParseReading(v domains.Value, in Input) (*Reading, error) {
	if v.Kind() != jsonvalue.Object {
		return nil, fmt.Errorf("a reading is of type %s; give an object with mentions and slots", v.Kind())
	}
	r := &Reading{}
	var err error
	if r.Reader, err = textOf(v, "reader", false); err != nil {
		return nil, err
	}
	if len(r.Reader) > maxReader {
		return nil, fmt.Errorf("reader has %d bytes; at most %d are read", len(r.Reader), maxReader)
	}
	r.Reader = unique.Make(r.Reader).Value()
	mentions := v.Field("mentions")
	if n := mentions.Len(); mentions.Kind() != jsonvalue.Array || n > MaxMentions {
		return nil, fmt.Errorf("mentions is of type %s with %d elements; give a list of at most %d", mentions.Kind(), n, MaxMentions)
	}
	r.Mentions = make([]Mention, mentions.Len())
	for i, m := range mentions.Items() {
		if r.Mentions[i], err = parseMention(m, in.Turns); err != nil {
			return nil, fmt.Errorf("mentions[%d]: %w", i, err)
		}
	}
	if err := r.parseSlots(v.Field("slots"), in.Tools); err != nil {
		return nil, err
	}
	r.Bind(in)
	return r, nil
}

func textOf(v domains.Value, key string, needed bool) (string, error) {
	t := v.Field(key)
	if t.Kind() != jsonvalue.String && (needed || !t.IsNull()) {
		return "", fmt.Errorf("%s is of type %s; give a text", key, t.Kind())
	}
	return t.Str(), nil
}

func parseMention(v domains.Value, turns []Turn) (m Mention, err error) {
	texts := map[string]string{}
	for _, key := range [...]string{"kind", "value", "status", "unit", "role"} {
		if texts[key], err = textOf(v, key, key != "unit" && key != "role"); err != nil {
			return m, err
		}
	}
	// Use parts of the conversation where possible. A reading may be kept for long, and must not
	// keep its JSON text in memory.
	m = Mention{
		Kind: KindOf(texts["kind"]), Status: StatusOf(texts["status"]), Value: texts["value"],
		Unit: unique.Make(texts["unit"]).Value(), Role: unique.Make(texts["role"]).Value(),
	}
	if m.Kind == 0 {
		return m, fmt.Errorf("kind %.40q is none of F4; use %s", texts["kind"], strings.Join(kinds[1:], ", "))
	}
	if m.Status == 0 {
		return m, fmt.Errorf("status %.40q is none of F4; use %s", texts["status"], strings.Join(statuses[1:], ", "))
	}
	if m.Span, err = parseSpan(v, turns); err != nil {
		return m, err
	}
	if said := turns[m.Span.Turn].Text[m.Span.Start:m.Span.End]; said == m.Value {
		m.Value = said
	} else {
		m.Value = strings.Clone(m.Value)
	}
	return m, nil
}

func parseSpan(v domains.Value, turns []Turn) (Span, error) {
	turn, ok := v.Field("turn").Int()
	if !ok || turn < 0 || turn >= int64(len(turns)) {
		return Span{}, fmt.Errorf("turn is %.40s; the conversation has turns 0 to %d", v.Field("turn").JSON(), len(turns)-1)
	}
	text, span := turns[turn].Text, v.Field("span").Items()
	if len(span) == 2 {
		start, okStart := span[0].Int()
		end, okEnd := span[1].Int()
		inside := okStart && okEnd && 0 <= start && start <= end && end <= int64(len(text))
		if inside && boundary(text, int(start)) && boundary(text, int(end)) {
			return Span{Turn: int(turn), Start: int(start), End: int(end)}, nil
		}
	}
	return Span{}, fmt.Errorf("span is %.60s; give [start, end], byte offsets between characters of turn %d, which has %d bytes",
		v.Field("span").JSON(), turn, len(text))
}

// boundary reports whether byte i of text is not inside a character.
func boundary(text string, i int) bool {
	for k := i - 1; k >= 0 && k > i-utf8.UTFMax && i < len(text); k-- {
		if utf8.RuneStart(text[k]) {
			_, n := utf8.DecodeRuneInString(text[k:])
			return k+n <= i // an invalid character counts as one byte
		}
	}
	return true
}

// parseSlots parses the slots and puts them in the order of the tools.
func (r *Reading) parseSlots(v domains.Value, tools []domains.Tool) error {
	if v.Kind() != jsonvalue.Object && !v.IsNull() {
		return fmt.Errorf("slots is of type %s; give {TOOL: {PARAMETER: [{mention, p}]}}", v.Kind())
	}
	r.Slots = EmptySlots(tools)
	at := make(map[[2]string]*Slot, len(r.Slots))
	for i := range r.Slots {
		at[[2]string{r.Slots[i].Tool, r.Slots[i].Param}] = &r.Slots[i]
	}
	for _, tool := range v.Members() {
		if tool.Value.Kind() != jsonvalue.Object {
			return fmt.Errorf("slots of %.60q are of type %s; give {PARAMETER: [{mention, p}]}", tool.Key, tool.Value.Kind())
		}
		for _, param := range tool.Value.Members() {
			slot := at[[2]string{tool.Key, param.Key}]
			if slot == nil {
				return fmt.Errorf("slots name %.60q of tool %.60q, which is not offered", param.Key, tool.Key)
			}
			if err := r.parseFills(slot, param.Value); err != nil {
				return fmt.Errorf("slots of %.60q, %.60q: %w", tool.Key, param.Key, err)
			}
		}
	}
	return nil
}

// EmptySlots returns an empty slot for every parameter of the tools, in their order. If a tool is
// named twice, only the first counts (F1).
func EmptySlots(tools []domains.Tool) []Slot {
	params := 0
	for i := range tools {
		params += len(tools[i].Params)
	}
	out := make([]Slot, 0, params)
	seen := make(map[string]struct{}, len(tools))
	for i := range tools {
		n := len(seen)
		if seen[tools[i].Name] = struct{}{}; len(seen) == n {
			continue
		}
		for k := range tools[i].Params {
			out = append(out, Slot{Tool: tools[i].Name, Param: tools[i].Params[k].Name})
		}
	}
	return out
}

func (r *Reading) parseFills(slot *Slot, v domains.Value) error {
	if v.Kind() != jsonvalue.Array || v.Len() > MaxFills {
		return fmt.Errorf("the fills are of type %s with %d elements; give a list of at most %d", v.Kind(), v.Len(), MaxFills)
	}
	for i, item := range v.Items() {
		mention, ok := item.Field("mention").Int()
		if !ok || mention < 0 || mention >= int64(len(r.Mentions)) {
			return fmt.Errorf("[%d]: mention is %.40s, of %d mentions", i, item.Field("mention").JSON(), len(r.Mentions))
		}
		p, ok := item.Field("p").Float()
		if !ok || !(p >= 0 && p <= 1) {
			return fmt.Errorf("[%d]: p is %.40s; give a probability from 0 to 1", i, item.Field("p").JSON())
		}
		slot.Fills = append(slot.Fills, Fill{Mention: int(mention), P: p, Value: domains.Detached(item.Field("value"))})
	}
	slot.SortFills()
	return nil
}

// SortFills sorts the fills by descending likelihood; equally likely ones stay in order.
func (s *Slot) SortFills() {
	slices.SortStableFunc(s.Fills, func(a, b Fill) int { return cmp.Compare(b.P, a.P) })
}
