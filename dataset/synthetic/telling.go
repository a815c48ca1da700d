package synthetic

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// teller writes the conversation of a task.
type teller struct {
	*maker
	task     *task
	register string
	messages []domains.Value
}

var registers = []string{"formal", "neutral", "neutral", "chatty", "terse"}

// add appends a message.
func (w *teller) add(role, content string, more ...any) {
	members := append([]any{"role", role, "content", content}, more...)
	w.messages = append(w.messages, jsonvalue.ObjectOf(members...))
}

// user appends the user's sentences, in the task's register.
func (w *teller) user(sentences ...string) {
	sentences = slices.DeleteFunc(sentences, func(s string) bool { return s == "" })
	for i, s := range sentences {
		if w.register == "terse" {
			s = strings.TrimSuffix(lower(s), ".")
			if i+1 < len(sentences) && !strings.HasSuffix(s, "?") {
				s += ","
			}
		} else if i == 0 || strings.ContainsAny(lastRune(sentences[i-1]), ".!?") {
			s = upper(s)
		} else {
			s = lower(s) // after "Good morning,"
		}
		sentences[i] = s
	}
	w.add("user", strings.Join(sentences, " "))
}

func lastRune(s string) string {
	_, n := utf8.DecodeLastRuneInString(s)
	return s[len(s)-n:]
}

func upper(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// lower writes the first word in lower case, unless it is a name, a code or "I".
func lower(s string) string {
	first, _, _ := strings.Cut(s, " ")
	r, n := utf8.DecodeRuneInString(s)
	plain := strings.TrimRight(first, ".,!?:")
	if !slices.Contains(starters, strings.ToLower(plain)) {
		return s
	}
	return string(unicode.ToLower(r)) + s[n:]
}

// starters are the first words of phrases that are no names.
var starters = strings.Fields("a about also and another actually an appointment around arrange as at book bring buy by can charge check-in come correction could count cancel change count dim do everybody everyone file for from get have help hire hold how in invite is it keep last let make maybe move my no not note oh on one only or our order pay perfect pick-up please plan print put quick refund reservation return ring sadly schedule send set she since so some somebody something sorry sounds start take that the their there they this those thanks thank time to turn under use wait water we what when where which who with yes you")

// tell returns the phrase that tells a value behind a request.
func (w *teller) tell(f *fact, v domains.Value) string {
	bare, placed := kindOf(f.param).say(w.maker, f.param, v)
	return fill(w.phrase(w.task.tool.Tell[f.name]), bare, placed)
}

// say returns a sentence that tells a value.
func (w *teller) say(f *fact, v domains.Value) string {
	bare, placed := kindOf(f.param).say(w.maker, f.param, v)
	return fill(w.phrase(w.task.tool.Say[f.name]), bare, placed)
}

// bare returns a value's words alone.
func (w *teller) bare(f *fact, v domains.Value) string {
	bare, _ := kindOf(f.param).say(w.maker, f.param, v)
	return bare
}

// conversation writes all messages, and returns them with the register.
func (m *maker) conversation(t *task) ([]domains.Value, string) {
	w := &teller{maker: m, task: t, register: pick(m.rng, registers)}
	if m.dated {
		w.add("system", "Today is "+m.today.Format("Monday, 2 January 2006")+".")
	}
	opener := m.phrase(m.grammar.common.Openers[w.register])
	closer := m.phrase(m.grammar.common.Closers[w.register])
	if t.tool == nil {
		w.user(opener, t.q, closer)
		return w.messages, w.register
	}
	w.request(opener, closer)
	w.listing()
	w.answers()
	w.corrections()
	return w.messages, w.register
}

// request writes the user's first message.
func (w *teller) request(opener, closer string) {
	t := w.task
	var told, sentences, before []string
	for _, f := range t.facts {
		switch f.told {
		case tellInline:
			told = append(told, w.tell(f, f.value))
		case tellSentence:
			sentences = append(sentences, w.say(f, f.value))
		case tellDenied:
			told = append(told, "not "+w.tell(f, f.wrong[0])+" but "+w.tell(f, f.value))
		case tellRepaired:
			told = append(told, w.tell(f, f.wrong[0])+", "+w.phrase(w.grammar.common.Repairs)+" "+w.tell(f, f.value)+",")
		case tellCorrected:
			told = append(told, w.tell(f, f.wrong[0]))
		case tellSwapped:
			told = append(told, w.tell(f, f.wrong[0]))
		case excluded:
			sentences = append(sentences, fill(w.phrase(w.grammar.common.Excluded), w.tell(f, f.wrong[0]), ""))
		case others:
			before = append(before, w.other(f))
		}
	}
	if len(before) == 0 && w.chance(6) && len(t.tool.Other) > 0 {
		before = append(before, w.aside())
	}
	w.rng.Shuffle(len(told), func(i, j int) { told[i], told[j] = told[j], told[i] })
	w.rng.Shuffle(len(sentences), func(i, j int) { sentences[i], sentences[j] = sentences[j], sentences[i] })
	want := strings.Replace(w.phrase(t.tool.Want), " {...}", space(strings.Join(told, " ")), 1)
	want = tidy.Replace(want)
	all := []string{opener}
	switch {
	case w.chance(2):
		all = append(append(append(all, before...), want), sentences...)
	default:
		all = append(append(append(all, want), sentences...), before...)
	}
	if w.register == "chatty" || w.chance(8) {
		all = append(all, w.phrase(w.grammar.common.Asides))
	}
	if swapped := t.with(tellSwapped); len(swapped) > 0 {
		all = append(all, w.phrase(w.grammar.common.Swapped))
	}
	w.user(append(all, closer)...)
}

// tidy corrects the punctuation after a repair at the end of a clause.
var tidy = strings.NewReplacer(",.", ".", ",?", "?", ",,", ",")

func space(s string) string {
	if s == "" {
		return ""
	}
	return " " + s
}

// listing writes the lookup that lists the possible values, and the user's choice.
func (w *teller) listing() {
	look := w.task.tool.Lookup
	which := w.task.with(listed, tellChosen)
	if len(which) == 0 {
		return
	}
	f := which[0]
	w.add("assistant", "", "tool_calls", []domains.Call{{Name: look.Tool}})
	codes := []domains.Value{f.value, w.fresh(w.task, f)}
	f.wrong = append(f.wrong, codes[1])
	if w.chance(2) {
		codes = append(codes, w.fresh(w.task, f))
		f.wrong = append(f.wrong, codes[2])
	}
	f.codes = codes
	names := slices.Clone(w.pool(look.Of))
	w.rng.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	w.rng.Shuffle(len(codes), func(i, j int) { codes[i], codes[j] = codes[j], codes[i] })
	var rows []domains.Value
	var mine string
	for i, code := range codes {
		rows = append(rows, jsonvalue.ObjectOf(f.name, code, look.Of, names[i]))
		if jsonvalue.Equal(code, f.value) {
			mine = names[i]
		}
	}
	w.add("tool", jsonvalue.NewArray(rows...).JSON())
	if f.told == listed {
		return
	}
	w.add("assistant", w.phrase(w.grammar.common.Choose))
	w.user(fill(w.phrase(w.grammar.common.Chosen), mine, ""))
}

// answers writes the turns in which the assistant asks for a value or proposes one.
func (w *teller) answers() {
	for _, f := range w.task.with(tellAnswer, tellAccepted, declined) {
		ask := w.phrase(w.task.tool.Ask[f.name])
		if w.chance(2) {
			ask = w.phrase(w.grammar.common.Acknowledged) + " " + ask
		}
		switch f.told {
		case tellAnswer:
			w.add("assistant", ask)
			if w.chance(2) {
				w.user(w.say(f, f.value))
			} else {
				w.user(w.bare(f, f.value) + pick(w.rng, []string{"", ".", ", please."}))
			}
		case tellAccepted:
			w.add("assistant", ask+" "+fill(w.phrase(w.grammar.common.Suggest), w.bare(f, f.value), ""))
			w.user(w.phrase(w.grammar.common.Accept))
		case declined:
			w.add("assistant", ask+" "+fill(w.phrase(w.grammar.common.Suggest), w.bare(f, f.wrong[0]), ""))
			w.user(w.phrase(w.grammar.common.Decline))
		}
	}
}

// corrections writes the turn in which the user corrects a value.
func (w *teller) corrections() {
	for _, f := range w.task.with(tellCorrected) {
		w.add("assistant", w.phrase(w.grammar.common.Acknowledged))
		w.user(w.phrase(w.grammar.common.Later) + " " + lower(w.say(f, f.value)))
	}
}

// place matches a placeholder in a sentence about others: {person}, {date|on}.
var place = regexp.MustCompile(`\{(\w+)(\|\w+)?\}`)

// otherOf returns a sentence about others with a parameter, "" if there is none.
func (m *maker) otherOf(t *task, name string) string {
	for _, s := range t.tool.Other {
		if strings.Contains(s, "{"+name+"}") || strings.Contains(s, "{"+name+"|") {
			return s
		}
	}
	return ""
}

// other fills the sentence about others with a wrong value of the fact.
func (w *teller) other(of *fact) string { return w.fillOther(w.otherOf(w.task, of.name), of) }

// aside fills any sentence about others.
func (w *teller) aside() string { return w.fillOther(pick(w.rng, w.task.tool.Other), nil) }

// fillOther fills a sentence with values that are not the task's, and records them as wrong
// ones.
func (w *teller) fillOther(sentence string, of *fact) string {
	return place.ReplaceAllStringFunc(sentence, func(s string) string {
		groups := place.FindStringSubmatch(s)
		i := slices.IndexFunc(w.task.facts, func(f *fact) bool { return f.name == groups[1] })
		if i < 0 { // a pool: somebody
			f := &fact{param: parameter{Kind: groups[1]}}
			v := w.fresh(w.task, f)
			return w.bare(f, v)
		}
		f := w.task.facts[i]
		v := domains.Value{}
		if f == of {
			v = f.wrong[0]
		} else {
			v = w.fresh(w.task, f)
			f.wrong = append(f.wrong, v)
		}
		bare, placed := kindOf(f.param).say(w.maker, f.param, v)
		if groups[2] != "" {
			return placed
		}
		return bare
	})
}
