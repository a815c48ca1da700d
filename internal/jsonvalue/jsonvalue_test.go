package jsonvalue

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
)

func TestParseRefuses(t *testing.T) {
	deep := strings.Repeat("[", 1_000_000)
	cases := []struct{ name, text, code string }{
		{"empty", "", CodeSyntax},
		{"NaN", `{"a":NaN}`, CodeSyntax},
		{"Infinity", `[Infinity]`, CodeSyntax},
		{"minus infinity", `[-Infinity]`, CodeSyntax},
		{"leading plus", `+1`, CodeSyntax},
		{"leading zero", `01`, CodeSyntax},
		{"bare point", `1.`, CodeSyntax},
		{"empty exponent", `1e`, CodeSyntax},
		{"duplicate key", `{"a":1,"b":2,"a":3}`, CodeDuplicate},
		{"duplicate key spelt by an escape", `{"a":1,"\u0061":3}`, CodeDuplicate},
		{"lone surrogate", `"\ud800"`, CodeUTF8},
		{"reversed surrogates", `"\udc00\ud800"`, CodeUTF8},
		{"not UTF-8", "\"\xff\"", CodeUTF8},
		{"control character", "\"a\nb\"", CodeSyntax},
		{"unknown escape", `"\x41"`, CodeSyntax},
		{"trailing text", `{} x`, CodeTrailing},
		{"second value", `{}{}`, CodeTrailing},
		{"BOM", "\uFEFF{}", CodeSyntax},
		{"NUL after the value", "1\x00", CodeTrailing},
		{"trailing comma", `[1,]`, CodeSyntax},
		{"missing colon", `{"a" 1}`, CodeSyntax},
		{"single quotes", `{'a':1}`, CodeSyntax},
		{"ends in a string", `{"a":"b`, CodeSyntax},
		{"ends in an escape", `"\`, CodeSyntax},
		{"ends in \\u", `"\u12`, CodeSyntax},
		{"a million brackets", deep, CodeDepth},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := Parse(c.text, Options{})
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("Parse(%.40q) gave no error", c.text)
			}
			if e.Code != c.code {
				t.Errorf("code %s (%v), want %s", e.Code, e, c.code)
			}
			if len(e.Error()) > 200 {
				t.Errorf("the message is %d bytes long", len(e.Error()))
			}
		})
	}
}

func TestParseBoundsNodes(t *testing.T) {
	text := "[" + strings.Repeat("0,", 5000) + "0]"
	if _, err := Parse(text, Options{MaxNodes: 5000}); err == nil {
		t.Error("5,002 values passed a bound of 5,000")
	}
	if _, err := Parse(text, Options{MaxNodes: 5002}); err != nil {
		t.Errorf("5,002 values did not pass a bound of 5,002: %v", err)
	}
}

func TestParseReplacesInvalid(t *testing.T) {
	v, err := Parse("\"a\xffb\\ud800c\"", Options{ReplaceInvalid: true})
	if err != nil || v.Str() != "a\uFFFDb\uFFFDc" {
		t.Errorf("got %q, %v", v.Str(), err)
	}
}

func TestRoundTripKeepsOrderAndNumbers(t *testing.T) {
	const text = `{"z":1.0,"a":[9007199254740993,1e400,-0],"m":{"k":"é\n\"😀"},"n":null,"t":true}`
	v, err := Parse(text, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := v.JSON(); got != text {
		t.Errorf("got  %s\nwant %s", got, text)
	}
	if got, want := v.Size(), len(text)-len(`\\`); got != want {
		t.Errorf("the size is %d, want %d: all but what escapes", got, want)
	}
}

func TestNumbersCompareByValue(t *testing.T) {
	equal := [][]string{
		{"1", "1.0", "1e0", "10e-1", "0.1e1", "1E+0", "1000000e-6"},
		{"0", "-0", "0.000", "0e99", "-0e-5"},
		{"12300", "1.23e4", "123e2"},
		{"1e99999999999999999999", "10e99999999999999999998"},
		{"1e-99999999999999999999", "0.1e-99999999999999999998"},
		{"1e99999999999999995", "0.00001e100000000000000000"},
		{"1e100000000000000000", "10e99999999999999999"},
		{"1e-99999999999999999", "10e-100000000000000000"},
		{"1e-100000000000000000", "0.1e-99999999999999999"},
	}
	for i, group := range equal {
		for _, a := range group {
			for j, other := range equal {
				for _, b := range other {
					got := Equal(num(a), num(b))
					if got != (i == j) {
						t.Errorf("Equal(%s, %s) = %v", a, b, got)
					}
					if (num(a).Key() == num(b).Key()) != got {
						t.Errorf("%s and %s have the keys %s and %s", a, b, num(a).Key(), num(b).Key())
					}
				}
			}
		}
	}
	if Equal(num("9007199254740993"), num("9007199254740992")) {
		t.Error("2^53 and 2^53+1 compare equal")
	}
}

func num(text string) Value { return textValue(Number, text) }

// Four million digits compared in quadratic time would outlast any limit of the tests.
func TestHostileExponentsAreCheap(t *testing.T) {
	a := num("1e" + strings.Repeat("9", 4_000_000))
	b := num("10e" + strings.Repeat("9", 3_999_999) + "8")
	if !Equal(a, b) {
		t.Error("equal numbers with exponents of four million digits differ")
	}
}

func TestInt(t *testing.T) {
	for text, want := range map[string]int64{"1.0": 1, "1e3": 1000, "-12.50e1": -125, "9223372036854775807": math.MaxInt64} {
		if got, ok := num(text).Int(); !ok || got != want {
			t.Errorf("Int(%s) = %d, %v", text, got, ok)
		}
	}
	for _, text := range []string{"1.5", "9223372036854775808", "1e19", "1e99999999999999999999"} {
		if got, ok := num(text).Int(); ok {
			t.Errorf("Int(%s) = %d, want none", text, got)
		}
	}
}

// The examples are from RFC 8785, sections 3.2.2 and 3.2.3.
func TestCanonical(t *testing.T) {
	cases := []struct{ in, want string }{
		{`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"literals":[null,true,false]}`,
			`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27]}`},
		{`{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}`,
			"{\"\\r\":2,\"1\":4,\"\u0080\":6,\"ö\":7,\"€\":1,\"😀\":5,\"\ufb33\":3}"},
		{`"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/"`, `"€$\u000f\nA'B\"\\\\\"/"`},
	}
	for _, c := range cases {
		v, err := Parse(c.in, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := string(v.AppendCanonical(nil)); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestAppendFloatIsECMAScript(t *testing.T) {
	for want, f := range map[string]float64{
		"0": math.Copysign(0, -1), "5e-324": 5e-324, "1.7976931348623157e+308": math.MaxFloat64,
		"100000000000000000000": 1e20, "1e+21": 1e21, "0.000001": 1e-6, "1e-7": 1e-7,
		"0.1": 0.1, "-1.5": -1.5, "null": math.NaN(),
	} {
		if got := string(AppendFloat(nil, f)); got != want {
			t.Errorf("AppendFloat(%g) = %s, want %s", f, got, want)
		}
	}
}

func TestWithAndWithout(t *testing.T) {
	v, _ := Parse(`{"a":1,"b":2}`, Options{})
	if got := v.With("a", NewInt(3)).With("c", NewString("x")).Without("b").JSON(); got != `{"a":3,"c":"x"}` {
		t.Error(got)
	}
	if got := v.JSON(); got != `{"a":1,"b":2}` {
		t.Errorf("the original changed: %s", got)
	}
}

// FuzzParse compares the parser with encoding/json. Both accept the same texts, except
// those that this parser refuses on purpose, and read the same values.
func FuzzParse(f *testing.F) {
	for _, s := range []string{`{"a":[1,2.5e-3,"x\u00e9\ud83d\ude00"],"b":null}`, `"\ud800"`, `[1e999]`, `{"a":1,"a":2}`, "\"\xff\"", `-0.0`, ` [ ] `, `01`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, err := Parse(s, Options{})
		valid := json.Valid([]byte(s))
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Offset < 0 || e.Offset > len(s) {
				t.Fatalf("error %v for %q", err, s)
			}
			if valid && e.Code != CodeDuplicate && e.Code != CodeUTF8 && e.Code != CodeDepth && e.Code != CodeNodes {
				t.Fatalf("refused valid JSON %q: %v", s, err)
			}
			return
		}
		if !valid {
			t.Fatalf("accepted %q, which encoding/json refuses", s)
		}
		again, err := Parse(v.JSON(), Options{})
		if err != nil || !Equal(v, again) || v.Key() != again.Key() {
			t.Fatalf("%q does not survive writing: %v", s, err)
		}
		var std any
		dec := json.NewDecoder(strings.NewReader(s))
		dec.UseNumber()
		if dec.Decode(&std) == nil && !same(v, std) {
			t.Fatalf("%q: read %s, encoding/json reads %v", s, v.JSON(), std)
		}
		if canonical := string(v.AppendCanonical(nil)); !json.Valid([]byte(canonical)) {
			t.Fatalf("canonical form %q is not JSON", canonical)
		}
	})
}

func same(v Value, std any) bool {
	switch x := std.(type) {
	case nil:
		return v.IsNull()
	case bool:
		return v.Kind() == Bool && v.Bool() == x
	case string:
		return v.Kind() == String && v.Str() == x
	case json.Number:
		return v.NumberText() == x.String()
	case []any:
		if v.Kind() != Array || v.Len() != len(x) {
			return false
		}
		for i, e := range x {
			if !same(v.Items()[i], e) {
				return false
			}
		}
		return true
	case map[string]any:
		if v.Kind() != Object || v.Len() != len(x) {
			return false
		}
		for _, m := range v.Members() {
			e, ok := x[m.Key]
			if !ok || !same(m.Value, e) {
				return false
			}
		}
		return true
	}
	return false
}

// ObjectOf converts Go values, and omits an empty value if its key ends in ?.
func TestObjectOf(t *testing.T) {
	half := 0.5
	var none *float64
	type word string
	for want, got := range map[string]Value{
		`{"a":"x","b":1,"c":0.5,"d":true,"e":null}`: ObjectOf("a", word("x"), "b", int64(1), "c", &half, "d", true, "e", none),
		`{"a":[],"b":["x"],"c":{"k":2,"l":1}}`:      ObjectOf("a", []int(nil), "b", []word{"x"}, "c", map[string]int{"l": 1, "k": 2}),
		`{"n":0,"a":{}}`:                            ObjectOf("s?", "", "f?", false, "p?", none, "l?", []string{}, "m?", map[string]int{}, "v?", Value{}, "x?", nil, "n?", 0, "a?", NewObject()),
		`{"s":"x","v":[[1],null]}`:                  ObjectOf("s?", "x", "v?", NewArray(Of([]int{1}), Value{})),
	} {
		if got.JSON() != want {
			t.Errorf("%s, not %s", got.JSON(), want)
		}
	}
}
