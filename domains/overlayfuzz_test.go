package domains

import "testing"

// FuzzOverlay checks that every text is an overlay or an error, and that an overlay
// names a tool once.
func FuzzOverlay(f *testing.F) {
	for _, seed := range []string{
		`{"book":{"city":{"type":"finite","values":["a","b"],"size":2}}}`,
		`{"book":{"n":{"type":"numeric_range","min":0,"max":1e308,"step":5e-324}}}`,
		`{"book":{"s":{"type":"string"},"c":{"type":"custom","size":-1}}}`,
		`{"book":{"l":{"type":"list","values":[[1],[2]],"size":9223372036854775807}}}`,
		`{"book":{},"book":{}}`, `[]`, ``, `{"":{"":{}}}`, "{\"\xff\":{}}",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		overlay, err := ParseOverlay(text)
		if err != nil {
			return
		}
		seen := map[string]bool{}
		for _, name := range overlay.Tools() {
			if seen[name] {
				t.Errorf("the tool %q is there twice", name)
			}
			seen[name] = true
		}
	})
}
