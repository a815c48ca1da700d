package audit

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/words"
)

// argument is one argument of the right call.
type argument struct {
	tool  *domains.Tool
	param *domains.Param
	set   domains.Domain
	call  domains.Call
	value domains.Value
}

// change gives an argument another value; ok is false if there is none.
type change func(m *material, a argument) (v domains.Value, ok bool)

// changes are ways to make one value of the right call wrong.
var changes = []struct {
	name, about string
	change      change
}{
	{"changed", "another of its type", invented},
	{"flipped", "the other truth value", func(_ *material, a argument) (domains.Value, bool) {
		return jsonvalue.NewBool(!a.value.Bool()), a.value.Kind() == jsonvalue.Bool
	}},
	{"swapped", "that of a sibling", swapped},
	{"lifted", "a word from elsewhere in the conversation", lifted},
	{"scaled", "ten times as much", func(_ *material, a argument) (domains.Value, bool) {
		f, ok := a.value.Float()
		v := jsonvalue.NewFloat(10 * f)
		return v, ok && f != 0 && a.set.Contains(v)
	}},
	{"day-off", "the day after", func(_ *material, a argument) (domains.Value, bool) { return shifted(a.value, 0, 1) }},
	{"year-off", "the year after", func(_ *material, a argument) (domains.Value, bool) { return shifted(a.value, 1, 0) }},
	{"other-enumerator", "another enumerator", func(m *material, a argument) (domains.Value, bool) {
		return m.invent(a.tool, a.param, a.value), a.set.Type == domains.Finite && a.value.Kind() == jsonvalue.String
	}},
	{"item-missing", "a list that lacks an item", func(_ *material, a argument) (domains.Value, bool) {
		items := a.value.Items()
		if len(items) < 2 {
			return domains.Value{}, false
		}
		return jsonvalue.NewArray(items[:len(items)-1]...), true
	}},
}

// changedCalls make the right call with one value changed.
func changedCalls() (out []Probe) {
	for _, c := range changes {
		out = append(out, callProbe(c.name, []string{"H1", "H19"}, "makes the right call, one value being "+c.about, func(m *material, call domains.Call, t *domains.Tool, rest []domains.Call) (draft, bool) {
			return m.edited(c.name, call, t, rest, c.change)
		}))
	}
	return out
}

// maxTried is the number of a call's arguments that are tried, and of the siblings of each.
const maxTried = 32

// edited changes one argument of a call, to a value that the source does not
// accept.
func (m *material) edited(name string, c domains.Call, t *domains.Tool, rest []domains.Call, to change) (draft, bool) {
	args := c.Arguments.Members()
	from := m.number(len(args), name)
	for i := range min(len(args), maxTried) {
		a, ok := m.argument(c, t, args[(from+i)%len(args)])
		if !ok {
			continue
		}
		v, ok := to(m, a)
		if ok && !jsonvalue.Equal(domains.Coerce(a.param, v), domains.Coerce(a.param, a.value)) && !m.accepted(a.param, v) {
			return m.call(append([]domains.Call{{Name: c.Name, Arguments: c.Arguments.With(a.param.Name, v)}}, rest...)...), true
		}
	}
	return draft{}, false
}

func (m *material) argument(c domains.Call, t *domains.Tool, member jsonvalue.Member) (argument, bool) {
	p := t.Param(member.Key)
	if p == nil {
		return argument{}, false
	}
	d, _ := m.Sets[t.Name].Get(p.Name)
	return argument{t, p, d, c, member.Value}, true
}

// accepted reports whether the source accepts a value in the first call.
func (m *material) accepted(p *domains.Param, v domains.Value) bool {
	for _, alt := range m.Alternatives {
		if alt.Call != 0 || alt.Parameter != p.Name {
			continue
		}
		if len(alt.Path) > 0 {
			return true // alternatives for a part of the value, which cannot be checked here
		}
		for _, other := range alt.Values {
			if jsonvalue.Equal(domains.Coerce(p, other), domains.Coerce(p, v)) {
				return true
			}
		}
	}
	return false
}

func invented(m *material, a argument) (domains.Value, bool) {
	return m.invent(a.tool, a.param, a.value), true
}

// swapped is the value of another argument of the same type.
func swapped(m *material, a argument) (domains.Value, bool) {
	siblings := a.call.Arguments.Members()
	for _, other := range siblings[:min(len(siblings), maxTried)] {
		b, ok := m.argument(a.call, a.tool, other)
		if ok && b.param != a.param && b.set.Type == a.set.Type && other.Value.Kind() == a.value.Kind() && a.set.Contains(other.Value) && !sameText(a.value, other.Value) {
			return other.Value, true
		}
	}
	return domains.Value{}, false
}

func sameText(a, b domains.Value) bool { return words.Spoken(a.JSON()) == words.Spoken(b.JSON()) }

// lifted is a word of the conversation that is not in the value.
func lifted(m *material, a argument) (domains.Value, bool) {
	if a.value.Kind() != jsonvalue.String || a.set.Type != domains.String {
		return domains.Value{}, false
	}
	own := " " + words.Spoken(a.value.Str()) + " "
	all := strings.Fields(m.said)
	from := m.number(len(all), "lifted", a.param.Name)
	for i := range all {
		w := all[(from+i)%len(all)]
		if first, _ := utf8.DecodeRuneInString(w); utf8.RuneCountInString(w) >= 4 && unicode.IsLetter(first) && !strings.Contains(own, w) && !strings.Contains(w, strings.TrimSpace(own)) {
			return jsonvalue.NewString(w), true
		}
	}
	return domains.Value{}, false
}

// dateForms are the recognised forms of dates; no date has two of them.
var dateForms = [...]string{"2006-01-02", "2006/01/02", "01/02/2006", "02/01/2006", "02.01.2006", "January 2, 2006", "2 January 2006", "Jan 2, 2006", "2006-01-02T15:04:05Z07:00", "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02 15:04"}

// dateOf reads a value that is only a date.
func dateOf(v domains.Value) (at time.Time, form string, ok bool) {
	for _, form := range dateForms {
		if at, err := time.Parse(form, v.Str()); err == nil {
			return at, form, true
		}
	}
	return at, "", false
}

func shifted(v domains.Value, years, days int) (domains.Value, bool) {
	at, form, ok := dateOf(v)
	if !ok {
		return domains.Value{}, false
	}
	return jsonvalue.NewString(at.AddDate(years, 0, days).Format(form)), true
}

// otherForms write a value of the right call in another form.
var otherForms = []struct {
	name, about string
	change      change
}{
	{"number-form", "whole numbers with a decimal point", func(_ *material, a argument) (domains.Value, bool) {
		n := a.value.NumberText()
		v, err := domains.ParseValue(n + ".0")
		return v, err == nil && n != "" && !strings.ContainsAny(n, ".eE")
	}},
	{"number-text", "numbers as text", func(_ *material, a argument) (domains.Value, bool) {
		return jsonvalue.NewString(a.value.NumberText()), a.set.Type == domains.NumericRange && a.value.NumberText() != ""
	}},
	{"date-form", "dates in words", func(m *material, a argument) (domains.Value, bool) {
		at, form, ok := dateOf(a.value)
		return jsonvalue.NewString(at.Format(m.pick("date-form", []string{"2 January 2006", "January 2, 2006", "2 Jan 2006", "Monday, 2 January 2006"}))), ok && form == "2006-01-02" && formFree(a.param)
	}},
	{"time-form", "times with am and pm", func(_ *material, a argument) (domains.Value, bool) {
		at, err := time.Parse("15:04", a.value.Str())
		return jsonvalue.NewString(at.Format("3:04 pm")), err == nil && formFree(a.param)
	}},
	{"text-case", "running text in small letters", func(_ *material, a argument) (domains.Value, bool) {
		return jsonvalue.NewString(strings.ToLower(a.value.Str())), a.set.Type == domains.String && formFree(a.param) && runningText.MatchString(a.value.Str()) && !codeName.MatchString(words.Spoken(a.param.Name+" "+a.param.Description))
	}},
	{"enumerator-case", "enumerators in another casing", func(_ *material, a argument) (domains.Value, bool) {
		s, alike := a.value.Str(), 0
		for _, v := range a.set.Values {
			if strings.EqualFold(v.Str(), s) {
				alike++
			}
		}
		v := strings.ToLower(s)
		if v == s && s != "" {
			v = strings.ToUpper(s[:1]) + s[1:]
		}
		return jsonvalue.NewString(v), a.set.Type == domains.Finite && enumeratorWords.MatchString(s) && alike == 1 && v != s
	}},
}

// runningText matches words that begin like a name or a sentence: no code, path,
// expression or number.
var runningText = regexp.MustCompile(`^\p{Lu}\p{Ll}{2,}( \p{L}\p{Ll}+)*$`)

// enumeratorWords matches enumerators that are words and not codes.
var enumeratorWords = regexp.MustCompile(`^[A-Za-z]{3,}([ -][A-Za-z]+)*$`)

// codeName matches names of parameters whose case may matter.
var codeName = regexp.MustCompile(`\b(id|ids|code|path|file|folder|directory|url|uri|key|token|symbol|ticker|expression|formula|pattern|query|command|variable|function|password|user ?name|login|hash|case|class|tag|currency|unit)\b`)

// formFree reports whether a parameter does not prescribe the form of its text.
func formFree(p *domains.Param) bool {
	return p.Schema.Field("format").Str() == "" && p.Schema.Field("pattern").Str() == "" && !namedForm.MatchString(p.Description)
}

var namedForm = regexp.MustCompile(`(?i)YYYY|\bHH\b|\bMM\b|%Y|ISO|format|case[- ]?sensitive`)

// otherCalls make the right call in another form.
func otherCalls() []Probe {
	out := []Probe{
		same("key-order", "its keys in another order", func(m *material) (draft, bool) {
			return m.callText(func(c domains.Call) string {
				return `{"arguments":` + reversed(c.Arguments).JSON() + `,"name":` + jsonvalue.NewString(c.Name).JSON() + `}`
			}), true
		}),
		same("spaces", "spaces and line ends in its JSON", func(m *material) (draft, bool) {
			return m.callText(func(c domains.Call) string {
				return "{ \n  \"name\" : " + jsonvalue.NewString(c.Name).JSON() + " ,\n  \"arguments\" : " + c.Arguments.JSON() + "\n}"
			}), true
		}),
		same("call-order", "its calls in another order", func(m *material) (draft, bool) {
			calls := slices.Clone(m.calls)
			slices.Reverse(calls)
			return m.call(calls...), len(calls) > 1
		}),
		same("default-given", "defaults given", func(m *material) (draft, bool) {
			return m.rewritten(func(t *domains.Tool, args domains.Value) domains.Value {
				members, given := slices.Clone(args.Members()), map[string]bool{}
				for _, a := range members {
					given[a.Key] = true
				}
				for i := range t.Params {
					if p := &t.Params[i]; p.HasDefault && !p.Required && !p.Default.IsNull() && !given[p.Name] {
						members = append(members, jsonvalue.Member{Key: p.Name, Value: p.Default})
					}
				}
				return jsonvalue.NewObject(members...)
			})
		}),
		same("default-omitted", "defaults left out", func(m *material) (draft, bool) {
			return m.rewritten(func(t *domains.Tool, args domains.Value) domains.Value {
				for i := range t.Params {
					if p := &t.Params[i]; !p.Required && has(args, p.Name) && isDefault(p, args.Field(p.Name)) {
						args = args.Without(p.Name)
					}
				}
				return args
			})
		}),
		same("null", "null for an optional argument that it lacks", func(m *material) (draft, bool) {
			return m.rewritten(func(t *domains.Tool, args domains.Value) domains.Value {
				for i := range t.Params {
					if p := &t.Params[i]; !p.Required && !p.Nullable && !has(args, p.Name) {
						return args.With(p.Name, domains.Value{})
					}
				}
				return args
			})
		}),
	}
	for _, f := range otherForms {
		out = append(out, same(f.name, f.about, func(m *material) (draft, bool) {
			return m.rewritten(func(t *domains.Tool, args domains.Value) domains.Value {
				c := domains.Call{Name: t.Name, Arguments: args}
				for _, member := range args.Members() {
					if a, ok := m.argument(c, t, member); ok {
						if v, ok := f.change(m, a); ok {
							args = args.With(member.Key, v)
						}
					}
				}
				return args
			})
		}))
	}
	return out
}

// same is a probe with the right call in another form.
func same(name, with string, write func(m *material) (draft, bool)) Probe {
	return Probe{Name: name, Kind: Same, About: "makes the right call, " + with, write: func(m *material) (draft, bool) {
		if len(m.calls) == 0 {
			return draft{}, false
		}
		return write(m)
	}}
}

// rewritten writes the arguments of every right call again.
func (m *material) rewritten(write func(t *domains.Tool, args domains.Value) domains.Value) (draft, bool) {
	calls := make([]domains.Call, len(m.calls))
	for i, c := range m.calls {
		if calls[i] = c; m.Tool(c.Name) != nil {
			calls[i].Arguments = write(m.Tool(c.Name), c.Arguments)
		}
	}
	return m.call(calls...), true // an unchanged call is the honest completion, and no probe
}

func has(args domains.Value, name string) bool {
	_, ok := args.Get(name)
	return ok
}

func isDefault(p *domains.Param, v domains.Value) bool {
	return p.HasDefault && jsonvalue.Equal(domains.Coerce(p, v), domains.Coerce(p, p.Default))
}

func reversed(args domains.Value) domains.Value {
	out := slices.Clone(args.Members())
	slices.Reverse(out)
	return jsonvalue.NewObject(out...)
}
