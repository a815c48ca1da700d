package oldgrounding

import "unicode/utf8"

// kind says what may begin at a word, so that most words of a text are passed
// over at one look by who reads numbers, dates and times.
type kind int32

const (
	mayNumber   kind = 1 << iota // a number in digits or in words
	mayReading                   // a number that is read in another way
	mayDate                      // a date
	mayRelative                  // today, next Friday, the "days" of in 3 days
	mayUnit                      // the unit of a length of time
	mayTime                      // a time of day
)

// kinds finds the kind of a word that does not begin with a digit.
var kinds = func() wordTable {
	out := newWordTable(256)
	note := func(k kind, lists ...map[string]bool) {
		for _, words := range lists {
			for w := range words {
				at := out.put(w, hashOf(w))
				*at = max(*at, 0) | int32(k)
			}
		}
	}
	note(mayNumber, keysOf(smallNumbers), keysOf(ordinalWords), keysOf(scales))
	note(mayDate, keysOf(months), keysOf(ordinalWords), set(`twenty thirty`))
	note(mayRelative, set(`today tonight tomorrow yesterday weekend week month day days weeks months fortnight year years`), keysOf(weekdays))
	note(mayUnit, keysOf(unitSeconds))
	note(mayTime, keysOf(smallNumbers), set(`noon midday midnight half quarter`))
	return out
}()

// kindsOf returns the kind of each word of a text.
func (c *Context) kindsOf() []kind {
	out := make([]kind, len(c.tokens))
	for i := range c.tokens {
		t := &c.tokens[i]
		w := t.norm
		switch {
		case w == "":
		case w[0] <= '9':
			out[i] = mayNumber | mayReading | mayDate | mayUnit | mayTime
		default:
			out[i] = kind(max(kinds.get(w, hashOf(w)), 0))
			if t.capital && len(w) < 6 {
				out[i] |= mayRelative // Fri
			}
			if !t.solid || mayFraction(w) {
				out[i] |= mayReading
			}
		}
		if !ascii(c.gap(i)) {
			out[i] |= mayReading
		}
	}
	return out
}

// mayFraction reports whether a word may be a form of a denominator.
func mayFraction(w string) bool {
	if len(w) < 4 {
		return false
	}
	switch w[:3] {
	case "hal", "thi", "qua", "fou", "fif", "six", "eig", "ten":
		return true
	}
	return false
}

func ascii(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
