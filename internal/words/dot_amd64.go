package words

// dot is the product of two vectors of Dim bytes.
//
//go:noescape
func dot(x, y string) int32
