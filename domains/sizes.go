package domains

// The arithmetic of sizes: whole numbers from 0 to MaxSize, where they
// saturate, and Infinite. Zero times Infinite is zero, for a part that admits
// nothing leaves nothing.

func addSize(a, b int64) int64 {
	if a == Infinite || b == Infinite {
		return Infinite
	}
	return min(a+b, MaxSize)
}

func mulSize(a, b int64) int64 {
	switch {
	case a == 0 || b == 0:
		return 0
	case a == Infinite || b == Infinite:
		return Infinite
	case a > MaxSize/b:
		return MaxSize
	}
	return min(a*b, MaxSize)
}

// countLists is the number of lists of minLen to maxLen elements drawn from n
// values, all different where unique. n and maxLen are finite. It ends after
// some 60 steps, however large its arguments are: sizes grow at least by
// doubling, or the few cases that do not are closed forms.
func countLists(n, minLen, maxLen int64, unique bool) int64 {
	if unique {
		maxLen = min(maxLen, n)
	}
	if minLen > maxLen {
		return 0
	}
	if n <= 1 {
		// Nothing to choose: one list of each length, of length 0 alone
		// where there is no value.
		if n == 0 {
			maxLen = 0
		}
		if minLen > maxLen {
			return 0
		}
		return min(maxLen-minLen, MaxSize-1) + 1
	}
	total, lists := int64(0), int64(1)
	for k := int64(0); k <= maxLen; k++ {
		if k >= minLen {
			total = addSize(total, lists)
		}
		choices := n
		if unique {
			choices = n - k
		}
		lists = mulSize(lists, choices)
		if total == MaxSize || lists == MaxSize && maxLen > k {
			return MaxSize // longer lists are at least as many
		}
	}
	return total
}
