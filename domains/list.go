package domains

import "strings"

// listMode says how far a list in a description may be trusted to be one.
type listMode uint8

const (
	quoted   listMode = iota // every item in quotes
	single                   // items may be single words that fill a sentence
	phrases                  // after a colon: items of up to three words
	examples                 // after "such as": one item is enough, "etc." may follow
)

// The bounds on a list in a description.
const (
	maxItemWords = 3
	maxItemBytes = 60
	maxListItems = 1000
)

// listReader reads the items of a list that a description writes out.
type listReader struct {
	s     string
	i     int
	mode  listMode
	items []string
	quote bool // the items so far are in quotes
	or    bool // "or" stood between two items
	comma bool // a comma did
}

// readList reads the list that begins at i. ok is false where it is no
// complete enumeration: fewer than two items, an open end ("etc."), an item
// that describes instead of naming, or a pattern of dates.
func readList(s string, i int, mode listMode) (items []string, end int, ok bool) {
	r := listReader{s: s, i: skipSpace(s, i), mode: mode}
	if r.i < len(s) && (s[r.i] == '[' || s[r.i] == '{') {
		r.i++
		r.mode = max(mode, phrases)
	}
	least := 2
	if mode == examples {
		r.mode, least = examples, 1
	}
	if !r.read() || len(r.items) < least {
		return nil, r.i, false
	}
	for _, item := range r.items {
		if mode != examples && !isChoice(item) {
			return nil, r.i, false
		}
	}
	return r.items, r.i, true
}

// isChoice reports whether a text can be one of several values: short, on one
// line, and neither a pattern of dates nor a piece of syntax.
func isChoice(item string) bool {
	return item != "" && len(item) <= maxItemBytes && !strings.ContainsAny(item, "\n:{}") && !isPattern(item)
}

// read reads to the end of the list; false says that it is no list.
func (r *listReader) read() bool {
	for len(r.items) < maxListItems {
		word, comma := r.separators()
		if sentenceEnd(r.s, r.i) {
			return true
		}
		if len(r.items) > 0 && !comma && word == "" {
			return r.ends(false)
		}
		r.or = r.or || word == "or"
		if isQuote(r.s, r.i) {
			if len(r.items) > 0 && !r.quote {
				return r.ends(true)
			}
			r.quote = true
			text, end, _ := quoteAt(r.s, r.i)
			r.i = end
			r.add(text)
			r.explanation()
			continue
		}
		if r.openEnd() {
			return r.mode == examples
		}
		if r.clause() {
			return true
		}
		if r.quote || r.mode == quoted {
			return len(r.items) >= 2 && word != "or" || r.mode == examples
		}
		if !r.bare() {
			return r.mode == examples
		}
	}
	return true
}

// ends is the verdict where a list stops in the middle of a sentence.
func (r *listReader) ends(strange bool) bool {
	return r.mode == examples || r.quote && !strange
}

func (r *listReader) add(text string) {
	text = strings.TrimSpace(text)
	for _, have := range r.items {
		if have == text {
			return
		}
	}
	r.items = append(r.items, text)
}

// separators skips what stands between items and returns the conjunction and
// whether there was punctuation.
func (r *listReader) separators() (word string, comma bool) {
	for r.i < len(r.s) {
		switch c := r.s[r.i]; {
		case c == ' ' || c == '\t':
			r.i++
		case c == ',' || c == ';' || c == '|' || c == '/':
			r.comma = r.comma || c == ','
			r.i++
			comma = true
		case (c == '-' || c == '*') && strings.HasPrefix(r.s[r.i+1:], " ") && r.lineStart():
			r.i++
			comma = true
		case strings.HasPrefix(r.s[r.i:], "•") && r.lineStart():
			r.i += len("•")
			comma = true
		case c == '\n' && (len(r.items) == 0 || r.bulletFollows()):
			r.i++
			comma = true
		case strings.HasPrefix(r.s[r.i:], "、") || strings.HasPrefix(r.s[r.i:], "，"):
			r.i += len("、")
			comma = true
		default:
			end, ok := hasAny(r.s, r.i, "or", "and")
			if !ok {
				return word, comma
			}
			word = strings.ToLower(r.s[r.i:end])
			r.i = end
		}
	}
	return word, comma
}

// lineStart reports whether only blanks stand between the line's beginning, or
// the list's, and the reader.
func (r *listReader) lineStart() bool {
	before := strings.TrimRight(r.s[:r.i], " \t")
	return len(r.items) == 0 || strings.HasSuffix(before, "\n") || strings.HasSuffix(before, ".")
}

func (r *listReader) bulletFollows() bool {
	i := skipSpace(r.s, r.i)
	return strings.HasPrefix(r.s[i:], "•") || i+1 < len(r.s) && (r.s[i] == '-' || r.s[i] == '*') && r.s[i+1] == ' '
}

// openEnd reports that the list goes on unnamed: "etc.", "...", "and more".
func (r *listReader) openEnd() bool {
	if strings.HasPrefix(r.s[r.i:], "...") || strings.HasPrefix(r.s[r.i:], "…") {
		return true
	}
	_, ok := hasAny(r.s, r.i, "etc", "more", "so on", "so forth", "others", "similar", "any other", "among others", "e.g.", "i.e.", "such as", "like")
	return ok
}

// clause reports that another clause begins where an item might have stood.
func (r *listReader) clause() bool {
	if len(r.items) < 2 {
		return false
	}
	_, ok := hasAny(r.s, r.i, "default", "defaults", "defaulting", "where", "with", "depending", "if", "which", "see", "use", "used", "note", "case", "optional", "but", "when", "unless", "required", "each", "separated", "respectively")
	return ok
}

// article reports that words follow that describe a value and do not name one.
func (r *listReader) article() bool {
	end, ok := hasAny(r.s, r.i, "a", "an", "the", "any", "some", "your", "our", "these", "those", "this", "them", "its", "all of", "specific", "other", "several", "many")
	if !ok || end >= len(r.s) || r.s[end] != ' ' {
		return false // alone it is a value
	}
	next := skipBlank(r.s, end)
	_, joint := hasAny(r.s, next, "or", "and")
	return !joint && next < len(r.s) && isWord(r.s[next])
}

// bare reads an item without quotes.
func (r *listReader) bare() bool {
	if r.article() && r.mode != examples {
		return false
	}
	start, end, words := r.i, r.i, 0
	for r.i < len(r.s) && r.i-start <= maxItemBytes {
		if r.stops() {
			break
		}
		if r.s[r.i] == ' ' {
			next := skipSpace(r.s, r.i)
			if _, ok := hasAny(r.s, next, "or", "and", "for", "means", "etc"); ok {
				break
			}
			if _, ok := hasAny(r.s, next, "to", "-", "–"); ok && r.mode != examples {
				break
			}
			r.i = next
			continue
		}
		words++
		for r.i < len(r.s) && r.s[r.i] != ' ' && !r.stops() {
			r.i++
		}
		end = r.i
	}
	most := maxItemWords
	if r.mode == single {
		most = 1
	} else if r.mode == examples {
		most = maxItemWords + 1
	}
	if words == 0 || words > most {
		return false
	}
	r.add(r.s[start:end])
	r.explanation()
	return true
}

// stops reports whether the reader stands at a byte that ends an item without
// quotes. Inside an example "09:30" and "10,000" are whole.
func (r *listReader) stops() bool {
	c := r.s[r.i]
	if strings.IndexByte(",;|/()[]{}\"`\n:=", c) < 0 {
		return sentenceEnd(r.s, r.i)
	}
	if c == '/' && r.comma && r.i > 0 && isWord(r.s[r.i-1]) && r.i+1 < len(r.s) && isWord(r.s[r.i+1]) {
		return false // commas part the items, this is within one
	}
	if r.mode != examples || strings.IndexByte(":/,=", c) < 0 {
		return true
	}
	if c == ',' {
		return r.i == 0 || !isDigit(r.s[r.i-1]) || !threeDigits(r.s, r.i+1)
	}
	return r.i+1 >= len(r.s) || r.s[r.i+1] == ' '
}

// explanation skips what a list says of an item: "(mute)", "for lines",
// "- the fastest", "= off", up to the next item in the same style.
func (r *listReader) explanation() {
	i := skipBlank(r.s, r.i)
	if i < len(r.s) && r.s[i] == '(' {
		if n := strings.IndexByte(r.s[i:], ')'); n >= 0 {
			r.i = i + n + 1
			i = skipBlank(r.s, r.i)
		}
	}
	if _, ok := hasAny(r.s, i, "for ", "means ", "to ", "is ", "if ", "when ", "- ", "– ", ": ", "= ", "="); !ok {
		return
	}
	for ; !sentenceEnd(r.s, i) || r.bulleted(i); i++ {
		if c := r.s[i]; c != ',' && c != ';' && c != '\n' && c != '.' && !r.conjunction(i) {
			continue
		}
		if !r.quote {
			break
		}
		j := listReader{s: r.s, i: i, items: r.items}
		if c := r.s[i]; c == '.' || c == '\n' {
			j.i++
		}
		j.separators()
		if isQuote(r.s, j.i) {
			break
		}
	}
	r.i = i
	if i < len(r.s) && r.s[i] == '.' && r.bulleted(i) {
		r.i++
	}
}

// bulleted reports whether a sentence that ends at i is followed by a bullet.
func (r *listReader) bulleted(i int) bool {
	if i >= len(r.s) || r.s[i] != '.' && r.s[i] != '\n' {
		return false
	}
	i = skipSpace(r.s, i+1)
	return i+2 < len(r.s) && (r.s[i] == '-' || r.s[i] == '*') && r.s[i+1] == ' ' && isQuote(r.s, i+2)
}

func (r *listReader) conjunction(i int) bool {
	if i == 0 || r.s[i-1] != ' ' {
		return false
	}
	_, ok := hasAny(r.s, i, "or", "and")
	return ok
}

func skipBlank(s string, i int) int {
	for i < len(s) && s[i] == ' ' {
		i++
	}
	return i
}
