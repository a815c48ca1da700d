"""Recorded runs: the results of a Scorer, and the data for trainers."""

from __future__ import annotations

import asyncio
import json
import pathlib
import pickle
import subprocess
from typing import Any

import pytest

import voi
from voi import _binary

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples" / "trajectories"
RUNS = [json.loads(line) for name in ("runs.jsonl", "clarify.jsonl") for line in (EXAMPLES / name).read_text().splitlines()]


def test_runs_are_scored_as_voi_score_does(scorer: voi.Scorer, tmp_path: pathlib.Path) -> None:
    runs = [*RUNS, {"trajectory_id": "empty", "messages": []}]
    given = tmp_path / "runs.jsonl"
    given.write_text("\n".join(map(json.dumps, runs)))
    out = tmp_path / "rows.jsonl"
    subprocess.run([_binary.find(), "score", given, "--step-profile", "default", "--verdicts", "--beliefs", "--out", out], check=True, capture_output=True)
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    steps = [json.loads(line) for line in (tmp_path / "rows.steps.jsonl").read_text().splitlines()]
    got = scorer.score_trajectories(runs, verdicts=True, beliefs=True)
    assert got.pop()["error"]["code"] == "bad_request"
    for row, one in zip(rows, got):
        count = row.pop("steps")
        beside, steps = steps[:count], steps[count:]
        assert one == {**row, "steps": beside}
    assert len(got) == len(rows) and not steps
    as_text = scorer.score_trajectories([json.dumps(run, indent=1) for run in RUNS], verdicts=True, beliefs=True)
    assert as_text == got == asyncio.run(scorer.ascore_trajectories(RUNS, verdicts=True, beliefs=True))
    assert scorer.score_trajectories([]) == []


def test_a_profile_of_ones_own() -> None:
    with voi.Scorer(step_profile=EXAMPLES / "profile.yaml", critical=EXAMPLES / "critical.yaml") as own, voi.Scorer() as default:
        again = pickle.loads(pickle.dumps(own))
        assert own.score_trajectories(RUNS) == again.score_trajectories(RUNS) != default.score_trajectories(RUNS)
        again.close()


def test_a_number_that_is_no_json_is_a_malformed_call(scorer: voi.Scorer) -> None:
    """Python's parser takes NaN from a model; it must not cost the batch its rewards."""
    call = {"id": "a", "type": "function", "function": {"name": "book_table", "arguments": {"people": float("nan")}}}
    odd = {**RUNS[-1], "messages": [*RUNS[-1]["messages"][:1], {"role": "assistant", "content": "", "tool_calls": [call]}], "outcome": 0}
    as_text = json.loads(json.dumps(odd))
    as_text["messages"][1]["tool_calls"][0]["function"]["arguments"] = '{"people": NaN}'
    rows = scorer.score_trajectories([RUNS[-1], odd])
    assert rows == scorer.score_trajectories([RUNS[-1], as_text])
    assert rows[1]["hallucinations"] == 1 and rows[1]["reward"] is not None


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ([1], "no object"),
        (["[]"], "no object"),
        ("{}", "give a sequence"),
        ([{"messages": float("nan")}], r"trajectories\[0\] cannot be written as JSON"),
        (["{}", "{"], r"trajectories\[1\] cannot be read as JSON"),
        (["{}", '{"reward":1e400}'], r"trajectories\[1\] cannot be read as JSON"),
        (["{}", '{"messages":' + "[" * 100_000], r"trajectories\[1\] cannot be read as JSON"),
        (["{"], "Expecting"),
    ],
)
def test_what_is_no_run(scorer: voi.Scorer, bad: Any, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        scorer.score_trajectories(bad)


def test_runs_that_do_not_fit_into_a_request(scorer: voi.Scorer) -> None:
    with pytest.raises(ValueError, match="give the runs of some tasks at a time"):
        scorer.score_trajectories([{"trajectory_id": "x", "messages": [{"role": "user", "content": "x" * (65 << 20)}]}])
