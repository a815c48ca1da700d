"""Make the data of the proof: folders of shards for the cold start, for GRPO and for judging.

python prepare.py --voi bin/voi --out DIR            # the compact sub-grammar
python prepare.py --voi bin/voi --out DIR --whole    # the whole grammar
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path

from tasks import read, short, source

LAYOUTS = "generic,trl,sft"


def build(voi: str, out: Path, *arguments: str, rows: str | None = None) -> None:
    """Build a folder, or go on with one whose build was stopped."""
    ran = subprocess.run([voi, "build", *arguments, "--out", str(out), "--layout", LAYOUTS, "--resume"], input=rows, text=True, capture_output=True)
    if ran.returncode:
        sys.exit(f"voi build of {out} ended with {ran.returncode}: {ran.stderr.strip()}")


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--voi", default="bin/voi")
    p.add_argument("--out", required=True, type=Path)
    p.add_argument("--whole", action="store_true", help="keep every row, and put the tools into the prompt")
    p.add_argument("--shared", type=Path, default=Path("../shared/data"), help="folder with the data of bfcl and acebench, which is left out where it is missing")
    given = p.parse_args()
    for name, n, seed in (
        ("cold", 40000, 16),
        ("train", 12000, 17),
        ("validation", 1500, 18),
        ("templates", 1500, 18),
        ("words", 1500, 18),
        ("tools", 1500, 18),
    ):
        out = given.out / name
        if (out / "manifest.json").exists():
            continue
        made = ["--synthetic", str(n), "--seed", str(seed), "--synthetic-set", "train" if name in ("cold", "train") else name]
        if given.whole:
            build(given.voi, out, *made)
            continue
        whole = given.out / "all" / name
        shutil.rmtree(whole, ignore_errors=True)
        build(given.voi, whole, *made)
        # Questions that need no tool are short and have few wordings: after the cold start, keep one in three.
        few = "DIRECTLY" if name != "cold" else ""
        rows = [source(r) for i, r in enumerate(read(whole)) if short(r) and (r["action"] != few or i % 3 == 0)]
        build(given.voi, out, "-", rows="".join(json.dumps(r, ensure_ascii=False) + "\n" for r in rows))
    for name, pattern in (("ood-bfcl", "bfcl/multi_turn/*miss_param*"), ("ood-acebench", "acebench/*special*")):
        files = [str(f) for f in sorted(given.shared.glob(pattern)) if f.is_file()]
        if not files:
            print(f"{name}: nothing under {given.shared}, left out")
        elif not (given.out / name / "manifest.json").exists():
            build(given.voi, given.out / name, *files)


if __name__ == "__main__":
    main()
