package asking

import "github.com/voi-rl/voi/internal/words"

// Language returns the two-letter code of the language to which most function words of a
// text belong, among those with a file in lang/; "en" if no word belongs to any. It
// reads the first 512 words.
func Language(text string) string {
	if len(text) > maxBytes {
		text = text[:maxBytes]
	}
	return lists().languageOf(words.Tokens(nil, text, maxWords)).name
}
