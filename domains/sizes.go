package domains

// The arithmetic of sizes. A size is a whole number from 0 to MaxSize, where it
// saturates, or Infinite. Zero times Infinite is zero, because a product with
// an empty part is empty.

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

// countLists is the number of lists of minLen to maxLen elements from n values,
// without repetition if unique. n and maxLen are finite. It takes about 60
// steps at most, however large its arguments are: sizes at least double with
// each step until they saturate, and the other cases are closed forms.
func countLists(n, minLen, maxLen int64, unique bool) int64 {
	if unique {
		maxLen = min(maxLen, n)
	}
	if minLen > maxLen {
		return 0
	}
	if n <= 1 {
		// Nothing to choose: one list of each length; only the empty list if
		// there is no value.
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
			return MaxSize // there are at least as many longer lists
		}
	}
	return total
}
