package grounding

import (
	"slices"
	"strings"
)

// topic is something that the words of a parameter may be about.
type topic int

const (
	topicTotal topic = iota
	topicMachine // a text that is written for a machine
	topicMoney
	topicDims // and the dimensions, in the order of dimWords
)

// nameWords are the stems of the words of names that tell a topic.
var nameWords = [topicDims]string{"total sum", "command query sql script code expression prompt cmd filter",
	"price amount cost budget fare fee pay payment money total tip salary income loan balance principal usd eur gbp dollar value"}

// dimWords are the words of names and descriptions by which a parameter without a unit
// may still be counted in one.
var dimWords = [...]struct{ dim, words string }{
	{"time", "duration length time age stay night period term delay timeout interval long hours year day week month"},
	{"length", "distance length height width size radius depth range long"},
	{"mass", "weight mass size load"},
	{"volume", "volume capacity size amount"},
	{"temp", "temperature temp heat degree target"},
	{"share", "percent percentage rate share tip discount level volume brightness ratio"},
	{"data", "size storage data memory"},
	{"speed", "speed"},
}

// topicsOf are the topics of a parameter's words.
func (w *want) topicsOf(description string) (out uint32) {
	for t, words := range nameWords {
		of := w.full
		if topic(t) == topicMoney {
			of = slices.Concat(w.full, w.about)
		}
		for _, n := range of {
			if slices.Contains(strings.Fields(words), stem(n)) {
				out |= 1 << t
			}
		}
	}
	for i := range dimWords {
		for _, word := range strings.Fields(dimWords[i].words) {
			if strings.Contains(description, word) || slices.ContainsFunc(w.full, func(n string) bool { return stem(n) == word }) {
				out |= 1 << (int(topicDims) + i)
			}
		}
	}
	return out
}

func (w *want) is(t topic) bool { return w.speaks&(1<<t) != 0 }

// speaksOf reports whether a parameter's name or description is about a dimension.
func (w *want) speaksOf(dim string) bool {
	for i := range dimWords {
		if dimWords[i].dim == dim {
			return w.is(topicDims + topic(i))
		}
	}
	return dim == "" || dim == "cent" || dim == "points"
}
