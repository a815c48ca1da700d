package asking

import (
	"slices"
	"strings"
	"sync"
	"unique"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/words"
)

// Bounds on what is read from a tool. Anything beyond them is ignored.
const (
	maxParams      = 256 // per tool
	maxNameWords   = 8
	maxDescWords   = 8
	maxValues      = 24 // per enum
	maxDescription = 300
	maxAbout       = 32  // words of a tool's description
	maxTask        = 256 // words of a tool that a text is compared with
)

// word is a word of a schema, prepared for comparison.
type word struct {
	text  string // case-folded, and reduced to its stem in a language with word endings
	id    words.ID
	share float32 // 1 for a word that only one parameter of the tool has, less for one that several have
}

// param holds the words that name a parameter, and its concepts.
type param struct {
	name, desc []word
	joined     string // the name as one word if it is two that are joined: geolocation
	values     []word // words of its enum values
	about      concepts
	guessed    concepts // those of about that are guessed because no word states them
	said       concepts // those that its description states and its name does not
	required   bool
}

// closed reports whether a parameter has only a few values, which a question may list.
func (p *param) closed() bool { return p.about&(1<<typeBoolean|1<<typeChoice) != 0 }

// tool is a prepared tool. It does not change once made.
type tool struct {
	name   []word
	task   []word // all words of its name, its description and its parameters, at most maxTask
	params []param
	having [conceptsAndTypes]uint16 // for each concept, how many parameters are about it
	sides  func() []side            // of the parameters, found when a text is first judged about one
}

// wordLists pools the word lists that are needed while a tool is prepared.
var wordLists = sync.Pool{New: func() any { return new([]word) }}

func newTool(t *domains.Tool, set domains.Set) *tool {
	x := &tool{params: make([]param, min(len(t.Params), maxParams))}
	lex := lists()
	buf := words.Tokens(make([]words.Token, 0, 64), words.Spell(t.Name), maxNameWords)
	scratch := wordLists.Get().(*[]word)
	all := wordsOf((*scratch)[:0], lex.english, buf, true) // all words of the tool, in order
	named := len(all)
	buf = words.Tokens(buf[:0], begun(t.Description), maxAbout)
	own := lex.languageOf(buf)
	all = wordsOf(all, own, buf, true)
	described := len(all) - named
	var names []words.Token
	for i := range x.params {
		p, src := &x.params[i], &t.Params[i]
		p.required = src.Required
		spelled := words.Spell(src.Name)
		long := words.Unabbreviated(spelled)
		if long != spelled && strings.EqualFold(strings.ReplaceAll(long, " ", ""), spelled) {
			p.joined = unique.Make(stem(strings.ToLower(spelled))).Value()
		}
		buf = words.Tokens(buf[:0], begun(src.Description), maxDescWords*3)
		lang := lex.languageOf(buf)
		names = words.Tokens(names[:0], long, maxNameWords)
		from := len(all)
		all = wordsOf(all, lex.english, names, false)
		p.name = all[from:]
		for k := range names {
			p.about |= lex.concepts(own, names[k:]) | lex.concepts(lang, names[k:]) | lex.english.concepts(roleNamed, names[k:])
		}
		for k := range buf {
			p.said |= lex.concepts(lang, buf[k:])
		}
		head := lex.head(lang, buf)
		if p.about&^travel == 0 || head&(1<<conceptDate|1<<conceptTime) != 0 {
			p.about |= head // "pickup_at" is not a place if its description is "date and time of collection"
		}
		for k := 0; k < len(p.name) && p.about&^travel == 0; k++ {
			p.about |= meanings().of(p.name[k].id)
		}
		from = len(all)
		all = wordsOf(all, lang, buf, true)
		all = all[:min(len(all), from+maxDescWords)]
		all = p.partsOf(all, lex, src)
		p.desc = all[from:]
		domain, _ := set.Get(src.Name)
		from = len(all)
		all = valuesOf(all, lex, src, &domain)
		p.values = all[from:]
		p.classify(src, &domain)
	}
	x.travels()
	for i := range x.params {
		for c := range x.having {
			if x.params[i].about.has(c) {
				x.having[c]++
			}
		}
	}
	*scratch, all = all, slices.Clone(all)
	x.task = all[:min(len(all), maxTask)]
	clear(*scratch)
	wordLists.Put(scratch)
	take := func(n int) (some []word) { some, all = all[:n:n], all[n:]; return some }
	x.name = take(named)
	take(described)
	for i := range x.params {
		p := &x.params[i]
		p.name, p.desc, p.values = take(len(p.name)), take(len(p.desc)), take(len(p.values))
	}
	x.weigh()
	x.sides = sync.OnceValue(func() []side { return network().sides(x.params) })
	return x
}

// propertiesOf returns the first properties of an object, or of a list of objects.
func propertiesOf(p *domains.Param) []jsonvalue.Member {
	parts := p.Schema.Field("properties").Members()
	if len(parts) == 0 {
		parts = p.Schema.Field("items").Field("properties").Members()
	}
	return parts[:min(len(parts), maxDescWords)]
}

// partsOf appends the words that name the properties of an object, or of a list of objects, and notes their concepts.
func (p *param) partsOf(out []word, lex *lexicon, src *domains.Param) []word {
	for _, part := range propertiesOf(src) {
		name := words.Tokens(nil, words.Unabbreviated(words.Spell(part.Key)), 2)
		out = wordsOf(out, lex.english, name, true)
		for k := range name {
			p.said |= lex.concepts(lex.english, name[k:])
		}
	}
	return out
}

// begun returns the part of a description that is read.
func begun(desc string) string {
	if len(desc) > maxDescription {
		desc = strings.ToValidUTF8(desc[:maxDescription], "")
	}
	return desc
}

// head returns what a description says it is of: what its interrogative asks for
// ("Why it goes back"), or what its first word means that means something.
func (x *lexicon) head(l *language, desc []words.Token) concepts {
	if len(desc) == 0 {
		return 0
	}
	if n, kind := l.find(roleAsk, desc); n > 0 {
		var about concepts
		for c, w := range scores().fits[kind][:typeNumber] {
			if w >= 2 && !isRole(c) {
				about |= 1 << c
			}
		}
		return about
	}
	for i := range desc[:min(len(desc), 4)] {
		if about := x.concepts(l, desc[i:]); about != 0 && !l.has(roleFunction, desc[i:]) {
			return about
		}
	}
	return 0
}

// wordsOf appends the words of tokens that mean something; skip leaves out function words.
func wordsOf(out []word, l *language, tokens []words.Token, skip bool) []word {
	words.Each(tokens, func(id words.ID, from, to int) {
		for ; skip && from < to; from++ {
			if !l.has(roleFunction, tokens[from:]) {
				break
			}
		}
		if from < to {
			out = append(out, word{unique.Make(stem(joined(tokens[from:to]))).Value(), id, 1})
		}
	})
	return out
}

func joined(tokens []words.Token) string {
	if len(tokens) == 1 {
		return tokens[0].Text
	}
	var b strings.Builder
	for i := range tokens {
		b.WriteString(tokens[i].Text)
	}
	return b.String()
}

// enumOf returns the possible values of a parameter if its schema or its domain lists
// them.
func enumOf(p *domains.Param, d *domains.Domain) (values []domains.Value, listed bool) {
	if enum, ok := p.Schema.Get("enum"); ok {
		return enum.Items(), true
	}
	if enum, ok := p.Schema.Field("items").Get("enum"); ok {
		return enum.Items(), true
	}
	return d.Values, d.Type == domains.Finite
}

// valuesOf appends the words of a parameter's possible values.
func valuesOf(out []word, lex *lexicon, p *domains.Param, d *domains.Domain) []word {
	values, listed := enumOf(p, d)
	if !listed {
		return out
	}
	from := len(out)
	for _, v := range values[:min(len(values), maxValues)] {
		if v.Kind() != jsonvalue.String {
			continue
		}
		if code := words.Tokens(nil, v.Str(), 2); len(code) == 1 && strings.ContainsAny(code[0].Text, "0123456789") {
			out = wordsOf(out, lex.english, code, false) // P1, and not "P 1"
			continue
		}
		value, n := words.Tokens(nil, words.Spell(v.Str()), 4), len(out)
		if out = wordsOf(out, lex.english, value, true); len(out) == n {
			out = wordsOf(out, lex.english, value, false) // "on"
		}
	}
	return out[:min(len(out), from+2*maxValues)]
}

// classify determines a parameter's concepts from its type, its format and its words.
func (p *param) classify(src *domains.Param, d *domains.Domain) {
	typ := src.Schema.Field("type").Str()
	format := src.Schema.Field("format").Str()
	c := p.about
	set := func(on bool, bits ...int) {
		for _, b := range bits {
			if on {
				c |= 1 << b
			} else {
				c &^= 1 << b
			}
		}
	}
	set(false, typeNumber, typeBoolean, typeChoice, typeList, typeText)
	_, _, isFlag := d.Flag()
	switch {
	case isFlag || d.Type == domains.Boolean || typ == "boolean":
		set(true, typeBoolean)
		set(false, conceptDate, conceptTime, conceptCount, conceptMoney, conceptDuration, conceptPlace, conceptPerson, conceptName, conceptArriving, conceptLeaving)
		p.about, p.said = c, 0
		return
	case typ == "integer" || typ == "number":
		set(true, typeNumber)
		set(false, conceptDate, conceptTime)
		if typ == "integer" && c&(1<<conceptDuration|1<<conceptMoney|1<<conceptAge|1<<conceptID|1<<conceptSize|1<<conceptCount) == 0 {
			set(true, conceptCount)
			p.guessed = 1 << conceptCount
		}
	case len(p.values) > 0:
		set(true, typeChoice)
	case typ == "array":
		set(true, typeList)
	default:
		set(true, typeText)
	}
	hint := strings.ToLower(src.Description + " " + format + " " + src.Schema.Field("pattern").Str())
	if strings.Contains(format, "date") || strings.Contains(hint, "yyyy") || strings.Contains(hint, "jjjj") || strings.Contains(hint, "aaaa") {
		set(true, conceptDate)
	}
	if strings.Contains(format, "time") || strings.Contains(hint, "hh:mm") || strings.Contains(hint, "24h") || strings.Contains(hint, "24-hour") {
		set(true, conceptTime)
	}
	if format == "email" {
		set(true, conceptContact)
	}
	if c.has(conceptDate) || c.has(conceptTime) {
		set(false, conceptCount, conceptMoney, conceptName, conceptPerson, conceptPlace, conceptText, typeText)
		if c.has(conceptOrigin) {
			set(true, conceptStart)
		}
		if c.has(conceptDestination) && !c.has(conceptStart) {
			set(true, conceptEnd)
		}
		set(false, conceptOrigin, conceptDestination)
	} else if p.said&(1<<conceptDate|1<<conceptTime) != 0 && c&^(travel|1<<typeText|1<<conceptStart|1<<conceptEnd) == 0 && c.has(typeText) {
		set(true, bitsOf(p.said&(1<<conceptDate|1<<conceptTime))...)
	}
	if n := len(p.name); n > 1 && p.name[n-1].text == "by" && c.has(typeText) && (c|p.said)&(1<<conceptDate|1<<conceptTime) == 0 {
		set(false, conceptEnd) // approved_by
		set(true, conceptPerson)
	}
	if c.has(conceptName) {
		set(false, conceptStart, conceptEnd) // a "last name" has nothing to do with an end
	}
	if c&(things|1<<conceptID|1<<conceptSize) != 0 {
		set(false, conceptPerson) // the sender's postcode is not a person
	}
	if c&(1<<conceptDate|1<<conceptTime) == 0 {
		c &^= travel // leave_at is where to leave something
	}
	p.about = c
	p.said &^= c
}

// travel are the concepts that only a time is about.
const travel = 1<<conceptArriving | 1<<conceptLeaving

// travels says of a tool's times of arriving and of leaving which is the start: a stay starts with arriving, and a
// tool for stays has that first.
func (x *tool) travels() {
	first := func(c int) int { return slices.IndexFunc(x.params, func(p param) bool { return p.about.has(c) }) }
	arriving, leaving := first(conceptArriving), first(conceptLeaving)
	if arriving < 0 || leaving < 0 || arriving == leaving {
		return
	}
	a, b := &x.params[min(arriving, leaving)].about, &x.params[max(arriving, leaving)].about
	*a, *b = *a&^(1<<conceptEnd)|1<<conceptStart, *b&^(1<<conceptStart)|1<<conceptEnd
}

func bitsOf(c concepts) (out []int) {
	for i := range int(conceptsAndTypes) {
		if c.has(i) {
			out = append(out, i)
		}
	}
	return out
}

// weigh sets how well each word distinguishes a parameter from the tool's others.
func (x *tool) weigh() {
	type use struct{ last, params int } // the last parameter with the word, and how many have it
	uses := map[string]use{}
	for i := range x.params {
		p := &x.params[i]
		for _, list := range [...][]word{p.name, p.desc} {
			for k := range list {
				if u := uses[list[k].text]; u.params == 0 || u.last != i {
					uses[list[k].text] = use{i, u.params + 1}
				}
			}
		}
	}
	for i := range x.params {
		p := &x.params[i]
		for _, list := range [...][]word{p.name, p.desc} {
			for k := range list {
				if uses[list[k].text].params > 1 {
					list[k].share = 0.4
				}
			}
		}
	}
}

// stem removes English word endings, so that forms of the same word compare equal.
func stem(w string) string {
	if len(w) < 4 || w[len(w)-1] >= 0x80 {
		return w
	}
	for _, e := range [...][2]string{{"ies", "y"}, {"sses", "ss"}, {"ing", ""}, {"ed", ""}, {"es", "e"}, {"s", ""}, {"ly", ""}} {
		if base, ok := strings.CutSuffix(w, e[0]); ok && len(base) >= 3 && !strings.HasSuffix(w, "ss") {
			w = base + e[1]
			break
		}
	}
	return single(strings.TrimSuffix(w, "e"))
}

// single reduces double consonants to one, as another language may spell them: "allergy",
// "alergia". The time is linear in the length of the word, which may be as long as the
// question.
func single(w string) string {
	var out []byte
	from := 0 // start of what is not yet copied to out
	for i := 1; i < len(w); i++ {
		if i > from && w[i] == w[i-1] && strings.IndexByte("bcdfglmnprst", w[i]) >= 0 {
			out = append(out, w[from:i]...)
			from = i + 1
		}
	}
	if from == 0 {
		return w
	}
	return string(append(out, w[from:]...))
}
