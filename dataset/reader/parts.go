package reader

import (
	"strings"

	"github.com/voi-rl/voi/domains"
)

// Turns says which turns of a conversation become samples.
type Turns string

// The values of Turns.
const (
	TurnsLast Turns = "last" // the assistant's last one
	TurnsAll  Turns = "all"  // each of the assistant's
)

// Valid reports whether t is one of them; "" means TurnsLast.
func (t Turns) Valid() bool { return t == "" || t == TurnsLast || t == TurnsAll }

// parts says of how many samples a row is, at least one: a session of several
// turns is a sample for each decision. A row that cannot be read is one, which
// Decode rejects.
func (r *Reader) parts(raw *Raw) int {
	if !r.sessions || raw.Head != nil {
		return 1
	}
	// A row without the texts that such a row holds is not parsed before its turn.
	holds := func(mark string) bool { return strings.Contains(raw.Text, mark) }
	marked := raw.Text == "" || holds(`"involved_classes"`) || holds(`system:`) || r.turns == TurnsAll && holds(`"conversations"`)
	if !marked || raw.err != nil {
		return 1
	}
	v, err := raw.Parse()
	if err != nil {
		return 1
	}
	n := 1
	switch {
	case has(v, "involved_classes"):
		n = turnsOf(v).Len()
	case isACE(v):
		n = len(r.questionsOf(v)) + 1
	case isConversations(v) && r.turns == TurnsAll:
		n = len(assistantTurns(v))
	}
	return max(n, 1)
}

// turnsOf is the list of turns of a row of BFCL's multi-turn sets.
func turnsOf(v domains.Value) domains.Value {
	question, err := held(v.Field("question"))
	if err != nil {
		return domains.Value{}
	}
	return question
}
