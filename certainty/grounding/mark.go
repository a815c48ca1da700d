package grounding

import (
	"math/bits"
	"slices"
	"strings"
)

// findMarks finds the lexicon's phrases in a text, for the languages of the text. The
// languages of the user's words and of the others' words are determined separately, so
// that English instructions do not hide the language of a Turkish user.
func (b *bound) findMarks(x *scratch) {
	b.langs, b.users = b.lx.always, 0
	var score [2][32]int // in parts of a function word: the user's, the others'
	for id := range b.lexed {
		l := b.listOf(int32(id))
		if l.telling == 0 {
			continue
		}
		for of, uses := range [...]int{int(x.words[id].uses[byUser]), int(x.words[id].uses[byOther])} {
			if uses > 0 {
				l.tell(b.phrases(l), &score[of], uses)
			}
		}
	}
	none := slices.Max(score[0][:]) == 0
	for of := range score {
		if most := slices.Max(score[of][:]); most > 0 || none {
			langs, main := b.lx.spoken(&score[of])
			b.langs |= langs
			if of == 0 {
				b.users = langs
			}
			if of == 0 || b.users == 0 {
				b.main = main
			}
		}
	}
	b.lookUp(x)
}

// tell adds what uses of a list's word say about the language of a text. Only single words tell, and less
// if several languages have them.
func (l *list) tell(phrases []phrase, score *[32]int, uses int) {
	for k := range phrases[:l.single] {
		if e := &phrases[k]; e.tells > 0 {
			score[e.lang] += uses * int(e.tells) * fifth / bits.OnesCount32(l.telling)
		}
	}
}

// fifth of what a function word that one language alone has says of a text's language.
const fifth = 12

// spoken returns the languages that a text may be in, by what its words tell, and the likeliest. English
// has the advantage of three fifths of a word, since a few words may belong to anything.
func (lx *lexicon) spoken(score *[32]int) (langs uint32, main uint8) {
	main = lx.id("en")
	score[main] += 3 * fifth
	most := slices.Max(score[:])
	for id := range lx.langs {
		s := score[id]
		if s > 0 && 20*(s+fifth) >= 11*most {
			langs |= 1 << id
		}
		if s > score[main] {
			main = uint8(id)
		}
	}
	return langs, main
}

// lookUp records where the phrases of the text's languages occur. A single word means the
// same everywhere, so only longer phrases are marked token by token.
func (b *bound) lookUp(x *scratch) {
	x.has = slices.Grow(x.has[:0], b.count())[:b.count()]
	for id := range b.lexed {
		l, has := b.listOf(int32(id)), class(0)
		b.steps += int(l.to - l.from)
		langs, single := b.readAs(l), b.phrases(l)[:l.single]
		for k := range single {
			if e := &single[k]; langs&(1<<e.lang) != 0 {
				has |= e.class
			}
		}
		x.has[id] = has
	}
	b.inTurn, b.marks, b.marked = make([]class, len(b.in.Turns)), x.marks[:0], x.marked[:0]
	for i := range b.tokens {
		t := &b.tokens[i]
		t.has = x.has[t.word]
		if l := b.listOf(t.word); l.seconds != 0 {
			b.phrasesAt(i, l)
		}
		b.inTurn[t.turn] |= t.has
	}
	x.marks, b.marks, x.marked, b.marked = b.marks, slices.Clone(b.marks), b.marked, slices.Clone(b.marked)
	for _, has := range b.inTurn {
		b.classes |= has
	}
}

// readAs returns the languages as whose phrases a word is read: those of the text, and if
// it is a word of the user's own languages, only these ("sept" may not be a month).
func (b *bound) readAs(l *list) uint32 {
	if b.users&l.langs != 0 {
		return b.langs & (b.users | b.lx.always)
	}
	return b.langs
}

// phrasesAt marks those phrases of several words of a list that begin at token i, longest first.
func (b *bound) phrasesAt(i int, l *list) {
	from, next := len(b.marks), b.tok(i+1, i)
	if next.turn < 0 || next.gap == sentence {
		return
	}
	second, langs := b.listOf(next.word).no, b.readAs(l)
	if l.seconds&(1<<(second&63)) == 0 {
		return
	}
	longer := b.phrases(l)[l.single:]
	for k := 0; k < len(longer) && longer[k].second <= second; k++ {
		if s := longer[k].second; s != 0 && s < second { // common words begin dozens of phrases
			n, _ := slices.BinarySearchFunc(longer[k+1:], second, func(e phrase, second int32) int { return int(e.second - second) })
			k += n
			continue
		}
		e := &longer[k]
		if langs&(1<<e.lang) == 0 {
			continue
		}
		b.steps++
		if !b.phraseAt(i, e) {
			continue
		}
		b.tokens[i].has |= e.class
		b.marks = append(b.marks, *e)
		for j := len(b.marks) - 1; j > from && b.marks[j].before(&b.marks[j-1]); j-- {
			b.marks[j], b.marks[j-1] = b.marks[j-1], b.marks[j]
		}
	}
	if len(b.marks) > from {
		b.tokens[i].marked, b.marked = true, append(b.marked, mark{int32(i), int32(from), int32(len(b.marks))})
	}
}

// before reports whether a phrase is longer than another one, or as long and listed before it.
func (e *phrase) before(o *phrase) bool { return e.n > o.n }

// mark says where in marks the phrases of several words are that begin with a token.
type mark struct{ token, from, to int32 }

// marksAt returns these phrases of token i, the longest first.
func (b *bound) marksAt(i int) []phrase {
	if !b.tokens[i].marked {
		return nil
	}
	n, _ := slices.BinarySearchFunc(b.marked, int32(i), func(m mark, i int32) int { return int(m.token - i) })
	return b.marks[b.marked[n].from:b.marked[n].to]
}

// phraseAt reports whether the words of a phrase occur from token i on.
func (b *bound) phraseAt(i int, e *phrase) bool {
	last, rest := int(e.n)-1, e.words()[e.head+1:]
	if i+last >= len(b.tokens) || b.tokens[i+last].turn != b.tokens[i].turn {
		return false
	}
	for k := 1; k <= last; k++ {
		t, word := &b.tokens[i+k], ""
		word, rest, _ = strings.Cut(rest, " ")
		if t.gap == sentence || b.norm(t) != word && !(e.star && k == last && strings.HasPrefix(b.norm(t), word)) {
			return false
		}
	}
	return true
}

// at returns the longest phrase of a class at token i; of single words, preferably that of the text's
// main language.
func (b *bound) at(i int, c class) (phrase, bool) {
	if i < 0 || i >= len(b.tokens) || b.tokens[i].has&c == 0 {
		return phrase{}, false
	}
	for _, e := range b.marksAt(i) {
		if e.class == c {
			return e, true
		}
	}
	l := b.listOf(b.tokens[i].word)
	single, langs := b.phrases(l)[:l.single], b.readAs(l)
	found := -1
	for k := range single {
		if e := &single[k]; e.class == c && langs&(1<<e.lang) != 0 && (found < 0 || e.lang == b.main) {
			if found = k; e.lang == b.main {
				break
			}
		}
	}
	if found < 0 {
		return phrase{}, false
	}
	return single[found], true
}

// is reports whether a phrase of one of the classes cs begins at token i.
func (b *bound) is(i int, cs class) bool {
	return i >= 0 && i < len(b.tokens) && b.tokens[i].has&cs != 0
}

// contrasts reports whether a text begins with a phrase like "rather than".
func (lx *lexicon) contrasts(text []string, langs uint32) bool {
	for _, e := range lx.exact(hash(text[0])) {
		if n := int(e.n); e.class == cNot && n > 1 && n <= len(text) && langs&(1<<e.lang) != 0 && strings.Join(text[:n], " ") == e.words() {
			return true
		}
	}
	return false
}

// meant returns the English words for the words of a name in another language, as the lexicons list them for
// texts: children for kinder or 儿童.
func (lx *lexicon) meant(name []string, langs uint32) (out []string) {
	for i := 0; i < len(name) && len(out) < maxMeant; i++ {
		if lx.meanings[name[i]] {
			continue // gift is English, although gift is married in Danish
		}
		longest := 1
		for _, e := range lx.of(name[i]) {
			n := int(e.n)
			if e.class != cMean || langs&(1<<e.lang) == 0 || e.lang == lx.id("en") || n > len(name)-i || strings.Join(name[i:i+n], " ") != e.words() {
				continue
			}
			longest = max(longest, n)
			if !slices.Contains(out, e.str()) && !tell("plain", e.str()) {
				out = append(out, e.str())
			}
		}
		i += longest - 1
	}
	return out
}

// maxMeant bounds the meanings of a name.
const maxMeant = 4

// spokenIn returns the languages that a parameter's words may be in, with English and those that every text is read in.
func (lx *lexicon) spokenIn(all ...[]string) uint32 {
	var score [32]int
	for _, words := range all {
		for _, w := range words[:min(len(words), 40)] {
			if n := lx.slot(hash(w)).number(); n > 0 {
				l := &lx.lists[n-1]
				l.tell(lx.phrases[l.from:l.to], &score, 1)
			}
		}
	}
	langs, _ := lx.spoken(&score)
	return langs | lx.always | 1<<lx.id("en")
}

// has reports whether a single word is of a class in one of the languages.
func (lx *lexicon) has(w string, c class, langs uint32) bool {
	for _, e := range lx.exact(hash(w)) {
		if e.class&c != 0 && e.n == 1 && langs&(1<<e.lang) != 0 {
			return true
		}
	}
	return false
}
