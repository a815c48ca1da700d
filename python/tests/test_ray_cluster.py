"""voi.ray on a cluster of two workers on this machine; make ray runs it."""

from __future__ import annotations

import gzip
import json
import os
import pathlib
import shutil
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any, TextIO

import pytest
from conftest import KNOWN, NONE, SAMPLE, answer
from test_ray import command, tree

import voi
import voi.ray

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]

ROWS = int(os.environ.get("ROWS", "20000"))
KILLS = 3
PROFILE = "guarded"
PARTS = 4
SHARD_ROWS = max(500, ROWS // 100)
#: Number of rows from which a run is long enough to kill workers at its quarters. In shorter runs
#: they are killed as soon as they have begun.
LONG = 200_000


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    ray = pytest.importorskip("ray", reason="Ray is not installed; make ray installs it")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=100 << 20)
    yield ray
    ray.shutdown()


def rows_of_when2call() -> list[dict[str, Any]]:
    """Rows of When2Call's rebuilt set if the shared data exists, in VOI_SHARED or beside the checkout; else none."""
    shared = pathlib.Path(os.environ.get("VOI_SHARED", pathlib.Path(__file__).resolve().parents[3] / "shared"))
    path = shared / "data" / "when2call" / "rebuilt_dev.jsonl.gz"
    if not path.exists():
        return []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def answers_to(row: dict[str, Any]) -> list[str]:
    """Possible answers to a row of When2Call: a call, a question, a refusal, nothing."""
    call = f"<TOOLCALL>[{row['answers']['tool_call']}]</TOOLCALL>"
    question = f"<ASK>\n{call}\n<question>Which one do you mean?</question>\n</ASK>"
    return [answer(call), answer(question), answer("<REFUSE>No tool of mine can do that.</REFUSE>"), NONE]


class Rows:
    """Row i of part p: of When2Call, repeated with distinct ids and questions, or of one sample; broken now and then."""

    def __init__(self) -> None:
        self.real = rows_of_when2call()
        self.answers = [answers_to(row) for row in self.real] or [[text for text, _ in KNOWN]]

    def whole(self) -> Iterator[int]:
        return (i for i in range(ROWS // PARTS) if i % 97 != 13)

    def sample(self, part: int, i: int) -> dict[str, Any]:
        if not self.real:
            return {"id": f"s{part}-{i}", **SAMPLE}
        row = self.real[i % len(self.real)]
        return {"uuid": f"s{part}-{i}", **row, "question": f"{row['question']} (Case {part}-{i}.)"}

    def write_samples(self, part: int, out: TextIO) -> None:
        for i in range(ROWS // PARTS):
            out.write((json.dumps(self.sample(part, i)) if i % 97 != 13 else '{"id":') + "\n")

    def write_completions(self, part: int, out: TextIO) -> None:
        for i in self.whole():
            text = self.answers[i % len(self.answers)][i % 4]
            out.write(json.dumps({"sample_id": f"s{part}-{i}", "completion": text}) + "\n")


@pytest.fixture(scope="module")
def rows() -> Rows:
    return Rows()


@pytest.fixture(scope="module")
def files(rows: Rows, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Samples in four files."""
    folder = tmp_path_factory.mktemp("in")
    paths = []
    for part in range(PARTS):
        path = folder / f"part-{part}.jsonl"
        with path.open("w") as out:
            rows.write_samples(part, out)
        paths.append(str(path))
    return paths


def workers_of(mark: str) -> list[int]:
    """The workers of Ray that wait for a voi with this word among its arguments."""
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


def weight(folder: pathlib.Path) -> int:
    """The bytes in a folder that several processes write."""
    total = 0
    for root, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.stat(os.path.join(root, name)).st_size
            except OSError:
                continue  # renamed meanwhile
    return total


class Killer(threading.Thread):
    """Kills several workers in the middle of a task, without warning: in a long run when the
    output reaches a quarter, a half and three quarters of its final size.
    """

    def __init__(self, mark: str, begun: pathlib.Path, pattern: str, whole: int) -> None:
        super().__init__(daemon=True)
        self.mark, self.begun, self.pattern, self.stop = mark, begun, pattern, False
        self.whole = whole if ROWS >= LONG else 0
        self.killed: list[int] = []

    def run(self) -> None:
        while len(self.killed) < KILLS and not self.stop:
            time.sleep(0.1 if self.whole else 0.01)
            if not any(self.begun.glob(self.pattern)) or weight(self.begun) < self.whole * (len(self.killed) + 1) // (KILLS + 1):
                continue
            for pid in workers_of(self.mark)[:1]:
                if pid not in self.killed:
                    os.kill(pid, signal.SIGKILL)
                    self.killed.append(pid)


def timed(what: str, begun: float) -> None:
    print(f"{what}: {time.monotonic() - begun:.0f} s, {ROWS} rows", flush=True)


def killed_while(call: Any, killer: Killer) -> Any:
    killer.start()
    try:
        return call()
    finally:
        killer.stop = True
        killer.join()
        assert len(killer.killed) == KILLS, "the workers were done too soon; give more ROWS"


def test_workers_that_die_cost_no_row(ray: Any, rows: Rows, files: list[str], tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        print("\nrows of When2Call" if rows.real else "\nrows of one sample", flush=True)
        begun = time.monotonic()
        for rank in range(PARTS):
            command("build", *files, "--out", tmp_path / "ranks", "--shard-rows", SHARD_ROWS, "--rank", rank, "--world-size", PARTS)
        timed("voi build, a rank after the other", begun)
        want = tree(tmp_path / "ranks")
        out, begun = tmp_path / "killed", time.monotonic()
        killer = Killer(str(out), out, ".run-*.journal", weight(tmp_path / "ranks"))
        shutil.rmtree(tmp_path / "ranks")
        summary = killed_while(lambda: voi.ray.build(files, str(out), shard_rows=SHARD_ROWS), killer)
        timed(f"voi.ray.build, two workers, {KILLS} killed", begun)
        assert summary["rows"] + summary["rejected"] == summary["records"] == ROWS // PARTS * PARTS
        assert json.loads((out / "manifest.json").read_text())["duplicate_ids_total"] == 0
        assert tree(out) == want

        done = []
        for part in range(PARTS):
            path = tmp_path / f"done-{part}.jsonl"
            with path.open("w") as lines:
                rows.write_completions(part, lines)
            done.append(str(path))
        (tmp_path / "one").mkdir()
        begun = time.monotonic()
        for part, path in enumerate(done):
            command("score", path, "--data", out, "--out", tmp_path / "one" / f"done-{part}.parquet", "--profile", PROFILE)
        timed("voi score, a file after the other", begun)
        scored, begun = tmp_path / "scored", time.monotonic()
        killer = Killer(str(scored), scored, "*.work/run-*.journal", weight(tmp_path / "one"))
        summaries = killed_while(lambda: voi.ray.score(done, str(scored), data=str(out), profile=PROFILE), killer)
        timed(f"voi.ray.score, two workers, {KILLS} killed", begun)
        assert sum(one["rows"] for one in summaries) == summary["rows"]
        assert tree(scored) == tree(tmp_path / "one")


@pytest.mark.skipif(ROWS >= LONG, reason="copies all rows several times, which shows nothing more with many of them")
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
