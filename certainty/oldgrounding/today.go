package oldgrounding

// systemToday reads the day that the system's text calls today. That text backs
// no value; it only says which day the user's "tomorrow" is.
func systemToday(turns []Turn) date {
	for i := range turns {
		if turns[i].Role != "system" {
			continue
		}
		if d := todayOf(turns[i].Text); d.y != 0 {
			return d
		}
	}
	return date{}
}

// maxSystemTokens bounds the words of a system's text that are read.
const maxSystemTokens = 1 << 12

// todayOf reads the day that a text calls today. Such texts are long, offer tools
// and mostly name no day: only what comes after a word that calls a day so is
// read, where these words can be found without reading all of the text.
func todayOf(text string) date {
	calls, ok := findCallsToday(text)
	if !ok {
		return firstToday(text, maxSystemTokens, maxSystemTokens)
	}
	for _, at := range calls {
		// A date of a few words begins within nearToday words of it.
		const window = nearToday + 16
		if d := firstToday(text[at:], window, nearToday); d.y != 0 {
			return d
		}
	}
	return date{}
}

// firstToday reads the first day that the first limit words of a text call today, if
// it begins at one of the first most words.
func firstToday(text string, limit, most int) date {
	c := scan([]Turn{{Role: "user", Text: text}}, limit)
	kinds := c.kindsOf()
	for k := 0; k < len(c.tokens) && k <= most; {
		if kinds[k]&mayDate == 0 {
			k++
			continue
		}
		d, ok := c.absoluteDate(k)
		if !ok {
			k++
			continue
		}
		if d.y != 0 && d.d != 0 && c.callsToday(d) {
			return c.withWeekday(d)
		}
		k = d.end
	}
	return date{}
}

// findCallsToday returns where the words stand that call a day today. ok is false
// for a text in which they cannot be found letter by letter: one that is not all
// ASCII, or may have more words than are read.
func findCallsToday(text string) (at []int, ok bool) {
	words := 0
	for i := 0; i < len(text); {
		b := text[i]
		switch {
		case b >= 0x80:
			return nil, false
		case b == '\\' && i+1 < len(text) && text[i+1] == 'n':
			i += 2 // as the words of a text are told apart: see appendTokens
			continue
		case !asciiWord[b]:
			i++
			continue
		}
		from := i
		for i++; i < len(text) && text[i] < 0x80 && asciiWord[text[i]]; i++ {
		}
		if words++; words >= maxSystemTokens {
			return nil, false
		}
		switch b | 0x20 {
		case 't', 'c', 'n':
			if n := i - from; n >= len("now") && n <= len("current") && callsTodays[fold(text[from:i])] {
				at = append(at, from)
			}
		}
	}
	return at, true
}
