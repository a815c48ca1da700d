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
	s := p.declines(ruled)
	return declining().score(declining().rows(s.units), make([][fits]int8, len(s.units)), &s.wholes), true
}

// whole is a text without a parameter, as the network sees it.
type whole struct {
	units  []unit
	wholes [wholes]float32
}

func (p *parser) declines(ruled bool) (out whole) {
	out.units = p.units()
	from, to := p.window(out.units, 0)
	out.units = out.units[from:to]
	if ruled {
		out.wholes[0] = 1
	}
	p.wholesOfText(&out.wholes, to-from)
	return out
}
