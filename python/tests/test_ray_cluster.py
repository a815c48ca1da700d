"""voi.ray on a cluster of two workers on this machine; make ray runs it."""

from __future__ import annotations

import json
import os
import pathlib
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from conftest import KNOWN, SAMPLE
from test_ray import command, tree

import voi
import voi.ray

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]

ROWS = int(os.environ.get("ROWS", "20000"))
KILLS = 3


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    ray = pytest.importorskip("ray", reason="Ray is not installed; make ray installs it")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield ray
    ray.shutdown()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Samples in four files, a broken row among them now and then."""
    folder = tmp_path_factory.mktemp("in")
    paths = []
    for part in range(4):
        path = folder / f"part-{part}.jsonl"
        with path.open("w") as out:
            for i in range(ROWS // 4):
                out.write((json.dumps({"id": f"s{part}-{i}", **SAMPLE}) if i % 97 != 13 else '{"id":') + "\n")
        paths.append(str(path))
    return paths


def workers_of(mark: str) -> list[int]:
    """The workers of Ray that wait for a voi with a word among its arguments."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit():
                args = (entry / "cmdline").read_bytes().split(b"\0")
                if any(mark.encode() in arg for arg in args) and b"--parent-pid" in args:
                    found.append(int(args[args.index(b"--parent-pid") + 1]))
        except OSError:
            continue
    return found


class Killer(threading.Thread):
    """Kills workers in the middle of a task, without a word, so many times."""

    def __init__(self, mark: str, begun: pathlib.Path, pattern: str) -> None:
        super().__init__(daemon=True)
        self.mark, self.begun, self.pattern, self.killed, self.stop = mark, begun, pattern, [], False

    def run(self) -> None:
        while len(self.killed) < KILLS and not self.stop:
            time.sleep(0.01)
            if not any(self.begun.glob(self.pattern)):
                continue
            for pid in workers_of(self.mark)[:1]:
                if pid not in self.killed:
                    os.kill(pid, signal.SIGKILL)
                    self.killed.append(pid)


def test_workers_that_die_cost_no_row(ray: Any, files: list[str], tmp_path: pathlib.Path) -> None:
    for rank in range(4):
        command("build", *files, "--out", tmp_path / "ranks", "--shard-rows", 500, "--rank", rank, "--world-size", 4)
    out = tmp_path / "killed"
    killer = Killer(str(out), out, ".run-*.journal")
    killer.start()
    summary = voi.ray.build(files, str(out), shard_rows=500)
    killer.stop = True
    killer.join()
    assert len(killer.killed) == KILLS, "the workers were done too soon; give more ROWS"
    assert summary["rows"] + summary["rejected"] == summary["records"] == ROWS // 4 * 4
    assert tree(out) == tree(tmp_path / "ranks")

    done = []
    for part in range(4):
        path = tmp_path / f"done-{part}.jsonl"
        path.write_text("".join(json.dumps({"sample_id": f"s{part}-{i}", "completion": KNOWN[i % 4][0]}) + "\n" for i in range(ROWS // 4) if i % 97 != 13))
        done.append(str(path))
    (tmp_path / "one").mkdir()
    for part, path in enumerate(done):
        command("score", path, "--data", out, "--out", tmp_path / "one" / f"done-{part}.parquet")
    scored = tmp_path / "scored"
    killer = Killer(str(scored), scored, "*.work/run-*.journal")
    killer.start()
    summaries = voi.ray.score(done, str(scored), data=str(out))
    killer.stop = True
    killer.join()
    assert len(killer.killed) == KILLS, "the workers were done too soon; give more ROWS"
    assert sum(one["rows"] for one in summaries) == summary["rows"]
    assert tree(scored) == tree(tmp_path / "one")


def test_a_file_system_that_no_node_has_mounted(ray: Any, files: list[str], tmp_path: pathlib.Path) -> None:
    fsspec = pytest.importorskip("fsspec.implementations.dirfs", reason="fsspec is not installed; make ray installs it")
    folder = pathlib.Path(files[0]).parent
    away = fsspec.DirFileSystem(str(folder), fsspec.LocalFileSystem())
    voi.ray.build([pathlib.Path(path).name for path in files[:2]], "away", filesystem=away)
    for rank in range(2):
        command("build", *files[:2], "--out", tmp_path / "ranks", "--rank", rank, "--world-size", 2)
    assert tree(folder / "away") == tree(tmp_path / "ranks")


def test_what_is_wrong_comes_back(ray: Any, files: list[str], tmp_path: pathlib.Path) -> None:
    with pytest.raises(voi.ConfigError, match="unknown flag"):
        voi.ray.build(files, str(tmp_path / "out"), colour="red")
    with pytest.raises(voi.ray.TaskError, match="no such file"):
        voi.ray.build([str(tmp_path / "gone.jsonl")], str(tmp_path / "out"), retries=1)


def test_a_data_set_of_ray(ray: Any) -> None:
    data = pytest.importorskip("ray.data", reason="Ray Data is not installed; make ray installs it")
    label = json.dumps(SAMPLE)
    rows = [{"i": i, "completion": KNOWN[i % 4][0], "label": label} for i in range(1000)]
    scored = data.from_items(rows).map_batches(
        voi.ray.BatchScorer, batch_format="pyarrow", batch_size=100, concurrency=2, fn_constructor_kwargs={"profile": "guarded", "label": "label"}
    )
    rewards = {row["i"]: row["reward"] for row in scored.take_all()}
    assert rewards == {i: KNOWN[i % 4][1] for i in range(1000)}
