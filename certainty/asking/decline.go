package asking

import (
	_ "embed"
	"sync"
)

// declineFile holds the numbers of a second network of the same form, which fit/fit.py fits to
// texts that decline a request and to others.
//
//go:embed decline.bin
var declineFile []byte

var declining = sync.OnceValue(func() *wanted { return mustParse("decline.bin", declineFile) })

// Declined returns how sure a network is that a text declines what the user asked: positive if
// it does. ruled tells it whether rules take the text for a refusal. ok is false for a text of more
// than 512 words, which is not read. The time is linear in the length of the text.
func Declined(text string, ruled bool) (sure float32, ok bool) {
	var p *parser
	if len(text) <= maxBytes {
		p = parse(text)
	}
	if p == nil {
		return 0, false
	}
	n := declining()
	seen := p.sight(p.declined, n)
	from, to := p.window(seen.units, 0)
	wholes := p.declines(to-from, ruled)
	return n.score(seen.see(n, from, to), make([][fits]int8, to-from), &wholes), true
}

// declines describes a text of which read units are read as a whole.
func (p *parser) declines(read int, ruled bool) (out [wholes]float32) {
	out[0] = one(ruled)
	p.wholesOfText(&out, read)
	return out
}
