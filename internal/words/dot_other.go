//go:build !amd64

package words

// dot is the product of two vectors of Dim bytes.
func dot(x, y string) int32 { return slowDot(x, y) }
