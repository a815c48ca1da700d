package decision

import (
	"slices"
	"unicode"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/internal/words"
	"github.com/voi-rl/voi/trajectory"
)

// Pattern is a way in which a search fails (T3; "The Context Gathering Decision
// Process", appendix A).
type Pattern string

// The patterns, in order: if several hold, the first one is named.
const (
	PrematureStop    Pattern = "premature_stop"    // ends within two steps with a wrong answer
	Stagnation       Pattern = "stagnation"        // at least two pairs of consecutive acts repeat each other
	GoalDisplacement Pattern = "goal_displacement" // later acts have less than half of the question words that the first act had
)

// The limits of the patterns.
const (
	prematureSteps = 2
	repeatedAbove  = 0.5 // Jaccard of consecutive acts
	repeatedPairs  = 2
	displacedBelow = 0.5 // as a share of the first act's words
	leastForHalves = 2   // acts, so that there is a second half
)

// Patterns returns the patterns of a run. PrematureStop needs a known outcome; the
// other two depend on the acts alone.
func (s *Search) Patterns() (of []Pattern) {
	t := s.Run
	if t.Outcome != nil && *t.Outcome <= 0 && len(s.rest)-1 <= prematureSteps {
		of = append(of, PrematureStop)
	}
	pairs := 0
	for i := 1; i < len(s.Acts) && pairs < repeatedPairs; i++ {
		if trajectory.Jaccard(s.Acts[i].Words, s.Acts[i-1].Words) > repeatedAbove {
			pairs++
		} else {
			pairs = 0
		}
	}
	if pairs >= repeatedPairs {
		of = append(of, Stagnation)
	}
	if s.displaced() {
		of = append(of, GoalDisplacement)
	}
	return of
}

// displaced compares the question words in the second half of the acts with those in
// the first act.
func (s *Search) displaced() bool {
	if len(s.Acts) < leastForHalves {
		return false
	}
	question := s.question()
	first := trajectory.Common(question, s.Acts[0].Words)
	later := s.Acts[(len(s.Acts)+1)/2:]
	carried := 0
	for i := range later {
		carried += trajectory.Common(question, later[i].Words)
	}
	return float64(carried) < displacedBelow*float64(first)*float64(len(later))
}

// question returns the content words of the user's question before the first act.
func (s *Search) question() (content []string) {
	for i := range s.Run.Messages {
		m := &s.Run.Messages[i]
		if m.Role == dataset.Assistant {
			break
		}
		if m.Role == dataset.User {
			content = append(content, trajectory.TokenSet(m.Content)...)
		}
	}
	content = slices.DeleteFunc(content, empty)
	slices.Sort(content)
	return slices.Compact(content)
}

// empty reports whether a word carries no content.
func empty(word string) bool { return grounding.Empty(words.Fold(word)) }

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
