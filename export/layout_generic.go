package export

// genericLayout is the fixed schema itself: one row per sample.
var genericLayout = newParquetLayout("generic", func(dst []Row, r *Row) []Row {
	return append(dst, *r)
})
