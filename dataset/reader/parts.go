package reader

import (
	"strings"

	"github.com/voi-rl/voi/domains"
)

// Turns selects the turns of a conversation that become samples.
type Turns string

// The values of Turns.
const (
	TurnsLast Turns = "last" // the assistant's last one
	TurnsAll  Turns = "all"  // each of the assistant's
)

// Valid reports whether t is one of these values; "" means TurnsLast.
func (t Turns) Valid() bool { return t == "" || t == TurnsLast || t == TurnsAll }

// parts returns the number of samples in a row, at least one: a session of several turns is
// one sample for each decision. A row that cannot be read counts as one, which Decode
// rejects.
func (r *Reader) parts(raw *Raw) int {
	if !r.sessions || raw.Head != nil {
		return 1
	}
	// A row without the marks of sessions is not parsed here.
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

// turnsOf returns the list of turns of a row of BFCL's multi-turn sets.
func turnsOf(v domains.Value) domains.Value {
	question, err := held(v.Field("question"))
	if err != nil {
		return domains.Value{}
	}
	return question
}
