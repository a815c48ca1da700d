package words

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed abbreviations.txt
var abbreviationsFile string

// abbreviations maps an abbreviation to what it stands for. One with a * in front does so only behind another word.
var abbreviations = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(abbreviationsFile) {
		if short, long, ok := strings.Cut(strings.TrimSpace(line), " "); ok && short != "#" && short != "+" {
			out[short] = long
		}
	}
	return out
})

// ends are the last parts of joined names.
var ends = sync.OnceValue(func() (out []string) {
	for line := range strings.Lines(abbreviationsFile) {
		if list, ok := strings.CutPrefix(line, "+ "); ok {
			out = append(out, strings.Fields(list)...)
		}
	}
	return out
})

// Unabbreviated replaces the abbreviations among the words of a name that Spell has separated, and parts a name
// that is two words: "cust addr" becomes "customer address", "order no" becomes "order number", "phonenumber" becomes
// "phone number".
func Unabbreviated(spelled string) string {
	words, changed := strings.Fields(spelled), false
	for i, w := range words {
		short := strings.ToLower(w)
		long := abbreviations()[short]
		if long == "" && i > 0 {
			long = abbreviations()["*"+short]
		}
		if long == "" && len(words) == 1 {
			long = parted(short)
		}
		if long != "" {
			words[i], changed = long, true
		}
	}
	if !changed {
		return spelled
	}
	return strings.Join(words, " ")
}

// parted parts a word without a vector whose last part is a word that names often end with; "" for any other.
func parted(word string) string {
	for _, end := range ends() {
		if first, ok := strings.CutSuffix(word, end); ok && len(first) > 2 && Find(first) != 0 && Find(word) == 0 {
			return first + " " + end
		}
	}
	return ""
}

// Unabbreviate returns the last word of what an abbreviation in a text stands for, the word itself if it is none.
func Unabbreviate(word string) string {
	long := abbreviations()[word]
	if long == "" {
		return word
	}
	return long[strings.LastIndexByte(long, ' ')+1:]
}
