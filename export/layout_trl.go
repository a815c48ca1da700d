package export

import "github.com/parquet-go/parquet-go"

// trlLayout is for TRL and unsloth: one row for each sample, with the columns of [Row]
// under the names for TRL's GRPOTrainer. All columns except prompt are passed to the reward
// function unchanged. The tools column is called tool_schemas: unsloth takes a string
// column for a template variable if its name occurs in the chat template, and "tools"
// occurs in most.
var trlLayout = newParquetLayout("trl", rowOfEntry, entryOfRow,
	parquet.StructTag(`parquet:"tool_schemas"`, "Tools"))
