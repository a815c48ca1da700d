package column

import (
	"errors"
	"fmt"
	"strings"
)

// Numbers of the Parquet format.
const (
	typeBoolean   = 0
	typeDouble    = 5
	typeByteArray = 6

	repeatOptional = 1
	repeatRepeated = 2

	codecNone = 0
	codecZstd = 6
)

// footer is what is used of a file's metadata.
type footer struct {
	schema []element
	rows   int64
	groups []rowGroup
}

// maxColumns bounds the columns of a file, inner nodes included.
const maxColumns = 1024

type element struct {
	name       string
	typ        int64
	repetition int64
	children   int64
}

type rowGroup struct {
	rows   int64
	chunks []chunkMeta
}

// chunkMeta is where a column's part of a row group lies.
type chunkMeta struct {
	codec       int64
	compressed  int64 // bytes, dictionary included
	data        int64 // offset of the first data page
	dict        int64 // offset of the dictionary page, 0: none
	index       int64 // offset of the offset index, 0: none
	indexLength int64
}

func parseFooter(b []byte) (*footer, error) {
	f := &footer{}
	t := &thrift{b: b}
	t.fields(func(id int, typ byte) bool {
		switch {
		case id == 2 && typ == thriftList:
			t.structs(func() {
				if f.schema = append(f.schema, t.element()); len(f.schema) > maxColumns {
					t.fail(fmt.Errorf("it has more than %d columns", maxColumns))
				}
			})
		case id == 3 && typ == thriftI64:
			f.rows = t.int()
		case id == 4 && typ == thriftList:
			t.structs(func() { f.groups = append(f.groups, t.rowGroup()) })
		case id == 8: // encryption
			t.fail(errors.New("it is encrypted"))
		default:
			return false
		}
		return true
	})
	if t.err != nil {
		return nil, t.err
	}
	return f, nil
}

func (t *thrift) element() (e element) {
	e.typ = -1
	t.fields(func(id int, typ byte) bool {
		switch {
		case id == 1 && typ == thriftI32:
			e.typ = t.int()
		case id == 3 && typ == thriftI32:
			e.repetition = t.int()
		case id == 4 && typ == thriftBinary:
			e.name = string(t.binary())
		case id == 5 && typ == thriftI32:
			e.children = t.int()
		default:
			return false
		}
		return true
	})
	return e
}

func (t *thrift) rowGroup() (g rowGroup) {
	t.fields(func(id int, typ byte) bool {
		switch {
		case id == 1 && typ == thriftList:
			t.structs(func() { g.chunks = append(g.chunks, t.chunk()) })
		case id == 3 && typ == thriftI64:
			g.rows = t.int()
		default:
			return false
		}
		return true
	})
	if t.err == nil && len(g.chunks) == 0 {
		t.fail(errors.New("a group of rows has no columns"))
	}
	return g
}

func (t *thrift) chunk() (c chunkMeta) {
	t.fields(func(id int, typ byte) bool {
		switch {
		case id == 1: // file_path
			t.fail(errors.New("a column lies in another file"))
		case id == 3 && typ == thriftStruct:
			t.chunkData(&c)
		case id == 4 && typ == thriftI64:
			c.index = t.int()
		case id == 5 && typ == thriftI32:
			c.indexLength = t.int()
		default:
			return false
		}
		return true
	})
	if t.err == nil && c.data <= 0 {
		t.fail(errors.New("a column has no data"))
	}
	return c
}

func (t *thrift) chunkData(c *chunkMeta) {
	t.fields(func(id int, typ byte) bool {
		switch {
		case id == 4 && typ == thriftI32:
			c.codec = t.int()
		case id == 7 && typ == thriftI64:
			c.compressed = t.int()
		case id == 9 && typ == thriftI64:
			c.data = t.int()
		case id == 11 && typ == thriftI64:
			c.dict = t.int()
		default:
			return false
		}
		return true
	})
}

// leaf is a column that holds values.
type leaf struct {
	path          string // dotted, without the root
	typ           int64
	maxRepetition int
	maxDefinition int
}

// schemaDepth bounds the nesting of columns: a list of structs takes 4.
const schemaDepth = 8

// leaves lists the columns that hold values, in the order of a row group's
// chunks.
func (f *footer) leaves() ([]leaf, error) {
	if len(f.schema) == 0 {
		return nil, errors.New("its schema is empty")
	}
	w := schemaWalk{rest: f.schema[1:]}
	if err := w.children(f.schema[0].children, nil, 0, 0); err != nil {
		return nil, err
	}
	return w.leaves, nil
}

type schemaWalk struct {
	rest   []element
	leaves []leaf
}

func (w *schemaWalk) children(n int64, path []string, repetition, definition int) error {
	if len(path) == schemaDepth {
		return fmt.Errorf("its columns are nested deeper than %d", schemaDepth)
	}
	for ; n > 0; n-- {
		if len(w.rest) == 0 {
			return errors.New("its schema ends too early")
		}
		e := w.rest[0]
		w.rest = w.rest[1:]
		r, d := repetition, definition
		switch e.repetition {
		case repeatRepeated:
			r, d = r+1, d+1
		case repeatOptional:
			d++
		}
		here := append(path, e.name)
		if e.children > 0 {
			if err := w.children(e.children, here, r, d); err != nil {
				return err
			}
			continue
		}
		w.leaves = append(w.leaves, leaf{path: strings.Join(here, "."), typ: e.typ, maxRepetition: r, maxDefinition: d})
	}
	return nil
}
