"""voi.ray without Ray: its tasks, run in this process, compared with the binary alone."""

from __future__ import annotations

import hashlib
import json
import pathlib
import subprocess
import sys
import types
from typing import Any, Callable
from unittest import mock

import pyarrow as pa
import pyarrow.fs
import pytest
from conftest import KNOWN, SAMPLE

import voi
import voi.ray
from voi import _binary, _cluster

ROWS = 60


def fake_ray() -> Any:
    """A module with the parts of Ray that voi.ray uses. It runs every task at once."""

    def remote(**options: Any) -> Callable[[Any], Any]:
        assert options["retry_exceptions"] == [voi.ray.TaskError]
        return lambda function: types.SimpleNamespace(remote=lambda *args: [function(*args)])

    def get(refs: list[Any]) -> list[Any]:
        return [ref[0] for ref in refs]

    def wait(refs: list[Any], num_returns: int) -> tuple[list[Any], list[Any]]:
        return refs[:num_returns], refs[num_returns:]

    module = types.ModuleType("ray")
    for name, value in {"remote": remote, "get": get, "wait": wait, "is_initialized": lambda: True, "cancel": lambda ref, force: None}.items():
        setattr(module, name, value)
    return mock.patch.dict(sys.modules, ray=module)


def tree(folder: pathlib.Path) -> dict[str, str]:
    """The files of a folder with a digest of each, since a folder may exceed the memory."""
    found = {}
    for path in folder.rglob("*"):
        if path.is_file():
            digest = hashlib.sha256()
            with path.open("rb") as file:
                for part in iter(lambda: file.read(1 << 20), b""):
                    digest.update(part)
            found[str(path.relative_to(folder))] = digest.hexdigest()
    return found


def command(*args: object) -> None:
    subprocess.run([_binary.find(), *map(str, args)], check=True, capture_output=True)


@pytest.fixture
def inputs(tmp_path: pathlib.Path) -> list[str]:
    paths = []
    for part in range(2):
        path = tmp_path / f"part-{part}.jsonl"
        rows = [json.dumps({"id": f"s{part}-{i}", **SAMPLE}) for i in range(ROWS // 2)]
        path.write_text("\n".join([*rows, "{"]) + "\n")
        paths.append(str(path))
    return paths


def test_a_build_has_the_bytes_of_ranks(tmp_path: pathlib.Path, inputs: list[str]) -> None:
    for rank in range(3):
        command("build", *inputs, "--out", tmp_path / "ranks", "--layout", "generic,trl", "--rank", rank, "--world-size", 3)
    steps: list[tuple[int, int]] = []
    away = pyarrow.fs.SubTreeFileSystem(str(tmp_path), pyarrow.fs.LocalFileSystem())  # a file system that no node has mounted
    with fake_ray():
        summary = voi.ray.build(inputs, str(tmp_path / "here"), ranks=3, layout=["generic", "trl"], progress=lambda *step: steps.append(step))
        voi.ray.build(inputs, (tmp_path / "uri").as_uri(), ranks=3, layout=["generic", "trl"])
        again = voi.ray.build([pathlib.Path(path).name for path in inputs], "there", ranks=3, layout=["generic", "trl"], filesystem=away)
        with pytest.raises(voi.ConfigError, match="there is not empty"):
            voi.ray.build(["part-0.jsonl"], "there", filesystem=away)
    assert steps == [(1, 3), (2, 3), (3, 3)]
    assert summary["complete"] and (summary["rows"], summary["rejected"]) == (ROWS, 2)
    assert again == {**summary, "out": "there"}
    want = tree(tmp_path / "ranks")
    assert len(want) > 8
    for folder in ("here", "uri", "there"):
        assert tree(tmp_path / folder) == want, folder


def test_a_manifest_comes_behind_its_shards(tmp_path: pathlib.Path, inputs: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    copy = _cluster.copy

    def seen(source: str, source_fs: Any, to: str, to_fs: Any) -> None:
        copied.append(to)
        copy(source, source_fs, to, to_fs)

    monkeypatch.setattr(_cluster, "copy", seen)
    away = pyarrow.fs.SubTreeFileSystem(str(tmp_path), pyarrow.fs.LocalFileSystem())
    with fake_ray():
        voi.ray.build(["part-0.jsonl"], "there", filesystem=away)  # one rank writes the manifest itself
    assert copied.index("there/train/part-00000-00000.parquet") < copied.index("there/manifest.json")


def test_a_file_is_scored_as_on_one_machine(tmp_path: pathlib.Path, inputs: list[str]) -> None:
    command("build", inputs[0], "--out", tmp_path / "data")
    (tmp_path / "one").mkdir()
    files = []
    for part in range(2):
        path = tmp_path / f"done-{part}.jsonl"
        path.write_text("".join(json.dumps({"sample_id": f"s0-{i}", "completion": KNOWN[(i + part) % 4][0]}) + "\n" for i in range(ROWS // 2)))
        command("score", path, "--data", tmp_path / "data", "--out", tmp_path / "one" / f"done-{part}.parquet")
        files.append(str(path))
    away = pyarrow.fs.SubTreeFileSystem(str(tmp_path), pyarrow.fs.LocalFileSystem())
    with fake_ray():
        summaries = voi.ray.score(files, str(tmp_path / "here"), data=str(tmp_path / "data"))
        found = sorted(tmp_path.glob("done-*.jsonl"))
        paths = voi.ray.score((path for path in found), tmp_path / "paths", data=tmp_path / "data")  # type: ignore[arg-type]
        voi.ray.score(["done-0.jsonl", "done-1.jsonl"], "there", data="data", filesystem=away)
    assert [summary["out"] for summary in paths] == [str(tmp_path / "paths" / f"done-{part}.parquet") for part in range(2)]
    assert [summary["rows"] for summary in summaries] == [ROWS // 2] * 2
    assert [summary["out"] for summary in summaries] == [str(tmp_path / "here" / f"done-{part}.parquet") for part in range(2)]
    for folder in ("here", "paths", "there"):
        assert tree(tmp_path / folder) == tree(tmp_path / "one"), folder


def test_what_is_wrong_is_said(tmp_path: pathlib.Path, inputs: list[str]) -> None:
    out = str(tmp_path / "out")
    with fake_ray():
        with pytest.raises(voi.ConfigError, match="unknown flag: --colour"):
            voi.ray.build(inputs, out, colour="red")
        with pytest.raises(voi.ray.TaskError, match="there is no such file"):
            voi.ray.build([str(tmp_path / "gone.jsonl")], out)
    for wrong in (
        lambda: voi.ray.build(inputs[0], out),
        lambda: voi.ray.build(inputs, out, ranks=0),
        lambda: voi.ray.build(inputs, out, rank=1),
        lambda: voi.ray.build(inputs, out, num_cpus=0),
        lambda: voi.ray.score([], out),
        lambda: voi.ray.score(tmp_path.glob("*.nothing"), out),  # type: ignore[arg-type]
        lambda: voi.ray.score(tmp_path / "part-0.jsonl", out),  # type: ignore[arg-type]
        lambda: voi.ray.score(["a/x.jsonl", "b/x.parquet"], out),
        lambda: voi.ray.score(inputs, out, explain=True),
    ):
        with pytest.raises(ValueError, match=r"inputs|files|ranks|option|num_cpus|several"):
            wrong()
    with mock.patch.dict(sys.modules, {"ray": None}), pytest.raises(ImportError):
        voi.ray.build(inputs, out)


def test_flags() -> None:
    assert _cluster.flags({"layout": ["trl", "sft"], "shard_rows": 10, "seed": None, "offline": True, "other": False}) == [
        "--layout",
        "trl,sft",
        "--shard-rows",
        "10",
        "--offline",
    ]
    assert _cluster.flags({"profile": ["certainty", "paper"]}) == ["--profile", "certainty", "--profile", "paper"]
    assert _cluster.flags({"profile": pathlib.Path("mine.yaml")}) == ["--profile", "mine.yaml"]
    assert [_cluster.stem(path) for path in ("a/b.jsonl.gz", "s3://x/y.parquet", "z")] == ["b", "y", "z"]


def test_a_batch_gets_its_rewards() -> None:
    label = json.dumps(SAMPLE)
    texts, rewards = map(list, zip(*KNOWN))
    table = pa.table({"completion": [*texts, texts[0]], "label": [label] * len(texts) + ["{}"], "action": ["mine"] * (len(texts) + 1)})
    scored = voi.ray.BatchScorer(profile="guarded", label="label")(table)
    assert scored.column("reward").to_pylist() == [*rewards, None]
    assert scored.schema.field("reward").type == scored.schema.field("cls").type == pa.float64()
    assert scored.column("action").to_pylist()[0] == "TOOLCALL"
    assert scored.column("input.action").to_pylist()[0] == "mine"
    errors = scored.column("error").to_pylist()
    assert errors[:-1] == [None] * len(texts)
    assert errors[-1]
    with pytest.raises(voi.ConfigError, match='a batch is a dict; give batch_format="pyarrow"'):
        voi.ray.BatchScorer()({"completion": []})
    with pytest.raises(voi.ConfigError, match="no column 'sample_id'; it has completion, label, action"):
        voi.ray.BatchScorer()(table)
