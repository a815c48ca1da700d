package reader

import (
	"strings"
	"testing"
)

// TestPythonCall reads calls as in BFCL's answers, and refuses arguments that are no
// literals.
func TestPythonCall(t *testing.T) {
	names := func(string) []string { return []string{"a", "b"} }
	for text, want := range map[string]string{
		`sort('x.pdf')`:                            `sort {"a":"x.pdf"}`,
		`mv(source="a'b", destination='c\'d\n')`:   `mv {"source":"a'b","destination":"c'd\n"}`,
		`f(1, b=-2.5e3)`:                           `f {"a":1,"b":-2.5e3}`,
		`f(a=True, b=None)`:                        `f {"a":true,"b":null}`,
		`f(a=[1, (2, 'x'), {'k': [False]}], b=.5)`: `f {"a":[1,[2,"x"],{"k":[false]}],"b":0.5}`,
		` API.f ( a = 1_000 , )`:                   `f {"a":1000}`,
		`f()`:                                      `f {}`,
		`f(a='\u00e9\x41\q')`:                      `f {"a":"éA\\q"}`,
		`f(a='\u12zz')`:                            "an escape of a sign",
		`f(a='\x 1')`:                              "an escape of a sign",
		`f(a='\u+123')`:                            "an escape of a sign",
		`f(a='\U80000041')`:                        "an escape of a sign",
		`f(a='x', a='y')`:                          "given twice",
		`f('x', a='y')`:                            "given twice",
		`f(1, 2, 3)`:                               "no parameter at the place 3",
		`f(a=open('x'))`:                           "expected a text",
		`f(a=1`:                                    "comma or the closing",
		`f(a=1) or g()`:                            "the end of the call",
		`f(a='x`:                                   "the end of the text",
		`f(a={1: 2})`:                              "a key of its own",
		`f(a=1-2)`:                                 "a number",
		``:                                         "a call such as",
		`f(a=` + strings.Repeat("[", 40) + `)`:     "deeper than 32",
		`f(a='` + strings.Repeat("x", maxPyCall) + `')`: "at most",
	} {
		call, err := pythonCall(text, names)
		got := call.Name + " " + call.Arguments.JSON()
		if err != nil {
			got = err.Error()
		}
		if err == nil && got != want || err != nil && !strings.Contains(got, want) {
			t.Errorf("%.60s\n got  %.200s\n want %s", text, got, want)
		}
	}
}

// FuzzPythonCall: there is no panic, and the result is a call with JSON values.
func FuzzPythonCall(f *testing.F) {
	for _, text := range []string{`sort('x')`, `f(a=[1,{'k':(2,)}], b=-.5e3)`, `f('\U0001F600')`, `f(a=1_0`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		call, err := pythonCall(text, func(string) []string { return []string{"a", "b"} })
		if err != nil {
			return
		}
		if _, err := (&Raw{Text: call.Arguments.JSON()}).Parse(); err != nil || call.Name == "" {
			t.Fatalf("%q became %q %s: %v", text, call.Name, call.Arguments.JSON(), err)
		}
	})
}
