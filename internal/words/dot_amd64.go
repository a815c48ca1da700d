package words

import "golang.org/x/sys/cpu"

// avx2 reports whether the machine has the instructions that double the speed of dot.
var avx2 = cpu.X86.HasAVX2

// dot is the sum of the products of n Vectors from x on and n from y on, at least one.
//
//go:noescape
func dot(x, y *Vector, n int) int32
