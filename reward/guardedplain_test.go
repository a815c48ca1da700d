package reward

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/voi-rl/voi/certainty/asking"
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// This file implements F11 a second time, from the words of the formula. Both
// implementations share four signals: the support of a value, the equality of
// mentions, the requests of a question, and the class of a text. Everything else is
// implemented again.

// plainSample is a sample for the plain implementation.
type plainSample struct {
	*dataset.Sample
	sets   map[string]domains.Set
	labels *label.Labels
	x      *Prepared // for its signals
}

var (
	plainTokens  = regexp.MustCompile(`(?s)^(.*?)(?:` + whiteSpace + `(?:<\|im_end\|>|<\|eot_id\|>|<\|eom_id\|>|<\|endoftext\|>|<\|end_of_text\|>|</s>))*` + whiteSpace + `$`)
	plainTwo     = regexp.MustCompile(`(?s)^` + whiteSpace + `<reasoning>(.*?)</reasoning>` + whiteSpace + `<answer>(.*?)</answer>` + whiteSpace + `$`)
	plainActions = regexp.MustCompile(`<(TOOLCALL|ASK|REFUSE|DIRECTLY)>`)
	plainInner   = regexp.MustCompile(`(?s)<TOOLCALL>.*?</TOOLCALL>`)
	plainSpoken  = regexp.MustCompile(`(?s)^([^\x00]*)<question>(.*?)</question>([^\x00]*)$`)
)

func plainTrim(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return unicode.Is(unicode.White_Space, r) })
}

// plainGuarded returns form, tool, cls, certainty and slot of a text.
func plainGuarded(text string, s *plainSample) (out [5]float64) {
	text = plainTokens.FindStringSubmatch(string([]rune(text)))[1]
	parts := plainTwo.FindStringSubmatch(text)
	if parts == nil || strings.Contains(parts[1]+parts[2], "<answer>") || strings.Contains(parts[2], "</answer>") {
		return out
	}
	reasoning, block := parts[1], plainTrim(parts[2])
	if what, _ := completion.Intrusion(reasoning); what != "" || !hasWord(reasoning) || utf8.RuneCountInString(reasoning) > 20000 {
		return out
	}
	m := plainAction.FindStringSubmatch(block)
	if m == nil {
		return out
	}
	action := m[1]
	inside := strings.TrimPrefix(block, "<"+action+">")
	// The content of the first call is data, not tags.
	call := ""
	if action == "TOOLCALL" {
		before, _, ok := strings.Cut(inside, "</TOOLCALL>")
		if !ok {
			return out
		}
		call, inside = before, strings.TrimPrefix(inside, before)
	} else if loc := plainInner.FindStringIndex(inside); action == "ASK" && loc != nil {
		call = inside[loc[0]+len("<TOOLCALL>") : loc[1]-len("</TOOLCALL>")]
		if end := strings.Index(inside, "</ASK>"); end >= 0 && end < loc[0] {
			return out // a call after the question
		}
		inside = inside[:loc[0]] + "\x00" + inside[loc[1]:]
	}
	body, tail, ok := strings.Cut(inside, "</"+action+">")
	if !ok || plainTrim(tail) != "" || plainActions.MatchString(body) || plainExtra(call) {
		return out
	}
	calls := plainCalls(call)
	if calls == nil && (action == "TOOLCALL" || strings.Contains(inside, "\x00")) {
		return out // malformed
	}
	if action == "TOOLCALL" {
		return s.called(calls)
	}
	said := plainTrim(body)
	if action == "ASK" {
		if strings.Contains(body, "<question>") {
			bare := strings.Replace(body, "\x00", "", 1)
			q := plainSpoken.FindStringSubmatch(bare)
			if q == nil || plainTrim(q[1]+q[3]) != "" {
				return out
			}
			said = plainTrim(q[2])
		} else if before, behind, ok := strings.Cut(body, "\x00"); ok {
			said = plainTrim(plainTrim(before) + " " + plainTrim(behind))
		}
	}
	if what, _ := completion.Intrusion(said); what != "" {
		return out
	}
	return s.spoken(action, said, calls)
}

// plainExtra reports whether a call has keys that do not belong in a call.
func plainExtra(text string) bool {
	v, err := plainParse(text)
	if err != nil {
		return false
	}
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	for _, call := range list {
		object, _ := call.(map[string]any)
		for key := range object {
			if !slices.Contains([]string{"name", "arguments", "parameters", "id", "type", "index", "function"}, key) {
				return true
			}
		}
	}
	return false
}

// spoken scores a REFUSE, a DIRECTLY or an ASK.
func (s *plainSample) spoken(action, said string, candidates []plainCall) (out [5]float64) {
	right := action == string(s.Reference.Action)
	var requests []asking.Request
	u, slot := 1.0, 0.0
	if action == "ASK" {
		q := asking.New(s.Tools, s.sets).Read(said, s.x.Reading())
		requests = q.Requests
		u, slot = s.asked(&q)
		open := len(candidates) == 0
		for _, c := range candidates {
			if s.Tool(c.name) == nil {
				return out
			}
			for _, d := range candidates {
				open = open || q.Which && (c.name != d.name || canonical(c.args) != canonical(d.args))
			}
			for _, r := range requests {
				v, there := c.args[r.Aspect]
				open = open || c.name == r.Tool && (!there || plainUnknown(v))
				for _, d := range candidates {
					open = open || c.name == r.Tool && d.name == c.name && there && canonical(d.args[r.Aspect]) != canonical(v)
				}
			}
		}
		if !open {
			return out
		}
	}
	out[0] = 0.5
	cert := 1.0
	if action == "ASK" {
		cert = u * slot
		if right {
			cert = slot // trust is 1
		}
	}
	out[3], out[4] = cert, slot
	if !right {
		return out
	}
	out[1] = 0.5
	class := classifyAnew(said)
	letters := strings.ContainsFunc(said, unicode.IsLetter) || action == "DIRECTLY" && strings.ContainsFunc(said, unicode.IsDigit)
	if letters && (string(class.Action) == action || string(class.Second) == action) && !class.Hollow && class.Claim == "" && !s.copies(said) && !(action == "DIRECTLY" && s.x.guard.namesCall(said)) && (action != "REFUSE" || s.x.guard.declines(said)) {
		if out[2] = 2; action == "DIRECTLY" {
			out[2] = 1 + s.answers(said)
		}
	}
	return out
}

// answers is answer of F11: the share of the text's own facts that the source's
// answer or the conversation has.
func (s *plainSample) answers(said string) float64 {
	source := s.Sample.Answers[completion.Directly]
	if source == "" {
		return 1
	}
	f, own, foreign := s.x.guard.known(), 0.0, 0.0
	eachFact(said, func(m *grounding.Mention, fact string) {
		if own++; !f.have(m, fact) {
			foreign++
		}
	})
	if own == 0 && f.any {
		return 0.5
	}
	return 1 - foreign/max(own, 1)
}

// copies reports whether four fifths of the words are in runs of five words from the
// user, the system or a schema.
func (s *plainSample) copies(said string) bool {
	split := func(text string) []string {
		return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
	}
	runs := map[string]bool{}
	add := func(text string) bool {
		words := split(text)
		for i := 0; i+5 <= len(words); i++ {
			runs[strings.Join(words[i:i+5], " ")] = true
		}
		return true
	}
	for _, m := range s.Messages {
		if m.Role == "user" || m.Role == "system" {
			add(m.Content)
		}
	}
	for _, t := range s.Tools {
		add(t.Description)
		eachText(t.Schema, func(text string) { add(text) })
	}
	words := split(said)
	covered := make([]bool, len(words))
	n := 0
	for i := 0; i+5 <= len(words); i++ {
		for k := i; k < i+5 && runs[strings.Join(words[i:i+5], " ")]; k++ {
			covered[k] = true
		}
	}
	for _, c := range covered {
		if c {
			n++
		}
	}
	return len(words) >= 5 && (n == len(words) || len(words) >= 10 && 5*n >= 4*len(words))
}

// called scores a TOOLCALL by trying every list that the source accepts.
func (s *plainSample) called(calls []plainCall) (out [5]float64) {
	out[0] = 0.5
	if s.Reference.Action != "TOOLCALL" {
		_, out[3] = s.agree(calls, nil)
		return out
	}
	m := -1.0
	for k := range len(s.Following) + 1 {
		agreed, cert := s.agree(calls, slices.Concat(s.Reference.ToolCalls, s.Following[:k]))
		if agreed > m+1e-9 || agreed > m-1e-9 && cert > out[3] {
			m, out[3] = max(agreed, m), cert
		}
	}
	out[1], out[2] = m/2, m
	if m > 1-1e-9 {
		out[1], out[2] = 1, 2
	}
	return out
}

// agree returns the agreement of calls with a list, and Cert, by trying every
// matching.
func (s *plainSample) agree(calls []plainCall, reference []domains.Call) (m, cert float64) {
	best := -1.0
	cert = -1
	var try func(i int, used []bool, sum, product float64)
	try = func(i int, used []bool, sum, product float64) {
		if i == len(calls) {
			if sum > best+1e-9 || sum > best-1e-9 && product > cert {
				best, cert = max(sum, best), product
			}
			return
		}
		_, alone := s.against(calls[i], nil, -1)
		try(i+1, used, sum, product*alone)
		for k := range reference {
			if !used[k] && reference[k].Name == calls[i].name {
				used[k] = true
				share, p := s.against(calls[i], reference, k)
				try(i+1, used, sum+share, product*p)
				used[k] = false
			}
		}
	}
	try(0, make([]bool, len(reference)), 0, 1)
	return best / float64(max(len(calls), len(reference), 1)), cert
}

// against compares a call with call k of the reference, or with nothing.
func (s *plainSample) against(c plainCall, reference []domains.Call, k int) (share, cert float64) {
	tool, set := s.Tool(c.name), s.sets[c.name]
	names := map[string]bool{}
	for name := range c.args {
		names[name] = true
	}
	if tool != nil {
		for _, p := range tool.Params {
			if p.Required {
				names[p.Name] = true
			}
		}
	}
	ref := jsonvalue.NewObject()
	if k >= 0 {
		ref = reference[k].Arguments
		for _, m := range ref.Members() {
			names[m.Key] = true
		}
	}
	counted, equal := 0, 0
	cert = 1
	for name := range names {
		var p *domains.Param
		if tool != nil {
			p = tool.Param(name)
		}
		own, there := c.args[name]
		var value domains.Value
		if there {
			value = plainValue(own)
		}
		silent := func(v domains.Value, there bool) bool {
			return !there || (p == nil || !p.Required) && (v.IsNull() || p != nil && p.HasDefault && same(p, v, p.Default))
		}
		is := false
		if k >= 0 {
			wanted, given := ref.Get(name)
			accepted, free := []domains.Value{}, false
			if given {
				accepted = append(accepted, wanted)
			}
			for _, alt := range s.Alternatives {
				if alt.Call == k && alt.Parameter == name && len(alt.Path) == 0 {
					accepted, free = append(accepted, alt.Values...), free || alt.Optional
				}
			}
			switch ownSilent, refSilent := silent(value, there), silent(wanted, given); {
			case ownSilent && refSilent:
				is = true
			default:
				is = there && slices.ContainsFunc(accepted, func(v domains.Value) bool { return same(p, v, value) }) || ownSilent && free
				if there || !free {
					counted++
					if is {
						equal++
					}
				}
			}
			if given && wanted.Kind() == jsonvalue.String && running(wanted.Str()) && !is {
				cert *= max(0.5, s.backs(c, name, tool, set))
				continue
			}
		}
		if !is {
			cert *= s.backs(c, name, tool, set)
		}
	}
	if tool == nil && (k < 0 || equal < counted) {
		cert = 0
	}
	if counted == 0 {
		return 1, cert
	}
	return float64(equal) / float64(counted), cert
}

// backs is p of one argument with F4's support; 1 for an omitted optional one.
func (s *plainSample) backs(c plainCall, name string, tool *domains.Tool, set domains.Set) float64 {
	if tool == nil {
		return 0
	}
	p := tool.Param(name)
	v, there := c.args[name]
	if !there {
		if p != nil && p.Required {
			return plainGuess(name, p, set)
		}
		return 1
	}
	d, known := set.Get(name)
	if !known {
		d = domains.Domain{Type: domains.Custom, Size: domains.Infinite}
	}
	value := plainValue(v)
	switch guess := plainGuess(name, p, set); {
	case !plainSpecified(v, p, set):
		return guess
	case p == nil:
		return 0 // the schema lacks it
	case d.Stated() && !(value.IsNull() && p.Nullable) && !d.Contains(domains.Coerce(p, value)) && !(domains.Coerce(p, value).IsNull() && p.Nullable):
		return 0 // outside its domain
	case plainUnknown(v), !p.Required && p.HasDefault && plainCoerced(p, value) == plainCoerced(p, p.Default):
		return 1
	default:
		support := s.x.guard.context.support(tool, p, d, value).Score
		return support + (1-support)*guess
	}
}

func plainCoerced(p *domains.Param, v domains.Value) string {
	return canonical(plainDecode(domains.Coerce(p, v).JSON()))
}

// plainValue turns a decoded value back into JSON.
func plainValue(v any) domains.Value {
	var write func(v any) string
	write = func(v any) string {
		switch v := v.(type) {
		case nil:
			return "null"
		case plainDecimal:
			return string(v)
		case string:
			return jsonvalue.NewString(v).JSON()
		case []any:
			var parts []string
			for _, x := range v {
				parts = append(parts, write(x))
			}
			return "[" + strings.Join(parts, ",") + "]"
		case map[string]any:
			var parts []string
			for k, x := range v {
				parts = append(parts, jsonvalue.NewString(k).JSON()+":"+write(x))
			}
			slices.Sort(parts)
			return "{" + strings.Join(parts, ",") + "}"
		}
		return fmt.Sprint(v)
	}
	out, err := jsonvalue.Parse(write(v), jsonvalue.Options{MaxDepth: 1 << 10})
	if err != nil {
		panic(err)
	}
	return out
}
