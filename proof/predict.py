"""What the audit predicts for each arm before a run: how a policy behaves after training on it.

    python predict.py --voi bin/voi --data DIR --out proof/results/prediction.json

The file is committed before the runs, and the results contain its hash.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ARMS = ("guarded", "certainty", "baseline", "certainty-total", "exact")


def audit(voi: str, data: Path, arm: str) -> dict[str, Any]:
    reward = ["--profile", arm]
    if arm == "exact":
        reward = ["--reward", f"{Path(__file__).with_name('arms.py')}:exact", "--range", "0,1"]
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ.get('PATH', '')}"}  # the Python with the package voi
    ran = subprocess.run([voi, "audit", "--data", str(data), *reward, "--train", "--json"], capture_output=True, text=True, env=env)
    if not ran.stdout:
        sys.exit(f"voi audit of {arm} gave nothing: {ran.stderr[-500:]}")
    report = json.loads(ran.stdout)["rewards"][0]
    t = report["training"]
    return {
        "profile_sha256": report.get("profile_sha256"),
        "exploit_share": round(t["exploit_share"], 4),
        "accuracy": round(t["accuracy"], 4),
        "bayes_accuracy": round(t["bayes_accuracy"], 4),
        "optimum_exploit_share": round(t["optimum"]["exploit_share"], 4),
        "optimum_tied_share": round(t["optimum"]["tied_share"], 4),
        "classes": {
            c["class"]: {"accuracy": round(c["accuracy"], 4), "mix": {b: round(m, 3) for b, m in zip(t["behaviours"], c["mix"]) if m >= 0.005}}
            for c in t["classes"]
        },
        "findings": sorted(f if isinstance(f, str) else f.get("name", "") for f in report.get("exploits") or []),
    }


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--voi", default="bin/voi")
    p.add_argument("--data", required=True, type=Path, help="the folder that GRPO trains on")
    p.add_argument("--out", required=True, type=Path)
    given = p.parse_args()
    arms = {arm: audit(given.voi, given.data, arm) for arm in ARMS}
    order = sorted(ARMS, key=lambda a: arms[a]["exploit_share"])
    given.out.write_text(json.dumps({"claim": "share of exploits where training ends, arms in this order", "order": order, "arms": arms}, indent=1) + "\n")


if __name__ == "__main__":
    main()
