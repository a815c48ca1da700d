"""The data of a scored run for trainers, without the trainers."""

from __future__ import annotations

import copy
import dataclasses
import json
import pathlib
import types
from typing import Any

import pytest

import voi
import voi.slime
from voi import _trl_turns, turns

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples" / "trajectories"
RUNS = [json.loads(line) for line in (EXAMPLES / "clarify.jsonl").read_text().splitlines()]
SPANS = [(2, 4), (6, 7), (8, 11)]


@pytest.fixture
def rows(scorer: voi.Scorer) -> list[dict[str, Any]]:
    return scorer.score_trajectories(RUNS)


def test_lists_have_one_number_for_each_turn(scorer: voi.Scorer, rows: list[dict[str, Any]]) -> None:
    for row in rows:
        assert turns.step_rewards(row) == turns.turn_rewards(row) == row["step_rewards"]
        assert abs(sum(turns.step_rewards(row)) - row["reward"]) < 1e-12
    [unscored] = scorer.score_trajectories([{**RUNS[0], "outcome": None}])
    assert turns.turn_rewards(unscored) == [None] * len(unscored["steps"])
    assert turns.step_rewards(unscored) == []
    for refused in (unscored, {"error": {"code": "bad_request", "message": "no"}}, {"steps": 3}):
        with pytest.raises(ValueError, match=r"unscored|no row|no list of steps"):
            turns.token_rewards(refused, [(0, 1)], 1)


def test_turns_are_what_the_policy_sampled() -> None:
    assert turns.sampled_turns([]) == turns.sampled_turns([0, 0]) == []
    assert turns.sampled_turns([1]) == [(0, 1)]
    assert turns.sampled_turns([0, 1, 1, 0, True, 0, 1]) == [(1, 3), (4, 5), (6, 7)]


def test_rewards_stand_on_last_tokens_and_are_never_zero(rows: list[dict[str, Any]]) -> None:
    row = next(row for row in rows if len(row["steps"]) == 3)
    rewards = [step["reward"] for step in row["steps"]]
    assert 0.0 in rewards
    got = turns.token_rewards(row, SPANS, 12)
    assert [at for at, value in enumerate(got) if value] == [3, 6, 10]
    assert all(abs(got[stop - 1] - reward) <= turns.LEAST for (_, stop), reward in zip(SPANS, rewards))
    spread = turns.token_advantages(row, SPANS, 12)
    assert [spread[start:stop] for start, stop in SPANS] == [[step["advantage"]] * (stop - start) for (start, stop), step in zip(SPANS, row["steps"])]
    assert [spread[at] for at in (0, 1, 4, 5, 7, 11)] == [0.0] * 6
    assert turns.token_advantages(row, SPANS[:2], 7) == spread[:7]  # the part that was cut off has no tokens


@pytest.mark.parametrize("spans", [[*SPANS, (11, 12)], [(2, 4), (3, 7)], [(2, 2)], [(9, 14)], [(-1, 2)]])
def test_turns_that_are_none(rows: list[dict[str, Any]], spans: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match="turn"):
        turns.token_advantages(next(row for row in rows if len(row["steps"]) == 3), spans, 12)


def test_areal_gets_a_reward_for_each_interaction(rows: list[dict[str, Any]]) -> None:
    ids = [f"chatcmpl-{at}" for at in range(len(rows[0]["steps"]))]
    assert turns.set_rewards(rows[0], ids) == [{"interaction_id": one, "reward": step["reward"]} for one, step in zip(ids, rows[0]["steps"])]
    with pytest.raises(ValueError, match="ids of interactions"):
        turns.set_rewards(rows[0], ids[1:])


@dataclasses.dataclass
class Sample:
    """A sample as in slime."""

    index: int = 0
    group_index: int = 0
    rollout_id: Any = None
    tokens: list[int] = dataclasses.field(default_factory=lambda: list(range(12)))
    response_length: int = 10
    loss_mask: Any = None
    rollout_log_probs: Any = None
    reward: Any = None
    metadata: Any = None
    remove_sample: bool = False


def test_slime_gets_a_sample_for_each_turn(scorer: voi.Scorer, rows: list[dict[str, Any]]) -> None:
    whole = [Sample(index=at, rollout_log_probs=[-0.1 * k for k in range(10)]) for at in range(len(RUNS))]
    before = copy.deepcopy(whole)
    samples = [one for sample, run, row in zip(whole, RUNS, rows) for one in voi.slime.turn_samples(sample, run, SPANS[: len(row["steps"])])]
    assert whole == before
    first = [one for one in samples if one.rollout_id == 1]
    assert [one.tokens for one in first] == [list(range(stop)) for _, stop in SPANS]
    assert [one.loss_mask for one in first] == [[1, 1], [1], [1, 1, 1]] and [one.response_length for one in first] == [2, 1, 3]
    assert [one.rollout_log_probs for one in first] == [whole[1].rollout_log_probs[start - 2 : stop - 2] for start, stop in SPANS]
    want = [(step["reward"], step["advantage"]) for row in rows for step in row["steps"]]
    for given in (scorer, None):
        rewards, advantages = voi.slime.turn_advantages(None, samples, given)
        assert list(zip(rewards, advantages)) == want
    other = voi.slime.turn_samples(Sample(index=9), {**RUNS[0], "outcome": None}, SPANS[:2])
    assert voi.slime.turn_advantages(None, other, scorer) == ([0.0, 0.0], [0.0, 0.0]) and all(one.remove_sample for one in other)
    with pytest.raises(voi.ConfigError, match="is no turn of a run"):
        voi.slime.turn_advantages(None, [Sample()], scorer)


def test_runs_are_made_of_what_trl_has(scorer: voi.Scorer) -> None:
    run = RUNS[0]
    prompt, completion = run["messages"][:1], run["messages"][1:]
    row = {"tools": json.dumps(run["tools"]), "reference": json.dumps(run["reference"])}
    made = _trl_turns.run_of(row, prompt, completion, 1.0)
    assert made == {"messages": run["messages"], "tools": run["tools"], "reference": run["reference"], "outcome": 1.0}
    assert _trl_turns.run_of({**row, "trajectory": completion}, prompt, "as text", 1.0) == made
    assert _trl_turns.run_of({"trajectory": run}, prompt, "as text", 0.0) == run
    sample = {"tool_schemas": run["tools"], "reference": {"action": "TOOLCALL", "tool_calls": run["reference"]["actions"]}}
    assert _trl_turns.run_of(sample, prompt, completion, 1.0) == made
    odd = [{"role": "assistant", "tool_calls": [{"name": "book_table", "arguments": {"people": float("inf")}}]}]
    [scored] = scorer.score_trajectories([{**_trl_turns.run_of(row, prompt, odd, 0.0), "trajectory_id": "odd"}])
    assert scored["bad_arguments"] == 1
    with pytest.raises(AttributeError):
        _ = voi.trl.TurnTrainers


def test_runs_without_a_reward_have_no_advantages(scorer: voi.Scorer, caplog: pytest.LogCaptureFixture) -> None:
    _trl_turns._told.clear()
    [row] = scorer.score_trajectories([RUNS[0]])
    unscored = {**row, "reward": None, "steps": [{**step, "advantage": None} for step in row["steps"]]}
    for _ in range(2):
        assert _trl_turns._advantages(row, [1, 0, 1])[1] is False
        assert _trl_turns._advantages(unscored, [1, 0, 1]) == ([0.0] * 3, True)
        assert _trl_turns._advantages({"error": {"code": "too_large", "message": "x"}}, [1]) == ([0.0], True)
        assert _trl_turns._advantages(row, [1, 0, 1, 0, 1]) == ([0.0] * 5, True)
    assert [record.args[0] for record in caplog.records if isinstance(record.args, tuple)] == ["unscored", "too_large", "turns"]


def test_the_trainer_is_made_when_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "trl", types.SimpleNamespace(GRPOTrainer=object))
    assert _trl_turns.make().__name__ == "TurnTrainer"
