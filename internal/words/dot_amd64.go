package words

import "golang.org/x/sys/cpu"

// avx2 reports whether the machine has the instructions that double the speed of dot.
var avx2 = cpu.X86.HasAVX2

// dot is the sum of the products of n Vectors from x on and n from y on, at least one.
//
//go:noescape
func dot(x, y *Vector, n int) int32

// dots writes runs sums to out, each of the products of n Vectors from x on, the next of the n behind them, and n from y on.
func dots(out *int32, x, y *Vector, runs, n int) {
	if avx2 {
		wideDots(out, x, y, runs, n)
		return
	}
	eachDot(out, x, y, runs, n)
}

// wideDots is dots with AVX2.
//
//go:noescape
func wideDots(out *int32, x, y *Vector, runs, n int)
