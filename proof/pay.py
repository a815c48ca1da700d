"""What each reward pays for the completions of the models, by the oracle's outcome.

    python pay.py --voi bin/voi --data DIR --results RESULTS

For all judged completions of the validation rows, this is the mean reward of each outcome as a
share of the mean reward of right completions. If an arm ends with a behaviour that its reward
pays badly, the reward did not teach that behaviour.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import fmean

from predict import ARMS


def rewards(voi: str, data: Path, profile: str, rows: list[dict[str, str]]) -> list[float]:
    with tempfile.TemporaryDirectory() as folder:
        given, out = Path(folder) / "completions.jsonl", Path(folder) / "scored.jsonl"
        given.write_text("".join(json.dumps({"sample_id": r["id"], "completion": r["text"]}) + "\n" for r in rows))
        subprocess.run([voi, "score", str(given), "--data", str(data), "--profile", profile, "--out", str(out)], check=True, capture_output=True)
        scored = [json.loads(line) for line in out.read_text().splitlines()]
    if [s["sample_id"] for s in scored] != [r["id"] for r in rows]:
        raise SystemExit(f"voi score under {profile} gave other rows than it was given")
    return [s["reward"] for s in scored]


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--voi", default="bin/voi")
    p.add_argument("--data", required=True, type=Path, help="the folder of the validation rows")
    p.add_argument("--results", required=True, type=Path)
    given = p.parse_args()
    rows = [r for path in sorted(given.results.glob("*-judged.json")) for r in json.loads(path.read_text()) if r["set"] == "validation"]
    paid: dict[str, dict[str, float | int]] = defaultdict(dict)
    measurable = any(r["outcome"] == "right" for r in rows)
    for arm in ARMS if measurable else ():
        if arm == "exact":
            continue
        of: dict[str, list[float]] = defaultdict(list)
        for row, reward in zip(rows, rewards(given.voi, given.data, arm, rows)):
            of[row["outcome"]].append(reward)
        for outcome, earned in of.items():
            paid[outcome]["completions"] = len(earned)
            paid[outcome][arm] = round(fmean(earned) / fmean(of["right"]), 4)
    (given.results / "pay.json").write_text(json.dumps(paid))


if __name__ == "__main__":
    main()
