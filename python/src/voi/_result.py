"""The result of a score call, put together from the server's replies."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from typing import Any, Optional, TypedDict

from ._items import missing


class ItemError(TypedDict):
    """The reason why an item has no reward: a code of the protocol, or ``timeout``."""

    code: str
    message: str


@dataclasses.dataclass
class Result:
    """The rewards of one call; every list is aligned with the completions.

    Attributes:
        rewards: the reward of each completion, within the profile's range; None exactly if
            ``errors`` is not None.
        components: for each component of the profile its raw values (F9 to F11, ``certainty``
            being Cert), None if the reward is None. The names depend only on the profile.
        actions: TOOLCALL, ASK, REFUSE, DIRECTLY, or None for a completion without an action.
        errors: None, or ``{"code": ..., "message": ...}``.
        notes: None, or the codes of oddities of a completion.
        advantages: with ``group_ids``, ``(r - mean) / (std + 1e-4)`` within each group, None
            without a reward; without ``group_ids`` None as a whole.
    """

    rewards: list[Optional[float]]
    components: dict[str, list[Optional[float]]]
    actions: list[Optional[str]]
    errors: list[Optional[ItemError]]
    notes: list[Optional[list[str]]]
    advantages: Optional[list[Optional[float]]] = None

    def __len__(self) -> int:
        return len(self.rewards)


class Builder:
    """A Result under construction: replies arrive in any order, one per chunk."""

    def __init__(self, size: int, group_ids: Optional[Sequence[Any]]) -> None:
        self.size, self.group_ids = size, group_ids
        self.result = Result([None] * size, {}, [None] * size, [None] * size, [None] * size)

    def fill(self, indices: Sequence[int], reply: dict[str, Any], start: int) -> None:
        """Put the items of a reply from start on into their places."""
        result, stop = self.result, start + len(indices)
        if isinstance(indices, range) and len(indices) == self.size:  # all of the call
            result.rewards, result.actions = reply["rewards"][start:stop], reply["actions"][start:stop]
            result.errors, result.notes = reply["errors"][start:stop], reply["notes"][start:stop]
            result.components = {name: values[start:stop] for name, values in reply["components"].items()}
            return
        columns: list[tuple[list[Any], list[Any]]] = [
            (result.rewards, reply["rewards"]),
            (result.actions, reply["actions"]),
            (result.errors, reply["errors"]),
            (result.notes, reply["notes"]),
        ]
        for name, values in reply["components"].items():
            columns.append((result.components.setdefault(name, [None] * self.size), values))
        if isinstance(indices, range):
            span = slice(indices.start, indices.stop)
            for into, values in columns:
                into[span] = values[start:stop]
            return
        for into, values in columns:
            for index, value in zip(indices, values[start:stop]):
                into[index] = value

    def fail(self, index: int, error: ItemError) -> None:
        """Record the error of one item."""
        self.result.errors[index] = error

    def done(self, names: Sequence[str]) -> Result:
        """The result, with all components of the profile, and with advantages if there are groups."""
        components = self.result.components
        for name in names:
            components.setdefault(name, [None] * self.size)
        if self.group_ids is not None:
            self.result.advantages = advantages(self.result.rewards, self.group_ids)
        return self.result


# It avoids a division by zero, as in package reward.
FLOOR = 1e-4


def advantages(rewards: Sequence[Optional[float]], group_ids: Sequence[Any]) -> list[Optional[float]]:
    """``(r - mean) / (std + 1e-4)`` within each group, std being that of a sample.

    The sums have the same order as in package reward, so that the digits equal those of ``voi
    score``. They are computed here because a request holds only a chunk of a call, and a group
    may be larger. All missing ids (None, NaN, NA) form one group.
    """
    groups: dict[Any, list[int]] = {}
    for index, group in enumerate(group_ids):
        if hasattr(group, "tolist"):  # of torch or numpy: two tensors of one value are two keys of a dict
            group = group.tolist()
        if missing(group):
            group = None
        try:
            members = groups.setdefault(group, [])
        except TypeError:
            members = groups.setdefault(repr(group), [])
        if rewards[index] is not None:
            members.append(index)
    out: list[Optional[float]] = [None] * len(rewards)
    for members in groups.values():
        values = [value for index in members if (value := rewards[index]) is not None]
        if not values:
            continue
        mean = total(values) / len(values)
        std = 0.0
        if min(values) == max(values):
            mean = values[0]
        else:
            std = math.sqrt(total([(value - mean) * (value - mean) for value in values]) / (len(values) - 1))
        for index, value in zip(members, values):
            out[index] = (value - mean) / (std + FLOOR)
    return out


def total(values: Sequence[float]) -> float:
    """The sum from left to right. The built-in sum is more exact from Python 3.12 on, and so differs."""
    out = 0.0
    for value in values:
        out += value
    return out
