package reward

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
)

// plainDecode decodes JSON with the standard decoder.

func plainDecode(text string) any {
	v, err := plainParse(text)
	if err != nil {
		panic(err)
	}
	return v
}

var plainEscape = regexp.MustCompile(`\\(u[0-9a-fA-F]{4}|.)`)

// plainParse is strict JSON with F8's additions: no duplicate key, no lone surrogate,
// at most 128 levels.
func plainParse(text string) (any, error) {
	if !json.Valid([]byte(text)) {
		return nil, fmt.Errorf("not JSON")
	}
	high := -1 // the end of a high surrogate
	for _, m := range plainEscape.FindAllStringSubmatchIndex(text, -1) {
		code := 0
		if esc := text[m[2]:m[3]]; len(esc) == 5 {
			fmt.Sscanf(esc[1:], "%x", &code)
		}
		low := code >= 0xDC00 && code <= 0xDFFF
		if (high >= 0) != low || low && m[0] != high {
			return nil, fmt.Errorf("a lone surrogate")
		}
		if high = -1; code >= 0xD800 && code <= 0xDBFF {
			high = m[1]
		}
	}
	if high >= 0 {
		return nil, fmt.Errorf("a lone surrogate")
	}
	dec := json.NewDecoder(bytes.NewReader([]byte(text)))
	dec.UseNumber()
	return plainNext(dec, 0)
}

func plainNext(dec *json.Decoder, depth int) (any, error) {
	tok, err := dec.Token()
	if err != nil {
		return nil, err
	}
	if n, ok := tok.(json.Number); ok {
		return plainNumber(n), nil
	}
	open, ok := tok.(json.Delim)
	if !ok {
		return tok, nil
	}
	if depth == 128 {
		return nil, fmt.Errorf("too deep")
	}
	list, object := []any{}, map[string]any{}
	for dec.More() {
		key := ""
		if open == '{' {
			k, err := dec.Token()
			if err != nil {
				return nil, err
			}
			key = k.(string)
			if _, twice := object[key]; twice {
				return nil, fmt.Errorf("duplicate key")
			}
		}
		v, err := plainNext(dec, depth+1)
		if err != nil {
			return nil, err
		}
		list, object[key] = append(list, v), v
	}
	_, err = dec.Token()
	if open == '{' {
		return object, err
	}
	return list, err
}

// plainDecimal is a number as sign, digits and exponent, without zeros at either end.
type plainDecimal string

var plainParts = regexp.MustCompile(`^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([-+]?[0-9]+))?$`)

func plainNumber(n json.Number) plainDecimal {
	m := plainParts.FindStringSubmatch(n.String())
	digits := strings.TrimLeft(m[2]+m[3], "0")
	exp, ok := new(big.Int).SetString("0"+strings.TrimLeft(m[4], "+-"), 10)
	if !ok {
		panic(n)
	}
	if strings.HasPrefix(m[4], "-") {
		exp.Neg(exp)
	}
	exp.Sub(exp, big.NewInt(int64(len(m[3]))))
	short := strings.TrimRight(digits, "0")
	exp.Add(exp, big.NewInt(int64(len(digits)-len(short))))
	if short == "" {
		return "0"
	}
	return plainDecimal(m[1] + short + "e" + exp.String())
}

// canonical is one text for equal values.
func canonical(v any) string {
	switch v := v.(type) {
	case []any:
		out := "["
		for _, x := range v {
			out += canonical(x) + ","
		}
		return out + "]"
	case map[string]any:
		var keys []string
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		out := "{"
		for _, k := range keys {
			out += fmt.Sprintf("%q:", k) + canonical(v[k]) + ","
		}
		return out + "}"
	case plainDecimal:
		return "#" + string(v)
	case string:
		return fmt.Sprintf("%q", v)
	default:
		return fmt.Sprint(v)
	}
}
