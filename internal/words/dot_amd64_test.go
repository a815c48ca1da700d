package words

import "testing"

// A machine without AVX2 computes the same product.
func TestDotWithoutAVX2(t *testing.T) {
	defer func(has bool) { avx2 = has }(avx2)
	avx2 = false
	checkDot(t)
}
