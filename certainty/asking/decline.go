package asking

import (
	_ "embed"
	"sync"

	"github.com/voi-rl/voi/certainty/grounding"
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

// declineSizes are those of both. No parameter is read with them, and so there are no pairs.
var declineSizes = sizes{filters: 24, deep: 24}

var (
	declining     = sync.OnceValue(func() *wanted { return mustParse("decline.bin", declineFile, declineSizes) })
	decliningLong = sync.OnceValue(func() *wanted { return mustParse("decline_long.bin", declineLongFile, declineSizes) })
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
	return p.declining(declinesAt(len(text)), ruled, topic{}), true
}

// DeclinedOf returns how sure the network for short texts is that a refusal declines what the user asks in
// turns, and that it declines anything. ok is false if the text is no short one: the other network does not know
// of users.
func DeclinedOf(text string, turns []grounding.Turn) (asked, anything float32, ok bool) {
	if len(text) > ShortText {
		return 0, 0, false
	}
	p := parse(text)
	if p == nil {
		return 0, 0, false
	}
	n := declining()
	return p.declining(n, true, topicOf(turns)), p.declining(n, true, topic{}), true
}

// declining returns the score of one of the two networks.
func (p *parser) declining(n *wanted, ruled bool, about topic) float32 {
	seen := p.sight(p.declined, n)
	from, to := p.window(seen.units, 0)
	fit, wholes := p.declines(seen.units[from:to], ruled, about)
	return n.score(seen.see(n, from, to), fit, nil, &wholes)
}

// declines describes how the units of a text that are read fit what the user speaks of, and the text as a
// whole.
func (p *parser) declines(of []unit, ruled bool, t topic) (fit [][fits]int8, out [wholes]float32) {
	fit = make([][fits]int8, len(of))
	out[0], out[8] = one(ruled), one(len(t.words) > 0)
	p.wholesOfText(&out, len(of))
	for i, e := range p.explained(of, nil, t) {
		fit[i][explanation] = e
	}
	return fit, out
}
