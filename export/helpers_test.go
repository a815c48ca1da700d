package export

import (
	"bytes"
	"compress/gzip"
	"testing"
)

// gzipped compresses a text and keeps a part of the result.
func gzipped(t testing.TB, text []byte, part float64) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()[:int(float64(b.Len())*part)]
}
