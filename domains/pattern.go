package domains

import (
	"encoding/binary"
	"regexp/syntax"
	"slices"
	"unicode"
)

// The bounds on the language of one pattern. A language beyond them counts as
// infinite, which is an upper bound.
const (
	maxPatternBytes  = 512
	maxPatternStates = 512     // of the automaton
	maxPatternWork   = 1 << 20 // instructions of the program looked at
)

// language lists the strings of minLen to maxLen characters (-1: none) that a
// pattern admits, searching as JSON Schema does: a pattern that is not anchored
// admits what contains it. ok is false where they are more than limit, or where
// the pattern needs more than RE2 has, or is beyond the bounds. work is the
// number of instructions that may be looked at, and is counted down.
//
// The program of regexp/syntax is turned into a deterministic automaton, state
// by state. No text is ever matched, so no pattern is catastrophic: a state is
// a set of instructions, and the number of states is bounded.
func language(pattern string, minLen, maxLen int64, limit int, work *int) (strings []string, ok bool) {
	if len(pattern) > maxPatternBytes {
		return nil, false
	}
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil, false
	}
	prog, err := syntax.Compile(re.Simplify())
	if err != nil {
		return nil, false
	}
	a := automaton{prog: prog, index: map[string]int{}, left: *work, seen: make([]uint32, len(prog.Inst))}
	if ok = a.build(); ok {
		strings, ok = a.enumerate(minLen, maxLen, limit)
	}
	*work = a.left
	return strings, ok
}

// automaton is the deterministic automaton of a pattern.
type automaton struct {
	prog   *syntax.Prog
	states []patternState
	index  map[string]int // of states, by their instructions
	left   int            // instructions that may still be looked at
	seen   []uint32       // by instruction, the last round that met it
	round  uint32
	stack  []uint32 // of instructions, used again
}

type patternState struct {
	runes  []uint32 // the instructions that wait for a character, ascending
	accept bool     // the text may end here
	edges  []patternEdge
	left   int // characters to the nearest end, -1: none is reached
}

// patternEdge is one step, by any character from lo to hi.
type patternEdge struct {
	lo, hi rune
	to     int
}

func (a *automaton) build() bool {
	if _, ok := a.add([]uint32{uint32(a.prog.Start)}, true); !ok {
		return false
	}
	for i := 0; i < len(a.states); i++ {
		if !a.expand(i) {
			return false
		}
	}
	a.measure()
	return true
}

// add makes the state that is reached by the given instructions; first says
// that no character stands before.
func (a *automaton) add(from []uint32, first bool) (state int, ok bool) {
	flags := syntax.EmptyOp(0)
	if first {
		flags = syntax.EmptyBeginText | syntax.EmptyBeginLine
	}
	runes, matched, ok := a.closure(from, flags)
	if !ok {
		return 0, false
	}
	if matched {
		return a.found()
	}
	_, accept, ok := a.closure(from, flags|syntax.EmptyEndText|syntax.EmptyEndLine)
	if !ok {
		return 0, false
	}
	key := make([]byte, 0, 4*len(runes)+1)
	for _, r := range runes {
		key = binary.LittleEndian.AppendUint32(key, r)
	}
	if accept {
		key = append(key, 1)
	}
	if state, ok = a.index[string(key)]; ok {
		return state, true
	}
	if len(a.states) == maxPatternStates {
		return 0, false
	}
	return a.push(string(key), patternState{runes: runes, accept: accept}), true
}

func (a *automaton) push(key string, s patternState) int {
	s.left = -1
	a.index[key] = len(a.states)
	a.states = append(a.states, s)
	return len(a.states) - 1
}

// found is the state after a match: whatever follows is admitted.
func (a *automaton) found() (state int, ok bool) {
	const key = "found"
	if state, ok = a.index[key]; !ok {
		n := len(a.states)
		a.push(key, patternState{accept: true, edges: []patternEdge{{0, 0xD7FF, n}, {0xE000, unicode.MaxRune, n}}})
		return n, true
	}
	return state, true
}

// closure follows the instructions that read nothing. Assertions on words and
// lines are beyond it.
func (a *automaton) closure(from []uint32, flags syntax.EmptyOp) (runes []uint32, matched, ok bool) {
	const known = syntax.EmptyBeginText | syntax.EmptyEndText
	a.round++
	stack := append(a.stack[:0], from...)
	for len(stack) > 0 {
		pc := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if a.seen[pc] == a.round {
			continue
		}
		if a.seen[pc] = a.round; a.left <= 0 {
			return nil, false, false
		}
		a.left--
		switch inst := &a.prog.Inst[pc]; inst.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			stack = append(stack, inst.Out, inst.Arg)
		case syntax.InstCapture, syntax.InstNop:
			stack = append(stack, inst.Out)
		case syntax.InstEmptyWidth:
			op := syntax.EmptyOp(inst.Arg)
			if op&^known != 0 {
				return nil, false, false
			}
			if op&^flags == 0 {
				stack = append(stack, inst.Out)
			}
		case syntax.InstMatch:
			matched = true
		case syntax.InstFail:
		default:
			runes = append(runes, pc)
		}
	}
	a.stack = stack
	slices.Sort(runes)
	return runes, matched, true
}

// expand finds the steps of a state: between two neighbouring bounds of its
// instructions, all characters lead to the same state.
func (a *automaton) expand(i int) bool {
	if a.states[i].edges != nil {
		return true
	}
	waiting := a.states[i].runes
	cuts := []rune{0, 0xD800, 0xE000, unicode.MaxRune + 1} // half characters are none
	for _, pc := range waiting {
		cuts = appendCuts(cuts, &a.prog.Inst[pc])
		if a.left -= len(cuts); a.left <= 0 {
			return false
		}
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	for k := 0; k+1 < len(cuts); k++ {
		lo, hi := cuts[k], cuts[k+1]-1
		if lo == 0xD800 {
			continue
		}
		next := []uint32{uint32(a.prog.Start)} // a match may begin here, too
		for _, pc := range waiting {
			if a.left--; a.prog.Inst[pc].MatchRune(lo) {
				next = append(next, a.prog.Inst[pc].Out)
			}
		}
		to, ok := a.add(next, false)
		if !ok {
			return false
		}
		a.states[i].edges = append(a.states[i].edges, patternEdge{lo, hi, to})
	}
	return true
}

// appendCuts adds the characters at which an instruction may change its mind.
func appendCuts(cuts []rune, inst *syntax.Inst) []rune {
	switch inst.Op {
	case syntax.InstRuneAnyNotNL:
		return append(cuts, '\n', '\n'+1)
	case syntax.InstRuneAny:
		return cuts
	}
	if len(inst.Rune) == 1 {
		r := inst.Rune[0]
		cuts = append(cuts, r, r+1)
		if syntax.Flags(inst.Arg)&syntax.FoldCase != 0 {
			for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
				cuts = append(cuts, f, f+1)
			}
		}
		return cuts
	}
	for k := 0; k+1 < len(inst.Rune); k += 2 {
		cuts = append(cuts, inst.Rune[k], inst.Rune[k+1]+1)
	}
	return cuts
}

// measure finds how far each state is from an end, backwards from the ends.
func (a *automaton) measure() {
	before := make([][]int, len(a.states))
	var queue []int
	for i := range a.states {
		for _, e := range a.states[i].edges {
			before[e.to] = append(before[e.to], i)
		}
		if a.states[i].accept {
			a.states[i].left = 0
			queue = append(queue, i)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, i := range before[queue[0]] {
			if a.states[i].left < 0 {
				a.states[i].left = a.states[queue[0]].left + 1
				queue = append(queue, i)
			}
		}
	}
}

// enumerate lists what the automaton admits, shortest first. Only beginnings
// that an admitted text continues are kept, so that more than limit of them
// mean more than limit texts.
func (a *automaton) enumerate(minLen, maxLen int64, limit int) (out []string, ok bool) {
	type prefix struct {
		text  string
		state int
	}
	live := func(state int, length int64) bool {
		left := a.states[state].left
		return left >= 0 && (maxLen < 0 || length+int64(left) <= maxLen)
	}
	var now []prefix
	if live(0, 0) {
		now = append(now, prefix{"", 0})
	}
	for length := int64(0); len(now) > 0; length++ {
		var next []prefix
		for _, p := range now {
			if a.states[p.state].accept && length >= minLen {
				out = append(out, p.text)
			}
			for _, e := range a.states[p.state].edges {
				if a.left--; a.left <= 0 {
					return nil, false
				}
				if !live(e.to, length+1) {
					continue
				}
				if a.left -= len(p.text); int(e.hi-e.lo) >= limit {
					return nil, false // as many texts begin here
				}
				for r := e.lo; r <= e.hi; r++ {
					next = append(next, prefix{p.text + string(r), e.to})
				}
				if len(out)+len(next) > limit && length+1 >= minLen {
					return nil, false
				}
			}
		}
		if len(next) > limit {
			return nil, false
		}
		now = next
	}
	return out, true
}
