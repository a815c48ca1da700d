package reward

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/voi-rl/voi/certainty/asking"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/words"
)

// says finds out why the text of a REFUSE, a DIRECTLY or an ASK does not fit its tag (F11),
// and whether rules cover its language.
func (g *guard) says(c *completion.Completion, s *seen) {
	text := c.Content()
	if c.Action == completion.Ask {
		text = c.Question
	}
	if !hasWord(text) && !(c.Action == completion.Directly && strings.ContainsFunc(text, unicode.IsDigit)) {
		s.denial = "nothing in it can be read"
		return
	}
	own := asking.Unquoted(text, g.made.turns.of(g, (*guard).turns))
	class := classify(own)
	known := class.Language
	if known == "" && len(strings.Fields(text)) < 4 {
		known = g.language() // too short to tell: take the user's
	}
	s.unread = class.Action != completion.ToolCall && (known == "" || known == class.Language && !class.Judged) && g.language() == ""
	switch {
	case g.namesCall(text):
		s.denial = "a call in prose"
	case g.copied(text):
		s.denial = "a copy of a message or a schema"
	case !s.unread && class.Claim != "" && !g.shown(class.Claim):
		s.denial = "it claims an act that no call and no result shows"
	case !s.unread && !readsAs(c.Action, own, &class): // behind what a question's requests do not lift
		s.denial = "it reads as " + string(class.Action) + " (" + class.Rule + ")"
		switch {
		case class.Action == completion.ToolCall:
		case !class.Judged, class.Rule == completion.RuleAnswer && !strings.ContainsAny(text, "?？؟"), class.Action == completion.Refuse && endsAsking(text):
			s.yields = toAny
		case class.Rule == completion.RuleAnswer:
			s.yields = toSure
		}
	case c.Action == completion.Refuse && !s.unread && !g.declines(own):
		s.denial = "it refuses something else than what the user asks for"
	case !s.unread && class.Hollow:
		s.denial = "it only leads to an answer"
	}
}

// endsAsking reports whether a text ends with a question mark: "I can't tell from your words: what is the city?"
func endsAsking(text string) bool {
	return strings.HasSuffix(strings.TrimRight(text, " \t\n\"'”)"), "?")
}

// language is the language of the user's last message whose language can be told, "" if no
// rules cover it. A text is left unread only if the user's language is, too.
func (g *guard) language() string { return g.made.language.of(g, (*guard).userLanguage) }

func (g *guard) userLanguage() string {
	heard := false
	tools := sync.OnceValue(g.toolWords)
	for i := len(g.sample.Messages) - 1; i >= 0; i-- {
		if m := &g.sample.Messages[i]; m.Role == dataset.User && hasWord(m.Content) {
			heard = true
			code, judged := completion.Language(m.Content)
			if code == "" {
				code, judged = tools().languageOf(m.Content)
			}
			if code == "" {
				continue // a name as an answer: look at earlier messages
			}
			if !judged {
				return ""
			}
			return code
		}
	}
	if heard {
		return ""
	}
	return "en"
}

// toolWords are the words of the tools.
type toolWords struct {
	words    wordSet
	language func() (code string, judged bool) // of their texts
}

func (g *guard) toolWords() *toolWords {
	var t toolWords
	var texts strings.Builder
	add := func(source string) {
		eachWord(words.Spell(source), func(hash uint32) bool { t.words.add(hash); return true })
	}
	for i := range g.x.tools {
		add(g.x.tools[i].Name)
		for k := range g.x.tools[i].Params {
			add(g.x.tools[i].Params[k].Name)
		}
		g.eachTool(i, func(source string) {
			texts.WriteString(source + ". ")
			add(source)
		})
	}
	t.language = sync.OnceValues(func() (string, bool) { return completion.Language(texts.String()) })
	return &t
}

// languageOf is the language of the tools if a text with few function words uses their
// words: "Restart nginx". A third of its words must be theirs.
func (t *toolWords) languageOf(text string) (code string, judged bool) {
	n, shared := 0, 0
	eachWord(text, func(hash uint32) bool {
		if n++; t.words.has(hash) {
			shared++
		}
		return n < maxCopy
	})
	if 3*shared < n {
		return "", false
	}
	return t.language()
}

// shown reports whether the conversation has a call for an act that a text claims: its tool's
// name has a word of the claim, in any form. If the claim is in a script that tools' names do
// not use, any call counts.
func (g *guard) shown(claim string) bool {
	for i := range g.sample.Messages {
		for _, call := range g.sample.Messages[i].ToolCalls {
			if named(claim, call.Name) {
				return true
			}
		}
	}
	return false
}

// stem is the number of letters that identify a word.
const stem = 4

func named(claim, tool string) bool {
	claim = strings.ToLower(claim)
	if strings.ContainsFunc(claim, func(r rune) bool { return r >= utf8.RuneSelf && unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) }) {
		return true
	}
	from := 0
	for i := 0; i <= len(tool); i++ {
		if i < len(tool) && isWordByte(tool[i]) && !(i > from && tool[i] >= 'A' && tool[i] <= 'Z' && tool[i-1] >= 'a') {
			continue
		}
		if word := strings.ToLower(tool[from:i]); len(word) >= stem && strings.Contains(claim, word[:stem]) || word == "buy" || word == "pay" || word == "set" || word == "add" {
			if len(word) >= stem || strings.Contains(claim, word) {
				return true
			}
		}
		from = i
		if i < len(tool) && !isWordByte(tool[i]) {
			from++
		}
	}
	return false
}

func isWordByte(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= utf8.RuneSelf
}

// namesCall reports whether a text spells out a call of an offered tool: its name with a
// bracket behind it, or with one of its parameters and a value.
func (g *guard) namesCall(text string) bool {
	for i := range g.x.tools {
		t := &g.x.tools[i]
		at := strings.Index(text, t.Name)
		if at < 0 || t.Name == "" {
			continue
		}
		if rest := strings.TrimLeft(text[at+len(t.Name):], " `"); strings.HasPrefix(rest, "(") {
			return true
		}
		for k := range t.Params {
			if name := t.Params[k].Name; name != "" && (strings.Contains(text, name+"=") || strings.Contains(text, name+":") || strings.Contains(text, `"`+name+`"`)) {
				return true
			}
		}
	}
	return false
}

// The limits for copies (F11).
const (
	copyRun   = 5   // words in a row
	copyShare = 0.8 // of the words of a text
	fewWords  = 10  // a text with fewer words must be a whole copy: one own word makes it say something
	maxCopy   = 512 // words that are compared
)

// copied reports whether at least 80% of a text's words are in runs of 5 from a message by
// the user or the system, or from a schema. Tool results may be restated. A short text must
// be copied whole: "Could you tell me the country?" begins like the user's "Could you tell me
// the weather". A text with fewer than 5 words must equal a whole message.
func (g *guard) copied(text string) bool {
	var hashes [maxCopy]uint32
	n := 0
	eachWord(text, func(hash uint32) bool {
		hashes[n] = hash
		n++
		return n < maxCopy
	})
	if n < copyRun {
		return n > 1 && g.repeated(hashes[:n])
	}
	known, own := g.made.words.of(g, (*guard).sourceWords), 0
	for _, h := range hashes[:n] {
		if !known.has(h) {
			own++
		}
	}
	if n < fewWords && own > 0 || float64(n-own) < copyShare*float64(n) {
		return false
	}
	covered, until := 0, 0
	for i := 0; i+copyRun <= n; i++ {
		if _, found := slices.BinarySearch(g.made.runs.of(g, (*guard).sourceRuns), runHash(hashes[i:i+copyRun])); found {
			covered += i + copyRun - max(i, until)
			until = i + copyRun
		}
	}
	return covered == n || n >= fewWords && float64(covered) >= copyShare*float64(n)
}

// repeated reports whether a message by the user or the system consists of exactly these
// words.
func (g *guard) repeated(words []uint32) bool {
	return slices.ContainsFunc(g.sample.Messages, func(m dataset.Message) bool {
		if m.Role != dataset.User && m.Role != dataset.System {
			return false
		}
		n := 0
		eachWord(m.Content, func(hash uint32) bool {
			if n++; n > len(words) || words[n-1] != hash {
				n = -1
			}
			return n > 0
		})
		return n == len(words)
	})
}

// sourceRuns returns the sorted hashes of all runs of words in the possible sources of a
// copy.
func (g *guard) sourceRuns() []uint32 {
	var runs []uint32
	g.eachSource(func(source string) {
		var last [copyRun]uint32
		k := 0
		eachWord(source, func(hash uint32) bool {
			copy(last[:], last[1:])
			last[copyRun-1] = hash
			if k++; k >= copyRun {
				runs = append(runs, runHash(last[:]))
			}
			return true
		})
	})
	slices.Sort(runs)
	return slices.Clip(slices.Compact(runs))
}

// wordSet is a set of words, by their hashes, which may wrongly contain further words. It
// quickly shows that most texts are no copies.
type wordSet [4096 / 64]uint64

func (w *wordSet) add(hash uint32) { hash ^= hash >> 12; w[hash/64%64] |= 1 << (hash % 64) }

func (w *wordSet) has(hash uint32) bool { hash ^= hash >> 12; return w[hash/64%64]>>(hash%64)&1 != 0 }

// sourceWords returns the words in the possible sources of a copy.
func (g *guard) sourceWords() *wordSet {
	var all wordSet
	g.eachSource(func(source string) {
		eachWord(source, func(hash uint32) bool { all.add(hash); return true })
	})
	return &all
}

// eachSource visits the possible sources of a copy.
func (g *guard) eachSource(yield func(string)) {
	for i := range g.sample.Messages {
		if m := &g.sample.Messages[i]; m.Role == dataset.User || m.Role == dataset.System {
			yield(m.Content)
		}
	}
	for i := range g.x.tools {
		g.eachTool(i, yield)
	}
}

// eachTool visits the texts of a tool.
func (g *guard) eachTool(i int, yield func(string)) {
	yield(g.x.tools[i].Description)
	eachText(g.x.tools[i].Schema, yield)
}

// eachText visits the texts in a value, at any depth.
func eachText(v domains.Value, yield func(string)) {
	if v.Kind() == jsonvalue.String {
		yield(v.Str())
	}
	for _, item := range v.Items() {
		eachText(item, yield)
	}
	for _, m := range v.Members() {
		eachText(m.Value, yield)
	}
}

// eachWord visits a hash of each word in a text: a run of letters and digits, without regard
// to case. In a script without blanks each character is a word.
func eachWord(text string, yield func(hash uint32) bool) {
	const basis, prime = 2166136261, 16777619
	hash, inside := uint32(basis), false
	for i := 0; i < len(text); {
		if c := asciiWord[text[i]]; c < utf8.RuneSelf {
			i++
			if c != 0 {
				hash, inside = (hash^uint32(c))*prime, true
				continue
			}
		} else {
			r, size := utf8.DecodeRuneInString(text[i:])
			i += size
			if r >= 0x2E80 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) {
				if inside && !yield(hash) || !yield((basis^uint32(r))*prime) {
					return
				}
				hash, inside = basis, false
				continue
			}
			if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
				hash, inside = (hash^uint32(unicode.ToLower(r)))*prime, true
				continue
			}
		}
		if inside && !yield(hash) {
			return
		}
		hash, inside = basis, false
	}
	if inside {
		yield(hash)
	}
}

// asciiWord maps a byte to its letter or digit in lower case, to 0 for other characters, and
// to RuneSelf for a byte of a longer character.
var asciiWord = func() (table [256]byte) {
	for c := range table {
		switch {
		case c >= utf8.RuneSelf:
			table[c] = utf8.RuneSelf
		case c >= '0' && c <= '9' || c >= 'a' && c <= 'z':
			table[c] = byte(c)
		case c >= 'A' && c <= 'Z':
			table[c] = byte(c) | 0x20
		}
	}
	return table
}()

func runHash(words []uint32) uint32 {
	const basis, prime = 2166136261, 16777619
	hash := uint32(basis)
	for _, w := range words {
		hash = (hash^w)*prime ^ hash>>15
	}
	return hash
}
