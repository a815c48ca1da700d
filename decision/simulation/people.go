package simulation

import "math/rand/v2"

// The attributes of a person, in the order in which they are asked.
const (
	department = iota
	role
	location
	project
	level
	attributes
)

// AttributeNames and AttributeValues are those of appendix B.1. A person's attribute is
// an index in its row.
var (
	AttributeNames  = [attributes]string{"department", "role", "location", "project", "level"}
	AttributeValues = [attributes][4]string{
		{"Engineering", "Marketing", "Sales", "Finance"},
		{"Manager", "Analyst", "Engineer", "Lead"},
		{"New York", "London", "Tokyo", "Berlin"},
		{"Alpha", "Beta", "Gamma", "Delta"},
		{"L1", "L2", "L3", "L4"},
	}
)

const people = 200

// person is a profile: a value of each attribute.
type person [attributes]uint8

// world is a search problem: the people, the target, and the known attributes.
type world struct {
	people []person
	target int // index in people
	decoy  int // the person visited first; -1: none
	known  [attributes]bool
	budget int // T, turns
}

// matches returns the people who agree with the target on every known attribute.
func (w *world) matches() (list []int) {
	for i := range w.people {
		if w.agrees(i, w.known) {
			list = append(list, i)
		}
	}
	return list
}

func (w *world) agrees(i int, on [attributes]bool) bool {
	for a := range attributes {
		if on[a] && w.people[i][a] != w.people[w.target][a] {
			return false
		}
	}
	return true
}

// hidden returns the unknown attributes, in order.
func (w *world) hidden() (list []int) {
	for a := range attributes {
		if !w.known[a] {
			list = append(list, a)
		}
	}
	return list
}

// spec holds the numbers that a scenario fixes.
type spec struct {
	known      int // attributes
	candidates int
	budget     int
	decoy      bool
}

var specs = map[string]spec{
	"S1": {known: 4, candidates: 1, budget: 5},
	"S2": {known: 2, candidates: 13, budget: 5},
	"S3": {known: 4, candidates: 2, budget: 5, decoy: true},
	"S4": {known: 2, candidates: 10, budget: 6, decoy: true},
}

// draw makes a world: the target, the other people who match its known attributes, and
// the rest.
func (s spec) draw(rng *rand.Rand) *world {
	var target person
	for a := range target {
		target[a] = uint8(rng.IntN(4))
	}
	w := &world{people: []person{target}, decoy: -1, budget: s.budget}
	for _, a := range rng.Perm(attributes)[:s.known] {
		w.known[a] = true
	}
	matching, others := split(target, w.known)
	for {
		w.people = append(w.people[:1], pick(rng, matching, s.candidates-1)...)
		if !s.decoy || w.pickDecoy(rng) {
			break
		}
	}
	w.people = append(w.people, pick(rng, others, people-len(w.people))...)
	return w
}

// pickDecoy chooses somebody who agrees with the target on every attribute that will be
// asked: all hidden ones except the last. It returns false if there is nobody.
func (w *world) pickDecoy(rng *rand.Rand) bool {
	on := w.known
	for _, a := range w.hidden()[:len(w.hidden())-1] {
		on[a] = true
	}
	var alike []int
	for i := 1; i < len(w.people); i++ {
		if w.agrees(i, on) {
			alike = append(alike, i)
		}
	}
	if len(alike) == 0 {
		return false
	}
	w.decoy = alike[rng.IntN(len(alike))]
	return true
}

// split returns all profiles except the target's: those that agree with it on the known
// attributes, and the others.
func split(target person, known [attributes]bool) (matching, others []person) {
	for code := range 1024 {
		var p person
		agrees := true
		for a, rest := 0, code; a < attributes; a, rest = a+1, rest/4 {
			p[a] = uint8(rest % 4)
			agrees = agrees && (!known[a] || p[a] == target[a])
		}
		switch {
		case p == target:
		case agrees:
			matching = append(matching, p)
		default:
			others = append(others, p)
		}
	}
	return matching, others
}

// pick draws n elements of a list without replacement, in random order, and moves them
// to the front.
func pick(rng *rand.Rand, list []person, n int) []person {
	for i := range n {
		j := i + rng.IntN(len(list)-i)
		list[i], list[j] = list[j], list[i]
	}
	return list[:n]
}

// drawS5 makes the world of Table 9: ten people share department, project and role, two
// more outside Tokyo do so too, and the others do not. D is visited first.
func drawS5(rng *rand.Rand) *world {
	const newYork, london, tokyo, berlin = 0, 1, 2, 3
	shared := func(location, level uint8) person { return person{0, 0, location, 0, level - 1} }
	w := &world{
		people: []person{
			shared(tokyo, 3), shared(tokyo, 1), shared(tokyo, 1), shared(tokyo, 2), shared(tokyo, 4), // target, D, E, F, F2
			shared(london, 2), shared(london, 1), shared(london, 4), shared(berlin, 2), shared(berlin, 1), // A, B, C, G, H
		},
		decoy: 1, budget: 5, known: [attributes]bool{department: true, role: true, project: true},
	}
	free := []person{shared(london, 3), shared(berlin, 3), shared(berlin, 4)}
	for l := range uint8(4) {
		free = append(free, shared(newYork, l+1))
	}
	w.people = append(w.people, pick(rng, free, 2)...)
	_, others := split(w.people[0], w.known)
	w.people = append(w.people, pick(rng, others, people-len(w.people))...)
	return w
}
