"""The reward function for slime: ``--custom-rm-path voi.slime.custom_rm``.

Use ``--label-key label``, as in the layout ``slime``. slime calls it with one sample, or with a
list of them for ``--group-rm``. For data that mixes tasks, your module has ``custom_rm =
voi.slime.mixed(my_rm)``.

It scores one decision. A sample whose response continues after the decision, as with a generate
function that executes tools, is refused, since the text does not show where the decision ends.

A run of many turns has one sample per turn: a generate function
(``--custom-generate-function-path``) ends with `turn_samples`, and `turn_advantages`
(``--custom-reward-post-process-path voi.slime.turn_advantages``) sets the advantage of each.
"""

from __future__ import annotations

import asyncio
import contextlib
import copy
import json
from collections.abc import Mapping, Sequence
from typing import Any, Callable, Optional, Union

from . import _adapter
from ._errors import ConfigError
from ._scorer import Scorer

#: The result for one sample: its reward, or with ``--reward-key`` all its numbers.
Reward = Union[float, dict[str, Any]]

#: The keys of a sample's metadata that may hold its label.
_LABEL_KEYS = ("label", "ground_truth")


async def custom_rm(args: Any, sample: Any, **kwargs: Any) -> Union[Reward, list[Reward]]:
    """Score one sample of slime, or a list of them.

    Args:
        args: slime's arguments. With ``--reward-key score`` the reward is a dictionary:
            ``score``, ``unit`` (the score scaled to [0, 1]), ``unscored``, the rate of every
            action and the raw value of every component, ``action`` and ``error``, always with the
            same keys. Otherwise it is a number.
        sample: has ``response``, ``label`` (or one in ``metadata``) and ``status``.
        kwargs: ignored.

    Returns:
        One reward, or a list of them in the order of the samples. A sample that could not be
            scored has 0.0, and its ``remove_sample`` is set, so that slime leaves it out of the
            loss.

    Raises:
        ConfigError: a sample has no label of voi's, or only the evaluation asks for a dictionary.
    """
    return await _each(args, sample, _outcome)


def mixed(other: Callable[..., Any]) -> Callable[..., Any]:
    """Return ``custom_rm`` for data that mixes tasks.

    Args:
        other: a reward function of slime's form (``async (args, sample)``), called with samples
            whose label is not voi's. It returns the reward: a number, or with ``--reward-key`` a
            dictionary, of which only that key counts. The other keys are voi's for all samples,
            with zeros for other tasks.
    """

    async def mixed_rm(args: Any, sample: Any, **kwargs: Any) -> Union[Reward, list[Reward]]:
        async def outcome(one: Any) -> _adapter.Outcome:
            if _adapter.ours(_label(one)):
                return await _outcome(one)
            got = await other(args, one, **kwargs)
            reward = got[args.reward_key] if isinstance(got, dict) else got
            return _adapter.other(reward, None, None)

        return await _each(args, sample, outcome)

    return mixed_rm


async def _each(args: Any, sample: Any, outcome: Callable[[Any], Any]) -> Union[Reward, list[Reward]]:
    keyed = _keyed(args)
    if isinstance(sample, (list, tuple)):
        return list(await asyncio.gather(*(_reward(one, keyed, outcome) for one in sample)))
    return await _reward(sample, keyed, outcome)


def _keyed(args: Any) -> bool:
    key = getattr(args, "reward_key", None)
    if not key and getattr(args, "eval_reward_key", None):
        raise ConfigError("--eval-reward-key is given without --reward-key, and the reward is a number then; give both, or neither")
    return bool(key)


async def _outcome(sample: Any) -> _adapter.Outcome:
    _refuse_episode(sample)
    status = getattr(getattr(sample, "status", None), "value", None)
    return await _adapter.ascore(_label(sample), sample.response, prompt="", truncated=status == "truncated")


def _refuse_episode(sample: Any) -> None:
    """Raise for a response with text of others after the policy's words. slime masks such text out of the loss."""
    mask = getattr(sample, "loss_mask", None)
    mask = [] if mask is None else list(mask)
    if 1 in mask and 0 in mask[mask.index(1) :]:
        raise ConfigError(
            "the response goes on behind the decision (its loss_mask has 0 after 1), and where the decision ends the text does not say; "
            "give samples of one decision each (without --custom-generate-function-path, or one Sample a turn)"
        )


async def _reward(sample: Any, keyed: bool, score: Callable[[Any], Any]) -> Reward:
    outcome: _adapter.Outcome = await score(sample)
    if not outcome.scored:
        sample.remove_sample = True
    if not keyed:
        return outcome.value()
    out: dict[str, Any] = {"score": outcome.value(), "unit": outcome.unit()}
    out.update(outcome.numbers())
    out["action"] = outcome.action or ""
    out["error"] = outcome.code or ""
    return out


def _label(sample: Any) -> Any:
    metadata = getattr(sample, "metadata", None)
    held = metadata if isinstance(metadata, dict) else {}
    label = _adapter.first_label(getattr(sample, "label", None), *(held.get(key) for key in _LABEL_KEYS))
    if label is None and held.get("sample_id"):
        return {"sample_id": held["sample_id"]}
    return label


#: The keys of a sample's metadata for the run that contains the turn, and for the turn's number.
_RUN, _TURN = "voi_trajectory", "voi_turn"


def turn_samples(sample: Any, trajectory: Mapping[str, Any], turns: Sequence[tuple[int, int]]) -> list[Any]:
    """One sample of slime for each turn of a run, which share a ``rollout_id``.

    Args:
        sample: of the whole run: its ``tokens`` include the prompt's; ``rollout_log_probs``, if
            present, are those of its response.
        trajectory: the run, as `voi.Scorer.score_trajectories` takes it; its ``outcome`` is its
            reward, None if unknown.
        turns: for each message of the agent the sampled tokens, from start to stop, as places in
            ``tokens``.

    Returns:
        samples whose response is one turn, and whose tokens end with it. Their reward is 0 until
            `turn_advantages` sets it.
    """
    first = len(sample.tokens) - sample.response_length
    run = json.dumps(dict(trajectory))
    out = []
    for at, (start, stop) in enumerate(turns):
        one = copy.deepcopy(sample)
        one.tokens, one.response_length, one.loss_mask = sample.tokens[:stop], stop - start, [1] * (stop - start)
        if sample.rollout_log_probs is not None:
            one.rollout_log_probs = sample.rollout_log_probs[start - first : stop - first]
        one.rollout_id = sample.index if sample.rollout_id is None else sample.rollout_id
        one.metadata = {**(sample.metadata or {}), _RUN: run, _TURN: at}
        one.reward = 0.0
        out.append(one)
    return out


def turn_advantages(args: Any, samples: Sequence[Any], scorer: Optional[Scorer] = None) -> tuple[list[float], list[float]]:
    """The reward and the advantage of each turn, replacing slime's own normalisation.

    slime's normalisation takes the mean over all turns of a batch if runs differ in length, which
    rewards more turns, or fewer. Turns of unscored or invalid runs have 0 and are left out of the
    loss; samples that are no turns are refused.
    """
    runs: dict[Any, dict[str, Any]] = {}
    for sample in samples:
        held = sample.metadata or {}
        if _RUN not in held:
            raise ConfigError("a sample is no turn of a run; have the generate function return voi.slime.turn_samples(...)")
        if sample.rollout_id not in runs:
            runs[sample.rollout_id] = {**json.loads(held[_RUN]), "trajectory_id": str(sample.rollout_id), "task_id": str(sample.group_index)}
    with Scorer() if scorer is None else contextlib.nullcontext(scorer) as used:
        rows = dict(zip(runs, used.score_trajectories(list(runs.values()))))
    rewards, advantages = [], []
    for sample in samples:
        row = rows[sample.rollout_id]
        step = None if row.get("error") else row["steps"][sample.metadata[_TURN]]
        if step is None or step["reward"] is None:
            sample.remove_sample = True
            step = {"reward": 0.0, "advantage": 0.0}
        rewards.append(step["reward"])
        advantages.append(step["advantage"])
    return rewards, advantages
