package asking

// matched is a phrase that stands at a token.
type matched struct {
	words uint8 // how many it has
	role  role
	tag   uint8
}

// match looks up once which phrases of the language stand at each token, since most
// roles are asked for several times there. They keep the order of the lists.
func (p *parser) match() {
	p.entries = make([]matched, 0, 2*len(p.tokens))
	p.at, p.roles = make([]run, len(p.tokens)), make([]uint32, len(p.tokens))
	for i := range p.tokens {
		from, es := len(p.entries), p.lang.first[key(p.tokens[i].Text)]
		for k := range es {
			if e := &es[k]; e.is(p.tokens[i:]) {
				p.entries = append(p.entries, matched{uint8(len(e.words)), e.role, e.tag})
				p.roles[i] |= 1 << e.role
			}
		}
		p.at[i] = run{from, len(p.entries)}
	}
}

// find is that of the question's language, at a token.
func (p *parser) find(r role, i, to int) (n int, tag uint8) {
	if i >= to || p.roles[i]>>r&1 == 0 {
		return 0, 0
	}
	for _, m := range p.entries[p.at[i].from:p.at[i].to] {
		if m.role == r && i+int(m.words) <= to {
			return int(m.words), m.tag
		}
	}
	return 0, 0
}

func (p *parser) has(r role, i, to int) bool {
	n, _ := p.find(r, i, to)
	return n > 0
}
