package domains

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tokenKind is the kind of a token in a description.
type tokenKind uint8

const (
	tokWord   tokenKind = iota // letters and digits, hyphens and dots within
	tokNumber                  // digits alone
	tokQuoted                  // a whole quotation
	tokMark                    // one sign; a line break is one, other white space is none
)

// token is a piece of a description.
type token struct {
	kind       tokenKind
	start, end int
	low        string // in lower case; for a mark, the sign; "" for a quotation
	text       string // of a quotation
	class      class
	value      float64 // of a number word
}

// lex splits a text. A script without spaces between words gives one token for each
// letter, so that its phrases are sequences of tokens, too.
func lex(s string) []token {
	tokens := make([]token, 0, len(s)/5+2)
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		t := token{kind: tokMark, start: i, end: i + size}
		switch {
		case r == '\n':
		case unicode.IsSpace(r) || r == '\u200b':
			i += size
			continue
		case wordRune(r):
			t.kind, t.end = wordAt(s, i)
		case r == '_':
			t.kind, t.end = wordAt(s, i)
		case r == '.' && strings.HasPrefix(s[i:], "...") && !digitAt(s, i+3):
			r, t.end = '…', i+3
		case r == '<':
			if text, end := tagAt(s, i); end > i && text != "" {
				t.kind, t.end, t.text = tokQuoted, end, text
			} else if end > i {
				if n := len(tokens); n > 0 && tokens[n-1].low != "\n" {
					tokens = append(tokens, token{kind: tokMark, start: i, end: i, low: "\n", class: clsEnd})
				}
				if strings.HasPrefix(s[i:], "<li>") {
					tokens = append(tokens, token{kind: tokMark, start: i, end: i, low: "•"})
				}
				i = end
				continue
			}
		default:
			if text, end, ok := quoteAt(s, i); ok {
				t.kind, t.end, t.text = tokQuoted, end, text
			}
		}
		switch t.kind {
		case tokMark:
			t.low, t.class = string(r), signClass(r)
		case tokWord, tokNumber:
			t.low = lower(s[t.start:t.end])
		}
		tokens = append(tokens, t)
		i = t.end
	}
	return tokens
}

// tagAt reads an HTML tag at i and returns where it ends; i if there is none. A tag
// around a value, such as <code>, is read with the value, which becomes text. Any
// other tag ends a line.
func tagAt(s string, i int) (text string, end int) {
	for _, name := range [...]string{"code", "b", "i", "em", "strong"} {
		if inner, ok := strings.CutPrefix(s[i:], "<"+name+">"); ok {
			if text, _, ok := strings.Cut(inner, "</"+name+">"); ok {
				return unquoted(strings.TrimSpace(text)), i + len(name) + 2 + len(text) + len(name) + 3
			}
		}
	}
	for _, tag := range [...]string{"<li>", "</li>", "<ul>", "</ul>", "<ol>", "</ol>", "<p>", "</p>", "<br>", "<br/>", "<br />"} {
		if strings.HasPrefix(s[i:], tag) {
			return "", i + len(tag)
		}
	}
	return "", i
}

// signClass is the class of a sign.
func signClass(r rune) class {
	switch r {
	case '.', '!', '?', '\n', '。', '！', '？', '।', '؟':
		return clsEnd
	case '…':
		return clsMore
	case '(', '[', '{', '（', '【':
		return clsOpening
	case ')', ']', '}', '）', '】':
		return clsClose
	}
	return 0
}

// lower is strings.ToLower with one kind of apostrophe.
func lower(s string) string {
	s = strings.ToLower(s)
	if strings.Contains(s, "’") {
		s = strings.ReplaceAll(s, "’", "'")
	}
	return s
}

func wordRune(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsMark(r))
}

// signRune reports whether a letter is a word by itself, as in Chinese.
func signRune(r rune) bool {
	return r >= 0xe00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}

// wordAt is the word or number that begins at i. A hyphen, dot or apostrophe between
// letters belongs to the word. A number ends before a hyphen that a digit follows.
func wordAt(s string, i int) (tokenKind, int) {
	if end := numberEnd(s, i); end > i {
		next, size := utf8.DecodeRuneInString(s[end:])
		hyphened := next == '-' && end+1 < len(s) && letterAt(s, end+1)
		if size == 0 || !wordRune(next) && next != '_' && !hyphened || signRune(next) || unicode.Is(unicode.Hangul, next) {
			return tokNumber, end
		}
	}
	for j := i; ; {
		r, size := utf8.DecodeRuneInString(s[j:])
		switch {
		case size == 0:
			return tokWord, j
		case signRune(r):
			if j == i {
				j += size
			}
			return tokWord, j
		case wordRune(r) || r == '_':
		case (r == '-' || r == '.' || r == '\'' || r == '’' || r == '@' || r == '+') && j+size < len(s) && (letterAt(s, j+size) || digitAt(s, j+size) && r != '\''):
			if before, _ := utf8.DecodeLastRuneInString(s[:j]); r == '\'' && (before < utf8.RuneSelf && !letterAt(s, j-1) || signRune(before)) {
				return tokWord, j
			}
		case (r == '+' || r == '#') && j > i:
		default:
			return tokWord, j
		}
		j += size
	}
}

func letterAt(s string, i int) bool {
	r, _ := utf8.DecodeRuneInString(s[i:])
	return r == '_' || wordRune(r) && (r < '0' || r > '9') && !signRune(r)
}

func digitAt(s string, i int) bool { return i >= 0 && i < len(s) && isDigit(s[i]) }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// numberEnd is where a number ends: digits, perhaps in groups of thousands, perhaps
// with a fraction. It is i if no number begins there.
func numberEnd(s string, i int) int {
	end := i
	for digitAt(s, end) || digitAt(s, end-1) && end < len(s) && (s[end] == ',' && threeDigits(s, end+1) || s[end] == '.' && digitAt(s, end+1)) {
		end++
	}
	return end
}

func threeDigits(s string, i int) bool {
	return digitAt(s, i) && digitAt(s, i+1) && digitAt(s, i+2) && !digitAt(s, i+3)
}

// quotes maps an opening quotation mark to the closing one.
var quotes = map[rune]string{'\'': "'", '"': `"`, '`': "`", '“': "”", '‘': "’", '«': "»", '„': "“", '「': "」", '『': "』", '»': "«", '‹': "›"}

// quoteAt is the quotation that begins at i, and where it ends. An apostrophe inside
// a word is no quotation mark.
func quoteAt(s string, i int) (text string, end int, ok bool) {
	r, size := utf8.DecodeRuneInString(s[i:])
	closing := quotes[r]
	if strings.HasPrefix(s[i:], "**") {
		closing, size = "**", 2
	} else if strings.HasPrefix(s[i:], "``") {
		closing, size = "``", 2
	}
	if closing == "" {
		return "", i, false
	}
	plain := r == '\'' || r == '"' || r == '`'
	if before, _ := utf8.DecodeLastRuneInString(s[:i]); plain && i > 0 && wordRune(before) && !signRune(before) {
		return "", i, false
	}
	start := i + size
	for from := start; ; {
		n := strings.Index(s[from:], closing)
		if r == '„' && n < 0 {
			closing = "”"
			n = strings.Index(s[from:], closing)
		}
		if n < 0 {
			return "", i, false
		}
		at := from + n
		end = at + len(closing)
		if next, _ := utf8.DecodeRuneInString(s[end:]); !plain || end == len(s) || !wordRune(next) || next >= utf8.RuneSelf {
			return unquoted(strings.TrimSpace(s[start:at])), end, at > start
		}
		from = end
	}
}

// unquoted removes the inner of two pairs of quotation marks.
func unquoted(s string) string {
	if n := len(s); n > 2 && s[0] == s[n-1] && (s[0] == '"' || s[0] == '\'') && !strings.Contains(s[1:n-1], s[:1]) {
		return s[1 : n-1]
	}
	return s
}

// isPattern reports whether a text is a pattern of dates and times ("YYYY-MM-DD",
// "HH:MM AM/PM"), which names a format and no value. Its letters repeat.
func isPattern(s string) bool {
	rows := 0
	for i := 0; i < len(s); {
		end := i + 1
		for end < len(s) && s[end] == s[i] {
			end++
		}
		switch letter := s[i] | 0x20; {
		case s[i] >= utf8.RuneSelf || isDigit(s[i]) || s[i] == '_':
			return false
		case letter < 'a' || letter > 'z': // a sign
		case end-i > 1 && strings.IndexByte("ymdhsaj", letter) >= 0:
			rows++
		case strings.IndexByte("aptzm", letter) < 0:
			return false
		}
		i = end
	}
	return rows > 1 || rows == 1 && len(s) == 4 && s[0]|0x20 == 'y'
}
