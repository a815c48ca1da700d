package reader

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// leaf returns the JSON value of a cell. A type that JSON lacks is written as in the JSON
// mapping of Protocol Buffers: bytes in base64, NaN and the infinities by name, dates and
// times as in RFC 3339 (pyarrow makes them of texts such as "2024-01-02" when it reads JSON).
// A decimal is a number with all its digits. If the text does not express the column's
// meaning, the column is odd.
func (a *assembly) leaf(s *shape, v parquet.Value) domains.Value {
	a.size += 8
	switch v.Kind() {
	case parquet.Boolean:
		return jsonvalue.NewBool(v.Boolean())
	case parquet.Int32, parquet.Int64:
		return a.integer(s, v)
	case parquet.Float:
		return a.number(float64(v.Float()), 32)
	case parquet.Double:
		return a.number(v.Double(), 64)
	case parquet.Int96:
		n := v.Int96()
		b := binary.LittleEndian.AppendUint32(nil, n[0])
		return a.bytes(binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(b, n[1]), n[2]), dataset.CodeBadField)
	case parquet.ByteArray, parquet.FixedLenByteArray:
		return a.text(s, v)
	}
	return domains.Value{} // a cell without a value
}

func (a *assembly) integer(s *shape, v parquet.Value) domains.Value {
	n, unsigned := int64(v.Int32()), uint64(v.Uint32())
	if v.Kind() == parquet.Int64 {
		n, unsigned = v.Int64(), v.Uint64()
	}
	switch {
	case s.clock != nil:
		text := s.clock(n)
		a.size += len(text)
		return jsonvalue.NewString(text)
	case s.scale != 0:
		return a.parsed(s, decimal(big.NewInt(n), 0, s.scale))
	case s.unsigned:
		return a.parsed(s, strconv.FormatUint(unsigned, 10))
	}
	return jsonvalue.NewInt(n)
}

func (a *assembly) text(s *shape, v parquet.Value) domains.Value {
	b := v.ByteArray()
	switch {
	case s.spell != nil && len(b) > maxSpelled:
		a.fault(dataset.CodeTooLarge, "a number of %d bytes; at most %d are read", len(b), maxSpelled)
		return a.bytes(b, dataset.CodeTooLarge)
	case s.spell != nil:
		text, number := s.spell(b)
		if number {
			return a.parsed(s, text)
		}
		a.size += len(text)
		return jsonvalue.NewString(text)
	case v.Kind() == parquet.FixedLenByteArray:
		return a.bytes(b, dataset.CodeBadField)
	case !utf8.Valid(b):
		return a.bytes(b, dataset.CodeBadUTF8)
	}
	text := string(b)
	a.size += len(text)
	if s.json {
		return a.parsed(s, text)
	}
	return jsonvalue.NewString(text)
}

// maxSpelled bounds the bytes of a decimal, because its digits take more than linear time.
const maxSpelled = 1 << 10

// bytes returns a cell that is no text.
func (a *assembly) bytes(b []byte, code string) domains.Value {
	a.fault(code, "bytes that are no text in UTF-8; write the column as UTF-8")
	text := base64.StdEncoding.EncodeToString(b)
	a.size += len(text)
	return jsonvalue.NewString(text)
}

// parsed parses the text of a cell as JSON, within the remaining limits of the row.
func (a *assembly) parsed(s *shape, text string) domains.Value {
	v, err := jsonvalue.Parse(text, jsonvalue.Options{MaxDepth: max(1, maxShapeDepth-2*s.depth), MaxNodes: maxNodes})
	if err != nil {
		code := dataset.CodeBadJSON
		var bad *dataset.Error
		if errors.As(jsonError(err), &bad) {
			code = bad.Code
		}
		a.fault(code, "%v", err)
		return jsonvalue.NewString(text)
	}
	return v
}

// number writes the shortest digits that read back the same with the given number of bits.
func (a *assembly) number(f float64, bits int) domains.Value {
	switch {
	case math.IsNaN(f), math.IsInf(f, 0):
		a.fault(dataset.CodeBadJSON, "%v is not a number in JSON; write null or a number", f)
		return jsonvalue.NewString(floatName(f))
	}
	return a.parsed(&shape{}, strconv.FormatFloat(f, 'g', -1, bits))
}

// floatName is the name of a float that JSON lacks.
func floatName(f float64) string {
	switch {
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	return "NaN"
}

// maxScale bounds the digits behind the point of a decimal, because a file may claim any
// number.
const maxScale = 1 << 10

// decimal writes n / 10^scale with all its digits. If bytes is 0, n has its sign; otherwise
// n was read as unsigned from bytes bytes of two's complement.
func decimal(n *big.Int, bytes int, scale int32) string {
	if bytes > 0 && n.Bit(8*bytes-1) == 1 {
		n = new(big.Int).Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*bytes)))
	}
	digits := new(big.Int).Abs(n).String()
	sign := ""
	if n.Sign() < 0 {
		sign = "-"
	}
	switch {
	case scale <= 0 || scale > maxScale:
		return sign + digits + "e" + strconv.Itoa(-int(scale))
	case len(digits) <= int(scale):
		digits = strings.Repeat("0", int(scale)+1-len(digits)) + digits
	}
	at := len(digits) - int(scale)
	return sign + digits[:at] + "." + digits[at:]
}

const secondsOfDay = 24 * 60 * 60

// clock formats the number of units since 1970, or since midnight.
func clock(unit format.TimeUnit, layout string) func(n int64) string {
	each := int64(time.Nanosecond) // the file names no unit only if it is damaged
	if unit.Value != nil {
		each = int64(unit.Value.Duration())
	}
	whole := int64(time.Second) / each
	return func(n int64) string { return time.Unix(n/whole, n%whole*each).UTC().Format(layout) }
}

// uuid formats 16 bytes as RFC 9562 does.
func uuid(b []byte) (text string, number bool) {
	if len(b) != 16 {
		return hex.EncodeToString(b), false
	}
	h := hex.EncodeToString(b)
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:], false
}

// float16 formats a little-endian half-precision float.
func float16(b []byte) (text string, number bool) {
	if len(b) != 2 {
		return hex.EncodeToString(b), false
	}
	bits := binary.LittleEndian.Uint16(b)
	fraction, exponent := float64(bits&0x3ff), int(bits>>10&0x1f)
	f := math.Ldexp(fraction, -24)
	switch {
	case exponent == 0x1f && fraction != 0:
		return floatName(math.NaN()), false
	case exponent == 0x1f:
		f = math.Inf(1)
	case exponent > 0:
		f = math.Ldexp(1024+fraction, exponent-25)
	}
	if bits>>15 == 1 {
		f = -f
	}
	if math.IsInf(f, 0) {
		return floatName(f), false
	}
	return strconv.FormatFloat(f, 'g', -1, 32), true
}
