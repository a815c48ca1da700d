"""Run the whole proof: data, cold start, arms, results. A second run skips the steps with results.

    python run.py                                             # the small proof
    python run.py --arms all --seeds 5                        # every arm
    python run.py --model PATH --data DIR --out OUT           # your model, your data

DIR holds folders of shards with the layouts generic and sft: `cold` for the cold start, `train` for
GRPO, and any of `validation`, `templates`, `words`, `tools`, `ood-NAME` for judging. Without
--data the folders are made.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from predict import ARMS

HERE = Path(__file__).parent
RESULTS = HERE / "results"


def python(script: str, *arguments: str, threads: int = 1) -> None:
    env = {
        "HF_DATASETS_DISABLE_PROGRESS_BARS": "1",
        "HF_HUB_OFFLINE": "1",
        "TRANSFORMERS_VERBOSITY": "error",
        "PYTHONWARNINGS": "ignore",
        "OMP_NUM_THREADS": str(threads),
        **os.environ,
    }
    subprocess.run([sys.executable, str(HERE / script), *arguments], check=True, env=env)


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--voi", default="bin/voi")
    p.add_argument("--model", help="name or path of a model; without one the small one is made")
    p.add_argument("--data", type=Path, help="folder with a folder of shards for each set; without one they are made")
    p.add_argument("--out", type=Path, default=Path(".venv-proof/small"), help="folder of checkpoints and results")
    p.add_argument("--arms", default="guarded,certainty,baseline", help="arms to train, separated by commas, or all; there are " + ", ".join(ARMS))
    p.add_argument("--seeds", type=int, default=5)
    p.add_argument("--jobs", type=int, default=2, help="runs at a time")
    p.add_argument("--keep", metavar="NAME", help="pack the results into proof/results/NAME.jsonl.gz")
    given, more = p.parse_known_args()
    data = given.data or given.out / "data"
    if not given.data:
        python("prepare.py", "--voi", given.voi, "--out", str(data), *(["--whole"] if given.model else []))
    common = ["--data", str(data), "--out", str(given.out), *(["--model", given.model] if given.model else []), *more]
    results = given.out / "results"
    results.mkdir(parents=True, exist_ok=True)
    if not (results / "prediction.json").exists():
        python("predict.py", "--voi", given.voi, "--data", str(data / "train"), "--out", str(results / "prediction.json"))
    if not (results / "cold-training.json").exists():
        python("train.py", "cold", *common, threads=given.jobs)
    if not (results / "cold-judged.json").exists():
        python("train.py", "judge", *common, threads=given.jobs)
    arms = ARMS if given.arms == "all" else given.arms.split(",")
    todo = [(arm, seed) for seed in range(1, given.seeds + 1) for arm in arms if not (results / f"{arm}-{seed}.json").exists()]
    with ThreadPoolExecutor(given.jobs) as pool:
        list(pool.map(lambda r: python("train.py", "arm", "--arm", r[0], "--seed", str(r[1]), *common), todo))
    if (data / "validation").exists():
        python("pay.py", "--voi", given.voi, "--data", str(data / "validation"), "--results", str(results))
    if given.keep:
        pack(results, RESULTS / f"{given.keep}.jsonl.gz")


def checkpoint(folder: str) -> str | None:
    """The last complete checkpoint. The trainer writes the file of its state last, and a run may be stopped before that."""
    found = sorted((p.parent for p in Path(folder).glob("checkpoint-*/trainer_state.json")), key=lambda p: int(p.name.split("-")[1]))
    return str(found[-1]) if found else None


def pack(results: Path, out: Path) -> None:
    """Pack all results into one file: the name and the rows of each, and the hash of the prediction."""
    with gzip.GzipFile(out, "wb", mtime=0) as f:
        for path in sorted(results.glob("*.json")):
            if path.stem != "prediction":
                line = {"name": path.stem, "rows": json.loads(path.read_text())}
            else:
                line = {"name": "prediction", "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
            f.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
    print(f"{out}: {out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
