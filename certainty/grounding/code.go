package grounding

import (
	"strings"
	"unicode/utf8"
)

// chain returns the end of the run of tokens from i on that are separated by nothing
// but punctuation: 4B-02, a.b@c.org, https://x.y/z, 2pm-4pm.
func (b *bound) chain(i int) int {
	to := i + 1
	for to < len(b.tokens) && b.tokens[to].gap <= hyphen && to-i < 64 && b.tokens[to].solid && b.tokens[to-1].solid {
		g := b.gapText(to)
		labelled := g == ":" && to == i+1 && !b.tokens[i].digit && b.tokens[to].digit // id:3
		if labelled || g == "\u2013" || g == "\u2014" || apostrophe(g) {
			break
		}
		to++
	}
	return to
}

// chainKind returns the kind of a run of tokens: an address, a code, or 0 for
// ordinary words and numbers.
func (b *bound) chainKind(i, to int) Kind {
	if to == i+1 {
		return 0
	}
	digits, dots, signs := 0, 0, 0
	for k := i; k < to; k++ {
		if b.tokens[k].digit {
			digits++
		}
		if k == i {
			continue
		}
		switch g := b.gapText(k); {
		case strings.Contains(g, "@"):
			return Email
		case strings.Contains(g, "://"):
			return URL
		case g == ".":
			dots++
		case g != "":
			signs++
		}
	}
	text := b.text(i, to)
	last := &b.tokens[to-1]
	domain := digits == 0 && signs == 0 && len(b.norm(last)) <= 4
	if dots > 0 && !last.digit && (domain || strings.Contains(text, "/")) {
		return URL
	}
	if digits > 0 && (digits < to-i || signs > 0 || dots > 1) || strings.ContainsAny(text, "_/") {
		return Code
	}
	return 0
}

// squash removes the separators that people write inside a code.
func squash(s string) string {
	s = strings.TrimPrefix(strings.TrimPrefix(fold(s), "https://"), "http://")
	s = strings.TrimPrefix(s, "www.")
	return strings.Map(func(r rune) rune {
		if wordRune(r) || r == '@' {
			return r
		}
		return -1
	}, s)
}

// codeLike reports whether a value has to match as a whole: an id, an address or a
// telephone number.
func codeLike(s string) bool {
	s = strings.TrimSpace(s)
	if strings.Contains(s, "@") || strings.Contains(s, "://") || strings.HasPrefix(s, "www.") {
		return true
	}
	digits, letters, spaces, signs, run, most := 0, 0, 0, 0, 0, 0 // most letters in a run
	upper := true
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9':
			digits++
			run = 0
		case r == ' ':
			spaces++
			run = 0
		case wordRune(r):
			letters++
			run++
			most = max(most, run)
			upper = upper && (r >= 'A' && r <= 'Z' || r >= utf8.RuneSelf && fold(string(r)) != string(r))
		default:
			signs++
			run = 0
		}
	}
	if digits == 0 {
		return letters >= 5 && upper && spaces == 0 && signs > 0
	}
	return spaces <= 4 && (most <= 4 || spaces == 0) && (letters > 0 || signs > 0 || digits >= 5 || s[0] == '0') && len(s) <= 128
}

// endsCode reports whether a code in groups that begins with token i ends before token j, although that could be one.
func (b *bound) endsCode(i, j, digits, parts int) bool {
	t := &b.tokens[j]
	switch {
	case j > i && (t.gap > dash || t.gap == comma && (t.digit || b.is(j, cStop))):
		return true
	case parts == 1 && digits > 0 && t.has&cUnit != 0 && len(b.norm(t)) == 1:
		return true // 1000 °C, 1500 m
	case !t.digit:
		return false
	}
	switch next := b.gapText(j + 1); {
	case j > i && next == ":", next == ",", next == "." && b.gapText(j+2) != ".":
		return true // a time, a number with thousands separators, a decimal
	case strings.HasPrefix(b.after(j), ")") && !strings.Contains(b.gapText(j), "("):
		return true // 1) 178 2) 74
	}
	return digits == 0 && b.datesAt(j) != nil // DOB 14/03/1987
}

// joinCodes reads a code that is written or spoken in groups: JD0002 2254 8471 90, +1
// (555) 123-4567, "five five five oh one", "S I O B H A N", "x-ray seven kilo".
func (r *reader) joinCodes(i, least int) int {
	b := r.b
	var short [64]byte
	text := short[:0]
	j, parts, digits, letters, spoken := i, 0, 0, 0, 0
reading:
	for j < len(b.tokens) && b.tokens[j].turn == b.tokens[i].turn && j-i < 40 && !b.endsCode(i, j, digits, parts) {
		t, n := &b.tokens[j], 1
		w := b.norm(t)
		switch {
		case t.digit:
			text = append(text, w...)
			digits += len(w)
		case t.has&cLetter != 0:
			m, _ := b.at(j, cLetter)
			n = int(m.n)
			times, repeats := strings.CutPrefix(m.str(), "*") // double
			if !repeats {
				text = append(text, m.str()...)
				letters++
				spoken++
				break
			}
			digit := b.spokenDigit(j + n)
			if digit == "" || b.tok(j+n, i).gap == sentence {
				break reading
			}
			text = append(text, strings.Repeat(digit, atoi(times))...)
			digits, spoken, parts, n = digits+atoi(times), spoken+2, parts+1, n+1
		case t.solid && len(w) == 1 && (t.capital || t.has&(cAnd|cTo|cOr) == 0 && (w != "a" && w != "i" || spoken+letters > 0)),
			t.solid && t.upper && len(w) <= 4 && (digits > 0 && t.has&cUnit == 0 || digits == 0 && b.tok(j+1, i).digit) &&
				!currency(strings.ToUpper(w)):
			text = append(text, w...)
			letters += len(w)
		default:
			digit := b.spokenDigit(j)
			if digit == "" {
				break reading
			}
			text = append(text, digit...)
			digits++
			spoken++
		}
		j += n
		parts++
	}
	n := len(text)
	switch {
	case parts >= 3 && (n >= 5 || n >= 4 && (spoken >= 3 || letters == parts)):
	case parts == 2 && n >= 5 && letters != 2 && (digits >= 7 || letters > 0):
	default:
		return i
	}
	kind := Code
	if letters == 0 && digits >= 7 {
		kind = Phone
	}
	if j > least {
		r.add(Mention{Kind: kind, Value: string(text)}, i, j)
		r.sides(i, j)
	}
	return j
}

// spokenDigit returns the digit that token i says, "" if it says none.
func (b *bound) spokenDigit(i int) string {
	if m, ok := b.at(i, cNum); ok && m.val <= 9 {
		return plain(m.val)
	}
	return ""
}

// spokenAddress reads "j dot halloran at fastmail dot com", "x dot com slash y".
func (r *reader) spokenAddress(i int) int {
	b := r.b
	var short [64]byte
	text, j, dots := short[:0], i, 0
	for j < len(b.tokens) && b.tokens[j].turn == b.tokens[i].turn && j-i < 40 {
		end := b.chain(j)
		text = append(text, strings.ToLower(b.text(j, end))...)
		m, ok := b.at(end, cDot)
		if !ok || b.tok(end, i).gap != space {
			j = end
			break
		}
		if m.str() == "." {
			dots++
		}
		text = append(text, m.str()...)
		j = end + int(m.n)
	}
	if dots == 0 {
		return i
	}
	kind, value := URL, strings.TrimRight(string(text), "./@-_")
	if _, site, ok := strings.Cut(value, "@"); ok && strings.Contains(site, "/") {
		value = site // "the page at example dot com slash x"
	} else if ok {
		kind = Email
	}
	r.add(Mention{Kind: kind, Value: value}, i, j)
	return j
}

// joined reports whether token i continues a code that begins before it: nothing stands between, or a hyphen or the
// like beside a digit.
func (b *bound) joined(i int) bool {
	if i <= 0 || i >= len(b.tokens) || b.tokens[i].turn != b.tokens[i-1].turn {
		return false
	}
	one, two := &b.tokens[i-1], &b.tokens[i]
	switch b.gapText(i) {
	case "":
		return one.solid && two.solid
	case "-", "/", "_", ".":
		return one.digit || two.digit
	}
	return false
}
