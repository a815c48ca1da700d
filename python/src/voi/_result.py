"""What a call of score returns, put together from the replies of the server."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, Optional, TypedDict


class ItemError(TypedDict):
    """Why an item has no reward: a code of the protocol, or ``timeout``."""

    code: str
    message: str


@dataclasses.dataclass
class Result:
    """The rewards of one call; every list is aligned with the completions.

    Attributes:
        rewards: the reward of each completion, within the profile's range; None
            exactly where ``errors`` is not None.
        components: for each component of the profile its raw values (F9 to F11,
            ``certainty`` being Cert), None where the reward is. The same names
            for a profile, whatever was scored.
        actions: TOOLCALL, ASK, REFUSE, DIRECTLY, or None where a completion took
            no action.
        errors: None, or ``{"code": ..., "message": ...}``.
        notes: None, or the codes of what is odd about a completion.
        advantages: with ``group_ids``, ``(r - mean) / (std + 1e-4)`` within each
            group, None without a reward; without ``group_ids`` None as a whole.
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
    """Result under construction: replies arrive in any order, one per chunk."""

    def __init__(self, size: int, grouped: bool) -> None:
        self.size = size
        self.result = Result([None] * size, {}, [None] * size, [None] * size, [None] * size, [None] * size if grouped else None)

    def fill(self, indices: Sequence[int], reply: dict[str, Any], start: int) -> None:
        """Put the items of a reply from start on into their places."""
        result, stop = self.result, start + len(indices)
        if isinstance(indices, range) and len(indices) == self.size:  # all of the call
            result.rewards, result.actions = reply["rewards"][start:stop], reply["actions"][start:stop]
            result.errors, result.notes = reply["errors"][start:stop], reply["notes"][start:stop]
            result.components = {name: values[start:stop] for name, values in reply["components"].items()}
            if result.advantages is not None:
                result.advantages = reply["advantages"][start:stop]
            return
        columns: list[tuple[list[Any], list[Any]]] = [
            (result.rewards, reply["rewards"]),
            (result.actions, reply["actions"]),
            (result.errors, reply["errors"]),
            (result.notes, reply["notes"]),
        ]
        for name, values in reply["components"].items():
            columns.append((result.components.setdefault(name, [None] * self.size), values))
        if result.advantages is not None:
            columns.append((result.advantages, reply["advantages"]))
        if isinstance(indices, range):
            span = slice(indices.start, indices.stop)
            for into, values in columns:
                into[span] = values[start:stop]
            return
        for into, values in columns:
            for index, value in zip(indices, values[start:stop]):
                into[index] = value

    def fail(self, index: int, error: ItemError) -> None:
        """Say why one item has no reward."""
        self.result.errors[index] = error

    def done(self, names: Sequence[str]) -> Result:
        """The result, with all the components that the profile has."""
        components = self.result.components
        for name in names:
            components.setdefault(name, [None] * self.size)
        return self.result
