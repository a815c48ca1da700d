package server

import (
	"fmt"
	"io"
	"strings"
	"unsafe"

	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/reward"
)

// frame is one request as it came.
type frame struct {
	line   string
	texts  string // the bytes behind the line, on the packed wire
	behind int    // how many the line says they are
	long   bool   // over the limit; no more than its beginning is kept
}

func (f *frame) size() int64 { return int64(len(f.line) + len(f.texts)) }

// mostDigits bounds the number that a packed line begins with.
const mostDigits = 15

// packedPrefix reads the number of bytes behind a line of the packed wire, which
// stands before its object. A line without one is a line as any other.
func packedPrefix(line string) (behind int64, rest string) {
	n := 0
	for n < len(line) && n <= mostDigits && '0' <= line[n] && line[n] <= '9' {
		behind = behind*10 + int64(line[n]-'0')
		n++
	}
	if n == 0 || n > mostDigits || !strings.HasPrefix(line[n:], " {") {
		return 0, line
	}
	return behind, line[n+1:]
}

// nextFrame returns the next request of a stream, with what stands behind its
// line on the packed wire. Where the stream ends inside that, the frame has less
// of it than its line says. The error is as that of next.
func (l *lineReader) nextFrame(packed bool) (f frame, err error) {
	f.line, f.long, err = l.next()
	if err != nil || !packed {
		return f, err
	}
	behind, rest := packedPrefix(f.line)
	f.line = rest
	if f.long || behind > int64(l.most-min(l.most, len(rest))) {
		f.long = true
		_, err = io.CopyN(io.Discard, l.in, behind)
		if err == io.EOF {
			err = nil // the next call says so
		}
		return f, err
	}
	f.behind = int(behind)
	f.texts, err = l.bytes(f.behind)
	return f, err
}

// bytes reads so many bytes, or as many as there are. The memory grows with what
// comes, not with what was announced.
func (l *lineReader) bytes(n int) (string, error) {
	buf := make([]byte, 0, min(n, hoard))
	for len(buf) < n {
		if len(buf) == cap(buf) {
			buf = append(make([]byte, 0, min(n, 2*cap(buf))), buf...)
		}
		k, err := l.in.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+k]
		if err == io.EOF {
			break
		}
		if err != nil {
			return "", err
		}
	}
	return unsafe.String(unsafe.SliceData(buf), len(buf)), nil // nobody writes to buf any more
}

// packing says which item each completion of a packed request belongs to, and
// which of the bytes behind the line are its text.
type packing struct {
	texts  string
	behind int   // bytes that should be there
	of     []int // of each completion, the index of its item
	sizes  []int // of its text; absent where the item brings the completion

	asked   bool   // for a packed reply
	numbers []byte // what stands behind the line of the reply
}

// The fields of a packed request beside those of any other.
const (
	keyOf     = "of"
	keySizes  = "texts"
	keyPacked = "packed"
)

// owns reports whether a field is one of a packed request, on a carrier that has
// them.
func (p *packing) owns(key string) bool {
	return p != nil && (key == keyOf || key == keySizes || key == keyPacked)
}

// absent stands for null in a list of sizes.
const absent = -1

// maxSize is the longest text that a list of sizes can name.
const maxSize = 1 << 30

// member reads a field of a packed request.
func (p *packing) member(key, raw string) *item.Error {
	if key == keyPacked {
		p.asked = raw == "true"
		if raw != "true" && raw != "false" && raw != "null" {
			if _, err := item.Parse(raw); err != nil {
				return asError(err)
			}
			return badRequest("%s is %.32q; give true or false", key, raw)
		}
		return nil
	}
	into := &p.of
	if key == keySizes {
		into = &p.sizes
	}
	list, err := parseCounts(raw, key == keySizes)
	if err != nil {
		return err.In(key)
	}
	*into = list
	return nil
}

// parseCounts reads a JSON list of whole numbers.
func parseCounts(raw string, nulls bool) ([]int, *item.Error) {
	list := make([]int, 0, len(raw)/4+1)
	var bad *item.Error
	err := item.Elements(raw, func(raw string, _ bool) error {
		n, ok := count(raw)
		switch {
		case nulls && raw == "null":
			n = absent
		case !ok:
			if _, err := item.Parse(raw); err != nil {
				return err
			}
			if bad == nil {
				bad = badRequest("%.32q is no index or size; give a whole number below %d", raw, maxSize)
			}
			return nil
		}
		if len(list) == MaxItems {
			return &item.Error{Code: item.CodeTooLarge, Message: fmt.Sprintf("the request has more than %d completions; send several requests", MaxItems)}
		}
		list = append(list, n)
		return nil
	})
	if err != nil {
		return nil, asError(err)
	}
	return list, bad
}

// count is the whole number of a JSON text.
func count(raw string) (n int, ok bool) {
	if raw == "" || len(raw) > 10 || raw[0] == '0' && len(raw) > 1 {
		return 0, false
	}
	for i := range len(raw) {
		if raw[i] < '0' || raw[i] > '9' {
			return 0, false
		}
		n = n*10 + int(raw[i]-'0')
	}
	return n, n < maxSize
}

// settle checks that the lists fit each other, the items and the bytes.
func (p *packing) settle(items int) *item.Error {
	if len(p.texts) < p.behind {
		return badRequest("the stream ends %d bytes into the %d behind the line", len(p.texts), p.behind)
	}
	if p.of == nil && p.sizes == nil {
		if p.texts != "" {
			return badRequest("%d bytes follow the line, which has no %s and %s to say what they are", len(p.texts), keyOf, keySizes)
		}
		return nil
	}
	if len(p.of) != len(p.sizes) {
		return badRequest("%s has %d entries and %s %d; give one of each for every completion", keyOf, len(p.of), keySizes, len(p.sizes))
	}
	total := 0
	for i, k := range p.of {
		if k >= items {
			return badRequest("%s[%d] is %d, but there are %d items", keyOf, i, k, items)
		}
		total += max(0, p.sizes[i])
	}
	if total != len(p.texts) {
		return badRequest("%s add up to %d bytes, and %d follow the line", keySizes, total, len(p.texts))
	}
	return nil
}

// packed reports whether the request says which item each completion belongs to.
func (p *packing) packed() bool { return p != nil && p.of != nil }

// cut returns the text of each completion.
func (p *packing) cut() []string {
	out := make([]string, len(p.sizes))
	rest := p.texts
	for i, n := range p.sizes {
		n = max(0, n)
		out[i], rest = rest[:n], rest[n:]
	}
	return out
}

// appendPackedResult appends the reply to a request that asked for a packed one,
// up to what AppendResult ends with. The numbers go behind the line of the reply,
// which begins with the number of their bytes.
func (c *Core) appendPackedResult(dst []byte, batch *item.Batch, r *request) []byte {
	mode := c.Advantage
	switch {
	case !r.group:
		mode = ""
	case mode == "":
		mode = reward.AdvantageStd
	}
	columns := batch.Columns(r.group)
	r.numbers = batch.AppendNumbers(make([]byte, 0, 8*len(columns)*batch.Len()), mode)
	dst = fmt.Appendf(dst, `%d {"op":"result","id":`, len(r.numbers))
	dst = append(append(dst, r.id...), `,"numbers":[`...)
	for k, name := range columns {
		if k > 0 {
			dst = append(dst, ',')
		}
		dst = jsonvalue.AppendString(dst, name)
	}
	return batch.AppendWords(append(dst, "],"...))
}

// scorePacked scores the completions of a packed request.
func (c *Core) scorePacked(scorer *item.Scorer, batch *item.Batch, r *request) *item.Error {
	shared := make([]*item.Shared, len(r.items))
	c.each(len(r.items), func(k int) { shared[k] = batch.Share(scorer, r.items[k]) })
	for k, sh := range shared {
		if broken := sh.Broken(); broken != nil {
			return broken.In(fmt.Sprintf("items[%d]", k))
		}
	}
	texts := r.cut()
	c.each(len(texts), func(i int) {
		if r.sizes[i] == absent {
			batch.ScoreWhole(scorer, i, shared[r.of[i]])
		} else {
			batch.ScoreText(scorer, i, shared[r.of[i]], texts[i])
		}
	})
	return nil
}
