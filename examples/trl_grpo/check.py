"""Check a run of GRPO: its logs lack nothing, and voi score gives the same rewards.

Scores the completions that TRL wrote to disk (log_completions=True) again with the
same profile, and compares the rewards.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
from trl import GRPOTrainer

import voi

ACTIONS = ("TOOLCALL", "ASK", "REFUSE", "DIRECTLY", "none")

# TRL keeps rewards in single precision.
SINGLE = 1e-6


def check(trainer: GRPOTrainer, data: str) -> None:
    """Raise AssertionError if a run lost something; print a summary of the run."""
    config = trainer.args
    names = trainer.reward_func_names
    steps = [record for record in trainer.state.log_history if "frac_reward_zero_std" in record]
    assert len(steps) == trainer.state.global_step // config.logging_steps, f"{len(steps)} steps were logged"
    with voi.Scorer() as scorer:
        components = list(scorer.score([], sample_ids=[]).components)
    logged = [f"rewards/{name}/mean" for name in names]
    logged += [f"voi/{name}" for name in components] + [f"voi/action/{name}" for name in ACTIONS] + ["voi/unscored"]
    for record in steps:
        missing = [name for name in logged if record.get(name) is None and record["voi/unscored"] < 1]
        assert not missing, f"a step was logged without {missing}"

    folder = Path(config.output_dir) / "completions"
    files = sorted(folder.glob("completions_*.parquet"))
    rows = [row for file in files for row in pq.read_table(file).to_pylist()]
    batch = config.generation_batch_size
    assert len(rows) == batch * len(files), f"{len(rows)} completions in {len(files)} files of {batch}"
    for row in rows:
        unscored = [name for name in names if row[name] is None or math.isnan(row[name])]
        assert not unscored or row["voi/error"], f"{row['sample_id']} has no {unscored}, and no error says why"

    scored = again(files, data, folder.parent / "scored.jsonl")
    assert len(scored) == len(rows)
    for row, other in zip(rows, scored):
        for name in names:
            same(row[name], other["reward"] if name == "reward" else other[name.removeprefix("voi_")], SINGLE)
        if config.multi_objective_aggregation == "sum_then_normalize" and config.scale_rewards == "group":
            same(row["advantage"], other["advantage"] or 0.0, 1e-3)
        assert row["voi/action"] == other["action"]

    print(f"{len(steps)} steps, {len(rows)} completions, {len(files)} files; voi score gives the same rewards")
    print("reward     " + " ".join(f"{record['reward']:.4f}" for record in steps))
    for name in components:
        print(f"{name:<10} " + " ".join(f"{record[f'voi/{name}']:.4f}" for record in steps))
    print("unscored   " + " ".join(f"{record['voi/unscored']:.4f}" for record in steps))


def again(files: list[Path], data: str, out: Path) -> list[dict[str, Any]]:
    """Score the completions on disk."""
    command = [sys.executable, "-m", "voi", "score", *map(str, files), "--data", data, "--out", str(out), "--strict"]
    if profile := os.environ.get("VOI_PROFILE"):  # the command line does not read VOI_PROFILE
        command += ["--profile", profile]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return [json.loads(line) for line in out.read_text().splitlines()]


def same(logged: float | None, scored: float | None, tolerance: float) -> None:
    """Compare a value that TRL logged with the value of voi score."""
    if logged is None or math.isnan(logged):
        assert scored is None, f"TRL has no value where voi score has {scored}"
    else:
        assert scored is not None, f"TRL has {logged} where voi score has none"
        assert math.isclose(logged, scored, rel_tol=tolerance, abs_tol=tolerance), f"TRL has {logged}, voi score {scored}"
