package oldgrounding

// index says where every word of a conversation stands.
type index struct {
	ids  wordTable // word -> its number, in the order in which the text begins to use them
	from []int32   // of word n: places[from[n]:from[n+1]]
	all  []int32   // the places of word 0, of word 1, ...
}

func newIndex(tokens []token) index {
	x := index{ids: newWordTable(len(tokens))}
	room := make([]int32, 3*len(tokens)+1)
	ids, all, from := room[:len(tokens)], room[len(tokens):2*len(tokens)], room[2*len(tokens):2*len(tokens)+1]
	for i := range tokens {
		id := x.ids.put(tokens[i].norm, hashOf(tokens[i].norm))
		if *id < 0 {
			*id = int32(len(from) - 1)
			from = append(from, 0)
		}
		ids[i] = *id
		from[*id+1]++
	}
	for n := 1; n < len(from); n++ {
		from[n] += from[n-1]
	}
	for i := len(ids) - 1; i >= 0; i-- { // from the back, so that each word's places are in order
		end := &from[ids[i]+1]
		*end--
		all[*end] = int32(i)
	}
	// Every end has become its word's beginning: one further is where it was.
	copy(from, from[1:])
	from[len(from)-1] = int32(len(tokens))
	x.from, x.all = from, all
	return x
}

// places are the positions of a word, in order.
func (x *index) places(w string) []int32 {
	id := x.ids.get(w, hashOf(w))
	if id < 0 {
		return nil
	}
	return x.all[x.from[id]:x.from[id+1]]
}

// forms are what a word that the text does not have is compared with. They are
// built when the first such word is looked for.
type forms struct {
	stems    wordTable // stem -> first position
	acronyms wordTable // letters with points between them, joined -> first position
	prefix   wordTable // first four bytes -> the first distinct word
	first    wordTable // first byte -> the first distinct word of five letters or more
	nextPre  []int32   // of a distinct word, the next one of the same prefix; nothing at the last
	nextOne  []int32   // and of the same first byte
	built    bool
}

// forms returns them.
func (c *Context) forms() *forms {
	if c.once.Do(func() { c.lazy = c.buildForms() }); !c.lazy.built {
		panic("grounding: the words of this conversation could not be read before")
	}
	return &c.lazy
}

func (c *Context) buildForms() forms {
	n := len(c.index.from) - 1
	next := make([]int32, 2*n)
	f := forms{stems: newWordTable(n), prefix: newWordTable(n), nextPre: next[:n], nextOne: next[n:]}
	for id := n - 1; id >= 0; id-- { // from the back, so that the first one is what stays
		at := c.index.all[c.index.from[id]]
		w := c.tokens[at].norm
		if w == "" {
			continue
		}
		s := stem(w)
		*f.stems.put(s, hashOf(s)) = at
		if len(w) >= 4 {
			f.nextPre[id] = f.prefix.chain(w[:4], hashOf(w[:4]), id)
		}
		if len(w) >= 5 {
			f.nextOne[id] = f.first.chain(w[:1], hashOf(w[:1]), id)
		}
	}
	for i := range c.tokens {
		c.joinAt(&f, i)
	}
	f.built = true
	return f
}

// along finds the first distinct word of a chain that fits, and its first place.
func (c *Context) along(id int32, next []int32, fits func(norm string) bool) (at int, ok bool) {
	for ; id >= 0; id = next[id] {
		p := c.index.all[c.index.from[id]]
		if fits(c.tokens[p].norm) {
			return int(p), true
		}
	}
	return -1, false
}

// joinAt notes what the text writes in parts at token i: e-mail and check-in,
// U.S. and U.K.
func (c *Context) joinAt(f *forms, i int) {
	w := c.tokens[i].norm
	switch gap := c.gap(i); {
	case len(gap) > 3 || gap == " " || !letters(w) || c.at(i+1, i) == "":
	case (gap == "-" || gap == "\u2010" || gap == "\u2011") && letters(c.at(i+1, i)):
		s := stem(w + c.at(i+1, i))
		if p := f.stems.put(s, hashOf(s)); *p < 0 {
			*p = int32(i)
		}
	case gap == "." && len(w) == 1 && !c.gapIs(i-1, "."):
		joined := w
		for k := i; len(joined) < 6 && c.gapIs(k, ".") && len(c.at(k+1, i)) == 1 && letters(c.at(k+1, i)); k++ {
			joined += c.at(k+1, i)
		}
		if len(joined) > 1 {
			if p := f.acronyms.put(joined, hashOf(joined)); *p < 0 {
				*p = int32(i)
			}
		}
	}
}

// stemmed returns the first place of a word that has a stem, nothing for none.
func (c *Context) stemmed(s string) int { return int(c.forms().stems.get(s, hashOf(s))) }

// acronym returns the first place of letters with points between them, nothing
// for none.
func (c *Context) acronym(joined string) int {
	return int(c.forms().acronyms.get(joined, hashOf(joined)))
}

// word finds the place that backs one word best: the word itself, a form of
// it, a member of its family, a slip of spelling. The score is 0 without one.
func (c *Context) word(w string) (score float64, at int) {
	if ps := c.index.places(w); len(ps) > 0 {
		return 1, int(ps[0])
	}
	if p := c.stemmed(stem(w)); p >= 0 && len(w) > 2 {
		return 0.95, p
	}
	if p := c.alias(w); p >= 0 {
		return 0.9, p
	}
	if len(w) < 4 {
		return 0, -1
	}
	f := c.forms()
	if p, ok := c.along(f.prefix.get(w[:4], hashOf(w[:4])), f.nextPre, func(norm string) bool { return related(w, norm) }); ok {
		return 0.85, p
	}
	if len(w) >= 5 {
		if p, ok := c.along(f.first.get(w[:1], hashOf(w[:1])), f.nextOne, func(norm string) bool { return misspelt(w, norm) }); ok {
			return 0.75, p
		}
	}
	return 0, -1
}
