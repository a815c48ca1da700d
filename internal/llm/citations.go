package llm

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// The reasons for dropping a part of a reading.
const (
	lostTurn      = "no such turn"
	lostQuote     = "words that nobody said"
	lostParameter = "no such parameter"
	lostCitation  = "nothing cited"
	lostValue     = "not what the words say"
	lostDomain    = "not what the schema admits"
	lostEcho      = "an echo of a call"
	lostOpen      = "not confirmed"
	lostForm      = "malformed"
	lostMany      = "too many"
)

// The limits of a model's reading.
const (
	mostMentions = 1024
	mostSlots    = 4096
	mostAlso     = 8
	mostFrom     = 64
	mostQuote    = 4 << 10 // bytes
	mostWork     = 1 << 29 // of checking it, in bytes of text that are searched; about half a second
)

// What other work costs, as bytes that are searched.
const (
	workOfFolding = 8  // a byte of an argument
	workOfReading = 32 // a byte of the words that a value is to follow from
	workOfWord    = 32 // a byte of a quote that is held against the word around it
	itemBytes     = 4  // of a value: each item of a list is read against all words
)

// citations turns a model's answer into a reading. Each mention has to stand in the turn
// that it cites, and each value has to follow from the words that are cited for it. The
// rest is dropped and counted.
type citations struct {
	in      grounding.Input
	tools   map[string]*domains.Tool
	places  map[[2]string]int // the index of each slot
	folded  []folded          // the text of each turn
	quoted  map[grounding.Span]bool
	work    int // so far (mostWork)
	user    int // the last turn of the user
	reading *grounding.Reading

	mentions, slots []domains.Value // as they are kept
	lost            map[string]int64
}

func newCitations(in grounding.Input) *citations {
	c := &citations{
		in: in, tools: map[string]*domains.Tool{}, places: map[[2]string]int{}, quoted: map[grounding.Span]bool{}, user: -1,
		reading: &grounding.Reading{Slots: grounding.EmptySlots(in.Tools)}, lost: map[string]int64{},
		folded: make([]folded, len(in.Turns)),
	}
	for i := len(in.Tools) - 1; i >= 0; i-- {
		c.tools[in.Tools[i].Name] = &in.Tools[i]
	}
	for i, s := range c.reading.Slots {
		c.places[[2]string{s.Tool, s.Param}] = i
	}
	for i := range in.Turns {
		if in.Turns[i].Role == "user" {
			c.user = i
		}
	}
	return c
}

// value returns the kept parts in the form of an answer, with the counts of dropped parts.
func (c *citations) value() domains.Value {
	return jsonvalue.ObjectOf("mentions", c.mentions, "slots", c.slots, "dropped", c.lost)
}

// read reads an answer, or a stored result of value.
func (c *citations) read(v domains.Value) {
	for _, m := range v.Field("dropped").Members() {
		if n, ok := m.Value.Int(); ok && n > 0 && n < 1<<32 && slices.Contains(reasonsLost, m.Key) {
			c.lost[m.Key] += n
		}
	}
	at := make([]int, 0, min(v.Field("mentions").Len(), mostMentions)) // for each mention of the answer its index among the kept ones; -1: dropped
	for i, m := range v.Field("mentions").Items() {
		if i == mostMentions {
			c.lost[lostMany] += int64(v.Field("mentions").Len() - i)
			break
		}
		at = append(at, c.mention(m))
	}
	for i, s := range v.Field("slots").Items() {
		if i == mostSlots {
			c.lost[lostMany] += int64(v.Field("slots").Len() - i)
			break
		}
		if why := c.slot(s, at); why != "" {
			c.lost[why]++
		}
	}
	for i := range c.reading.Slots {
		c.reading.Slots[i].SortFills()
	}
}

var reasonsLost = []string{lostTurn, lostQuote, lostParameter, lostCitation, lostValue, lostDomain, lostEcho, lostOpen, lostForm, lostMany}

// mention keeps a mention and returns its index, -1 where it is dropped.
func (c *citations) mention(v domains.Value) int {
	m, why := c.cited(v)
	if why != "" {
		c.lost[why]++
		return -1
	}
	c.reading.Mentions = append(c.reading.Mentions, m)
	c.mentions = append(c.mentions, jsonvalue.ObjectOf(
		"turn", m.Span.Turn,
		"quote", m.Value,
		"kind", m.Kind.String(),
		"status", m.Status.String(),
	))
	return len(c.reading.Mentions) - 1
}

func (c *citations) cited(v domains.Value) (m grounding.Mention, why string) {
	quote := strings.TrimSpace(v.Field("quote").Str())
	turn, ok := v.Field("turn").Int()
	m.Kind, m.Status = grounding.KindOf(v.Field("kind").Str()), grounding.StatusOf(v.Field("status").Str())
	switch {
	case c.work > mostWork:
		return m, lostMany
	case quote == "" || len(quote) > mostQuote || m.Status == 0:
		return m, lostForm
	case !ok || turn < 0 || turn >= int64(len(c.in.Turns)):
		return m, lostTurn
	case m.Kind == 0:
		m.Kind = grounding.Text
	}
	if m.Span, ok = c.findMost(int(turn), quote); !ok {
		return m, lostQuote
	}
	m.Value = c.in.Turns[turn].Text[m.Span.Start:m.Span.End]
	switch role := c.in.Turns[turn].Role; {
	case m.Status != grounding.Said:
	case role == "assistant" && c.user < int(turn):
		return m, lostOpen
	case role == "tool" && c.echo(int(turn), m.Value):
		return m, lostEcho
	}
	return m, ""
}

// mostWords bounds the words of a quote that is searched for by its parts.
const mostWords = 16

// findMost is find, but where the whole quote is not found, it searches for the longest
// part of at least half of the words.
func (c *citations) findMost(turn int, quote string) (grounding.Span, bool) {
	if span, ok := c.find(turn, quote); ok {
		return span, true
	}
	words := strings.Fields(quote)
	if len(words) > mostWords {
		return grounding.Span{}, false
	}
	for n := len(words) - 1; n > 0 && 2*n >= len(words); n-- {
		for i := 0; i+n <= len(words); i++ {
			part := strings.TrimFunc(strings.Join(words[i:i+n], " "), unicode.IsPunct)
			if utf8.RuneCountInString(part) < leastPart {
				continue
			}
			if span, ok := c.find(turn, part); ok {
				return span, true
			}
		}
	}
	return grounding.Span{}, false
}

// leastPart is the least length, in characters, of a part to search for: "the" stands
// everywhere.
const leastPart = 4

// find returns where a turn has the words of a quote: exactly, or up to case, white space
// and the form of characters (fold). For words that occur repeatedly, each call finds the
// next place. A quote that is most of one word, as a name without its ending, finds the word.
func (c *citations) find(turn int, quote string) (grounding.Span, bool) {
	text := c.in.Turns[turn].Text
	c.work += len(text)
	span, found := grounding.Span{Turn: turn}, false
	within := span // the first word that the quote is most of
	take := func(start, end int) bool {
		s := grounding.Span{Turn: turn, Start: start, End: end}
		if !alone(text, start, end) {
			if within.End == 0 && c.work <= mostWork {
				c.work += workOfWord * (end - start)
				within.Start, within.End = mostOf(text, start, end)
			}
			return false
		}
		if !found {
			span, found = s, true
		}
		if fresh := !c.quoted[s]; fresh {
			span = s
			return true
		}
		return false
	}
	for from := 0; from <= len(text)-len(quote); {
		i := strings.Index(text[from:], quote)
		if i < 0 {
			break
		}
		if start := from + i; take(start, start+len(quote)) {
			break
		}
		_, n := utf8.DecodeRuneInString(text[from+i:])
		from += i + n
		c.work += len(quote)
	}
	if !found {
		c.work += len(text)
		f, q := c.fold(turn), fold(quote, false).text
		for from := 0; q != "" && from < len(f.text); {
			i := strings.Index(f.text[from:], q)
			if i < 0 {
				break
			}
			start, end := f.at[from+i], f.at[from+i+len(q)]
			if end = start + len(strings.TrimRightFunc(text[start:end], unseen)); start < end && take(start, end) {
				break
			}
			from += i + 1
			c.work += len(q)
		}
	}
	if !found && within.End > 0 {
		span, found = within, true
	}
	c.quoted[span] = found
	return span, found
}

// echo reports whether a tool only repeats words that a call of the assistant brought in.
func (c *citations) echo(turn int, words string) bool {
	words = fold(words, true).text
	called := false
	for i := range turn {
		t := &c.in.Turns[i]
		c.work += len(t.Text)
		if t.Role != "assistant" && strings.Contains(c.fold(i).text, words) {
			return false
		}
		for _, call := range t.Calls {
			if !called {
				c.work += workOfFolding * len(call.Arguments.JSON())
				called = holds(call.Arguments, words)
			}
		}
	}
	return called
}

// holds reports whether a leaf of a value equals the words.
func holds(v domains.Value, words string) bool {
	switch v.Kind() {
	case jsonvalue.String:
		return fold(v.Str(), false).text == words
	case jsonvalue.Number:
		return v.NumberText() == words
	case jsonvalue.Array:
		return slices.ContainsFunc(v.Items(), func(item domains.Value) bool { return holds(item, words) })
	case jsonvalue.Object:
		return slices.ContainsFunc(v.Members(), func(m jsonvalue.Member) bool { return holds(m.Value, words) })
	}
	return false
}

// slot keeps the value of a slot, or says why it is dropped. at maps the mentions of the
// answer to the kept ones.
func (c *citations) slot(v domains.Value, at []int) (why string) {
	tool := c.tools[v.Field("tool").Str()]
	place, offered := c.places[[2]string{v.Field("tool").Str(), v.Field("parameter").Str()}]
	p, ok := v.Field("p").Float()
	switch {
	case c.work > mostWork:
		return lostMany
	case !offered || tool == nil:
		return lostParameter
	case !ok || !(p >= 0 && p <= 1) || v.Field("from").Len() > mostFrom:
		return lostForm
	}
	cited := c.from(v.Field("from"), at)
	if len(cited) == 0 {
		return lostCitation
	}
	param := tool.Param(c.reading.Slots[place].Param)
	d, _ := c.in.Sets[tool.Name].Get(param.Name)
	value, share, why := c.follows(cited, param, d, v.Field("value"), p)
	if why != "" {
		return why
	}
	values, shares := []domains.Value{value}, []float64{share}
	also := v.Field("also").Items()
	for _, other := range also[:min(len(also), mostAlso)] {
		other, share, why := c.follows(cited, param, d, other, p)
		if why == "" && !slices.ContainsFunc(values, func(known domains.Value) bool { return jsonvalue.Equal(known, other) }) {
			values, shares = append(values, other), append(shares, share)
		}
	}
	c.fill(place, cited, values, shares, p)
	return ""
}

// from returns the indexes of the kept mentions that a value cites, in the order of the
// answer. Dropped and repeated mentions are skipped.
func (c *citations) from(list domains.Value, at []int) []int {
	var out []int
	for _, item := range list.Items() {
		if i, ok := item.Int(); ok && i >= 0 && i < int64(len(at)) && at[i] >= 0 && !slices.Contains(out, at[i]) {
			out = append(out, at[i])
		}
	}
	return out
}

// follows returns a value in the form of its parameter, and its probability, or the reason
// why it does not follow from the cited words.
func (c *citations) follows(cited []int, param *domains.Param, d domains.Domain, v domains.Value, p float64) (domains.Value, float64, string) {
	v = domains.Coerce(param, v)
	if certainty.Unspecified(v) && !certainty.Specified(param, d, v) {
		return v, 0, lostForm
	}
	if d.Excludes(v) {
		return v, 0, lostDomain
	}
	quotes := make([]string, len(cited))
	for i, k := range cited {
		span := c.reading.Mentions[k].Span
		quotes[i] = norm.NFC.String(c.in.Turns[span.Turn].Text[span.Start:span.End])
		c.work += (workOfReading + v.Size()/itemBytes) * len(quotes[i])
	}
	if c.work > mostWork {
		return v, 0, lostMany
	}
	switch grounding.Follows(quotes, param, d, v) {
	case grounding.ByItself:
		return v, p, ""
	case grounding.ByInference:
		return v, min(p, mostInferred), ""
	}
	return v, 0, lostValue
}

// mostInferred is the highest probability of a value whose derivation from the cited words
// was checked only by the model.
const mostInferred = 0.9

// fill stores a value and its other spellings, each with its probability. p is that of the answer, from
// which a stored reading gets them again.
func (c *citations) fill(place int, cited []int, values []domains.Value, shares []float64, p float64) {
	slot, indexes := &c.reading.Slots[place], make([]domains.Value, len(cited))
	for i, k := range cited {
		indexes[i] = jsonvalue.NewInt(int64(k))
	}
	if len(slot.Fills)+len(values) > grounding.MaxFills {
		c.lost[lostMany]++
		return
	}
	// A value is only as certain as the mentions that it is derived from: a mention that is
	// not said decides its status.
	status := cited[0]
	for _, k := range cited {
		if c.reading.Mentions[k].Status != grounding.Said {
			status = k
			break
		}
	}
	for i, v := range values {
		slot.Fills = append(slot.Fills, grounding.Fill{Mention: status, P: shares[i], Value: v})
	}
	c.slots = append(c.slots, jsonvalue.ObjectOf(
		"tool", slot.Tool,
		"parameter", slot.Param,
		"value", values[0],
		"also", values[1:],
		"from", indexes,
		"p", p,
	))
}
