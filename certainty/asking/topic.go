package asking

import (
	"hash/maphash"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/internal/lru"
	"github.com/voi-rl/voi/internal/words"
)

// Bounds on what is read of a conversation.
const (
	maxTopic     = 96      // words
	maxTopicText = 1 << 11 // bytes of a turn
)

// topic is what a user speaks of. The zero topic is unknown.
type topic struct{ words []word }

// topics caches topics by a hash of what they are of, about 4 MiB at most, because there are many
// completions of a conversation.
var topics = lru.Generations[topic]{Most: 1 << 15, Size: func(t topic) int { return 4 + len(t.words) }}

// topicOf returns what the user of a conversation speaks of, the last turns if there is much.
func topicOf(turns []grounding.Turn) (t topic) {
	if len(turns) == 0 {
		return t
	}
	var h maphash.Hash
	h.SetSeed(seed)
	for i := range turns {
		if turns[i].Role == "user" {
			h.WriteString(turns[i].Text)
			h.WriteByte(0)
		}
	}
	key := h.Sum64()
	if t, ok := topics.Find(key); ok {
		return t
	}
	for i := len(turns) - 1; i >= 0 && len(t.words) < maxTopic; i-- {
		if turns[i].Role != "user" {
			continue
		}
		said := turns[i].Text
		tokens := words.Tokens(nil, said[:min(len(said), maxTopicText)], 2*maxTopic)
		t.words = wordsOf(t.words, lists().languageOf(tokens), tokens, true)
	}
	t.words = t.words[:min(len(t.words), maxTopic)]
	topics.Keep(key, t)
	return t
}
