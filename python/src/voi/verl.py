"""The reward function for verl: one completion a call, from threads or an event loop.

In verl's configuration, without a file of one's own::

    reward.custom_reward_function.path=pkg://voi.verl
    reward.custom_reward_function.name=acompute_score

``reward_kwargs`` may hold ``profile`` and ``data``. The layout ``verl`` puts all
that the reward needs into ``ground_truth``. verl stacks what the samples of a
batch return key by key, so that every dictionary has the same keys, with values
of the same types, whatever happened to its sample:

* ``score``: the reward; 0.0 where ``unscored`` is 1,
* ``unscored``, ``action_toolcall``, ``action_ask``, ``action_refuse``,
  ``action_directly``: 0 or 1, so that their means are rates,
* the raw value of every component of the profile (``tool``, ``cls``, ...), which
  ``algorithm.gdpo_reward_keys`` and ``algorithm.filter_groups.metric`` may name,
* ``action``, ``notes``, ``error``: texts for the rollout dumps, which verl's
  metrics leave out; empty where there is nothing to say.

The reward manager ``rate_limited`` turns every exception into a reward of 0.0,
a wrong configuration included: use ``naive`` or ``dapo``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Optional, Union

from . import _adapter

#: What one completion returns: numbers, and three texts.
Scores = dict[str, Union[float, str]]


def compute_score(
    data_source: Optional[str],
    solution_str: str,
    ground_truth: Any,
    extra_info: Optional[Mapping[str, Any]] = None,
    *,
    profile: Optional[str] = None,
    data: Optional[str] = None,
    **kwargs: Any,
) -> Scores:
    """Score one completion, for threads.

    Args:
        data_source: not looked at.
        solution_str: the completion as verl decodes it, without special tokens.
        ground_truth: the label of the layout ``verl``, JSON text or its fields.
        extra_info: not looked at; verl adds to it.
        profile: the name or path of a profile; default ``VOI_PROFILE``.
        data: a folder of shards, for labels that only name their sample; default
            ``VOI_DATA``.
        kwargs: what verl hands over besides; ignored.

    Returns:
        ``score`` in the range of the profile and what the module describes.

    Raises:
        ConfigError: the ground truth is not ours.
    """
    return _scores(_adapter.score(ground_truth, solution_str, profile=profile, data=data))


async def acompute_score(
    data_source: Optional[str],
    solution_str: str,
    ground_truth: Any,
    extra_info: Optional[Mapping[str, Any]] = None,
    *,
    profile: Optional[str] = None,
    data: Optional[str] = None,
    **kwargs: Any,
) -> Scores:
    """Score one completion as ``compute_score`` does, for an event loop.

    The reward manager ``remote`` takes ``compute_score`` only.
    """
    return _scores(await _adapter.ascore(ground_truth, solution_str, profile=profile, data=data))


def score(
    data_source: Optional[str],
    solution_str: str,
    ground_truth: Any,
    extra_info: Optional[Mapping[str, Any]] = None,
    *,
    profile: Optional[str] = None,
    data: Optional[str] = None,
    **kwargs: Any,
) -> float:
    """Return the score alone, for ``verl.trainer.main_eval``, which averages what the function returns."""
    return _adapter.score(ground_truth, solution_str, profile=profile, data=data).value()


def _scores(outcome: _adapter.Outcome) -> Scores:
    out: Scores = {"score": outcome.value()}
    out.update(outcome.numbers())
    out["action"] = outcome.action or ""
    out["notes"] = ",".join(outcome.notes)
    out["error"] = outcome.code or ""
    return out
