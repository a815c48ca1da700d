"""The reward function for slime: ``--custom-rm-path voi.slime.custom_rm``.

With ``--label-key label``, which the layout ``slime`` has. slime calls it with one
sample, or with a list of them for ``--group-rm``.
"""

from __future__ import annotations

import asyncio
from typing import Any, Union

from . import _adapter, _query
from ._errors import ConfigError

#: What one sample returns: its reward, or with ``--reward-key`` all there is.
Reward = Union[float, dict[str, Any]]

#: Where the metadata of a sample may hold its label.
_LABEL_KEYS = ("label", "ground_truth")


async def custom_rm(args: Any, sample: Any, **kwargs: Any) -> Union[Reward, list[Reward]]:
    """Score one sample of slime, or a list of them.

    Args:
        args: slime's arguments. With ``--reward-key score`` the reward is a
            dictionary: ``score``, ``unit`` (the score scaled to [0, 1]),
            ``unscored``, the rate of every action and the raw value of every
            component, ``action`` and ``error``, under the same keys always.
            Without it, a number.
        sample: has ``response``, ``label`` (or one in ``metadata``) and ``status``.
        kwargs: ignored.

    Returns:
        One reward, or a list of them in the order of the samples. A sample that
        could not be scored has 0.0, and ``remove_sample`` is set on it, with which
        slime leaves it out of the loss.

    Raises:
        ConfigError: a sample has no label of ours, or only the evaluation
            asks for a dictionary.
    """
    keyed = _keyed(args)
    if isinstance(sample, (list, tuple)):
        return list(await asyncio.gather(*(_reward(one, keyed) for one in sample)))
    return await _reward(sample, keyed)


def _keyed(args: Any) -> bool:
    key = getattr(args, "reward_key", None)
    if not key and getattr(args, "eval_reward_key", None):
        raise ConfigError("--eval-reward-key is given without --reward-key, and the reward is a number then; give both, or neither")
    return bool(key)


async def _reward(sample: Any, keyed: bool) -> Reward:
    status = getattr(getattr(sample, "status", None), "value", None)
    outcome = await _adapter.ascore(_label(sample), _query.cut_end(sample.response), truncated=status == "truncated")
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
