package grounding

import (
	"strings"
	"unicode/utf8"
)

// chain returns the end of the run of tokens from i on that are separated by nothing
// but punctuation: 4B-02, a.b@c.org, https://x.y/z, 2pm-4pm.
func (b *bound) chain(i int) int {
	to := i + 1
	for to < len(b.tokens) && b.tokens[to].gap <= hyphen && to-i < 64 && b.tokens[to].solid && b.tokens[to-1].solid && b.tokens[to].turn == b.tokens[i].turn {
		g := b.gapText(to)
		if g == ":" && to == i+1 && !b.tokens[i].digit && b.tokens[to].digit { // id:3
			break
		}
		if g == "-" && 1<<b.main&b.lx.hyphened != 0 && b.tokens[to].digit != b.tokens[to-1].digit && !b.tokens[to].capital && !b.tokens[to-1].capital {
			break
		}
		if g == "\u2013" || g == "\u2014" || g == "\u2019" || g == "'" {
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
	digits, letters, dots, signs, commas := 0, 0, 0, 0, 0
	for k := i; k < to; k++ {
		if b.tokens[k].digit {
			digits++
		} else {
			letters++
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
		case g == ",":
			commas++
		case g != "":
			signs++
		}
	}
	if letters == 0 && commas == to-i-1 {
		return 0 // 2,3,4 is a list
	}
	signs += commas
	text := b.text(i, to)
	if last := &b.tokens[to-1]; dots > 0 && letters > 1 && !last.digit && (b.norm(&b.tokens[i]) == "www" || strings.Contains(text, "/") && !b.tokens[i].digit || dots > 1 && digits == 0 || dots == 1 && digits == 0 && len(b.norm(last)) >= 2 && len(b.norm(last)) <= 4 && !last.capital && signs == 0) {
		return URL
	}
	if digits > 0 && (letters > 0 || signs > 0 || dots > 1) {
		return Code
	}
	if signs > 0 && strings.ContainsAny(text, "_/") {
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
	digits, letters, spaces, run, signs := 0, 0, 0, 0, 0
	upper := true
	most := 0
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

// joinCodes reads a code that is written or spoken in groups: JD0002 2254 8471 90, +1
// (555) 123-4567, "five five five oh one", "S I O B H A N", "x-ray seven kilo".
func (r *reader) joinCodes(i, least int) int {
	b := r.b
	var short [64]byte
	text := short[:0]
	j, parts, digits, letters, spoken := i, 0, 0, 0, 0
	for j < len(b.tokens) && b.tokens[j].turn == b.tokens[i].turn && j-i < 40 {
		t := &b.tokens[j]
		if t.digit && (j > i && t.gap == comma || b.tok(j+1, i).digit && (b.gapText(j+1) == "," || j > i && b.gapText(j+1) == ":" || b.gapText(j+1) == "." && !(j+2 < len(b.tokens) && b.gapText(j+2) == "."))) {
			break // a list of numbers, a decimal, a number with thousands separators or a time
		}
		if j > i && (t.gap > dash || t.gap == comma && (len(b.norm(t)) > 1 && !b.is(j, cLetter) || b.is(j, cStop)) || t.gap == dash && strings.ContainsAny(b.gapText(j), ":")) {
			break
		}
		if t.digit && len(b.norm(t)) <= 2 && b.after(j) != "" && b.after(j)[0] == ')' && !strings.Contains(b.gapText(j), "(") {
			break // 1) 178 2) 74
		}
		if t.digit && j > i && digits == 0 && b.datesAt(j) != nil {
			break // DOB 14/03/1987
		}
		if parts == 1 && digits > 0 && t.gap == space && t.has&cUnit != 0 && len(b.norm(t)) == 1 && !b.tok(j+1, i).digit {
			break // 1000 °C, 1500 m
		}
		n := 1
		switch {
		case t.digit:
			text = append(text, b.norm(t)...)
			digits += len(b.norm(t))
		case b.is(j, cLetter):
			m, _ := b.at(j, cLetter)
			n = int(m.n)
			if times, ok := strings.CutPrefix(m.str(), "*"); ok {
				digit := b.spokenDigit(j+n, i)
				if digit == "" {
					n = 0
					break
				}
				text = append(text, strings.Repeat(digit, atoi(times))...)
				digits, spoken, parts, n = digits+atoi(times), spoken+2, parts+1, n+1
				break
			}
			text = append(text, m.str()...)
			letters++
			spoken++
		case t.solid && len(b.norm(t)) == 1 && b.norm(t)[0] >= 'a' && !(b.norm(t) == "a" || b.norm(t) == "i" || !t.capital && b.is(j, cAnd|cTo|cOr)) || t.solid && len(b.norm(t)) == 1 && (t.capital || spoken+letters > 0 && !b.is(j, cAnd|cTo|cOr)) && b.norm(t)[0] >= 'a':
			text = append(text, b.norm(t)...)
			letters++
		case t.solid && t.upper && len(b.norm(t)) <= 4 && (digits > 0 || b.tok(j+1, i).digit) && !(b.is(j, cUnit) && digits > 0) && !currency(strings.ToUpper(b.norm(t))):
			text = append(text, b.norm(t)...)
			letters += len(b.norm(t))
		default:
			digit := b.spokenDigit(j, i)
			if digit == "" {
				n = 0
				break
			}
			text = append(text, digit...)
			digits++
			spoken++
		}
		if n == 0 {
			break
		}
		j += n
		parts++
	}
	n := len(text)
	switch {
	case parts >= 3 && n >= 4 && (digits+letters >= 3) && (spoken >= 3 || letters == parts || digits >= 5 || letters > 0 && digits > 0 && n >= 5):
	case parts == 2 && n >= 5 && digits > 0 && (digits >= 7 || letters > 0):
	default:
		return i
	}
	if letters == parts && parts < 3 {
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

// spokenDigit returns the digit that token i says in the turn of another, "" if it says none.
func (b *bound) spokenDigit(i, of int) string {
	t := b.tok(i, of)
	if t.turn < 0 {
		return ""
	}
	if t.digit && len(b.norm(t)) == 1 {
		return b.norm(t)
	}
	if m, ok := b.at(i, cLetter); ok && m.str() == "0" {
		return "0"
	}
	m, ok := b.at(i, cNum)
	if !ok || m.val > 9 || m.n > 1 || m.val == 0 && len(m.first()) < 2 || len(m.first()) == 1 && t.solid {
		return ""
	}
	return plain(m.val)
}

// spokenAddress reads "j dot halloran at fastmail dot com", "x dot com slash y".
func (r *reader) spokenAddress(i int) int {
	b := r.b
	var short [64]byte
	text, j, dots := short[:0], i, 0
	for j < len(b.tokens) && b.tokens[j].turn == b.tokens[i].turn && j-i < 40 && b.tokens[j].gap < comma || j == i {
		end := b.chain(j)
		text = append(text, strings.ToLower(b.text(j, end))...)
		m, ok := b.at(end, cDot)
		if !ok || b.tok(end, i).gap != space || b.tok(end+int(m.n), i).gap != space {
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

// joined reports whether token i continues a code that begins before it: a digit on either side, and
// nothing between but a hyphen or the like, or a point between two digits.
func (b *bound) joined(i int) bool {
	if i <= 0 || i >= len(b.tokens) || b.tokens[i].gap > hyphen || b.tokens[i].turn != b.tokens[i-1].turn {
		return false
	}
	one, two := b.tokens[i-1].digit, b.tokens[i].digit
	switch b.gapText(i) {
	case "":
		return (one || two) && b.tokens[i-1].solid && b.tokens[i].solid
	case "-", "/", "_":
		return one || two
	case ".":
		return one && two
	}
	return false
}
