"""Whole-process speed and memory of voi beside Python baselines, in one run.

Every figure is a median over alternating runs, so that ratios hold even if the machine's speed
drifts; absolute numbers hold for this machine only. Nothing is asserted, since a timed assertion
fails on a busy day and proves nothing.

The rows are When2Call's judge set, repeated with distinct ids, if the data is beside the checkout
(VOI_SHARED, or ../shared); else voi's embedded examples, which are smaller.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import pyarrow.parquet as pq

ROOT = pathlib.Path(__file__).resolve().parents[2]
SMALL = 20_000  # rows of the short run, whose memory is compared with the long one's


def source_lines() -> tuple[str, list[dict]]:
    shared = pathlib.Path(os.environ.get("VOI_SHARED", ROOT.parent / "shared"))
    dev = shared / "data" / "when2call" / "dev.jsonl"
    if dev.exists():
        return "when2call dev rows", [json.loads(line) for line in dev.open(encoding="utf-8")]
    embedded = ROOT / "configs" / "examples"
    rows = []
    for path in sorted(embedded.glob("*.jsonl")):
        rows += [json.loads(line) for line in path.open(encoding="utf-8")]
    return "embedded example rows (When2Call data absent)", [r for r in rows if "correct_answer" in r]


def write_rows(path: pathlib.Path, rows: list[dict], count: int) -> int:
    with path.open("w", encoding="utf-8") as out:
        for i in range(count):
            row = dict(rows[i % len(rows)])
            row["uuid"] = f"{i:08d}"
            out.write(json.dumps(row) + "\n")
    return path.stat().st_size


# Starts the command from a small process of its own. The kernel counts the size of the parent
# towards the child's peak, and this process holds whole tables.
RUNNER = """
import json, os, sys, time
null = [(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_WRONLY, 0) for fd in (1, 2)]
start = time.perf_counter()
pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=null)
_, status, usage = os.wait4(pid, 0)
json.dump({"wall": time.perf_counter() - start, "cpu": usage.ru_utime + usage.ru_stime,
           "rss": usage.ru_maxrss * 1024, "status": os.waitstatus_to_exitcode(status)}, sys.stdout)
"""


def run(args: list[str], procs: int) -> dict:
    """Run a command to its end: wall and CPU seconds, peak resident bytes."""
    env = {**os.environ, "GOMAXPROCS": str(procs)}
    done = subprocess.run([sys.executable, "-S", "-c", RUNNER, *args], env=env, check=True, stdout=subprocess.PIPE)
    figures = json.loads(done.stdout)
    if figures["status"]:
        sys.exit(f"{' '.join(args)}: exit status {figures['status']}")
    return figures


def build(voi: str, rows: pathlib.Path, out: pathlib.Path, procs: int, *more: str) -> dict:
    shutil.rmtree(out, ignore_errors=True)
    return run([voi, "build", str(rows), "--out", str(out), "--workers", str(procs), *more], procs)


def parse_floor(path: pathlib.Path) -> float:
    start = time.perf_counter()
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            for tool in row["tools"]:
                if isinstance(tool, str):
                    json.loads(tool)
    return time.perf_counter() - start


def write_floor(shards: pathlib.Path, scratch: pathlib.Path) -> tuple[float, int]:
    tables = [pq.read_table(p) for p in sorted((shards / "train").glob("*.parquet"))]
    start = time.perf_counter()
    for i, table in enumerate(tables):
        pq.write_table(table, scratch / f"floor-{i}.parquet", compression="zstd")
    return time.perf_counter() - start, sum(t.num_rows for t in tables)


def mib(n: float) -> str:
    return f"{n / 2**20:.0f} MiB"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--voi", required=True)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=3)
    args = parser.parse_args()
    voi = str(pathlib.Path(args.voi).resolve())
    name, rows = source_lines()

    with tempfile.TemporaryDirectory(prefix="voi-bench-") as tmp:
        scratch = pathlib.Path(tmp)
        small, large, out = scratch / "small.jsonl", scratch / "large.jsonl", scratch / "out"
        write_rows(small, rows, SMALL)
        size = write_rows(large, rows, args.rows)
        print(f"voi build: {args.rows} {name}, {mib(size)}, medians of {args.runs} alternating runs")

        few = [build(voi, small, out, 2) for _ in range(args.runs)]
        one, two, parsed, written = [], [], [], []
        for _ in range(args.runs):
            one.append(build(voi, large, out, 1))
            two.append(build(voi, large, out, 2))
            parsed.append(parse_floor(large))
            seconds, count = write_floor(out, scratch)
            if count != args.rows:
                sys.exit(f"{count} rows in the shards, {args.rows} in the input")
            written.append(seconds)

        wall1 = statistics.median(r["wall"] for r in one)
        wall2 = statistics.median(r["wall"] for r in two)
        parse, write = statistics.median(parsed), statistics.median(written)
        print(f"{'':44}{'rows/s':>10}{'ratio':>8}")
        table = [
            ("voi build, GOMAXPROCS 1", args.rows / wall1, 1.0),
            ("voi build, GOMAXPROCS 2", args.rows / wall2, wall1 / wall2),
            ("floor: Python json reads and parses the lines", args.rows / parse, wall1 / parse),
            ("floor: pyarrow writes the same columns, zstd", args.rows / write, wall1 / write),
        ]
        for label, rate, ratio in table:
            print(f"{label:46}{rate:>8.0f}{ratio:>8.2f}")
        print("(ratio: times as fast as voi build with GOMAXPROCS 1)")
        print(f"peak resident, GOMAXPROCS 2: {mib(max(r['rss'] for r in few))} at {SMALL} rows, "
              f"{mib(max(r['rss'] for r in two))} at {args.rows} rows")


if __name__ == "__main__":
    main()
