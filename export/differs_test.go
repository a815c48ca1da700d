package export

import (
	"strings"
	"testing"
)

// Two runs are told apart by the values that differ, however deep and late these are.
func TestWhatDiffers(t *testing.T) {
	long := strings.Repeat("folder/", 20)
	const runs = `"runs":{"critical_sha256":"00112233445566778899aabbccddeeff","tools_sha256":"00112233445566778899aabbccddeeff","gate":"default"}`
	for _, c := range []struct{ there, here, want string }{
		{`{"config":{"seed":0}}`, `{"config":{"seed":7}}`, `seed (there 0, here 7)`},
		{`{"config":{` + runs + `}}`, `{"config":{` + strings.Replace(runs, "default", "strict", 1) + `}}`, `runs.gate (there "default", here "strict")`},
		{`{"config":{"drop_flags":["no_tools"]}}`, `{"config":{}}`, `drop_flags (there ["no_tools"], here null)`},
		{`{"inputs":[{"path":"a.jsonl","bytes":1},{"path":"b.jsonl","bytes":2,"sha256":"x"}]}`, `{"inputs":[{"path":"a.jsonl","bytes":1},{"path":"b.jsonl","bytes":2,"sha256":"y"}]}`, `inputs[1] "b.jsonl".sha256 (there "x", here "y")`},
		{`{"inputs":[{"path":"a.jsonl","bytes":1}]}`, `{"inputs":[{"path":"b.jsonl","bytes":2}]}`, `inputs[0].path (there "a.jsonl", here "b.jsonl")`},
		{`{"inputs":[]}`, `{"inputs":[{"path":"b.jsonl"}]}`, `inputs[0] (there null, here {"path":"b.jsonl"})`},
		{`{"inputs":[{"path":"` + long + `a"}]}`, `{"inputs":[{"path":"` + long + `b"}]}`, `inputs[0].path (there ...der/` + long[:56] + `a", here ...der/` + long[:56] + `b")`},
		{`{"a":0,"b":0,"c":0,"d":0,"e":0,"f":0,"g":0}`, `{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1}`, `a (there 0, here 1), b (there 0, here 1), c (there 0, here 1), d (there 0, here 1), e (there 0, here 1), 2 more`},
	} {
		want := "d/manifest.json belongs to a run that differs in " + c.want + "; give the same options and inputs, or name another folder"
		if got := whatDiffers("d/manifest.json", []byte(c.there), []byte(c.here)).Error(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
