"""The checks work: a valid folder passes, a damaged one fails.

    python -m unittest test_check

pyarrow writes the folder, so that these tests need no voi.
"""

import hashlib
import json
import pathlib
import tempfile
import unittest

import pyarrow as pa
import pyarrow.parquet as pq
from datasets import Features

import check
import columns
import rows


def sound_row():
    text = "Lock the door."
    return {
        "sample_id": "a",
        "source": "test",
        "split": "train",
        "prompt": [
            {"role": "system", "content": "Be kind. \N{GRINNING FACE}"},
            {"role": "user", "content": text},
        ],
        "prompt_chars": 10 + len(text),
        "tools": "[]",
        "domains": "{}",
        "action": "ASK",
        "action_source": "given",
        "reference": '{"action":"ASK","tool_calls":[],"question":"Which?"}',
        "answers": None,
        "candidates": "[]",
        "provenance": "{}",
        "missing": ["door"],
        "belief_source": "schema",
        "policy_action": "ask",
        "best_question": "lock.door",
        "v_now": 0.5,
        "evpi_max": 0.5,
        "evpi": '[{"tool":"lock","aspects":["door"],"evpi":0.5,"cost":0,"score":0.5}]',
        "agrees": True,
        "reading": '{"reader":"rules","mentions":[],"slots":{}}',
        "flags": [],
    }


def write(folder, row, compression="zstd", rename=None):
    """A folder of one shard in each of two layouts, with its manifest and card."""
    shards = []
    for layout, prefix in (("generic", ""), ("trl", "trl/")):
        fields = [pa.field(*column) for column in columns.GENERIC]
        table = pa.Table.from_pylist([row], schema=pa.schema(fields))
        if layout == "trl":
            table = table.rename_columns({"tools": "tool_schemas"})
        elif rename:
            table = table.rename_columns(rename)
        entry = json.dumps({"info": {"features": Features.from_arrow_schema(table.schema).to_dict()}})
        path = f"{prefix}train/part-00000-00000.parquet"
        (folder / path).parent.mkdir(parents=True)
        with pq.ParquetWriter(
            folder / path, table.schema, compression=compression, write_page_index=True
        ) as writer:
            writer.write_table(table)
            writer.add_key_value_metadata({"huggingface": entry})
        data = (folder / path).read_bytes()
        digest = hashlib.sha256(data).hexdigest()
        shards.append({"path": path, "rows": 1, "bytes": len(data), "sha256": digest})
    manifest = {"records": 1, "rows": 1, "rejected": 0, "shards": shards}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    (folder / "rejected.jsonl").write_text("")
    (folder / "README.md").write_text(CARD)


MESSAGES = [{"role": "system", "content": "Be kind."}, {"role": "user", "content": "Lock the door."}]


def label_row(layout):
    """A row with the columns of all layouts that carry labels."""
    tool = {"type": "function", "function": {"name": "lock", "description": "", "parameters": {}}}
    label = json.dumps(
        {
            "sample_id": "a",
            "messages": MESSAGES[1:],
            "tools": [tool],
            "reference": {"action": "ASK", "tool_calls": []},
            "domains": {},
            "labels": {
                "belief_source": "schema",
                "candidates": [],
                "v_now": 0.5,
                "missing": [],
                "provenance": {},
            },
        }
    )
    row = {
        "sample_id": "a",
        "label": label,
        "prompt": MESSAGES,
        "input": MESSAGES,
        "reward_model": {"style": "rule", "ground_truth": label},
        "extra_info": {"split": "train", "index": 0},
        "metadata": {"sample_id": "a"},
        "responses_create_params": {
            "input": [{"type": "message", **m} for m in MESSAGES],
            "tools": [{"type": "function", **tool["function"], "strict": False}],
        },
    }
    return row | ({"tools": json.dumps([tool])} if layout == "slime" else {})


CARD = """---
configs:
- config_name: default
  data_files:
  - {split: train, path: "train/*.parquet"}
- config_name: trl
  data_files:
  - {split: train, path: "trl/train/*.parquet"}
---
"""


class CheckTest(unittest.TestCase):
    def faults(self, spoil=None, **kwargs):
        row = sound_row()
        row.update(kwargs.pop("row", {}))
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            write(folder, row, **kwargs)
            if spoil:
                spoil(folder)
            return check.check_folder(folder)[1]

    def test_sound(self):
        self.assertEqual(self.faults(), [])

    def test_spoilt_rows(self):
        for name, value in {
            "sample_id": "",
            "prompt_chars": 25,
            "prompt": [{"role": "user", "content": "Lock the door."}],
            "tools": "{",
            "domains": '{"lock":{"door":{"type":"boolean"}}}',
            "action": "WAIT",
            "belief_source": "guess",
            "best_question": "lock.window",
            "v_now": None,
            "evpi_max": 0.25,
            "agrees": False,
            "reference": '{"action":"ASK"}',
        }.items():
            with self.subTest(name):
                self.assertNotEqual(self.faults(row={name: value}), [])

    def test_spoilt_files(self):
        def truncate_manifest(folder):
            manifest = json.loads((folder / "manifest.json").read_text())
            manifest["shards"].pop()
            (folder / "manifest.json").write_text(json.dumps(manifest))

        def miscount(folder):
            text = (folder / "manifest.json").read_text()
            (folder / "manifest.json").write_text(text.replace('"rows": 1, "bytes"', '"rows": 2, "bytes"'))

        def wrong_card(folder):
            (folder / "README.md").write_text(CARD.replace("trl/train", "train"))

        def reject(folder):
            (folder / "rejected.jsonl").write_text('{"line":1,"code":"bad_json"}\n')

        def lose(folder):
            text = (folder / "manifest.json").read_text()
            (folder / "manifest.json").write_text(text.replace('"records": 1', '"records": 2'))

        for spoil in (truncate_manifest, miscount, wrong_card, reject, lose):
            with self.subTest(spoil.__name__):
                self.assertNotEqual(self.faults(spoil), [])

    def label_faults(self, layout, row):
        report = check.Report()
        rows.check(report, "row", layout, row)
        return report.faults

    def test_labels(self):
        for layout in columns.LABELS:
            self.assertEqual(self.label_faults(layout, label_row(layout)), [], layout)
            for spoil in (
                lambda row: row.update(sample_id="b"),
                lambda row: row.update(label="{}", reward_model={"style": "rule", "ground_truth": "{}"}),
                lambda row: row.update(prompt=MESSAGES[:1], input=MESSAGES[:1], tools="[1]")
                or row["responses_create_params"].update(input=[]),
                lambda row: row.update(
                    metadata={"rm_type": "math"},
                    extra_info={"tools_kwargs": {}},
                    input=[MESSAGES[0], MESSAGES[0]],
                    responses_create_params={"input": [], "tools": [], "temperature": 1},
                ),
            ):
                row = label_row(layout)
                spoil(row)
                try:
                    self.assertNotEqual(self.label_faults(layout, row), [], layout)
                except (KeyError, IndexError):
                    pass  # an exception also detects the damage

    def test_spoilt_columns(self):
        self.assertNotEqual(self.faults(compression="snappy"), [])
        self.assertNotEqual(self.faults(rename={"evpi": "evpis"}), [])


if __name__ == "__main__":
    unittest.main()
