package completion

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// quoted is the word for a quotation, inline code or a link, which the text mentions but
// does not say.
const quoted = "<q>"

// fence begins the lines before and behind a code block.
const fence = "```"

// The limits of the text that the language rules read.
const (
	edgeBytes   = 16 << 10 // from each end of a long text
	maxWords    = 256      // of one sentence; longer ones are cut
	maxQuote    = 400      // bytes of a quotation; a longer text is no quotation
	maxQuoteTry = 64       // quotations without an end, per text
)

// sentence is one sentence of a text, normalised.
type sentence struct {
	words    []word // lower case, contractions written out
	raw      string // unchanged
	question bool   // ends in a question mark
}

// word is a word of a sentence.
type word struct {
	text  string
	known *entry // nil: no rule names it
}

// splitter collects the sentences of a text. Their words are in one piece of memory, up to
// its estimated size.
type splitter struct {
	out     []sentence
	entries map[string]*entry
	words   []word
	scratch []string
}

// sentences splits a text at ., !, ? before white space, at the full stops and question
// marks of other scripts, and at line breaks. It leaves out text that the assistant does
// not say itself: code blocks, lines that quote the user ("User: ..."), drafts of letters.
func sentences(text string) []sentence {
	if len(text) > 2*edgeBytes {
		text = cutMiddle(text)
	}
	s := splitter{entries: rules().entries, words: make([]word, 0, len(text)/5+8)}
	fenced, userTurn, letter := false, false, false
	for line := range strings.Lines(unquote(strings.TrimSpace(text))) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, fence) {
			fenced = !fenced
			continue
		}
		speaker, rest := turn(line)
		if speaker != "" {
			userTurn, line = speaker == "user" || speaker == "human", rest
		}
		// A letter that begins the text is the assistant's own.
		letter = letter && !closes(line) || len(s.out) > 0 && salutes(line)
		if !fenced && !userTurn && !letter {
			s.line(line)
		}
	}
	return s.out
}

// salutes reports whether a line opens a letter: "Dear Ms. Lane,".
func salutes(line string) bool {
	name, ok := strings.CutPrefix(strings.ToLower(line), "dear ")
	return ok && len(name) < 64 && strings.HasSuffix(name, ",")
}

// closes reports whether a line ends a letter: "Best regards,".
func closes(line string) bool {
	return len(line) < 64 && containsAny(strings.ToLower(line), []string{
		"regards", "sincerely", "best wishes", "kind wishes", "yours", "many thanks,", "thank you,",
	})
}

// cutMiddle keeps the ends of a long text, whole characters only. A code block that begins or
// ends between them begins or ends at the cut.
func cutMiddle(text string) string {
	head, tail := edgeBytes, len(text)-edgeBytes
	for head > 0 && !utf8.RuneStart(text[head]) {
		head--
	}
	for tail < len(text) && !utf8.RuneStart(text[tail]) {
		tail++
	}
	fenced := false
	_, lines, _ := strings.Cut(text[head:tail], "\n") // the first line begins before the cut
	for line := range strings.Lines(lines) {
		fenced = fenced != strings.HasPrefix(strings.TrimSpace(line), fence)
	}
	if fenced {
		return text[:head] + "\n" + fence + "\n" + text[tail:]
	}
	return text[:head] + "\n" + text[tail:]
}

// unquote takes off quotation marks around all of a text.
func unquote(text string) string {
	if n := len(text); n > 2 && text[0] == '"' && text[n-1] == '"' && strings.Count(text, `"`) == 2 {
		return text[1 : n-1]
	}
	return text
}

// turn recognises the label of a speaker at the beginning of a line.
func turn(line string) (speaker, rest string) {
	before, after, ok := strings.Cut(line[:min(len(line), 16)], ":")
	if !ok {
		return "", ""
	}
	speaker = strings.ToLower(strings.Trim(before, "* "))
	switch speaker {
	case "user", "human", "assistant", "ai", "bot":
		return speaker, strings.TrimSpace(line[len(line[:min(len(line), 16)])-len(after):])
	}
	return "", ""
}

// line appends the sentences of one line.
func (s *splitter) line(line string) {
	line = maskQuotes(line)
	start := 0
	for i, r := range line {
		end := i + utf8.RuneLen(r)
		if r == utf8.RuneError {
			continue
		}
		asks := r == '?' || r == '？' || r == '؟'
		switch r {
		case '.', '!', '?':
			if end < len(line) && line[end] != ' ' && line[end] != ')' && line[end] != '*' && (r == '.' || !signAt(line, end)) {
				continue
			}
			marks := line[len(strings.TrimRight(line[:end], ".!?")):end]
			asks = strings.Contains(marks, "?") // "?!", too
		case '。', '！', '？', '؟', '．', '।', '።':
		default:
			continue
		}
		s.sentence(line[start:end], asks)
		start = end
	}
	s.sentence(line[start:], false)
}

// signAt reports whether a sign beyond ASCII that is part of no word stands at a place: an emoji.
func signAt(line string, at int) bool {
	r, _ := utf8.DecodeRuneInString(line[at:])
	return r >= utf8.RuneSelf && breaksWord(r)
}

func (s *splitter) sentence(raw string, question bool) {
	raw = strings.TrimSpace(raw)
	if !strings.ContainsFunc(raw, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return
	}
	s.scratch = normalise(s.scratch[:0], raw)
	first := len(s.words)
	for _, text := range s.scratch {
		s.words = append(s.words, word{text, s.entries[text]})
	}
	s.out = append(s.out, sentence{words: s.words[first:len(s.words):len(s.words)], raw: raw, question: question})
}

// maskQuotes replaces quotations and inline code by the word quoted: a film
// called "Where are you?" asks nothing.
func maskQuotes(line string) string {
	if !mayQuote(line) {
		return line
	}
	var b strings.Builder
	done, tries := 0, 0
	for i := 0; i < len(line) && tries < maxQuoteTry; {
		r, size := utf8.DecodeRuneInString(line[i:])
		closing := closingQuote(line, i, r)
		if closing == "" {
			i += size
			continue
		}
		rest := line[i+size : min(len(line), i+size+maxQuote)]
		n := quoteEnd(rest, closing)
		if n < 0 {
			tries++
			i += size
			continue
		}
		b.WriteString(line[done:i] + " " + quoted + " ")
		i += size + n + len(closing)
		done = i
	}
	if done == 0 {
		return line
	}
	return b.String() + line[done:]
}

// mayQuote reports whether a line holds a mark that may open a quotation.
func mayQuote(line string) bool {
	for i := range len(line) {
		if c := line[i]; c == '"' || c == '`' || c == '\'' || c >= utf8.RuneSelf {
			return true
		}
	}
	return false
}

// closingQuote returns the closing mark of a quotation that opens at i, "" if none opens
// there. An apostrophe opens one only before a letter or digit and after a blank.
func closingQuote(line string, i int, r rune) string {
	switch r {
	case '"', '`':
		return string(r)
	case '“':
		return "”"
	case '„': // German closes it with the mark that opens one in English
		if near := strings.IndexAny(line[i:min(len(line), i+maxQuote)], "“”"); near >= 0 && strings.HasPrefix(line[i+near:], "“") {
			return "“"
		}
		return "”"
	case '«':
		return "»"
	case '»': // German, the other way round; elsewhere it closes one, and no word follows at once
		if next, _ := utf8.DecodeRuneInString(line[i+len("»"):]); unicode.IsLetter(next) || unicode.IsDigit(next) {
			return "«"
		}
	case '「':
		return "」"
	case '『':
		return "』"
	case '《':
		return "》"
	case '\'', '‘':
		if i > 0 && line[i-1] != ' ' && line[i-1] != '(' {
			return ""
		}
		if r == '‘' {
			return "’"
		}
		return "'"
	}
	return ""
}

// quoteEnd returns where the closing mark stands. An apostrophe closes only
// where no letter follows it.
func quoteEnd(rest, closing string) int {
	for from := 0; ; {
		n := strings.Index(rest[from:], closing)
		if n < 0 {
			return -1
		}
		n += from
		after, _ := utf8.DecodeRuneInString(rest[n+len(closing):])
		if closing != "'" && closing != "’" || !unicode.IsLetter(after) {
			return n
		}
		from = n + len(closing)
	}
}

// normalise appends the words of a sentence in lower case, contractions written
// out, punctuation dropped.
func normalise(words []string, raw string) []string {
	raw = fold(strings.ReplaceAll(raw, "’", "'"))
	for field := range fields(raw) {
		for len(field) > 0 && (field[0] == '\'' || field[0] == '-') {
			field = field[1:]
		}
		for len(field) > 0 && (field[len(field)-1] == '\'' || field[len(field)-1] == '-') {
			field = field[:len(field)-1]
		}
		if field == "" {
			continue
		}
		if field[0] < 0x80 || !strings.ContainsFunc(field, withoutGaps) {
			words = expand(words, field)
		} else {
			words = characters(words, field)
		}
		if len(words) >= maxWords {
			break
		}
	}
	return words
}

// fields are the runs of characters that no breaksWord stands in.
func fields(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start := -1
		for i := 0; i < len(text); {
			size, breaks := 1, !wordByte[text[i]]
			if text[i] >= utf8.RuneSelf {
				var r rune
				r, size = utf8.DecodeRuneInString(text[i:])
				breaks = breaksWord(r)
			}
			switch {
			case !breaks && start < 0:
				start = i
			case breaks && start >= 0:
				if !yield(text[start:i]) {
					return
				}
				start = -1
			}
			i += size
		}
		if start >= 0 {
			yield(text[start:])
		}
	}
}

// wordByte is breaksWord of ASCII, denied.
var wordByte = func() (is [256]bool) {
	for r := range rune(utf8.RuneSelf) {
		is[r] = !breaksWord(r)
	}
	return is
}()

func withoutGaps(r rune) bool { return r >= 0x2E80 && unicode.In(r, noGaps...) }

// characters appends each character of a script without blanks as a word of its
// own, and what stands between them as one.
func characters(words []string, field string) []string {
	from := 0
	for i, r := range field {
		if !withoutGaps(r) {
			continue
		}
		if from < i {
			words = append(words, field[from:i])
		}
		from = i + utf8.RuneLen(r)
		words = append(words, field[i:from])
		if len(words) >= maxWords {
			return words
		}
	}
	if from < len(field) {
		words = append(words, field[from:])
	}
	return words
}

// breaksWord reports whether r separates words. The marks of the word quoted
// do not.
func breaksWord(r rune) bool {
	return r != '\'' && r != '-' && r != '<' && r != '>' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
}

// expand appends a word, contractions as two.
func expand(words []string, w string) []string {
	switch w {
	case "cannot", "can't", "cant":
		return append(words, "can", "not")
	case "won't":
		return append(words, "will", "not")
	case "let's":
		return append(words, "let", "us")
	case "i'd", "you'd", "we'd":
		return append(words, w[:len(w)-2], "would")
	case "dont", "didnt", "doesnt":
		return append(words, w[:len(w)-2], "not")
	}
	if !strings.Contains(w, "'") {
		return append(words, w)
	}
	for _, c := range [...]struct{ suffix, word string }{
		{"n't", "not"}, {"'m", "am"}, {"'re", "are"}, {"'ll", "will"}, {"'ve", "have"}, {"'s", "is"},
	} {
		if stem, ok := strings.CutSuffix(w, c.suffix); ok && stem != "" {
			if c.suffix == "'s" && !strings.Contains(" it that there here what where who how she he ", " "+stem+" ") {
				return append(words, stem) // a possessive
			}
			return append(words, stem, c.word)
		}
	}
	// The elisions of French and Italian: l'heure, qu'il, dell'ora.
	if before, after, ok := strings.Cut(w, "'"); ok && after != "" && (len(before) <= 2 || elided[before]) {
		return append(words, before, after)
	}
	return append(words, w)
}

// elided are words of more than two letters that lose their end before a vowel.
var elided = map[string]bool{"dell": true, "nell": true, "all": true, "sull": true, "dall": true, "quell": true, "quest": true, "jusqu": true,
	"lorsqu": true, "puisqu": true, "com": true, "cos": true, "dov": true, "quand": true}
