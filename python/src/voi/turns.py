"""Converts a scored run for trainers, turn by turn.

A row is the result of `Scorer.score_trajectories` for a run. Its ``steps`` has one entry for each
message of the agent. A turn is a pair ``(start, stop)``: the tokens that the policy sampled for
one of these messages, as places in the trainer's list of tokens.

=====================  ============================================================
`turn_rewards`         prime-rl (``trace.info["turn_rewards"]``)
`step_rewards`         NeMo Gym
`token_rewards`        SkyRL, RAGEN, verl's token_level_rewards
`token_advantages`     TRL (`voi.trl.TurnTrainer` does it), verifiers' nodes
`set_rewards`          AReaL
=====================  ============================================================

slime has `voi.slime.turn_samples` and `voi.slime.turn_advantages`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Optional

__all__ = ["sampled_turns", "set_rewards", "step_rewards", "token_advantages", "token_rewards", "turn_rewards"]

Row = Mapping[str, Any]

#: Replaces a reward of exactly 0 where 0 means that no turn ends here.
LEAST = 2.0**-20


def turn_rewards(row: Row) -> list[Optional[float]]:
    """The reward of each turn; None for each turn of an unscored run."""
    return [step["reward"] for step in _steps(row)]


def step_rewards(row: Row) -> list[float]:
    """The reward of each turn; empty for an unscored run."""
    return [reward for reward in turn_rewards(row) if reward is not None]


def sampled_turns(mask: Iterable[Any]) -> list[tuple[int, int]]:
    """The turns in a mask over tokens: the runs of ones, which the policy sampled."""
    turns: list[tuple[int, int]] = []
    start: Optional[int] = None
    end = 0
    for at, sampled in enumerate(mask):
        end = at + 1
        if sampled and start is None:
            start = at
        elif not sampled and start is not None:
            turns.append((start, at))
            start = None
    return turns if start is None else [*turns, (start, end)]


def token_rewards(row: Row, turns: Sequence[tuple[int, int]], length: int) -> list[float]:
    """The reward of each turn on its last token, 0 on all others.

    A reward of exactly 0 becomes `LEAST`: RAGEN finds the ends of turns by nonzero values, and
    would otherwise merge the turn with the next.

    Args:
        row: of a run.
        turns: in order; fewer than the steps if the end was cut off.
        length: of the list of tokens.

    Raises:
        ValueError: the run has no row or is unscored, or the turns do not match it.
    """
    out = [0.0] * length
    for step, (_, stop) in _paired(row, turns, length):
        out[stop - 1] = _number(row, step, "reward") or LEAST
    return out


def token_advantages(row: Row, turns: Sequence[tuple[int, int]], length: int) -> list[float]:
    """The advantage of each turn on all of its tokens, 0 on tokens that the policy did not sample.

    Args and errors are those of `token_rewards`.
    """
    out = [0.0] * length
    for step, (start, stop) in _paired(row, turns, length):
        out[start:stop] = [_number(row, step, "advantage")] * (stop - start)
    return out


def set_rewards(row: Row, interaction_ids: Sequence[str]) -> list[dict[str, Any]]:
    """The bodies of AReaL's ``POST /rl/set_reward``, one for each turn.

    Each has the reward of its own turn: with ``turn_discount`` 1 AReaL sums them to the reward
    still to come, which is ``return_to_go``.

    Args:
        row: of a run.
        interaction_ids: of the completions that the agent was given, one for each turn.

    Raises:
        ValueError: the run has no row or is unscored, or the number of ids differs from the
            number of turns.
    """
    steps = _steps(row)
    if len(steps) != len(interaction_ids):
        raise ValueError(f"{_name(row)} has {len(steps)} turns, and there are {len(interaction_ids)} ids of interactions")
    return [{"interaction_id": one, "reward": _number(row, step, "reward")} for one, step in zip(interaction_ids, steps)]


def _steps(row: Row) -> Sequence[Row]:
    if row.get("error"):
        raise ValueError(f"the run has no row: {row['error']}")
    steps = row.get("steps")
    if not isinstance(steps, Sequence):
        raise ValueError("the row has no list of steps; give what score_trajectories returns")
    return steps


def _paired(row: Row, turns: Sequence[tuple[int, int]], length: int) -> list[tuple[Row, tuple[int, int]]]:
    steps = _steps(row)
    if len(turns) > len(steps):
        raise ValueError(f"{_name(row)} has {len(steps)} turns, and the tokens have {len(turns)}")
    end = 0
    for start, stop in turns:
        if not end <= start < stop <= length:
            raise ValueError(f"the turn {start, stop} is empty, out of order, or outside of the {length} tokens")
        end = stop
    return list(zip(steps, turns))


def _number(row: Row, step: Row, key: str) -> float:
    value = step[key]
    if value is None:
        raise ValueError(f"{_name(row)} is unscored: nobody judged it, or the infrastructure failed; leave it out")
    return float(value)


def _name(row: Row) -> str:
    return f"the run {row.get('trajectory_id')!r}"
