package decision

import (
	"slices"
	"unicode"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/internal/words"
	"github.com/voi-rl/voi/trajectory"
)

// Pattern is how a search goes wrong (T3; "The Context Gathering Decision Process",
// appendix A).
type Pattern string

// The patterns, in the order in which one is named where several hold.
const (
	PrematureStop    Pattern = "premature_stop"    // ends within two steps with a wrong answer
	Stagnation       Pattern = "stagnation"        // repeats itself in at least two consecutive pairs of acts
	GoalDisplacement Pattern = "goal_displacement" // the later acts carry less than half of the question that the first did
)

// The bounds of the patterns.
const (
	prematureSteps = 2
	repeatedAbove  = 0.5 // Jaccard of consecutive acts
	repeatedPairs  = 2
	displacedBelow = 0.5 // of the share of the first act
	leastForHalves = 2   // acts: of one there is no second half
)

// Patterns are those that a run shows. A wrong answer needs an outcome to be known;
// the other two are read from the acts alone.
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

// displaced compares what the second half of the acts carries of the question with what
// the first act carried.
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

// question are the content words of what the user asked before the first act.
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
