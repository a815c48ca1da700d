package reward

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"testing"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// readSamples reads all samples of a file.
func readSamples(t testing.TB, path string, stdin io.Reader) []*dataset.Sample {
	t.Helper()
	r := sharedtest.Need(reader.Open(context.Background(), path, reader.Options{Stdin: stdin, Sessions: true}))(t)
	defer r.Close()
	var samples []*dataset.Sample
	for raw, err := range r.All() {
		sharedtest.OK(t, err)
		if rec := r.Decode(raw); rec.Sample != nil {
			samples = append(samples, rec.Sample)
		}
	}
	return samples
}

// embedded returns the samples of the embedded examples.
func embedded(t testing.TB) []*dataset.Sample {
	t.Helper()
	var samples []*dataset.Sample
	for _, ex := range configs.Examples() {
		samples = append(samples, readSamples(t, "-", bytes.NewReader(ex.Data))...)
	}
	if len(samples) < 40 {
		t.Fatalf("%d embedded samples, want at least 40", len(samples))
	}
	return samples
}

// shared returns the samples of a shared file, skipping the test without it.
func shared(t testing.TB, rel ...string) []*dataset.Sample {
	t.Helper()
	return readSamples(t, sharedtest.Shared(t, rel...), nil)
}

// every returns every n-th sample.
func every(samples []*dataset.Sample, n int) []*dataset.Sample {
	var some []*dataset.Sample
	for i := 0; i < len(samples); i += n {
		some = append(some, samples[i])
	}
	return some
}

// unzip returns the content of a shared gzip file.
func unzip(t testing.TB, rel ...string) []byte {
	t.Helper()
	text := sharedtest.Need(os.ReadFile(sharedtest.Shared(t, rel...)))(t)
	z := sharedtest.Need(gzip.NewReader(bytes.NewReader(text)))(t)
	data := sharedtest.Need(io.ReadAll(z))(t)
	return data
}

// value parses JSON of the test itself.
func value(t testing.TB, text string) domains.Value {
	t.Helper()
	v, err := domains.ParseValue(text)
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return v
}

// builtin loads a built-in profile.
func builtin(t testing.TB, name string) *Profile {
	t.Helper()
	p := sharedtest.Need(Load(name))(t)
	return p
}

// prepare prepares a sample, or ends the test.
func prepare(t testing.TB, p *Profile, s *dataset.Sample, sets map[string]domains.Set) *Prepared {
	t.Helper()
	x := sharedtest.Need(p.Prepare(s, sets, nil))(t)
	return x
}

// jsonText is a text as a JSON string.
func jsonText(s string) string { return jsonvalue.NewString(s).JSON() }
