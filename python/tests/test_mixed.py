"""Data that mixes tasks, and rollouts of more than one decision: the real server, and the interfaces of trainers."""

from __future__ import annotations

import asyncio
import json
import types
from typing import Any

import pytest
from conftest import RIGHT, SAMPLE, WRONG

import voi
from voi import openrlhf, slime, verifiers, verl

LABEL = json.dumps(SAMPLE)
FOREIGN = "42"  # the ground truth of an arithmetic question


def sample(text: str, label: Any, **more: Any) -> Any:
    return types.SimpleNamespace(response=text, label=label, metadata={}, status=None, remove_sample=False, **more)


ARGS = types.SimpleNamespace(reward_key=None, eval_reward_key=None)
KEYED = types.SimpleNamespace(reward_key="score", eval_reward_key="score")


def test_verl_hands_rows_of_other_tasks_to_their_own_reward() -> None:
    def theirs(data_source: str, solution_str: str, ground_truth: str, extra_info: Any = None, **kwargs: Any) -> Any:
        return {"score": 0.25, "acc": True} if kwargs.get("dict") else float(solution_str == ground_truth)

    mixed = verl.mixed(theirs)
    ours, other, keyed = mixed("voi", RIGHT, LABEL, {}), mixed("math", "42", FOREIGN, None), mixed("math", "", FOREIGN, None, dict=True)
    assert (ours["score"], other["score"], keyed["score"]) == (3.5, 1.0, 0.25)
    assert list(ours) == list(other) == list(keyed)  # verl stacks them
    assert [type(value) for value in ours.values()] == [type(value) for value in other.values()]
    assert other["unscored"] == 0.0
    with pytest.raises(voi.ConfigError, match="mixed"):
        verl.compute_score("math", "42", FOREIGN)


def test_verl_waits_for_a_reward_that_is_waited_for() -> None:
    async def theirs(*args: Any, **kwargs: Any) -> float:
        return 0.5

    mixed = verl.mixed(theirs)
    assert asyncio.iscoroutinefunction(mixed)
    assert asyncio.run(mixed("math", "42", FOREIGN))["score"] == 0.5
    assert asyncio.run(mixed("voi", RIGHT, LABEL))["score"] == 3.5


def test_openrlhf_hands_rows_of_other_tasks_to_their_own_reward() -> None:
    def theirs(queries: list[str], prompts: list[str], labels: list[str]) -> dict[str, Any]:
        return {"rewards": [7.0], "scores": [0.7], "extra_logs": {"accuracy": 1.0}}

    mixed = openrlhf.mixed(theirs)
    ours, other = mixed(["P" + RIGHT], ["P"], [LABEL]), mixed(["P42"], ["P"], [FOREIGN])
    assert (ours["rewards"], ours["scores"]) == (3.5, 1.0)
    assert (other["rewards"], other["scores"]) == (7.0, 0.7)
    assert list(ours["extra_logs"]) == list(other["extra_logs"])


def test_slime_hands_samples_of_other_tasks_to_their_own_reward() -> None:
    async def theirs(args: Any, one: Any, **kwargs: Any) -> Any:
        return {"score": 0.5} if args.reward_key else 0.5

    mixed = slime.mixed(theirs)
    both = [sample(RIGHT, LABEL), sample("42", FOREIGN), sample("42", None)]
    assert asyncio.run(mixed(ARGS, both)) == [3.5, 0.5, 0.5]
    keyed = asyncio.run(mixed(KEYED, both))
    assert [one["score"] for one in keyed] == [3.5, 0.5, 0.5]
    assert list(keyed[0]) == list(keyed[1])
    assert not any(one.remove_sample for one in both)


EPISODE = [
    {"role": "assistant", "content": "", "tool_calls": [{"type": "function", "function": SAMPLE["reference"]["tool_calls"][0]}]},
    {"role": "tool", "content": "booked: 42"},
    {"role": "assistant", "content": "Your train is booked."},
]


def test_of_an_episode_the_first_decision_is_scored(scorer: voi.Scorer) -> None:
    alone = scorer.score([EPISODE[:1]], [SAMPLE]).rewards[0]
    assert alone is not None
    assert alone > 3
    assert scorer.score([EPISODE], [SAMPLE], finish_reasons=["length"]).rewards == [alone]
    wrong_first = [{"role": "assistant", "content": WRONG}, *EPISODE]
    assert scorer.score([wrong_first], [SAMPLE]).rewards == [0.5]


def test_verifiers_scores_the_first_decision_whatever_ended_the_trace(scorer: voi.Scorer) -> None:
    call = types.SimpleNamespace(name="book_train", arguments=json.dumps({"to": "Porto", "seat": "window"}))
    replies = [types.SimpleNamespace(content="", tool_calls=[call]), types.SimpleNamespace(content="Booked.", tool_calls=None)]
    calls = [types.SimpleNamespace(error=None, finish_reason="tool_calls")]
    alone = scorer.score([EPISODE[:1]], [SAMPLE]).rewards[0]
    seen: list[Any] = []
    for said in (replies, replies[:1]):  # max_turns=1 ends a trace that would continue, and marks it as truncated
        trace = types.SimpleNamespace(assistant_messages=said, is_truncated=True, calls=calls, record_metrics=seen.append)
        assert asyncio.run(verifiers.reward({"label": LABEL}, trace)) == alone


def test_an_adapter_that_would_score_the_end_of_an_episode_refuses() -> None:
    with pytest.raises(voi.ConfigError, match="max_assistant_turns=1"):
        verl.compute_score("s", RIGHT, LABEL, {"num_turns": 4})
    with pytest.raises(voi.ConfigError, match="max_assistant_turns=1"):
        asyncio.run(verl.acompute_score("s", RIGHT, LABEL, {"num_turns": 4}))
    assert verl.compute_score("s", RIGHT, LABEL, {"num_turns": 2})["score"] == 3.5
    with pytest.raises(voi.ConfigError, match="loss_mask"):
        asyncio.run(slime.custom_rm(ARGS, sample(RIGHT, LABEL, loss_mask=[1, 1, 0, 0, 1])))
    for mask in (None, [1, 1], [0, 0, 1]):  # the last mask: a partial rollout, whose beginning is masked
        assert asyncio.run(slime.custom_rm(ARGS, sample(RIGHT, LABEL, loss_mask=mask))) == 3.5
