package reward

import "math"

// AdvantageMode says how the rewards of a group become advantages.
type AdvantageMode string

// The modes of Advantages.
const (
	AdvantageStd    AdvantageMode = "std"    // centred and divided by the standard deviation, as in GRPO; "" means the same
	AdvantageCenter AdvantageMode = "center" // centred only
)

// advantageFloor keeps the division of AdvantageStd finite.
const advantageFloor = 1e-4

// Advantages returns (r - mean) / (std + 1e-4) for each reward of a group, where
// std is the sample standard deviation (n - 1), or r - mean under
// AdvantageCenter. Rewards whose ok is false, or beyond the length of ok, do not
// belong to the group and get NaN, which JSON writes as null. A group of one, or
// of equal rewards, gets 0.
func Advantages(rewards []float64, ok []bool, mode AdvantageMode) []float64 {
	out := make([]float64, len(rewards))
	for i := range out {
		out[i] = math.NaN()
	}
	mean, std := groupMoments(rewards, ok)
	for i, r := range rewards {
		if i < len(ok) && ok[i] {
			out[i] = Advantage(r, mean, std, mode)
		}
	}
	return out
}

// Advantage is the advantage of one reward in a group with the given mean and
// sample standard deviation. A group of one, or of equal rewards, must have
// deviation 0 and exactly its reward as the mean.
func Advantage(r, mean, std float64, mode AdvantageMode) float64 {
	if mode == AdvantageCenter {
		return r - mean
	}
	return (r - mean) / (std + advantageFloor)
}

// groupMoments returns the mean and the sample standard deviation of the rewards
// that count. If they are all equal, it returns exactly that reward, which a
// division might miss, and 0.
func groupMoments(rewards []float64, ok []bool) (mean, std float64) {
	n, first := 0, 0.0
	equal := true
	for i, r := range rewards {
		if i >= len(ok) || !ok[i] {
			continue
		}
		if n == 0 {
			first = r
		}
		equal = equal && r == first
		mean += r
		n++
	}
	if n == 0 {
		return 0, 0
	}
	mean /= float64(n)
	if equal {
		return first, 0
	}
	sum := 0.0
	for i, r := range rewards {
		if i < len(ok) && ok[i] {
			sum += (r - mean) * (r - mean)
		}
	}
	return mean, math.Sqrt(sum / float64(n-1))
}
