package export

// genericLayout is the fixed schema itself: one row per sample.
var genericLayout = newParquetLayout("generic", func(dst []Row, e *Entry) []Row {
	return append(dst, *e.Row)
})
