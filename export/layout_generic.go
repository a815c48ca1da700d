package export

// genericLayout is the fixed schema itself: one row per sample.
var genericLayout = newParquetLayout("generic", rowOfEntry, entryOfRow)

func rowOfEntry(dst []Row, e *Entry) []Row { return append(dst, *e.Row) }

func entryOfRow(r *Row) Entry {
	row := *r // the reader uses its memory again
	return Entry{Row: &row}
}
