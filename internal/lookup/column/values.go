package column

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/parquet-go/parquet-go/format"

	"github.com/voi-rl/voi/internal/parquetfile"
)

var errShort = errors.New("it ends too early")

// maxValues bounds the values of a page, including those of lists.
const maxValues = 1 << 20

// decoder splits a page into the values of its rows.
type decoder struct {
	header header
	column column
	dict   *Page
	count  int // values that are not null
	page   Page
}

// levels assigns values to rows. A row begins at each repetition level 0. A value is
// present where the definition level is the highest.
func (d *decoder) levels(body []byte) error {
	n := int(d.header.values)
	var repetition, definition []uint32
	var err error
	if d.column.maxRepetition > 0 {
		if repetition, err = runs(body[:d.header.repetition], parquetfile.LevelBits(d.column.maxRepetition), n); err != nil {
			return fmt.Errorf("repetition levels: %w", err)
		}
	}
	if d.column.maxDefinition > 0 {
		part := body[d.header.repetition:][:d.header.definition]
		if definition, err = runs(part, parquetfile.LevelBits(d.column.maxDefinition), n); err != nil {
			return fmt.Errorf("definition levels: %w", err)
		}
	}
	if d.header.rows != int64(d.page.rows) || repetition == nil && n != int(d.page.rows) {
		return fmt.Errorf("%d values of %d rows for %d rows", n, d.header.rows, d.page.rows)
	}
	if repetition == nil && definition == nil {
		d.count = n
	} else if err := d.rows(repetition, definition); err != nil {
		return err
	}
	if d.header.nulls != int64(n-d.count) {
		return fmt.Errorf("%d values are null of %d that should be", n-d.count, d.header.nulls)
	}
	return nil
}

func (d *decoder) rows(repetition, definition []uint32) error {
	starts := make([]uint32, 0, d.page.rows+1)
	for i := range int(d.header.values) {
		if repetition == nil || repetition[i] == 0 {
			if len(starts) == int(d.page.rows) {
				return fmt.Errorf("more than %d rows", d.page.rows)
			}
			starts = append(starts, uint32(d.count))
		} else if len(starts) == 0 {
			return errors.New("it does not begin with a row")
		}
		if definition == nil || definition[i] == uint32(d.column.maxDefinition) {
			d.count++
		}
	}
	if len(starts) != int(d.page.rows) {
		return fmt.Errorf("%d rows of %d", len(starts), d.page.rows)
	}
	d.page.starts = append(starts, uint32(d.count))
	return nil
}

// runs decodes n numbers of width bits.
func runs(b []byte, width uint, n int) ([]uint32, error) {
	out := make([]uint32, 0, n)
	err := parquetfile.EachRun(b, width, int64(n), func(v uint64, times int64) error {
		for range times {
			out = append(out, uint32(v))
		}
		return nil
	})
	return out, err
}

// values finds the values in data, which the page keeps.
func (d *decoder) values(data []byte) error {
	d.page.data = data
	switch d.column.kind {
	case Number:
		return d.fixed(8 * d.count)
	case Truth:
		return d.fixed((d.count + 7) / 8)
	}
	var err error
	switch d.header.encoding {
	case format.DeltaLengthByteArray:
		d.page.spans, err = deltaTexts(data, d.count)
	case format.Plain:
		d.page.spans, err = plainTexts(data, d.count)
	case format.RLEDictionary, parquetfile.OldDictionary:
		err = d.indexed(data)
	default:
		err = fmt.Errorf("there are texts of encoding %d", d.header.encoding)
	}
	return err
}

func (d *decoder) fixed(need int) error {
	if d.header.encoding != format.Plain {
		return fmt.Errorf("there are numbers of encoding %d", d.header.encoding)
	}
	if len(d.page.data) < need {
		return errShort
	}
	return nil
}

// indexed reads texts that are indexes into the dictionary.
func (d *decoder) indexed(data []byte) error {
	if d.count == 0 {
		return nil
	}
	if len(data) == 0 {
		return errShort
	}
	index, err := runs(data[1:], uint(data[0]), d.count)
	if err != nil {
		return err
	}
	spans := make([]span, d.count)
	for i, at := range index {
		if int(at) >= len(d.dict.spans) {
			return fmt.Errorf("entry %d of a dictionary of %d", at, len(d.dict.spans))
		}
		spans[i] = d.dict.spans[at]
	}
	d.page.data, d.page.spans = d.dict.data, spans
	return nil
}

// plainTexts finds texts, each behind its length.
func plainTexts(data []byte, n int) ([]span, error) {
	if n > len(data)/4 {
		return nil, errShort
	}
	spans := make([]span, n)
	at := 0
	for i := range spans {
		if len(data)-at < 4 {
			return nil, errShort
		}
		size := binary.LittleEndian.Uint32(data[at:])
		at += 4
		if uint64(size) > uint64(len(data)-at) {
			return nil, errShort
		}
		spans[i] = span{uint32(at), uint32(at) + size}
		at += int(size)
	}
	return spans, nil
}

// deltaTexts finds texts behind a list of all their lengths.
func deltaTexts(data []byte, n int) ([]span, error) {
	spans := make([]span, n)
	at, err := parquetfile.Deltas(data, n, func(i int, size int64) error {
		if size < 0 || size > int64(len(data)) {
			return errShort
		}
		spans[i].to = uint32(size)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i := range spans {
		size := int(spans[i].to)
		if size > len(data)-at {
			return nil, errShort
		}
		spans[i] = span{uint32(at), uint32(at + size)}
		at += size
	}
	return spans, nil
}
