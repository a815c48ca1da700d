package export

import (
	"bytes"
	"compress/gzip"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// gzipped compresses a text and keeps a part of the result.
func gzipped(t testing.TB, text []byte, part float64) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	sharedtest.Need(w.Write(text))(t)
	sharedtest.OK(t, w.Close())
	return b.Bytes()[:int(float64(b.Len())*part)]
}
