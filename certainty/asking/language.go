package asking

import "github.com/voi-rl/voi/internal/words"

// Language returns the language that most function words of a text speak for, by its
// two-letter code: one of those with a file in lang/; "en" where none does. It reads the
// first 512 words.
func Language(text string) string {
	if len(text) > maxBytes {
		text = text[:maxBytes]
	}
	return lists().languageOf(words.Tokens(nil, text, maxWords)).name
}
