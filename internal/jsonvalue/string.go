package jsonvalue

import (
	"encoding/binary"
	"math/bits"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"
)

// str reads a string from its opening quote. A string without escapes shares the memory of
// the text.
func (p *parser) str() (string, error) {
	p.i++
	start := p.i
	for i := start; ; {
		i += plain(p.s[i:])
		if i >= len(p.s) {
			break
		}
		switch c := p.s[i]; {
		case c == '"':
			p.i = i + 1
			return p.s[start:i], nil
		case c < utf8.RuneSelf:
			return p.escaped(start, i)
		default:
			r, n := utf8.DecodeRuneInString(p.s[i:])
			if r == utf8.RuneError && n == 1 {
				return p.escaped(start, i)
			}
			i += n
		}
	}
	p.i = len(p.s)
	return "", p.errorf(CodeSyntax, "the JSON text ends inside a string")
}

// escaped continues at i in a string that has to be copied.
func (p *parser) escaped(start, i int) (string, error) {
	buf := append(make([]byte, 0, p.room(start, i)+8), p.s[start:i]...)
	p.i = i
	buf, err := p.unquote(buf)
	if err != nil {
		return "", err
	}
	return unsafe.String(unsafe.SliceData(buf), len(buf)), nil // buf is not used elsewhere
}

// AppendUnquoted reads the JSON string at the start of s and appends its text to dst; n is
// the length of the literal. It is as strict as Parse, but uses the caller's memory. ok is
// false if s does not begin with a valid string. ascii says that the text is only ASCII.
func AppendUnquoted(dst []byte, s string) (text []byte, n int, ascii, ok bool) {
	if s == "" || s[0] != '"' {
		return dst, 0, false, false
	}
	p := parser{s: s, i: 1}
	text, err := p.unquote(dst)
	return text, p.i, !p.wide, err == nil
}

// unquote appends the rest of a string, up to its closing quote. words copies the plain
// parts; unquote handles the others.
func (p *parser) unquote(buf []byte) ([]byte, error) {
	for {
		p.i, buf = words(buf, p.s, p.i)
		if p.i >= len(p.s) {
			return buf, p.errorf(CodeSyntax, "the JSON text ends inside a string")
		}
		switch c := p.s[p.i]; {
		case c == '"':
			p.i++
			return buf, nil
		case c == '\\' && p.i+1 < len(p.s) && unescaped[p.s[p.i+1]] != 0:
			buf = append(buf, unescaped[p.s[p.i+1]])
			p.i += 2
		case c == '\\':
			var err error
			if buf, err = p.escape(buf); err != nil {
				return buf, err
			}
		case c < 0x20:
			return buf, p.errorf(CodeSyntax, "a control character (0x%02x) in a string; escape it", c)
		default:
			r, size := utf8.DecodeRuneInString(p.s[p.i:])
			if r == utf8.RuneError && size == 1 && !p.opt.ReplaceInvalid {
				return buf, p.errorf(CodeUTF8, "a byte that is not UTF-8 (0x%02x) in a string; save the file as UTF-8", c)
			}
			buf = utf8.AppendRune(buf, r)
			p.i += size
			p.wide = p.wide || r >= utf8.RuneSelf
		}
	}
}

// words copies plain bytes of s and escapes of two bytes to buf, from index i on. It works
// on eight bytes at a time, and keeps those before the first special byte. It stops at any
// other byte, before the last few bytes of the text, and when buf is full.
func words(buf []byte, s string, i int) (int, []byte) {
	src, dst, n := bytesOf(s), buf[:cap(buf)], len(buf)
	for i+8 <= len(src) && n+8 <= len(dst) {
		w := binary.LittleEndian.Uint64(src[i : i+8])
		binary.LittleEndian.PutUint64(dst[n:n+8], w)
		at := special(w)
		if at == 0 {
			i, n = i+8, n+8
			continue
		}
		k := bits.TrailingZeros64(at) / 8
		i, n = i+k, n+k
		if src[i] != '\\' || i+1 >= len(src) || unescaped[src[i+1]] == 0 {
			return i, dst[:n]
		}
		dst[n] = unescaped[src[i+1]]
		i, n = i+2, n+1
	}
	return i, dst[:n]
}

// room estimates the length of a string that begins at start, from the next quote that
// seems to be unescaped. The estimate is exact for texts without escaped backslashes before
// a quote; a buffer that is too small grows.
func (p *parser) room(start, i int) int {
	for i < len(p.s) {
		n := strings.IndexByte(p.s[i:], '"')
		if n < 0 {
			return len(p.s) - start
		}
		i += n
		if p.s[i-1] != '\\' {
			break
		}
		i++
	}
	return i - start
}

// plain returns the number of bytes at the start of s that stand for themselves in a JSON
// string: ASCII except control characters, quotes and backslashes. It looks at eight bytes
// at a time, because most texts are plain.
func plain(s string) int {
	i, b := 0, bytesOf(s)
	for ; i+8 <= len(b); i += 8 {
		if at := special(binary.LittleEndian.Uint64(b[i : i+8])); at != 0 {
			return i + bits.TrailingZeros64(at)/8
		}
	}
	for ; i < len(s); i++ {
		if c := s[i]; c < 0x20 || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			break
		}
	}
	return i
}

// bytesOf returns the memory of s, which must not be changed.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// special marks bytes of w that do not stand for themselves in a string: it sets the high
// bit of the first one. Bits above that one are undefined. Without such a byte it returns
// 0.
func special(w uint64) uint64 {
	const (
		ones  = 0x0101010101010101
		highs = 0x8080808080808080
	)
	quote, slash := w^('"'*ones), w^('\\'*ones)
	// The high bit of x-n is set if x < n, or if x is not ASCII. A borrow can only change
	// bits above the first marked byte.
	return ((w - 0x20*ones) | (quote - ones) | (slash - ones) | w) & highs
}

// unescaped maps the byte behind a backslash to its meaning, 0 if there is no such escape
// of two bytes.
var unescaped = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// escape reads an escape sequence at p.i that is not in unescaped, and appends its meaning.
func (p *parser) escape(buf []byte) ([]byte, error) {
	if p.i+1 >= len(p.s) {
		return nil, p.errorf(CodeSyntax, "the JSON text ends inside a string")
	}
	c := p.s[p.i+1]
	if c != 'u' {
		return nil, p.errorf(CodeSyntax, "unknown escape %s in a string", excerpt(p.s[p.i:p.i+2]))
	}
	r, ok := hex4(p.s, p.i+2)
	if !ok {
		return nil, p.errorf(CodeSyntax, "\\u needs four hexadecimal digits")
	}
	n := 6
	if utf16.IsSurrogate(r) {
		pair := rune(utf8.RuneError)
		if strings.HasPrefix(p.s[p.i+6:], "\\u") {
			if low, ok := hex4(p.s, p.i+8); ok {
				pair = utf16.DecodeRune(r, low)
			}
		}
		if pair != utf8.RuneError {
			n = 12
		} else if !p.opt.ReplaceInvalid {
			return nil, p.errorf(CodeUTF8, "a lone surrogate escape %s stands for no character", p.s[p.i:p.i+6])
		}
		r = pair
	}
	p.i += n
	p.wide = p.wide || r >= utf8.RuneSelf
	return utf8.AppendRune(buf, r), nil
}

func hex4(s string, i int) (r rune, ok bool) {
	if i+4 > len(s) {
		return 0, false
	}
	for _, c := range []byte(s[i : i+4]) {
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c >= 'a' && c <= 'f':
			r = r<<4 | rune(c-'a'+10)
		case c >= 'A' && c <= 'F':
			r = r<<4 | rune(c-'A'+10)
		default:
			return 0, false
		}
	}
	return r, true
}

// Cut returns a text of at most most bytes as it is, and of a longer one the beginning, up
// to the end of a character, with three dots behind.
func Cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "..."
}
