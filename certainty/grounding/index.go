package grounding

// index says where every word of a conversation stands.
type index struct {
	ids  map[string]int32 // word -> its number, in the order in which the text begins to use them
	from []int32          // of word n: places[from[n]:from[n+1]]
	all  []int32          // the places of word 0, of word 1, ...
}

func newIndex(tokens []token) index {
	x := index{ids: make(map[string]int32, len(tokens))}
	ids := make([]int32, len(tokens))
	x.from = make([]int32, 1, len(tokens)+2)
	for i := range tokens {
		id, ok := x.ids[tokens[i].norm]
		if !ok {
			id = int32(len(x.from) - 1)
			x.ids[tokens[i].norm] = id
			x.from = append(x.from, 0)
		}
		ids[i] = id
		x.from[id+1]++
	}
	for n := 1; n < len(x.from); n++ {
		x.from[n] += x.from[n-1]
	}
	x.all = make([]int32, len(tokens))
	for i := len(ids) - 1; i >= 0; i-- { // from the back, so that each word's places are in order
		end := &x.from[ids[i]+1]
		*end--
		x.all[*end] = int32(i)
	}
	// Every end has become its word's beginning: one further is where it was.
	copy(x.from, x.from[1:])
	x.from[len(x.from)-1] = int32(len(tokens))
	return x
}

// places are the positions of a word, in order.
func (x *index) places(w string) []int32 {
	id, ok := x.ids[w]
	if !ok {
		return nil
	}
	return x.all[x.from[id]:x.from[id+1]]
}

// forms are what a word that the text does not have is compared with. They are
// built when the first such word is looked for.
type forms struct {
	stems    map[string]int32 // stem -> first position
	acronyms map[string]int32 // letters with points between them, joined -> first position
	prefix   map[string]int32 // first four bytes -> the first distinct word
	first    map[byte]int32   // first byte -> the first distinct word of five letters or more
	nextPre  []int32          // of a distinct word, the next one of the same prefix; -1 at the last
	nextOne  []int32          // and of the same first byte
}

// forms returns them.
func (c *Context) forms() *forms {
	c.once.Do(func() { c.lazy = c.buildForms() })
	return &c.lazy
}

func (c *Context) buildForms() forms {
	n := len(c.index.from) - 1
	next := make([]int32, 2*n)
	f := forms{stems: make(map[string]int32, n), prefix: make(map[string]int32, n), first: make(map[byte]int32),
		nextPre: next[:n], nextOne: next[n:]}
	for id := n - 1; id >= 0; id-- { // from the back, so that the first one is what stays
		at := c.index.all[c.index.from[id]]
		w := c.tokens[at].norm
		if w == "" {
			continue
		}
		f.stems[stem(w)] = at
		if len(w) >= 4 {
			f.nextPre[id] = chainFirst(f.prefix, w[:4], id)
		}
		if len(w) >= 5 {
			f.nextOne[id] = chainFirst(f.first, w[0], id)
		}
	}
	for i := range c.tokens {
		c.joinAt(&f, i)
	}
	return f
}

// chainFirst makes id the first of a key, and returns what was: -1 for nothing.
func chainFirst[K comparable](heads map[K]int32, key K, id int) int32 {
	before, ok := heads[key]
	heads[key] = int32(id)
	if !ok {
		return -1
	}
	return before
}

// along finds the first distinct word of a chain that fits, and its first place.
func along[K comparable](c *Context, heads map[K]int32, key K, next []int32, fits func(norm string) bool) (at int, ok bool) {
	id, ok := heads[key]
	for ; ok && id >= 0; id = next[id] {
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
		if s := stem(w + c.at(i+1, i)); !has(f.stems, s) {
			f.stems[s] = int32(i)
		}
	case gap == "." && len(w) == 1 && !c.gapIs(i-1, "."):
		joined := w
		for k := i; len(joined) < 6 && c.gapIs(k, ".") && len(c.at(k+1, i)) == 1 && letters(c.at(k+1, i)); k++ {
			joined += c.at(k+1, i)
		}
		if len(joined) > 1 && !has(f.acronyms, joined) {
			if f.acronyms == nil {
				f.acronyms = map[string]int32{}
			}
			f.acronyms[joined] = int32(i)
		}
	}
}

func has(m map[string]int32, key string) bool {
	_, ok := m[key]
	return ok
}

// word finds the place that backs one word best: the word itself, a form of
// it, a member of its family, a slip of spelling. The score is 0 without one.
func (c *Context) word(w string) (score float64, at int) {
	if ps := c.index.places(w); len(ps) > 0 {
		return 1, int(ps[0])
	}
	f := c.forms()
	if p, ok := f.stems[stem(w)]; ok && len(w) > 2 {
		return 0.95, int(p)
	}
	if p := c.alias(w); p >= 0 {
		return 0.9, p
	}
	if len(w) < 4 {
		return 0, -1
	}
	if p, ok := along(c, f.prefix, w[:4], f.nextPre, func(norm string) bool { return related(w, norm) }); ok {
		return 0.85, p
	}
	if len(w) >= 5 {
		if p, ok := along(c, f.first, w[0], f.nextOne, func(norm string) bool { return misspelt(w, norm) }); ok {
			return 0.75, p
		}
	}
	return 0, -1
}
