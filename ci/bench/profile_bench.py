"""The cost of the profile `guarded` compared with `certainty`, in `voi score`, in one run.

Both profiles score the same files in turn, one core each: groups of eight completions with one
sample for each group, and completions with one sample each. The samples are those of bench.py
under distinct ids, and the questions ask for their tools' parameters. Every figure is a median
over the turns; nothing is asserted about time.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import random
import statistics
import tempfile

from bench import build, run, source_lines, write_rows
from score_bench import completion, samples_of

PROFILES = ("certainty", "guarded")


def asking(rng: random.Random, sample: dict, text: str) -> str:
    """The text with a question that names a parameter of the sample's tools."""
    names = [name for t in json.loads(sample["tools"]) for name in t["function"].get("parameters", {}).get("properties", {})]
    name = rng.choice(names or ["date"]).replace("_", " ")
    return text.replace("Which one do you mean?", f"To go on, could you please tell me the {name} that you would like?")


def write_groups(path: pathlib.Path, samples: list[dict], count: int, share: int, size: int) -> None:
    """Write count completions, of which ``share`` in a row have the same sample."""
    rng = random.Random(2)
    with path.open("w", encoding="utf-8") as out:
        for i in range(count):
            sample = samples[i // share % len(samples)]
            text = asking(rng, sample, completion(rng, sample, size))
            out.write(json.dumps({"sample_id": sample["sample_id"], "group_id": i // 8, "completion": text}) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--voi", required=True)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--bytes", type=int, default=2000)
    parser.add_argument("--runs", type=int, default=5)
    args = parser.parse_args()
    voi = str(pathlib.Path(args.voi).resolve())
    name, rows = source_lines()
    count = max(8, args.rows // 8)

    with tempfile.TemporaryDirectory(prefix="voi-bench-") as tmp:
        scratch = pathlib.Path(tmp)
        source, shards, out = scratch / "source.jsonl", scratch / "data", scratch / "scored.jsonl"
        write_rows(source, rows, count)
        build(voi, source, shards, 2)
        samples = samples_of(shards)
        print(f"certainty and guarded: {len(samples)} {name}, medians of {args.runs} turns on one core")
        print(f"{'':40}{'certainty':>12}{'guarded':>10}{'ratio':>8}  (us a row; guarded's rate over certainty's)")
        for label, share, many in [("eight completions share a sample", 8, args.rows), ("each completion has its own", 1, count)]:
            path = scratch / "completions.jsonl"
            write_groups(path, samples, many, share, args.bytes)
            taken: dict[str, list[dict]] = {p: [] for p in PROFILES}
            for _ in range(args.runs):
                for profile in PROFILES:
                    for old in scratch.glob("scored*"):
                        old.unlink()
                    taken[profile].append(run([voi, "score", str(path), "--data", str(shards), "--profile", profile, "--out", str(out), "--workers", "1"], 1))
            for what in ("wall", "cpu"):
                paper, own = (statistics.median(r[what] for r in taken[p]) for p in PROFILES)
                print(f"{label + ', ' + what:40}{paper / many * 1e6:>12.1f}{own / many * 1e6:>10.1f}{paper / own:>8.2f}")


if __name__ == "__main__":
    main()
