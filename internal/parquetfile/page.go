package parquetfile

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/parquet-go/parquet-go/format"
)

// first reads a data page of version 1: all of it is compressed, and levels stand behind
// their length.
func (c *chunk) first(h *format.DataPageHeader, raw []byte, size int64) ([]byte, error) {
	body, err := Unpack(c.codec, raw, size)
	if err != nil {
		return nil, err
	}
	rest := body
	cut := func(highest int, encoding format.Encoding) ([]byte, error) {
		if highest == 0 {
			return nil, nil
		}
		if encoding != format.RLE {
			return nil, fmt.Errorf("levels of encoding %d; write the file again", encoding)
		}
		if len(rest) < 4 || uint64(binary.LittleEndian.Uint32(rest)) > uint64(len(rest)-4) {
			return nil, errors.New("the levels of a page are longer than the page")
		}
		n := 4 + binary.LittleEndian.Uint32(rest)
		part := rest[4:n]
		rest = rest[n:]
		return part, nil
	}
	repetition, err := cut(c.leaf.Repetition, h.RepetitionLevelEncoding)
	if err != nil {
		return nil, err
	}
	definition, err := cut(c.leaf.Definition, h.DefinitionLevelEncoding)
	if err != nil {
		return nil, err
	}
	present, err := c.levels(repetition, definition, int64(h.NumValues))
	if err != nil {
		return nil, err
	}
	if present == 0 {
		h.Encoding, body = format.Plain, body[:len(body)-len(rest)]
		return body, nil
	}
	return body, c.content(h.Encoding, rest, present)
}

// second reads a data page of version 2: levels stand before the compressed part.
func (c *chunk) second(h *format.DataPageHeaderV2, raw []byte, size int64) ([]byte, error) {
	r, d := int64(h.RepetitionLevelsByteLength), int64(h.DefinitionLevelsByteLength)
	if r < 0 || d < 0 || r+d > int64(len(raw)) || r+d > size {
		return nil, errors.New("the levels of a page are longer than the page")
	}
	repetition, definition := raw[:r], raw[r:r+d]
	if c.leaf.Repetition == 0 {
		repetition = nil // some writers leave levels that are not needed
	}
	if c.leaf.Definition == 0 {
		definition = nil
	}
	before := c.seen
	present, err := c.levels(repetition, definition, int64(h.NumValues))
	if err != nil {
		return nil, err
	}
	if rows := c.seen - before; int64(h.NumRows) != rows || int64(h.NumNulls) != int64(h.NumValues)-present {
		return nil, fmt.Errorf("a page of %d rows and %d nulls says that it has %d and %d", rows, int64(h.NumValues)-present, h.NumRows, h.NumNulls)
	}
	codec := c.codec
	if h.IsCompressed.Valid && !h.IsCompressed.V {
		codec = format.Uncompressed
	}
	body := append(append(make([]byte, 0, size), repetition...), definition...)
	h.RepetitionLevelsByteLength, h.DefinitionLevelsByteLength = int32(len(repetition)), int32(len(definition))
	h.IsCompressed.Valid, h.IsCompressed.V = true, false
	if present == 0 {
		h.Encoding = format.Plain
		return body, nil
	}
	data, err := Unpack(codec, raw[r+d:], size-r-d)
	if err != nil {
		return nil, err
	}
	return append(body, data...), c.content(h.Encoding, data, present)
}

// levels counts the rows that begin in a page, and returns how many of its n values are not
// null.
func (c *chunk) levels(repetition, definition []byte, n int64) (present int64, err error) {
	begun := n
	if c.leaf.Repetition > 0 {
		begun = 0
		err = EachRun(repetition, LevelBits(c.leaf.Repetition), n, func(level uint64, times int64) error {
			if level > uint64(c.leaf.Repetition) {
				return fmt.Errorf("a level of %d, the highest is %d", level, c.leaf.Repetition)
			}
			if level == 0 {
				begun += times
				c.values = 1
				return nil
			}
			if c.seen+begun == 0 {
				return errors.New("it does not begin with a row")
			}
			if c.values += times; c.values > maxRow {
				return fmt.Errorf("a row of more than %d values", maxRow)
			}
			return nil
		})
	}
	present = n
	if err == nil && c.leaf.Definition > 0 {
		present = 0
		err = EachRun(definition, LevelBits(c.leaf.Definition), n, func(level uint64, times int64) error {
			if level > uint64(c.leaf.Definition) {
				return fmt.Errorf("a level of %d, the highest is %d", level, c.leaf.Definition)
			}
			if level == uint64(c.leaf.Definition) {
				present += times
			}
			return nil
		})
	}
	if c.seen += begun; err == nil && c.seen > c.rows {
		err = fmt.Errorf("it has more than %d rows", c.rows)
	}
	return present, err
}

// OldDictionary is the name of dictionaries and index pages in old files.
const OldDictionary format.Encoding = 2

// content checks that data holds the n values of a page; n is not 0.
func (c *chunk) content(encoding format.Encoding, data []byte, n int64) error {
	l := c.leaf
	switch encoding {
	case format.Plain:
		return l.plain(data, n)
	case OldDictionary, format.RLEDictionary:
		if c.words < 0 {
			return errors.New("a page refers to a dictionary that is not there")
		}
		if len(data) == 0 {
			return errors.New("a page ends too early")
		}
		return EachRun(data[1:], uint(data[0]), n, func(word uint64, _ int64) error {
			if word >= uint64(c.words) {
				return fmt.Errorf("entry %d of a dictionary of %d", word, c.words)
			}
			return nil
		})
	case format.RLE:
		if l.Type != format.Boolean || len(data) < 4 || uint64(binary.LittleEndian.Uint32(data)) > uint64(len(data)-4) {
			return errors.New("runs that are no booleans, or are longer than the page")
		}
		return EachRun(data[4:4+binary.LittleEndian.Uint32(data)], 1, n, func(uint64, int64) error { return nil })
	case format.DeltaBinaryPacked:
		_, err := Deltas(data, int(n), func(int, int64) error { return nil })
		return err
	case format.DeltaLengthByteArray, format.DeltaByteArray:
		return c.deltas(encoding, data, n)
	case format.ByteStreamSplit:
		if l.Width == 0 || int64(len(data)) != n*int64(l.Width) {
			return fmt.Errorf("%d bytes in streams of %d values", len(data), n)
		}
		return nil
	}
	return fmt.Errorf("values of encoding %d, which is not read", encoding)
}

// deltas checks the lengths before texts. The lengths of prefixes count towards the limit
// of what the file may expand to.
func (c *chunk) deltas(encoding format.Encoding, data []byte, n int64) error {
	sum := int64(0)
	count := func(_ int, length int64) error {
		if length < 0 || length > 1<<31 {
			return fmt.Errorf("a text of %d bytes", length)
		}
		sum += length
		return nil
	}
	if encoding == format.DeltaByteArray {
		end, err := Deltas(data, int(n), count)
		if err == nil {
			err = c.file.expand(sum)
		}
		if err == nil {
			err = c.file.hold(c.took+2*sum, c.took)
		}
		if err != nil {
			return err
		}
		c.took += 2 * sum
		data, sum = data[end:], 0
	}
	end, err := Deltas(data, int(n), count)
	if err == nil && sum > int64(len(data)-end) {
		err = errors.New("the texts of a page are longer than the page")
	}
	return err
}

// plain checks that data holds n values without gaps.
func (l *Leaf) plain(data []byte, n int64) error {
	switch {
	case l.Type == format.Boolean && int64(len(data)) < (n+7)/8,
		l.Width > 0 && int64(len(data)) < n*int64(l.Width):
		return fmt.Errorf("%d bytes for %d values", len(data), n)
	case l.Type != format.ByteArray:
		return nil
	}
	for ; n > 0; n-- {
		if len(data) < 4 {
			return errors.New("a text ends behind its page")
		}
		size := uint64(binary.LittleEndian.Uint32(data))
		if size > uint64(len(data)-4) {
			return errors.New("a text ends behind its page")
		}
		data = data[4+size:]
	}
	if len(data) > 0 {
		return errors.New("a page has more texts than it says")
	}
	return nil
}
