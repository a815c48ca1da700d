package export

// genericLayout is the schema of Row: one row for each sample.
var genericLayout = newParquetLayout("generic", rowOfEntry, entryOfRow)

func rowOfEntry(dst []Row, e *Entry) []Row { return append(dst, *e.Row) }

func entryOfRow(r *Row) Entry {
	row := *r // the reader reuses its memory
	return Entry{Row: &row}
}
