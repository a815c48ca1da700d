package domains

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// describedNumber is the domain of a number whose description may write out
// its values ("one of 1, 2 or 4") or its bounds ("from 1 to 5", "at most 50",
// "a multiple of 5"). What the schema says of a bound stands.
func (f *facets) describedNumber(integer bool) Domain {
	n := f.numbers
	s := f.description
	if !mayBound(s) {
		return n.domain(integer)
	}
	found := numbers{min: n.min, max: n.max}
	from, to, scale := 0, 0, false
	if !n.constrained() {
		if !integer {
			from, to, scale = scaleBound(s, &found)
		}
		if d, ok := numberSet(s); ok && !scale {
			return d
		}
	}
	if !scale {
		from, to = readBounds(s, &found)
	}
	if len(n.steps) > 0 {
		found.steps = n.steps
	}
	if found.min.rat == n.min.rat && found.max.rat == n.max.rat && len(found.steps) == len(n.steps) {
		return n.domain(integer)
	}
	d := found.domain(integer)
	if d.Size == 0 {
		return n.domain(integer)
	}
	d.Source = "description.range"
	return d.from(s[from:to])
}

// mayBound reports whether a description has a digit, or one of the words that
// bound a number without one.
func mayBound(s string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case isDigit(c):
			return true
		case c|0x20 == 'f' || c|0x20 == 'b':
			if startsWordRange(s, i) {
				return true
			}
		case c == '-' || c == 'o' || c == 'n' || c == 'e' || c == 'z':
			for _, part := range [...]string{"ositive", "egative", "-based", "-indexed", "even "} {
				if strings.HasPrefix(s[i:], part) {
					return true
				}
			}
		}
	}
	return false
}

// numberSet is the enumeration of numbers that a description writes out.
func numberSet(s string) (Domain, bool) {
	items, rule, span, ok := spelledSet(s)
	if !ok {
		items, span, ok = numberList(s)
		rule = "description.numbers"
	}
	if !ok {
		return Domain{}, false
	}
	values := make([]Value, len(items))
	for i, item := range items {
		if values[i], ok = numberIn(item); !ok {
			return Domain{}, false
		}
	}
	d := enumeration(values, rule).from(span)
	return d, d.Size > 1
}

// numberList reads numbers that begin a sentence, stand in brackets, after a
// colon or after "be", and are joined by an "or", or each explained: "must be 8,
// 16 or 32", "0 = off, 1 = on", "1 (low), 2 (high)".
func numberList(s string) (items []string, span string, ok bool) {
	for i, tries := 0, 0; i < len(s) && tries < maxTries; i++ {
		if !isDigit(s[i]) || !numberStarts(s, i) {
			if at, ok := hasAny(s, i, exampleMarks...); ok && (i == 0 || !isWord(s[i-1])) {
				i = skipExample(s, at)
			}
			continue
		}
		before := strings.TrimRight(s[:i], " ")
		word, _ := wordBefore(s, i)
		if !startsSentence(s, i) && word != "be" && !strings.HasSuffix(before, "(") && !strings.HasSuffix(before, ":") {
			continue
		}
		tries++
		items, end, ok := readList(s, i, single)
		if !ok || !sentenceEnd(s, end) || !joined(s, i, end) && (fractions(items) || !explained(s[i:end], items)) {
			continue
		}
		if !slices.ContainsFunc(items, func(item string) bool { _, number := numberIn(item); return !number }) {
			return items, s[i:end], true
		}
	}
	return nil, "", false
}

// fractions reports whether whole numbers are written as fractions, as points on a
// scale are: "0.0 means silent, 1.0 means normal".
func fractions(items []string) bool {
	return slices.ContainsFunc(items, func(item string) bool { return strings.HasSuffix(item, ".0") })
}

// explained reports whether each of the items is followed by what it means.
func explained(list string, items []string) bool {
	for _, item := range items {
		at := strings.Index(list, item)
		if at < 0 {
			return false
		}
		list = list[at+len(item):]
		if _, ok := hasAny(list, skipBlank(list, 0), "for ", "means ", "is ", "= ", "=", "("); !ok {
			return false
		}
	}
	return true
}

// readBounds reads the bounds that n does not have from the first range of a
// description and its one-sided bounds, and a multiple. It returns where the first begins and the last ends.
func readBounds(s string, n *numbers) (from, to int) {
	from = len(s)
	ranged := false
	use := func(start, end int) { from, to = min(from, start), max(to, end) }
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case isDigit(c) && numberStarts(s, i):
			if stop, ok := baseBound(s, i, n); ok {
				use(i, stop)
				i = stop
				continue
			}
			lo, end := readNumber(s, i)
			if stop, ok := chainBound(s, signStart(s, i), end, signed(s, i, lo), n); ok {
				use(signStart(s, i), stop)
				i, ranged = stop, true
				continue
			}
			if hi, stop, ok := secondNumber(s, signStart(s, i), end); ok && !ranged {
				ranged = true
				setRange(n, signed(s, i, lo), hi)
				use(signStart(s, i), stop)
				end = stop
			}
			i = end
		case isWord(c):
			if at, ok := hasAny(s, i, exampleMarks...); ok {
				i = skipExample(s, at)
				continue
			}
			end := wordEnd(s, i)
			if length := signLength(s, i); length > 0 {
				end = i + length
				if stop, ok := comparison(s, i, n); ok {
					use(i, stop)
					end = stop
				}
			} else if stop, ok := wordRange(s, i, n); ok && !ranged {
				use(i, stop)
				end, ranged = stop, true
			} else if stop, ok := oneBound(s, i, n); ok {
				use(i, stop)
				end = stop
			}
			i = end
		case (c == '<' || c == '>') && i+1 < len(s):
			stop, ok := comparison(s, i, n)
			if ok {
				use(i, stop)
			}
			i = stop
		default:
			i++
		}
	}
	return min(from, to), to
}

func setRange(n *numbers, lo, hi Value) {
	var r numbers
	r.atLeast(lo, false)
	r.atMost(hi, false)
	if r.min.rat == nil || r.max.rat == nil || r.min.rat.Cmp(r.max.rat) >= 0 {
		return
	}
	if n.min.rat == nil {
		n.min = r.min
	}
	if n.max.rat == nil {
		n.max = r.max
	}
}

// numberStarts reports whether the digits at i begin a number of their own and
// are no part of a word, a date or a version.
func numberStarts(s string, i int) bool {
	if i == 0 {
		return true
	}
	p := s[i-1]
	return (!isWord(p) || signBefore(s, i) != "") && p != '.' && p != ',' && p != ':' && p != '/' && p != '#' || p == ',' && i > 1 && !isDigit(s[i-2])
}

// readNumber reads digits with commas between thousands and a fraction.
func readNumber(s string, i int) (Value, int) {
	start, end := i, i
	for end < len(s) && (isDigit(s[end]) || s[end] == ',' && threeDigits(s, end+1)) {
		end++
	}
	if end+1 < len(s) && s[end] == '.' && isDigit(s[end+1]) {
		for end++; end < len(s) && isDigit(s[end]); end++ {
		}
	}
	text := strings.TrimLeft(strings.ReplaceAll(s[start:end], ",", ""), "0")
	if text == "" || text[0] == '.' {
		text = "0" + text
	}
	v, _ := numberIn(text)
	return v, end
}

func threeDigits(s string, i int) bool {
	return i+3 <= len(s) && isDigit(s[i]) && isDigit(s[i+1]) && isDigit(s[i+2]) && (i+3 == len(s) || !isDigit(s[i+3]))
}

// signStart moves from the digits to a minus sign before them.
func signStart(s string, i int) int {
	if i > 0 && s[i-1] == '-' && (i == 1 || s[i-2] == ' ' || s[i-2] == '(' || s[i-2] == '[') {
		return i - 1
	}
	return i
}

func signed(s string, i int, v Value) Value {
	if signStart(s, i) == i || v.NumberText() == "0" {
		return v
	}
	neg, _ := numberIn("-" + v.NumberText())
	return neg
}

// secondNumber reads the rest of "1 (low) to 5", "1 and 100", "1-10" after a
// first number that begins at start and ends at i.
func secondNumber(s string, start, i int) (hi Value, end int, ok bool) {
	i, unit := skipUnit(s, i)
	joint := ""
	for _, j := range [...]string{"to", "and", "through", "up to", "-", "–", "—", "..", "~", ",", ";"} {
		at, found := hasWords(s, i, j)
		if !isWord(j[0]) || j[0] >= utf8.RuneSelf {
			at, found = i+len(j), strings.HasPrefix(s[i:], j) // a digit may follow
		}
		if found {
			joint, i = j, skipBlank(s, at)
			break
		}
	}
	if joint == "" || !leads(s, start, joint) {
		return Value{}, i, false
	}
	if e, ok := hasAny(s, i, "including", "a maximum of", "maximum"); ok {
		i = skipBlank(s, e)
	}
	sign := signBefore(s, start)
	if sign != "" {
		if !strings.HasPrefix(s[i:], sign) || otherMoney(s) {
			return Value{}, i, false
		}
		i += len(sign)
	}
	digits := i
	if digits < len(s) && s[digits] == '-' {
		digits++
	}
	if digits >= len(s) || !isDigit(s[digits]) {
		return Value{}, i, false
	}
	hi, end = readNumber(s, digits)
	if magnitude(s, end) {
		return Value{}, end, false
	}
	if digits > i {
		hi, _ = numberIn("-" + hi.NumberText())
	}
	switch {
	case unit != "":
		_, ok = hasAny(s, skipBlank(s, end), unit, unit+"s")
		return hi, end, ok && !otherUnit(s, start, end) // "2 points and 3 lines" is no range
	case joint == "," || joint == ";":
		end = skipBlank(s, end)
		return hi, end, end < len(s) && s[end] == ']'
	case end+1 < len(s) && strings.IndexByte("/-:.", s[end]) >= 0 && isDigit(s[end+1]):
		return Value{}, end, false // a date, a time, a version
	case (joint == "-" || joint == "–" || joint == "—" || joint == "..") && s[max(start-len(sign)-1, 0)] != '(' && !strings.HasPrefix(strings.TrimSpace(s[end:]), "star"):
		_, ok = dashLead(s, start)
		return hi, end, ok || joint == ".." || endsClause(s, start, end)
	}
	return hi, end, true
}

// endsClause reports whether a range between start and end is all that follows
// a comma or a colon in its sentence, or all of it: "Hour of the day, 0-23".
func endsClause(s string, start, end int) bool {
	before := strings.TrimRight(s[:start], " ")
	if end < len(s) && s[end] == '%' {
		end++
	}
	if before == "" || strings.HasSuffix(before, "[") {
		return filled(s, end)
	}
	return start > len(before) && filled(s, end) && (strings.HasSuffix(before, ",") || strings.HasSuffix(before, ":"))
}

// skipUnit goes over what may follow the first number: a percent sign, a note
// in brackets, one word as its unit, which it returns in lower case.
func skipUnit(s string, i int) (next int, unit string) {
	if i < len(s) && s[i] == '%' {
		i++
	}
	i = skipBlank(s, i)
	if i < len(s) && s[i] == '(' {
		if n := strings.IndexByte(s[i:], ')'); n >= 0 {
			return skipBlank(s, i+n+1), ""
		}
	}
	if _, joint := hasAny(s, i, "to", "and", "through", "up to"); joint || i >= len(s) || !isWord(s[i]) || isDigit(s[i]) || strings.HasPrefix(s[i:], "–") || strings.HasPrefix(s[i:], "—") {
		return i, ""
	}
	stop := wordEnd(s, i)
	end := skipBlank(s, stop)
	if _, joint := hasAny(s, end, "to", "and", "through"); joint {
		return end, strings.ToLower(s[i:stop])
	}
	return i, ""
}

// leads reports whether what stands before a first number makes it the lower
// end of a range.
func leads(s string, start int, joint string) bool {
	at := start - len(signBefore(s, start))
	for at > 0 && s[at-1] == ' ' {
		at--
	}
	if at == 0 {
		return joint != "and" && joint != ";"
	}
	word, begin := wordBefore(s, at)
	if tends(s, begin) {
		return false
	}
	if joint == "and" {
		return word == "between"
	}
	switch s[at-1] {
	case '[':
		return true
	case '(', ':', '=':
		return joint != "," && joint != ";"
	case ',':
		return joint != "," && joint != ";" // a dash must end the clause, too
	}
	switch word {
	case "from", "between", "range", "ranges", "ranging", "of", "is", "are", "in", "within", "be", "scale", "value", "values", "rating", "level":
		return joint != "," && joint != ";"
	}
	return strings.HasPrefix(s[at-1:], "-") && joint != "," && joint != ";"
}

// tends reports whether a word of habit or of example stands shortly before i:
// "typically ranging from 1", "e.g. from 1".
func tends(s string, i int) bool {
	for n := 0; n < 3; n++ {
		for i > 0 && strings.IndexByte(" (,", s[i-1]) >= 0 || i > 1 && s[i-1] == '.' && s[i-2] != ' ' && isWord(s[i-2]) && (i < 4 || s[i-3] == '.') {
			i--
		}
		word, begin := wordBefore(s, i)
		switch word {
		case "typically", "usually", "often", "generally", "normally", "commonly", "like", "g", "eg", "example", "instance":
			return true
		case "as":
			if prev, _ := wordBefore(s, begin); prev == "such" {
				return true
			}
		case "":
			return false
		}
		i = begin
	}
	return false
}

// dashLead reports whether "1-10" outside brackets follows a word that makes it
// a range.
func dashLead(s string, start int) (word string, ok bool) {
	for start > 0 && strings.IndexByte(" :[", s[start-1]) >= 0 {
		start--
	}
	word, begin := wordBefore(s, start)
	if word == "is" || word == "of" || word == "from" || word == "are" {
		word, _ = wordBefore(s, begin)
	}
	switch word {
	case "range", "ranges", "scale", "values", "value", "rating", "level", "between":
		return word, true
	}
	return word, false
}
