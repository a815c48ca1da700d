package score

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/internal/item"
)

// A log holds one record for each row, behind its length in four bytes:
//
//	kind     1  kindRow or kindRejected
//	rejected    the line of the rejection
//	row      1  flags
//	         1  reference action, its index in completion.Actions
//	         8  digest of the group
//	         8  digest of the sample
//	            for each profile: 1 status, 1 action, 8 reward, 8 each component
//	            for each profile: error and notes, JSON behind their length
//
// All fields but the texts at the end have fixed offsets, so that groups and figures can be
// computed without parsing the texts.
const (
	kindRow      = 0
	kindRejected = 1
)

// The flags of a row.
const (
	flagColumn  = 1 << iota // the row has the column that groups rows
	flagNoTools             // its sample offers no tool
	flagRewrite             // its text cannot be copied unchanged
	flagStep                // the step is in the file's name, not in a column
)

// nowhere is the index for no action.
const nowhere = 0xff

// recordHead is the length of the fields before the first profile.
const recordHead = 1 + 1 + 1 + 8 + 8

// layout holds the offsets of the fixed part of a record, for given profiles.
type layout struct {
	widths  []int // components of each profile
	offsets []int // of each profile, in a record
	fixed   int
}

func newLayout(p *plan) layout {
	l := layout{fixed: recordHead}
	for _, profile := range p.Profiles {
		n := len(profile.Components())
		l.widths = append(l.widths, n)
		l.offsets = append(l.offsets, l.fixed)
		l.fixed += 1 + 1 + 8 + 8*n
	}
	return l
}

// scored is the result of a row before it is written to a log.
type scored struct {
	flags     byte
	reference completion.Action // "" where the sample could not be read
	group     uint64
	sample    uint64
	outcomes  []item.Outcome // one for each profile
}

// append appends the record of a scored row.
func (l *layout) append(dst []byte, s *scored) []byte {
	start := len(dst)
	dst = append(dst, 0, 0, 0, 0, kindRow, s.flags, place(s.reference))
	dst = binary.LittleEndian.AppendUint64(dst, s.group)
	dst = binary.LittleEndian.AppendUint64(dst, s.sample)
	for i := range s.outcomes {
		o := &s.outcomes[i]
		status := byte(0)
		if o.Err != nil {
			status = 1
		}
		dst = append(dst, status, place(o.Action))
		dst = appendFloat(dst, o.Reward)
		for k := range l.widths[i] {
			f := 0.0
			if o.Err == nil {
				f = o.Components[k]
			}
			dst = appendFloat(dst, f)
		}
	}
	for i := range s.outcomes {
		o := &s.outcomes[i]
		dst = appendText(dst, o.Err != nil, o.AppendError)
		dst = appendText(dst, len(o.Notes) > 0, o.AppendNotes)
	}
	return closeRecord(dst, start)
}

// appendRejection appends the record of a rejected row.
func appendRejection(dst []byte, r *reader.Rejection) []byte {
	start := len(dst)
	dst = append(dst, 0, 0, 0, 0, kindRejected)
	return closeRecord(r.AppendJSON(dst), start)
}

func closeRecord(dst []byte, start int) []byte {
	binary.LittleEndian.PutUint32(dst[start:], uint32(len(dst)-start-4))
	return dst
}

func appendFloat(dst []byte, f float64) []byte {
	return binary.LittleEndian.AppendUint64(dst, math.Float64bits(f))
}

// appendText appends the output of write behind its length; any says whether there is
// output.
func appendText(dst []byte, any bool, write func([]byte) []byte) []byte {
	at := len(dst)
	dst = append(dst, 0, 0, 0, 0)
	if any {
		dst = write(dst)
	}
	binary.LittleEndian.PutUint32(dst[at:], uint32(len(dst)-at-4))
	return dst
}

func place(a completion.Action) byte {
	if i := slices.Index(completion.Actions[:], a); i >= 0 {
		return byte(i)
	}
	return nowhere
}

// record is a record of a log, without its length.
type record []byte

func (r record) rejected() bool    { return r[0] == kindRejected }
func (r record) rejection() []byte { return r[1:] }
func (r record) is(flag byte) bool { return r[1]&flag != 0 }
func (r record) reference() byte   { return r[2] }
func (r record) group() uint64     { return binary.LittleEndian.Uint64(r[3:]) }
func (r record) sample() uint64    { return binary.LittleEndian.Uint64(r[11:]) }
func (r record) ok(at int) bool    { return r[at] == 0 }
func (r record) reward(at int) float64 {
	return math.Float64frombits(binary.LittleEndian.Uint64(r[at+2:]))
}

// action returns the index of an action in completion.Actions, or their number for none.
func (r record) action(at int) int { return min(int(r[at+1]), len(completion.Actions)) }

func (r record) component(at, k int) float64 {
	return math.Float64frombits(binary.LittleEndian.Uint64(r[at+10+8*k:]))
}

// texts returns the error and the notes of each profile in turn, as JSON; empty where there
// are none.
func (r record) texts(l *layout, dst [][]byte) ([][]byte, error) {
	rest := r[l.fixed:]
	for range 2 * len(l.widths) {
		if len(rest) < 4 {
			return dst, errLog
		}
		n := int(binary.LittleEndian.Uint32(rest))
		if n > len(rest)-4 {
			return dst, errLog
		}
		dst = append(dst, rest[4:4+n])
		rest = rest[4+n:]
	}
	return dst, nil
}

// errLog is the error of a log with unexpected content.
var errLog = errors.New("a log of results is damaged; remove the folder that it is in and start again without --resume")

// maxRecord bounds a record. Records are small: an error quotes little of its row.
const maxRecord = 64 << 20

// readRecord reads the next record into buf, which grows as needed. It returns io.EOF at
// the end.
func (l *layout) readRecord(r *bufio.Reader, buf []byte) (record, error) {
	head, err := r.Peek(4)
	if err != nil {
		if len(head) > 0 && errors.Is(err, io.EOF) {
			return nil, errLog
		}
		return nil, err
	}
	n := int(binary.LittleEndian.Uint32(head))
	if _, err := r.Discard(4); err != nil {
		return nil, err
	}
	if n < 1 || n > maxRecord {
		return nil, errLog
	}
	buf = slices.Grow(buf[:0], n)[:n]
	if _, err := io.ReadFull(r, buf); err != nil {
		return nil, fmt.Errorf("%w (%v)", errLog, err)
	}
	if buf[0] != kindRejected && (buf[0] != kindRow || n < l.fixed) {
		return nil, errLog
	}
	return buf, nil
}
