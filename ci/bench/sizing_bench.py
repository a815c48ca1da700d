"""The cost of a row, piece by piece: the figures of docs/sizing.md.

It measures processor time, which holds on a busy machine too; each figure is a median over
alternating runs with one core. A rank works on its own rows and skips those of others, and the
last rank combines the results. Three runs separate these costs: a whole run, one rank of 64, and
the end of the last of two ranks.
"""

from __future__ import annotations

import argparse
import pathlib
import shutil
import statistics
import subprocess
import tempfile

from bench import build, mib, run, source_lines, write_rows
from score_bench import samples_of, write_completions

MANY = 64


def rank(i: int, count: int) -> list[str]:
    return ["--rank", str(i), "--world-size", str(count)]


def stored(folder: pathlib.Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*.parquet"))


def build_pieces(voi: str, scratch: pathlib.Path, source: pathlib.Path, rows: int) -> dict[str, float]:
    out, halves, part = scratch / "whole", scratch / "halves", scratch / "part"
    whole = build(voi, source, out, 1, "--layout", "generic,trl")
    foreign = build(voi, source, part, 1, "--layout", "generic,trl", *rank(0, MANY))
    build(voi, source, halves, 1, "--layout", "generic,trl", *rank(0, 2))
    run([voi, "build", str(source), "--out", str(halves), "--workers", "1", "--layout", "generic,trl", *rank(1, 2)], 1)
    merge = run([voi, "merge", str(halves)], 1)
    return {
        "own": whole["cpu"] / rows, "foreign": (foreign["cpu"] - whole["cpu"] / MANY) / (rows - rows / MANY),
        "merge": merge["cpu"] / rows, "rss": max(whole["rss"], foreign["rss"]), "merge rss": merge["rss"],
        "in": source.stat().st_size / rows, "out": stored(out) / rows,
    }


def score_pieces(voi: str, scratch: pathlib.Path, shards: pathlib.Path, source: pathlib.Path, rows: int, profile: str) -> dict[str, float]:
    def score(out: str, *more: str) -> dict:
        return run([voi, "score", str(source), "--data", str(shards), "--profile", profile, "--out", str(scratch / out), "--workers", "1", *more], 1)

    for old in scratch.glob("scored*"):
        shutil.rmtree(old) if old.is_dir() else old.unlink()
    whole = score("scored.parquet")
    size = (scratch / "scored.parquet").stat().st_size
    foreign = score("scored-part.parquet", *rank(0, MANY))
    first, last = score("scored-halves.parquet", *rank(0, 2)), score("scored-halves.parquet", *rank(1, 2))
    merge = (last["cpu"] - first["cpu"]) / rows
    own = whole["cpu"] / rows - merge
    return {
        "own": own, "foreign": (foreign["cpu"] - own * rows / MANY) / (rows - rows / MANY), "merge": merge,
        "rss": max(whole["rss"], first["rss"]), "merge rss": last["rss"], "in": source.stat().st_size / rows, "out": size / rows,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--voi", required=True)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--profile", default="certainty", help="of voi score")
    args = parser.parse_args()
    voi = str(pathlib.Path(args.voi).resolve())
    name, lines = source_lines()
    with tempfile.TemporaryDirectory(prefix="voi-sizing-") as tmp:
        scratch = pathlib.Path(tmp)
        source, few, shards, done = (scratch / n for n in ("source.jsonl", "few.jsonl", "data", "done.jsonl"))
        write_rows(source, lines, args.rows)
        write_rows(few, lines, len(lines))
        subprocess.run([voi, "build", str(few), "--out", str(shards)], check=True, capture_output=True)
        write_completions(done, samples_of(shards), args.rows, 2000)
        pieces: dict[str, list[dict[str, float]]] = {"build": [], "score": []}
        for _ in range(args.runs):
            pieces["build"].append(build_pieces(voi, scratch, source, args.rows))
            pieces["score"].append(score_pieces(voi, scratch, shards, done, args.rows, args.profile))
    print(f"what a row costs: {args.rows} rows, {name}, medians of {args.runs} alternating runs, one core each")
    print(f"{'':12}{'own us':>9}{'foreign us':>12}{'merge us':>10}{'rows/s core':>13}{'bytes in':>10}{'bytes out':>11}{'peak':>10}{'of merge':>10}")
    for command, runs in pieces.items():
        f = {key: statistics.median(one[key] for one in runs) for key in runs[0]}
        print(f"voi {command:8}{f['own'] * 1e6:>9.1f}{f['foreign'] * 1e6:>12.2f}{f['merge'] * 1e6:>10.2f}{1 / f['own']:>13.0f}"
              f"{f['in']:>10.0f}{f['out']:>11.0f}{mib(f['rss']):>10}{mib(f['merge rss']):>10}")


if __name__ == "__main__":
    main()
