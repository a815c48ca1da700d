package reward

import (
	"slices"
	"strings"
	"unicode"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// same is same(a, b) of F11 for two values of a parameter; p is nil if the schema
// lacks the parameter.
func same(p *domains.Param, a, b domains.Value) bool {
	if jsonvalue.Equal(a, b) {
		return true
	}
	if a.Kind() == jsonvalue.String && b.Kind() == jsonvalue.String && certainty.Unspecified(a) != certainty.Unspecified(b) {
		return false
	}
	return grounding.Same(p, a, b) || p != nil && sameEnumerator(p, a, b)
}

// sameEnumerator reports whether two texts are the same enumerator of a parameter
// except for case, and no other enumerator differs from it only by case.
func sameEnumerator(p *domains.Param, a, b domains.Value) bool {
	if a.Kind() != jsonvalue.String || b.Kind() != jsonvalue.String || !strings.EqualFold(a.Str(), b.Str()) {
		return false
	}
	n := 0
	for _, v := range p.Schema.Field("enum").Items() {
		if v.Kind() == jsonvalue.String && strings.EqualFold(v.Str(), a.Str()) {
			n++
		}
	}
	return n == 1
}

// running reports whether a text is running text: four or more words, none of which
// is a code, a path or an expression.
func running(text string) bool {
	words := strings.Fields(text)
	return len(words) >= 4 && !slices.ContainsFunc(words, isCode)
}

// isCode reports whether case and punctuation matter in a word.
func isCode(word string) bool {
	word = strings.Trim(word, `.,;:!?'"()`)
	return strings.ContainsAny(word, `/\_=<>{}[]@#$%^&*|~+`) || strings.ContainsAny(word, "0123456789") && strings.ContainsFunc(word, unicode.IsLetter) ||
		strings.ContainsRune(strings.TrimSuffix(word, "."), '.')
}
