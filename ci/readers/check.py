"""Read a folder of voi's shards with libraries that are not voi's.

    python check.py DIR

DIR is the output of `voi build --out DIR`. Its manifest, Parquet files, rows and dataset card are
read with pyarrow, DuckDB, Hugging Face datasets and TRL. Nothing is written into DIR, and no
network is used. Exit status 0: everything agrees with the manifest and with columns.py; 1: the
differences are listed, one line each.
"""

import hashlib
import json
import os
import pathlib
import sys
import tempfile

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["HF_DATASETS_OFFLINE"] = "1"
os.environ["HF_HUB_DISABLE_TELEMETRY"] = "1"
os.environ["TRANSFORMERS_VERBOSITY"] = "error"

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

import columns
import rows


class Report:
    """The faults found so far, at most a hundred of them."""

    LIMIT = 100

    def __init__(self):
        self.faults = []

    def check(self, ok, where, what):
        if not ok and len(self.faults) < self.LIMIT:
            self.faults.append(f"{where}: {what}")
        return ok


def layout_of(path):
    """The layout of a shard: the first of three parts of its path, else generic."""
    parts = pathlib.PurePosixPath(path).parts
    return "generic" if len(parts) == 2 else parts[0]


def split_of(path):
    return pathlib.PurePosixPath(path).parts[-2]


def same_type(got, want):
    """Whether Arrow types are equal, ignoring the element names of lists."""
    if pa.types.is_list(want):
        return pa.types.is_list(got) and same_type(got.value_type, want.value_type)
    if pa.types.is_struct(want):
        return (
            pa.types.is_struct(got)
            and [f.name for f in got] == [f.name for f in want]
            and all(same_type(got.field(i).type, f.type) for i, f in enumerate(want))
        )
    return got == want


def check_schema(report, where, layout, schema):
    want = columns.GENERIC if layout == "generic" else columns.LAYOUTS[layout]
    if layout == "generic":
        report.check(
            schema.names == [name for name, _, _ in want], where, f"columns are {schema.names}"
        )
    for name, kind, nullable in want:
        i = schema.get_field_index(name)
        if not report.check(i >= 0, where, f"column {name} is absent"):
            continue
        field = schema.field(i)
        report.check(same_type(field.type, kind), where, f"{name} is {field.type}, not {kind}")
        report.check(not nullable or field.nullable, where, f"{name} is not nullable")
    if layout == "trl":
        reserved = sorted(columns.TRL_RESERVED & set(schema.names))
        report.check(not reserved, where, f"columns {reserved} are arguments of TRL's own")
        report.check("tools" not in schema.names, where, "trl has a column named tools")


def check_physical(report, where, file):
    """Compression, statistics, page index, and text as plain STRING."""
    meta = file.metadata
    for i in range(len(file.schema)):
        column = file.schema.column(i)
        if column.physical_type == "BYTE_ARRAY":
            logical = column.logical_type.type
            report.check(logical == "STRING", where, f"{column.path} is {logical}, not STRING")
    for g in range(meta.num_row_groups):
        for c in range(meta.num_columns):
            chunk = meta.row_group(g).column(c)
            name = chunk.path_in_schema
            report.check(chunk.compression == "ZSTD", where, f"{name} is {chunk.compression}")
            report.check(chunk.is_stats_set, where, f"{name} has no statistics")
            report.check(
                chunk.has_column_index and chunk.has_offset_index, where, f"{name} has no page index"
            )
    text = (meta.metadata or {}).get(b"huggingface")
    if report.check(text is not None, where, "no huggingface entry"):
        features = json.loads(text)["info"]["features"]
        names = file.schema_arrow.names
        report.check(sorted(features) == sorted(names), where, "huggingface names other columns")


def check_shard(report, folder, shard):
    """One Parquet file against its line of the manifest; its layout and rows."""
    where = shard["path"]
    path = folder / where
    data = path.read_bytes()
    report.check(len(data) == shard["bytes"], where, f"{len(data)} bytes, not {shard['bytes']}")
    report.check(hashlib.sha256(data).hexdigest() == shard["sha256"], where, "other sha256")
    file = pq.ParquetFile(pa.BufferReader(data))
    count = file.metadata.num_rows
    report.check(count == shard["rows"], where, f"{count} rows, not {shard['rows']}")
    check_schema(report, where, layout_of(where), file.schema_arrow)
    check_physical(report, where, file)
    for batch in file.iter_batches(batch_size=1000):
        for row in batch.to_pylist():
            rows.check(report, f"{where}: {row.get('sample_id', '?')}", layout_of(where), row)


def check_lines(report, folder, shard):
    """One file of JSON lines against its line of the manifest, and its rows."""
    where, layout = shard["path"], layout_of(shard["path"])
    data = (folder / where).read_bytes()
    report.check(len(data) == shard["bytes"], where, f"{len(data)} bytes, not {shard['bytes']}")
    report.check(hashlib.sha256(data).hexdigest() == shard["sha256"], where, "other sha256")
    lines = data.decode("utf-8").split("\n")
    report.check(lines.pop() == "", where, "the last line does not end")
    report.check(len(lines) == shard["rows"], where, f"{len(lines)} rows, not {shard['rows']}")
    for i, line in enumerate(lines):
        row = json.loads(line)
        report.check(list(row) == columns.JSON_LINES[layout], f"{where}:{i + 1}", list(row))
        report.check(row["split"] == split_of(where), f"{where}:{i + 1}", "other split")
        rows.check(report, f"{where}: {row['sample_id']}", layout, row)


def check_duckdb(report, folder, layout, shards):
    """SQL sees the same rows, and messages as lists of structs."""
    where = f"duckdb {layout}"
    paths = [str(folder / s["path"]) for s in shards]
    with duckdb.connect() as db:
        sql = "SELECT count(*) FROM read_parquet(?)"
        count = db.execute(sql, [paths]).fetchall()[0][0]
        sql = "DESCRIBE SELECT * FROM read_parquet(?)"
        kinds = {row[0]: row[1] for row in db.execute(sql, [paths]).fetchall()}
        if layout == "generic":
            sql = "SELECT action, count(*) FROM read_parquet(?) GROUP BY action"
            actions = dict(db.execute(sql, [paths]).fetchall())
            report.check(set(actions) <= columns.ACTIONS, where, f"actions {actions}")
    want = sum(s["rows"] for s in shards)
    report.check(count == want, where, f"{count} rows, not {want}")
    for name in columns.CONVERSATIONS & set(kinds):
        got = kinds[name].replace('"', "")
        report.check(got == "STRUCT(role VARCHAR, content VARCHAR)[]", where, f"{name} is {got}")


def check_datasets(report, folder, layout, shards):
    """load_dataset reads exactly the files of a layout, split by split."""
    import datasets

    datasets.disable_progress_bars()
    where = f"datasets {layout}"
    name = () if layout == "generic" else (layout,)
    with tempfile.TemporaryDirectory() as cache:
        loaded = datasets.load_dataset(str(folder), *name, cache_dir=cache)
        want = {}
        for s in shards:
            want[split_of(s["path"])] = want.get(split_of(s["path"]), 0) + s["rows"]
        got = {split: data.num_rows for split, data in loaded.items()}
        report.check(got == want, where, f"splits {got}, not {want}")
        for split, data in loaded.items():
            check_schema(report, f"{where} {split}", layout, data.features.arrow_schema)
            check_trl(report, f"trl {layout} {split}", layout, data)


def check_trl(report, where, layout, data):
    """TRL recognises every row as a conversation."""
    if layout not in columns.TRL_LAYOUTS:
        return
    from trl.data_utils import is_conversational

    wanted = sorted(columns.CONVERSATIONS & set(data.features))
    for i, row in enumerate(data):
        for name in wanted:
            if not report.check(is_conversational({name: row[name]}), where, f"row {i}: {name}"):
                return


def check_balance(report, folder, manifest, layouts):
    """Rows in = rows out + rejected rows, each rejected row with its reason."""
    lines = (folder / "rejected.jsonl").read_text(encoding="utf-8").splitlines()
    for i, line in enumerate(lines):
        keys = list(json.loads(line))
        report.check(keys == ["file", "line", "code", "message"], f"rejected.jsonl:{i + 1}", keys)
    read, kept, rejected = manifest["records"], manifest["rows"], manifest["rejected"]
    where = "manifest.json"
    report.check(read == kept + rejected, where, f"{read} read, {kept} kept, {rejected} rejected")
    report.check(rejected == len(lines), where, f"{rejected} rejected, {len(lines)} listed")
    for layout in ({"generic", "trl"} | set(columns.LABELS)) & set(layouts):
        count = sum(s["rows"] for s in layouts[layout])
        report.check(count == kept, where, f"{count} rows of {layout}, {kept} kept")


def check_folder(folder):
    """Run every check of one folder. Returns the manifest and the faults."""
    report = Report()
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    layouts = {}
    for shard in manifest["shards"]:
        layouts.setdefault(layout_of(shard["path"]), []).append(shard)
    on_disk = {p.relative_to(folder).as_posix() for p in folder.rglob("part-*")}
    listed = {s["path"] for shards in layouts.values() for s in shards}
    report.check(on_disk == listed, "manifest.json", f"other files: {sorted(on_disk ^ listed)}")
    for layout, shards in sorted(layouts.items()):
        if layout in columns.JSON_LINES:
            for shard in shards:
                check_lines(report, folder, shard)
            continue
        if layout != "generic" and layout not in columns.LAYOUTS:
            report.check(False, layout, "a layout that columns.py does not know")
            continue
        for shard in shards:
            if report.check((folder / shard["path"]).is_file(), shard["path"], "no such file"):
                check_shard(report, folder, shard)
        if not report.faults:
            for reader in (check_duckdb, check_datasets):
                try:
                    reader(report, folder, layout, shards)
                except Exception as err:  # anything that a reader cannot read is a fault
                    report.check(False, f"{reader.__name__} {layout}", repr(err))
    check_balance(report, folder, manifest, layouts)
    return layouts, report.faults


def main(args):
    if len(args) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    folder = pathlib.Path(args[0])
    if not (folder / "manifest.json").is_file():
        print(f"{folder}: no manifest.json; name a folder that voi build finished", file=sys.stderr)
        return 1
    layouts, faults = check_folder(folder)
    for fault in faults:
        print(fault, file=sys.stderr)
    for layout, shards in sorted(layouts.items()):
        count = sum(s["rows"] for s in shards)
        print(f"{layout}: {len(shards)} files, {count} rows")
    print("faults:", len(faults))
    return 1 if faults or not layouts else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
