package jsonvalue

import (
	"math"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"
)

// AppendJSON appends v as compact JSON: keys in order, numbers as they were written, no
// HTML escaping. The same Value always gives the same bytes.
func (v Value) AppendJSON(dst []byte) []byte {
	switch v.kind {
	case Null:
		return append(dst, "null"...)
	case Bool, Number:
		return append(dst, v.text()...)
	case String:
		return AppendString(dst, v.text())
	case Array:
		dst = append(dst, '[')
		for i := range v.Items() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = v.Items()[i].AppendJSON(dst)
		}
		return append(dst, ']')
	default:
		dst = append(dst, '{')
		for i := range v.Members() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = AppendString(dst, v.Members()[i].Key)
			dst = append(dst, ':')
			dst = v.Members()[i].Value.AppendJSON(dst)
		}
		return append(dst, '}')
	}
}

// JSON returns AppendJSON as a string.
func (v Value) JSON() string {
	b := v.AppendJSON(make([]byte, 0, v.Size()))
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// Size is the length of JSON without escapes, an estimate of a value's size that is much
// cheaper than JSON.
func (v Value) Size() int {
	switch v.kind {
	case Null:
		return len("null")
	case Bool, Number:
		return len(v.text())
	case String:
		return len(v.text()) + len(`""`)
	}
	n := len("[]") + max(0, int(v.n)-1)
	for i := range v.Items() {
		n += v.Items()[i].Size()
	}
	for i := range v.Members() {
		n += len(`"":`) + len(v.Members()[i].Key) + v.Members()[i].Value.Size()
	}
	return n
}

// MarshalJSON makes a Value usable with encoding/json.
func (v Value) MarshalJSON() ([]byte, error) { return v.AppendJSON(nil), nil }

// UnmarshalJSON makes a Value usable with encoding/json.
func (v *Value) UnmarshalJSON(data []byte) error {
	parsed, err := Parse(string(data), Options{})
	if err == nil {
		*v = parsed
	}
	return err
}

// AppendCanonical appends v in the canonical form of RFC 8785: keys sorted by UTF-16 code
// units, numbers as ECMAScript writes a float64. A number outside the range of float64 has
// no such form and is written as digits and exponent.
func (v Value) AppendCanonical(dst []byte) []byte {
	return v.appendSorted(dst, func(dst []byte, number Value) []byte {
		if f, ok := number.Float(); ok {
			return AppendFloat(dst, f)
		}
		return appendExact(dst, number)
	})
}

// Key returns a text that is equal exactly for values that are Equal.
func (v Value) Key() string { return string(v.appendSorted(nil, appendExact)) }

func appendExact(dst []byte, number Value) []byte {
	return append(dst, ParseDecimal(number.text()).Key()...)
}

// appendSorted appends v with its keys sorted, and its numbers written by appendNumber.
func (v Value) appendSorted(dst []byte, appendNumber func([]byte, Value) []byte) []byte {
	switch v.kind {
	case Number:
		return appendNumber(dst, v)
	case Array:
		dst = append(dst, '[')
		for i := range v.Items() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = v.Items()[i].appendSorted(dst, appendNumber)
		}
		return append(dst, ']')
	case Object:
		dst = append(dst, '{')
		for i, m := range sortedMembers(v.Members()) {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = AppendString(dst, m.Key)
			dst = append(dst, ':')
			dst = m.Value.appendSorted(dst, appendNumber)
		}
		return append(dst, '}')
	default:
		return v.AppendJSON(dst)
	}
}

func sortedMembers(members []Member) []Member {
	sorted := slices.Clone(members)
	slices.SortStableFunc(sorted, func(a, b Member) int { return compareUTF16(a.Key, b.Key) })
	return sorted
}

// compareUTF16 orders strings by UTF-16 code units. That differs from the order of bytes
// only if one of the strings has a character outside the basic plane.
func compareUTF16(a, b string) int {
	for a != "" && b != "" {
		ra, na := utf8.DecodeRuneInString(a)
		rb, nb := utf8.DecodeRuneInString(b)
		if ra != rb {
			return slices.Compare(utf16.AppendRune(nil, ra), utf16.AppendRune(nil, rb))
		}
		a, b = a[na:], b[nb:]
	}
	return len(a) - len(b)
}

const hex = "0123456789abcdef"

// AppendString appends s as a JSON string. Bytes that are not UTF-8 become
// U+FFFD, so that the output is always valid JSON.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' && c < utf8.RuneSelf {
			if i++; i < len(s) && s[i] < utf8.RuneSelf { // not the space between words of another script
				i += plain(s[i:])
			}
			continue
		}
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r != utf8.RuneError || n > 1 {
				i += n
				continue
			}
			dst = append(append(dst, s[start:i]...), "\uFFFD"...)
			i++
			start = i
			continue
		}
		dst = append(dst, s[start:i]...)
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\r':
			dst = append(dst, '\\', 'r')
		case '\t':
			dst = append(dst, '\\', 't')
		case '\b':
			dst = append(dst, '\\', 'b')
		case '\f':
			dst = append(dst, '\\', 'f')
		default:
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&0xf])
		}
		i++
		start = i
	}
	return append(append(dst, s[start:]...), '"')
}

// AppendFloat appends f as ECMAScript and RFC 8785 write it: the shortest text that reads
// back the same, without an exponent from 1e-6 up to below 1e21. NaN and the infinities,
// which JSON lacks, give null.
func AppendFloat(dst []byte, f float64) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return append(dst, "null"...)
	}
	if f == 0 {
		return append(dst, '0') // -0 too, as ECMAScript does
	}
	abs := math.Abs(f)
	if abs >= 1e-6 && abs < 1e21 {
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	}
	dst = strconv.AppendFloat(dst, f, 'e', -1, 64)
	if n := len(dst); dst[n-4] == 'e' && dst[n-3] == '-' && dst[n-2] == '0' {
		dst[n-2] = dst[n-1] // e-09 is written e-9
		dst = dst[:n-1]
	}
	return dst
}
