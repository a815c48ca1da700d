package domains

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// The limits of a list in a description.
const (
	maxItemWords = 3
	maxItemBytes = 60
	maxListItems = 1000
)

// item is one value of a list.
type item struct {
	text    string
	words   int
	quoted  bool
	glossed bool   // the text explains it
	sign    string // the sign before the explanation, "" for none
	clause  bool   // the explanation begins with a word
}

// listing is a list of items as a text writes it: the items, their separators, and the
// place. Whether the list is complete is decided later (closed.go).
type listing struct {
	items     []item
	from, to  int // tokens: from the first item to behind the last one and its explanation
	or, and   bool
	comma     bool
	semi      bool
	slash     bool // without blanks around
	pipes     bool
	headed    bool // a semicolon separates the first item from others that commas separate
	bulleted  bool
	complete  bool // the list ends with its sentence, and not at words that are no item
	openMarks bool // "etc." or the like ends the list
	marked    bool // one of the items is called the default
	table     bool // the items are the first column of a table
	titled    bool // the heading of that column announces values
}

func (l *listing) all(kind func(item) bool) bool {
	for _, it := range l.items {
		if !kind(it) {
			return false
		}
	}
	return true
}

func isQuoted(it item) bool  { return it.quoted }
func isGlossed(it item) bool { return it.glossed }
func isWord(it item) bool    { return it.words == 1 }

// isPlain reports whether an item is one word of one case.
func isPlain(it item) bool {
	return !strings.ContainsAny(it.text, " ,.:;/-") && (it.text == strings.ToLower(it.text) || it.text == strings.ToUpper(it.text))
}

// isUpper reports whether an item is written in capitals.
func isUpper(it item) bool { return it.text == strings.ToUpper(it.text) }

func isNumber(it item) bool {
	_, ok := numberIn(it.text)
	return ok
}

// isCode reports whether an item is spelled like a code and not like a word: a single
// letter, capitals, digits, an underscore, a capital inside.
func isCode(it item) bool {
	if it.quoted {
		return true
	}
	if it.words != 1 {
		return false
	}
	upper, lower, uncased, other := 0, 0, 0, 0
	for i, r := range it.text {
		switch {
		case unicode.IsUpper(r):
			if upper++; i > 0 && lower > 0 {
				other++
			}
		case unicode.IsLower(r):
			lower++
		case unicode.Is(unicode.Lo, r):
			uncased++
		case r == '_' || unicode.IsDigit(r) || r == '+' || r == '/':
			other++
		}
	}
	return other > 0 || lower == 0 && uncased < 2 || upper == 0 && lower == 1
}

// isChoice reports whether an item can be one of several values: short, on one line, and
// neither a date pattern nor syntax.
func isChoice(it item) bool {
	return it.text != "" && len(it.text) <= maxItemBytes && !strings.ContainsAny(it.text, "\n:{}") && !isPattern(it.text) && (it.quoted || it.text == "-" || !strings.HasSuffix(it.text, "-"))
}

// list reads the items from i on. An item may have several words; its explanation is
// skipped.
func (d *description) list(i int) listing {
	l := listing{from: i, to: i}
	for len(l.items) < maxListItems {
		j := d.bullet(i)
		l.bulleted = l.bulleted || j > i
		if d.has(j, clsMore) && !d.quoted(j) {
			l.openMarks = !d.refused(j, d.end(j)) // "any other value is rejected"
			break
		}
		it, next, ok := d.item(j, l)
		if l.or && d.word(j) && d.has(j+1, clsArticle) && l.all(isWord) && !l.items[0].quoted { // "watch, mute or delete the thread"
			l.add(item{text: d.span(j, j+1), words: 1})
			l.to, l.complete = j+1, true
			break
		}
		if !ok || len(l.items) > 0 && (it.quoted != l.items[0].quoted || d.has(j, clsPartial) && d.has(next, clsAre)) { // "a or b, other letters are ..."
			l.complete = d.has(j, clsClause) || d.ends(j)
			break
		}
		it.glossed = len(l.items) > 0 && l.items[0].glossed
		it.clause = d.has(next, clsGloss)
		if d.is(next, ":", "：", "-", "–", "—") || d.has(next, clsAre) && d.has(next, clsGloss) {
			it.sign = d.tokens[next].low
		}
		next, it.glossed = d.gloss(next, it, &l)
		if strings.Trim(it.text, "-") == "" && l.bulleted && len(l.items) == 1 && !it.quoted { // the line under a table's heading
			head := d.classOf(l.items[0])
			l = listing{from: l.from, to: next, bulleted: true, table: true, titled: head&(clsValues|clsChoice|clsThing) != 0}
			i = next + 1
			continue
		}
		if it.words > 1 && len(l.items) > 0 && l.all(isWord) && !it.quoted {
			first := item{text: d.span(j, j+1), words: 1}
			rest := it.text[len(first.text):]
			if counted := isNumber(first) && d.ends(next); counted || it.words == 2 && d.has(next, clsAre) { // "15, 30 or 60 minutes", "fast and slow lanes are ..."
				l.add(first)
				l.to, l.complete = next, counted
				break
			} else if isCode(first) && l.all(isCode) && strings.ToLower(rest) == rest { // "EUR and USD accounts"
				l.add(first)
				l.to = j + 1
				break
			}
		}
		l.add(it)
		l.to, l.complete = next, d.ends(next)
		if joined := l.or; joined && d.is(next, ",") && !it.quoted && !l.bulleted && len(l.items) > 1 && !it.glossed && !d.has(next+1, clsOr) {
			break // "red or blue, lower case"
		}
		if i = d.separator(next, &l); i == next && (!it.quoted || !d.quoted(i) || d.spaced(i)) {
			break
		}
	}
	return l
}

// mixed reports whether only the first item is explained. It is then the parameter's
// name, and the others are its values.
func (l *listing) mixed() bool {
	first := l.items[0]
	return l.headed || first.glossed && first.sign != "" && !l.all(func(it item) bool { return it.sign == first.sign })
}

// add appends an item unless the list has it already.
func (l *listing) add(it item) {
	for _, have := range l.items {
		if have.text == it.text {
			return
		}
	}
	l.items = append(l.items, it)
}

// named reads values in brackets, each behind the words that explain it: "local branches
// ('local'), remote ones ('remote') or all of them ('all')".
func (d *description) named(i int) (l listing, ok bool) {
	l.from = i
	for d.bracket(i-1) && d.quoted(i) && d.ends(i+1) {
		l.add(item{text: d.tokens[i].text, words: 1, quoted: true, glossed: true})
		for i += 2; i < len(d.tokens) && !d.stops(i) && !d.bracket(i-1); i++ {
			l.or = l.or || d.has(i, clsOr)
		}
	}
	l.to, l.complete = min(i, len(d.tokens)), true
	return l, l.or && len(l.items) > 1
}

// bullet skips the sign at the beginning of a list item's line: a dash, a star, a
// number, the border of a table.
func (d *description) bullet(i int) int {
	if i > 0 && !d.is(i-1, "\n", ":", "：", ".") {
		return i
	}
	switch {
	case d.is(i, "-", "*", "•", "·", "–", "|", "▪", "‣", "+") && i+1 < len(d.tokens) && (d.tokens[i+1].start > d.tokens[i].end || d.is(i, "•", "|", "·")):
		return i + 1
	case i < len(d.tokens) && d.tokens[i].kind == tokNumber && d.is(i-1, "\n") && (d.is(i+1, ".", ")")) && (d.word(i+2) || d.quoted(i+2)):
		return i + 2
	}
	return i
}

// item reads one item at i.
func (d *description) item(i int, l listing) (it item, next int, ok bool) {
	if d.quoted(i) {
		return item{text: d.tokens[i].text, words: 1, quoted: true}, i + 1, true
	}
	if d.numeric && d.has(i, clsNumber) && d.separates(i+1, true, l) != d.ends(i+1) {
		return item{text: jsonvalue.NewFloat(d.tokens[i].value).NumberText(), words: 1}, i + 1, true
	}
	if d.alone(i, l) {
		return item{text: d.span(i, i+1), words: 1}, i + 1, true
	}
	if d.has(i, clsExample|clsMore) || d.has(i, clsOnly) && (d.word(i+1) || strings.Contains(d.tokens[i].low, " ")) || d.loose && d.has(i, clsClause|clsGloss|clsPrep) && !d.ends(i+1) && !d.separates(i+1, false, l) || d.has(i, clsArticle) && d.word(i+1) && !d.has(i+1, clsOr|clsAnd) {
		return it, i, false // "a name" describes
	}
	if d.word(i+1) && (d.has(i, clsOneOf) || d.has(i, clsClosing|clsTakes|clsAre) && !d.tokens[i].isLatin()) {
		return it, i, false // "one of hot", "可选上午、下午"
	}
	if d.has(i, clsClause|clsValues|clsClosing|clsOneOf|clsTakes) && (d.word(i+1) && d.has(i+1, clsAre) || d.is(i+1, ":", "：") || d.has(i, clsClause) && (d.word(i+1) && !d.has(i+1, clsOr|clsAnd|clsGloss) || d.quoted(i+1))) {
		return it, i, false // "default is a", "values:"
	}
	if d.is(i, "<") { // "<a>" is one item
		for j := i; j < len(d.tokens) && j < i+6; j++ {
			if d.is(j, ">") {
				return item{text: d.span(i, j+1), words: 1}, j + 1, true
			}
		}
	}
	j, signs := i, 0
	for ; j < len(d.tokens) && it.words <= maxItemWords; j++ {
		if d.quoted(j) || d.separates(j, j > i, l) || j > i && (d.breaks(j) && !(l.semi && d.has(j, clsPrep) && d.word(j+1)) || d.tokens[i].isLatin() && d.word(j) && !d.tokens[j].isLatin()) {
			break
		}
		if !d.word(j) && !d.is(j, "+", "-", "*", "%", "°", "$", "&", "#", "!", "@", "/") || d.is(j, "-") && j > i && (d.spaced(j) || j+1 < len(d.tokens) && !d.tokens[j+1].isLatin()) {
			break
		}
		if signs++; d.tokens[j].isLatin() {
			signs = 0
		}
		if j == i || d.spaced(j) || signs > 6 {
			it.words++
		}
	}
	if it.words == 0 || it.words > maxItemWords || j == i+1 && !d.word(i) {
		return it, i, false
	}
	it.text = d.span(i, j)
	return it, j, true
}

// alone reports whether the word or sign at i stands by itself between separators. It is
// then a value, whatever its class says.
func (d *description) alone(i int, l listing) bool {
	mark := func(j int) bool { return d.separates(j, false, l) && !d.is(j, "\n") }
	before := i > 0 && (d.is(i-1, ":", "：") || d.bracket(i-1) || len(l.items) > 0)
	after := mark(i+1) && d.separates(i+1, true, l) || len(l.items) > 0 && d.ends(i+1) && !d.has(i, clsClause)
	return before && after && i < len(d.tokens) && !d.has(i, clsMore|clsExample|clsEnd|clsOpening|clsClose) && (len(l.items) > 0 || !d.has(i, clsOr|clsAnd)) && !d.is(i, ",", "|", "/", ";") && !d.quoted(i)
}

// spaced reports whether a blank stands before the token at j.
func (d *description) spaced(j int) bool {
	return j > 0 && j < len(d.tokens) && d.tokens[j].start > d.tokens[j-1].end
}

// breaks reports whether an item ends before j, because the words from j on are about
// the list or explain the item.
func (d *description) breaks(j int) bool {
	if d.loose {
		return d.has(j, clsGloss|clsClause|clsPrep|clsMore|clsAre)
	}
	return d.has(j, clsAre|clsGloss|clsClause|clsPrep|clsMore|clsOnly|clsTakes|clsClosing|clsValues|clsOneOf|clsOneOfAfter|clsExample|clsNot) || d.has(j, clsTo)
}

// separates reports whether the token at j separates two items.
func (d *description) separates(j int, inside bool, l listing) bool {
	if d.is(j, "/") && inside && (l.comma || d.loose) && !d.spaced(j) && j+1 < len(d.tokens) && !d.spaced(j+1) {
		return false // commas separate the items; this sign is inside one
	}
	return d.is(j, ",", ";", "|", "/", "、", "，", "；", "/", "\n", "・") || d.has(j, clsOr|clsAnd)
}

// separator skips the tokens that separate two items; it returns i if there are none.
func (d *description) separator(i int, l *listing) int {
	start := i
	for ; i < len(d.tokens); i++ {
		switch {
		case d.is(i, ",", ";", "、", "，", "；"):
			semi := d.is(i, ";", "；")
			if semi && l.comma {
				return start // another clause
			}
			l.headed = l.headed || !semi && len(l.items) > 1 && l.semi && !l.comma
			l.semi, l.comma = l.semi || semi, l.comma || !semi
		case d.is(i, "|", "/", "／", "・"):
			if l.bulleted && d.is(i, "|") {
				return start // the next cell of a table
			}
			l.slash = true
			l.pipes = l.pipes || d.is(i, "|")
		case d.is(i, "\n"):
			next, last := d.bullet(i+1), item{}
			if len(l.items) > 0 {
				last = l.items[len(l.items)-1]
			}
			if next >= len(d.tokens) || next == i+1 && !(last.sign != "" && d.is(i+2, last.sign)) && !(d.is(l.from-1, "\n") && d.is(l.from-2, ":") && (d.ends(i+2))) {
				return start
			}
			return i + 1
		case i > start && d.has(i, clsOr|clsAnd) && d.ends(i+1) && !d.is(i-1, ","):
			return i // "nl of en"
		case d.has(i, clsOr):
			l.headed = l.headed || len(l.items) == 2 && l.semi && !l.comma // "Gate; north or south"
			l.or = true
		case d.has(i, clsAnd):
			l.and = true
		case d.is(i, ".") && !d.loose && d.quoted(i+1) && d.glosses(i+2):
		default:
			if len(l.items) > 0 && l.items[0].quoted && i > start {
				return d.led(i)
			}
			return i
		}
	}
	return start
}

// led skips words before a quoted value: "or to 'local'", "or the word 'b'".
func (d *description) led(i int) int {
	switch {
	case d.has(i, clsTo|clsTakes|clsPrep) && d.quoted(i+1):
		return i + 1
	case d.has(i, clsArticle) && d.word(i+1) && d.quoted(i+2):
		return i + 2
	}
	return i
}

// glosses reports whether the explanation of a value begins at i.
func (d *description) glosses(i int) bool {
	if i > 0 && i < len(d.tokens) && !d.tokens[i].isLatin() && d.tokens[i].kind == tokWord && d.tokens[i].class == 0 && d.tokens[i-1].isLatin() && d.word(i-1) {
		return true // "asc 升序"
	}
	return d.has(i, clsGloss) || d.is(i, "=", "：", "→", "=>", "(", "（") || d.is(i, ":") && d.spaced(i+1) || d.is(i, "—") || d.is(i, "-", "–") && (d.spaced(i) || i+1 < len(d.tokens) && !d.tokens[i+1].isLatin())
}

// gloss skips the explanation of an item: brackets, or a text from a sign or a word such
// as "for" up to the next item of the same kind.
func (d *description) gloss(i int, it item, l *listing) (next int, found bool) {
	if d.is(i, "(", "（", "[") {
		if end := d.close(i); end > 0 {
			l.marked = l.marked || d.has(i+1, clsClause) && end == i+3
			switch {
			case d.has(i+1, clsExample), d.has(i+1, clsOnly) && strings.Contains(d.tokens[i+1].low, " "):
				return i, false // "(no other codecs)", but not "(only guests)"
			case d.has(i+1, clsClause|clsMore):
				return end, false // "(default)"
			}
			i, found = end, true
		}
	}
	code := isCode(it) || it.words == 1 && d.has(l.from-1, clsTakes)
	switch {
	case l.bulleted && !d.ends(i):
		return d.line(i), true
	case it.quoted && d.word(i) && (it.glossed || !d.has(i, clsAre)) && !d.has(i, clsOr|clsAnd|clsClosing|clsValues|clsClause|clsPrep) && !d.glosses(i):
		if next := d.meaning(i, it, code); (!d.ends(next) || it.glossed) && !slices.ContainsFunc(d.tokens[i:next], func(t token) bool { return t.low == "have" || t.low == "has" }) {
			return next, true // "`SAV` savings, `CHK` checking"
		}
		return i, found
	case !d.glosses(i) || d.has(i, clsGloss) && !code:
		return i, found
	case d.is(i, ":", "：") && !code && it.words > 1:
		return i, found
	}
	return d.meaning(i, it, code), true
}

// meaning is where the explanation of an item ends: at the end of the sentence, or
// before the next item of the same kind.
func (d *description) meaning(i int, it item, code bool) int {
	for j := i; ; j++ {
		if d.ends(j) {
			return j
		}
		if d.bracket(j) {
			if end := d.close(j); end > 0 {
				j = end - 1
				continue
			}
		}
		if !d.separates(j, false, listing{}) {
			continue
		}
		k := j
		for d.separates(k, false, listing{}) {
			k++
		}
		switch {
		case d.ends(k):
		case it.quoted:
			if !d.quoted(d.led(k)) {
				continue
			}
		case !d.word(k) || code && !isCode(item{text: d.span(k, k+1), words: 1}) && !d.glosses(k+1):
			continue
		case !code && !d.glosses(k+1) && !d.is(j, ",", ";", "\n"):
			continue
		}
		return j
	}
}

// line is where the line at i ends: at a line break or at the end of the text.
func (d *description) line(i int) int {
	for i < len(d.tokens) && !d.is(i, "\n") {
		if d.is(i, ".") && d.bullet(i+1) > i+1 {
			return i + 1
		}
		i++
	}
	return i
}

// initials reads "Y economy, W premium economy": codes, each with its explanation right
// behind it.
func (d *description) initials(i int) (l listing, ok bool) {
	l = listing{from: i, to: i}
	for {
		if !d.word(i) || d.tokens[i].end-d.tokens[i].start > 4 && d.span(i, i+1) != strings.ToUpper(d.span(i, i+1)) || !d.word(i+1) || d.has(i+1, clsAre|clsOr|clsAnd|clsClosing|clsTakes) {
			return l, false
		}
		it := item{text: d.span(i, i+1), words: 1, glossed: true}
		if first, _ := utf8.DecodeRuneInString(d.span(i+1, i+2)); !isCode(it) || !unicode.IsLower(first) || d.has(i, clsArticle) && it.text != strings.ToUpper(it.text) {
			return l, false
		}
		l.add(it)
		for i++; d.word(i) && !d.has(i, clsOr|clsAnd); i++ {
		}
		l.to = i
		if d.ends(i) {
			l.complete = true
			return l, len(l.items) > 2
		}
		if next := d.separator(i, &l); next > i {
			i = next
			continue
		}
		return l, false
	}
}
