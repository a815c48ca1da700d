"""The reward function for verl, one completion a call, from threads or an event loop; and an agent loop for whole episodes.

In verl's configuration, without your own file::

    reward.custom_reward_function.path=pkg://voi.verl
    reward.custom_reward_function.name=acompute_score

``reward_kwargs`` may hold ``profile`` and ``data``. The layout ``verl`` puts everything that the
reward needs into ``ground_truth``. verl stacks the results of a batch key by key. Therefore every
dictionary has the same keys, with values of the same types, even for samples with errors:

* ``score``: the reward; 0.0 where ``unscored`` is 1,
* ``unscored``, ``action_toolcall``, ``action_ask``, ``action_refuse``, ``action_directly``: 0 or
  1, so that their means are rates,
* the raw value of every component of the profile (``tool``, ``cls``, ...), which
  ``algorithm.gdpo_reward_keys`` and ``algorithm.filter_groups.metric`` may name,
* ``action``, ``notes``, ``error``: texts for the rollout dumps, which verl's metrics leave out;
  empty if there is nothing to say.

For data that mixes tasks, your own file has ``compute_score =
voi.verl.mixed(verl.utils.reward_score.default_compute_score)``.

It scores one decision. A rollout with more turns, as in verl's loop with tools, arrives as one
text, in which only the end could be read: it is refused. Set
``actor_rollout_ref.rollout.multi_turn.max_assistant_turns=1``.

Whole episodes of tasks are played by `AgentLoop`, which scores them itself
(``examples/verl/episodes.sh``); its base class is imported only on first use.

The reward manager ``rate_limited`` turns every exception into a reward of 0.0, even for an
invalid configuration: use ``naive`` or ``dapo``.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Callable, Optional, Union

from . import _adapter, _verl_loop
from ._errors import ConfigError

if TYPE_CHECKING:
    AgentLoop: Any

#: The result for one completion: numbers, and three texts.
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
        data_source: ignored.
        solution_str: the completion as verl decodes it, without special tokens.
        ground_truth: the label of the layout ``verl``, JSON text or its fields.
        extra_info: only ``num_turns``, which verl adds, is read.
        profile: the name or path of a profile; default ``VOI_PROFILE``.
        data: a folder of shards, for labels that only name their sample; default ``VOI_DATA``.
        kwargs: verl's other arguments; ignored.

    Returns:
        ``score`` in the range of the profile and the other keys of the module's description.

    Raises:
        ConfigError: the ground truth is not voi's, or the rollout has more than one decision.
    """
    _refuse_episode(extra_info)
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

    The reward manager ``remote`` accepts only ``compute_score``.
    """
    _refuse_episode(extra_info)
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
    """Return the score alone, for ``verl.trainer.main_eval``, which averages results."""
    _refuse_episode(extra_info)
    return _adapter.score(ground_truth, solution_str, profile=profile, data=data).value()


def mixed(other: Callable[..., Any], profile: Optional[str] = None, data: Optional[str] = None) -> Callable[..., Any]:
    """Return ``compute_score`` for data that mixes tasks.

    Args:
        other: a reward function of verl's form, sync or async, called with rows whose ground
            truth is not voi's. Of its result only the number, or ``score``, counts. verl requires
            the same keys in all rows, so the other keys are voi's, with zeros.
        profile, data: as of `compute_score`.

    Returns:
        a coroutine function if ``other`` is one; the reward manager ``remote`` does not accept
            that.
    """

    def scores(got: Any) -> Scores:
        return _scores(_adapter.other(got["score"] if isinstance(got, Mapping) else got, profile, data))

    if inspect.iscoroutinefunction(other):

        async def amixed_score(data_source: Any, solution_str: str, ground_truth: Any, extra_info: Any = None, **kwargs: Any) -> Scores:
            if _adapter.ours(ground_truth):
                return await acompute_score(data_source, solution_str, ground_truth, extra_info, profile=profile, data=data)
            return scores(await other(data_source, solution_str, ground_truth, extra_info, **kwargs))

        return amixed_score

    def mixed_score(data_source: Any, solution_str: str, ground_truth: Any, extra_info: Any = None, **kwargs: Any) -> Scores:
        if _adapter.ours(ground_truth):
            return compute_score(data_source, solution_str, ground_truth, extra_info, profile=profile, data=data)
        return scores(other(data_source, solution_str, ground_truth, extra_info, **kwargs))

    return mixed_score


#: The turns of a rollout of one decision, as verl counts them: the prompt and the answer.
ONE_DECISION = 2


def _refuse_episode(extra_info: Optional[Mapping[str, Any]]) -> None:
    turns = (extra_info or {}).get("num_turns")
    if turns is not None and int(turns) > ONE_DECISION:
        raise ConfigError(
            f"the rollout has {int(turns)} turns in one text, of which only the last decision could be read, and the sample is about the first; "
            "set actor_rollout_ref.rollout.multi_turn.max_assistant_turns=1, or use single_turn_agent"
        )


def _scores(outcome: _adapter.Outcome) -> Scores:
    out: Scores = {"score": outcome.value()}
    out.update(outcome.numbers())
    out["action"] = outcome.action or ""
    out["notes"] = ",".join(outcome.notes)
    out["error"] = outcome.code or ""
    return out


def __getattr__(name: str) -> Any:
    if name != "AgentLoop":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    made = globals()[name] = _verl_loop.define()
    return made
