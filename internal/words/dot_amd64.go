package words

// dot is the sum of the products of n Vectors from x on and n from y on, at least one.
//
//go:noescape
func dot(x, y *Vector, n int) int32
