package asking

import (
	_ "embed"
	"sync"
)

// declineFile and declineLongFile hold the numbers of two more networks of the same form, which
// fit/fit.py fits to texts that decline a request and to others: one for short texts and one for
// longer ones, which give reasons and advice. One for both took more short texts about nothing for
// refusals.
var (
	//go:embed decline.bin
	declineFile []byte
	//go:embed decline_long.bin
	declineLongFile []byte
)

var (
	declining     = sync.OnceValue(func() *wanted { return mustParse("decline.bin", declineFile) })
	decliningLong = sync.OnceValue(func() *wanted { return mustParse("decline_long.bin", declineLongFile) })
)

// ShortText is the length in bytes of the longest text that counts as short for Declined.
const ShortText = 100

// declinesAt returns the network for texts of a length.
func declinesAt(length int) *wanted {
	if length > ShortText {
		return decliningLong()
	}
	return declining()
}

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
	n := declinesAt(len(text))
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
