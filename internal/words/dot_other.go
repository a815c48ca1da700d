//go:build !amd64

package words

import "unsafe"

// dot is the sum of the products of n Vectors from x on and n from y on, at least one.
func dot(x, y *Vector, n int) int32 { return slowDot(unsafe.Slice(x, n), unsafe.Slice(y, n)) }

// dots writes runs sums to out, each of the products of n Vectors from x on, the next of the n behind them, and n from y on.
func dots(out *int32, x, y *Vector, runs, n int) { eachDot(out, x, y, runs, n) }
