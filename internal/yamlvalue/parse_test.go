package yamlvalue

import (
	"fmt"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

func TestParse(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"order and kinds", "b: 1\na: [x, 'y', \"z\\n\", true, null, ~]\nc: {d: 1.50, e: -0x1F, f: 1e3}\n", `{"b":1,"a":["x","y","z\n",true,null,null],"c":{"d":1.50,"e":-31,"f":1e3}}`},
		{"one key", "a: b", `{"a":"b"}`},
		{"blocks", "a: |\n  one\n  two\nb: >\n  one\n  two\nc: |-\n  x\n", `{"a":"one\ntwo\n","b":"one two\n","c":"x"}`},
		{"keys that are numbers", "200: ok\n'404': no\ntrue: x\n", `{"200":"ok","404":"no","true":"x"}`},
		{"a large whole number", "a: 18446744073709551615\nb: 9007199254740993\n", `{"a":18446744073709551615,"b":9007199254740993}`},
		{"dates and versions stay texts", "a: 2024-01-02\nb: 3.0.1\nc: 1.2.3.4\n", `{"a":"2024-01-02","b":"3.0.1","c":"1.2.3.4"}`},
		{"aliases and merges", "base: &b {x: 1, y: 2}\none: *b\ntwo:\n  <<: *b\n  y: 3\n", `{"base":{"x":1,"y":2},"one":{"x":1,"y":2},"two":{"y":3,"x":1}}`},
		{"comments and a document mark", "# head\n---\na: 1 # tail\n# end\n", `{"a":1}`},
		{"JSON is YAML", `{"a": [1, {"b": "c"}]}`, `{"a":[1,{"b":"c"}]}`},
		{"nothing", "# only a comment\n", `null`},
	} {
		v, err := Parse(c.text, jsonvalue.Options{})
		if err != nil || v.JSON() != c.want {
			t.Errorf("%s: %v\n  got  %s\n  want %s", c.name, err, v.JSON(), c.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	bomb := "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
	for i := 1; i < 9; i++ {
		at, last := string(rune('0'+i)), string(rune('0'+i-1))
		bomb += "a" + at + ": &a" + at + " [" + strings.TrimSuffix(strings.Repeat("*a"+last+", ", 10), ", ") + "]\n"
	}
	var prefixes strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&prefixes, "%%TAG !e%d! tag:x,2000:\n", i)
	}
	for _, c := range []struct{ name, text, want string }{
		{"a key twice", "a: 1\nb: 2\na: 3\n", "line 3"},
		{"two documents", "a: 1\n---\nb: 2\n", "second"},
		{"an alias to nothing", "a: *b\n", "line 1"},
		{"aliases that multiply", bomb, "more than 1000 values"},
		{"infinity", "a: 1\nb: .inf\n", "line 2"},
		{"open brackets", "a: " + strings.Repeat("[", 1<<20), "max depth"},
		{"list marks", strings.Repeat("- ", 1<<20), "max depth"},
		{"tags", "a: " + strings.Repeat("!t ", 1<<20), "line 1"},
		{"anchors", strings.Repeat("&a ", 1<<20), "not YAML"},
		{"open mappings", strings.Repeat("{a: ", 1<<20), "max depth"},
		{"keys of keys", strings.Repeat("? ", 1<<20), "max depth"},
		{"deep lists", strings.Repeat("[", 300) + strings.Repeat("]", 300), "nested deeper"},
		{"prefixes of tags", prefixes.String() + "---\na: 1\n", "%TAG 20000 times"},
		{"not UTF-8", "a: \xff", "UTF-8"},
		{"not YAML", "a: [1,\nb", "not YAML"},
	} {
		v, err := Parse(c.text, jsonvalue.Options{MaxNodes: 1000})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %.100s, %v; want an error with %q", c.name, v.JSON(), err, c.want)
		}
	}
}

// FuzzParse: there is no panic, and the result is JSON within the limits.
func FuzzParse(f *testing.F) {
	f.Add("openapi: 3.0.1\npaths:\n  /a/{b}:\n    get: &g\n      parameters:\n      - {name: b, in: path}\n    put: *g\n")
	f.Add("- |\n  x\n- >-\n  y\n- ? k\n  : v\n")
	f.Add("a: !!str 1\nb: \"\\u00e9\"\nc: '''\n<<: [*a]\n")
	f.Fuzz(func(t *testing.T, text string) {
		v, err := Parse(text, jsonvalue.Options{MaxNodes: 1000})
		if err != nil {
			if _, ok := err.(*Error); !ok {
				t.Fatalf("not an *Error: %v", err)
			}
			return
		}
		if _, err := jsonvalue.Parse(v.JSON(), jsonvalue.Options{MaxDepth: 300, MaxNodes: 1 << 20}); err != nil {
			t.Fatalf("%q is read as %s: %v", text, v.JSON(), err)
		}
	})
}
