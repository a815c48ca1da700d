"""The reward function for OpenRLHF, which calls it from threads with one completion at a time.

``--reward.remote_url`` takes the path of a file that has ``reward_func``; three
lines are enough (``examples/openrlhf/reward.py``)::

    from voi.openrlhf import reward_func

with ``--data.label_key label``, which the layout ``openrlhf`` has. Where the data
mixes tasks::

    from voi.openrlhf import mixed
    reward_func = mixed(my_reward_func)     # gets the rows whose label is not ours
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, Callable

from . import _adapter
from ._errors import ConfigError


def reward_func(queries: Sequence[str], prompts: Sequence[str], labels: Sequence[Any]) -> dict[str, Any]:
    """Score completions that stand behind their prompts.

    Args:
        queries: prompts and completions, special tokens included. A prompt that
            its query does not begin with makes the completion unscored.
        prompts: the prompts alone.
        labels: the labels of the layout ``openrlhf``, JSON text or their fields.

    Returns:
        ``rewards`` in the range of the profile; ``scores``, the same scaled to
        [0, 1], which dynamic filtering needs; ``extra_logs``: ``unscored``, the
        rate of every action and the raw value of every component, under the same
        keys always. Each is a number for one completion, which is what OpenRLHF
        asks for, and a tensor of one number per completion for more (a list,
        where nobody has imported torch). An unscored completion has reward and
        score 0.0.

    Raises:
        ConfigError: a label is not ours, or the lists have several lengths.
            OpenRLHF logs what a reward function raises and goes on without a
            reward, which stops it later: the error is logged here, too.
    """
    return _scored(queries, prompts, labels, _adapter.score)


def mixed(other: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    """Return ``reward_func`` for data that mixes tasks.

    Args:
        other: a reward function of OpenRLHF's shape, called with one row at a time
            whose label is not ours. Of what it returns ``rewards`` and ``scores``
            count (without ``scores``, the rewards are taken for them); the keys of
            ``extra_logs`` are ours for all rows, with zeros for those of others.
    """

    def mixed_reward_func(queries: Sequence[str], prompts: Sequence[str], labels: Sequence[Any]) -> dict[str, Any]:
        def score(label: Any, query: str, prompt: str) -> _adapter.Outcome:
            if _adapter.ours(label):
                return _adapter.score(label, query, prompt=prompt)
            got = other([query], [prompt], [label])
            reward = _number(got["rewards"])
            scores = got.get("scores")
            return _adapter.other(reward, None, None)._replace(place=reward if scores is None else _number(scores))

        return _scored(queries, prompts, labels, score)

    return mixed_reward_func


def _number(value: Any) -> float:
    """The number in what a reward function returns for one row: a number, a list or a tensor of one."""
    return float(value[0] if isinstance(value, (list, tuple)) else value)


def _scored(queries: Sequence[str], prompts: Sequence[str], labels: Sequence[Any], score: Callable[..., _adapter.Outcome]) -> dict[str, Any]:
    if not len(queries) == len(prompts) == len(labels):
        raise ConfigError(f"there are {len(queries)} queries, {len(prompts)} prompts and {len(labels)} labels; give one of each a sample")
    try:
        outcomes = [score(label, query, prompt=prompt) for query, prompt, label in zip(queries, prompts, labels)]
    except Exception as error:
        _adapter.abandon(error)
        raise
    keys = list(outcomes[0].numbers()) if outcomes else []
    return {
        "rewards": _one_or_all([outcome.value() for outcome in outcomes]),
        "scores": _one_or_all([outcome.unit() for outcome in outcomes]),
        "extra_logs": {key: _one_or_all([outcome.numbers()[key] for outcome in outcomes]) for key in keys},
    }


def _one_or_all(values: list[float]) -> Any:
    if len(values) == 1:
        return values[0]
    torch = sys.modules.get("torch")
    return values if torch is None else torch.tensor(values)
