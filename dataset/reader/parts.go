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
	if f := formatOf(v); f != nil && f.parts != nil {
		return max(f.parts(r, v), 1)
	}
	return 1
}

func sessionParts(_ *Reader, v domains.Value) int { return turnsOf(v).Len() }

func aceParts(r *Reader, v domains.Value) int { return len(r.questionsOf(v)) + 1 }

func conversationParts(r *Reader, v domains.Value) int {
	if r.turns != TurnsAll {
		return 1
	}
	return len(assistantTurns(v))
}

// turnsOf returns the list of turns of a row of BFCL's multi-turn sets.
func turnsOf(v domains.Value) domains.Value {
	question, err := held(v.Field("question"))
	if err != nil {
		return domains.Value{}
	}
	return question
}
