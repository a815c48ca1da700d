package certainty

import (
	"fmt"
	"math"
	"slices"

	"github.com/voi-rl/voi/domains"
)

// MaxCandidates is the number of different candidates that a belief keeps (F5).
const MaxCandidates = 16

// Candidate is a call that the user may mean, with its prior.
type Candidate = domains.Candidate

// candidate is the result of merging candidates with equal calls.
type candidate struct {
	tool  int // index into Belief.tools, -1 if the tool is not offered
	call  domains.Call
	prior extended
	w     extended
	pi    extended
	v     extended
	at    int // index among the candidates of its tool
}

// mergeEqual merges candidates with the same tool and equal arguments (F5), in
// the order of the first of each. of maps each candidate to its index in
// merged, -1 if an answer removed it.
func mergeEqual(cands []Candidate, gone []bool, toolOf map[string]int) (merged []candidate, of []int, err error) {
	of = make([]int, len(cands))
	calls := make(map[string]int, len(cands)) // number of candidates of each tool; a single one cannot repeat
	for i := range cands {
		calls[cands[i].Call.Name]++
	}
	seen := map[string]int{}
	for i := range cands {
		weight := 1.0
		if cands[i].Weight != nil {
			weight = *cands[i].Weight
		}
		if !(weight >= 0) || math.IsInf(weight, 1) {
			return nil, nil, fmt.Errorf("certainty: the weight of candidate %d is %v; a weight is a finite number of at least 0", i, weight)
		}
		if gone[i] {
			of[i] = -1
			continue
		}
		call := cands[i].Call
		at, known := len(merged), false
		if calls[call.Name] > 1 {
			key := call.Name + "\x00" + call.Arguments.Key()
			if at, known = seen[key]; !known {
				at = len(merged)
				seen[key] = at
			}
		}
		if !known {
			tool, offered := toolOf[call.Name]
			if !offered {
				tool = -1
			}
			merged = append(merged, candidate{tool: tool, call: call})
		}
		of[i] = at
		merged[at].prior = merged[at].prior.add(extend(weight))
	}
	return merged, of, nil
}

// keepBest returns the indices of the MaxCandidates candidates with the largest
// prior * w, ties in the given order. The indices are in the given order, too.
func keepBest(cands []candidate) []int {
	kept := make([]int, len(cands))
	for i := range kept {
		kept[i] = i
	}
	if len(kept) <= MaxCandidates {
		return kept
	}
	size := func(i int) extended { return cands[i].prior.mul(cands[i].w) }
	slices.SortStableFunc(kept, func(a, b int) int { return size(b).cmp(size(a)) })
	least := size(kept[MaxCandidates-1])
	from, to := MaxCandidates-1, MaxCandidates // those that differ from the last kept one by rounding alone
	for from > 0 && !size(kept[from-1]).exceeds(least) {
		from--
	}
	for to < len(kept) && !least.exceeds(size(kept[to])) {
		to++
	}
	slices.Sort(kept[from:to])
	kept = kept[:MaxCandidates]
	slices.Sort(kept)
	return kept
}
