package export

import "github.com/parquet-go/parquet-go"

// trlLayout is for TRL and unsloth: one row per sample, with the columns of [Row]
// under the names that TRL's GRPOTrainer wants: all but prompt reach the reward
// function as they are. The tools column is called tool_schemas, since unsloth takes a
// string column whose name occurs in a chat template for a variable of it, and "tools"
// occurs in most.
var trlLayout = newParquetLayout("trl", rowOfEntry, entryOfRow,
	parquet.StructTag(`parquet:"tool_schemas"`, "Tools"))
