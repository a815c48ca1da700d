"""Make the tasks of the episodes with `voi build --tasks`, and runs of agents on them with `voi rollout`.

    python episodes_data.py --voi bin/voi --out DIR

Tasks are made from the short calls of `voi build --synthetic`. The split `cold` is for the cold
start and `train` for GRPO. The judging splits have new values (`validation`), new phrases
(`templates`) or new tools (`tools`).
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tasks import read, short, source, state

# For each split: its --synthetic-set, its seed, and its share of the rows. Calls of new tools are seldom short.
SPLITS = {
    "cold": ("train", 16, 1.0),
    "train": ("train", 17, 0.4),
    "validation": ("validation", 18, 0.15),
    "templates": ("templates", 18, 0.15),
    "tools": ("tools", 18, 0.6),
}
JUDGES = ("validation", "templates", "tools")

# The agents of the cold start and their shares: one always right, one asking one by one, one never asking.
# GRPO never finds a behaviour that the cold start never shows.
AGENTS = {"oracle": 0.6, "ask-all": 0.15, "never-ask": 0.25}


def lines(folder: Path, files: str = "*") -> Iterator[dict[str, Any]]:
    for part in sorted(folder.glob(f"{files}.jsonl")):
        with part.open(encoding="utf-8") as f:
            yield from map(json.loads, f)


def compact(row: dict[str, Any]) -> bool:
    """Whether a row is a short request for one call, with each value stated plainly and once.

    Values that were taken back, denied or confirmed are excluded: a model of this size
    learns in minutes to copy, but not to follow a change of mind.
    """
    said = [m for m in row["prompt"] if m["role"] != "system"]
    if row["action"] != "TOOLCALL" or len(said) > 1 or not short(row, words=24) or len(state(row).known) > 3:
        return False
    return all(p["told"] in ("inline", "sentence", "left") for p in json.loads(row["provenance"])["hidden"]["parameters"].values())


def make(voi: str, out: Path, split: str, rows: int) -> None:
    """Make the tasks of a split and, unless it judges, the runs of all agents on them."""
    kind, seed, share = SPLITS[split]
    part = out / f"{split}.part"
    shutil.rmtree(part, ignore_errors=True)

    def run(*arguments: str, **given: Any) -> None:
        subprocess.run([voi, *arguments], check=True, stdout=subprocess.DEVNULL, text=True, **given)

    run("build", "--synthetic", str(int(rows * share)), "--synthetic-set", kind, "--seed", str(seed), "--out", str(part / "rows"), "--layout", "generic")
    calls = [source(row) for row in read(part / "rows") if compact(row)]
    run("build", "--tasks", "-", "--out", str(part), input="".join(json.dumps(row, ensure_ascii=False) + "\n" for row in calls))
    if split not in JUDGES:
        run("rollout", "--tasks", str(part), "--agent", ",".join(AGENTS), "--no-rewards", "--out", str(part / "runs"))
        shutil.rmtree(out / "runs" / split, ignore_errors=True)
        shutil.copytree(part / "runs", out / "runs" / split)
    (out / "tasks").mkdir(parents=True, exist_ok=True)
    (part / "tasks" / "train").rename(out / "tasks" / split)  # last, so that an existing folder is complete
    shutil.rmtree(part)


def prepare(voi: str, out: Path, rows: int) -> None:
    for split in SPLITS:
        if not (out / "tasks" / split).exists():
            make(voi, out, split, rows)


if __name__ == "__main__":
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--voi", default="bin/voi")
    p.add_argument("--out", required=True, type=Path)
    p.add_argument("--rows", type=int, default=40000, help="synthetic rows of the largest split")
    given = p.parse_args()
    prepare(given.voi, given.out, given.rows)
