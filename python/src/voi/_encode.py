"""Encodes completions and samples as the JSON texts of ITEMs, and cuts calls into chunks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from json.encoder import encode_basestring
from typing import Any, Callable, Optional

from ._items import dump
from ._result import ItemError

# Types whose values are equal only if their JSON is.
KEYS = {str, int, type(None)}

# Called for each item that cannot be sent.
Fail = Callable[[int, ItemError], None]

# Returns the items of some indices, and the indices of those that can be sent.
Write = Callable[[Sequence[int], Fail], "tuple[list[str], Sequence[int]]"]

# A chunk is the content of one request. The first chunks are small, so that the server starts
# early.
CHUNK_ITEMS = 128
CHUNK_BYTES = 512 << 10
FIRST_ITEMS = 32

# Memory for labels already checked, in characters.
LABEL_CACHE = 32 << 20


def no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


class Labels:
    """LABEL strings as members of an object, each parsed once.

    A label is copied into a request as text. It must be one object, because otherwise it could
    change the meaning of neighbouring items. Parsing checks this, once for all completions of a
    sample.
    """

    def __init__(self) -> None:
        # No lock, since a child forked meanwhile would find it locked.
        self._known: dict[tuple[str, tuple[str, ...]], str] = {}
        self._size = 0

    def members(self, label: str, own: tuple[str, ...]) -> str:
        """The members of the object in label, without the keys in own, which the call sets itself."""
        key = (label, own)
        known = self._known.get(key)
        if known is not None:
            return known
        value = json.loads(label, parse_constant=no_constant, parse_int=float)  # an int has a limit of digits
        if not isinstance(value, dict):
            raise ValueError(f"the label is of type {type(value).__name__}; give an object of an item's fields")
        if any(name in value for name in own):
            members = ",".join(f"{dump(k)}:{text}" for k, text in _texts(label) if k not in own)
        else:
            members = label.strip()[1:-1].strip()
        members = members.replace("\n", " ").replace("\r", " ")  # no string of JSON holds a newline
        if self._size > LABEL_CACHE:
            self._known = {}
            self._size = 0
        self._known[key] = members
        self._size += len(label) + len(members)
        return members


_BLANK = re.compile(r"[ \t\n\r]*")


def _texts(text: str) -> Iterator[tuple[str, str]]:
    """The members of an object, which is known to be one: its keys, and its values as they are written."""
    decode = json.JSONDecoder(parse_int=float).raw_decode

    def skip(at: int) -> int:
        found = _BLANK.match(text, at)
        return at if found is None else found.end()

    at = text.index("{")
    while text[at] != "}":
        key, at = decode(text, skip(at + 1))
        start = skip(text.index(":", at) + 1)
        end = decode(text, start)[1]
        yield key, text[start:end]
        at = skip(end)


class CallItems:
    """The ITEMs of one call. Columns are lists with one entry for each completion.

    Args:
        labels: shared by all calls of a scorer.
        more: columns of further fields; None means that a completion has none.
    """

    def __init__(
        self,
        labels: Labels,
        completions: Sequence[Any],
        samples: Optional[Sequence[Any]],
        sample_ids: Optional[Sequence[Any]],
        more: Mapping[str, Sequence[Any]],
    ) -> None:
        self.labels, self.completions = labels, completions
        self.by_id = sample_ids is not None
        self.about: Sequence[Any] = sample_ids if sample_ids is not None else samples or ()
        self.more = more
        self.own = ("completion", *more)
        self.known: dict[Any, str] = {}  # the text after the completion, by key

    def write(self, indices: Sequence[int], fail: Fail) -> tuple[list[str], Sequence[int]]:
        """The items of some indices, and the indices of those that can be sent. fail is called for the others."""
        completions, text = self.completions, encode_basestring
        try:
            return [f'{{"completion":{text(completions[i])}{behind}' for i, behind in zip(indices, self._behind(indices))], indices
        except (TypeError, ValueError, RecursionError):  # at least one is no text, or cannot be sent
            return self._one_by_one(indices, fail)

    def _one_by_one(self, indices: Sequence[int], fail: Fail) -> tuple[list[str], Sequence[int]]:
        items: list[str] = []
        places: list[int] = []
        for index in indices:
            try:
                items.append(f'{{"completion":{dump(self.completions[index])}{self._behind((index,))[0]}')
                places.append(index)
            except (TypeError, ValueError) as error:
                fail(index, ItemError(code="bad_request", message=f"item {index} cannot be written as JSON: {error}"))
            except RecursionError:
                fail(index, ItemError(code="too_deep", message=f"item {index} is nested too deep to be written as JSON"))
        return items, places

    def _behind(self, indices: Sequence[int]) -> list[str]:
        """The texts of ITEMs after the completion, encoded once for all ITEMs that share it."""
        samples = [self.about[i] for i in indices]
        plain = samples if self.by_id else [sample if isinstance(sample, str) else id(sample) for sample in samples]
        columns = [plain, *([values[i] for i in indices] for values in self.more.values())]
        for column in columns:
            kinds = set(map(type, column))
            if not kinds <= KEYS and not all(kind in KEYS or issubclass(kind, str) for kind in kinds):
                # Equal values may have different JSON, such as 1 and True.
                return [self._members(sample, i) for sample, i in zip(samples, indices)]
        keys: Sequence[Any] = plain if len(columns) == 1 else list(zip(*columns))
        known = self.known
        places = dict(zip(keys, range(len(keys))))
        for key in [key for key in places if key not in known]:  # the difference of the two would visit all that is known
            at = places[key]
            known[key] = self._members(samples[at], indices[at])
        return [known[key] for key in keys]

    def _members(self, sample: Any, index: int) -> str:
        """The members of an ITEM after its completion, and its end."""
        if self.by_id:
            parts = [f'"sample_id":{dump(sample)}']
        elif isinstance(sample, str):
            parts = [self.labels.members(sample, self.own)]
        else:
            parts = [dump({k: v for k, v in dict(sample).items() if k not in self.own})[1:-1]]
        parts += [f'"{name}":{dump(values[index])}' for name, values in self.more.items() if values[index] is not None]
        return "".join(f",{part}" for part in parts if part) + "}"


def spans(size: int) -> Iterator[range]:
    """The chunks of a call, by number of items."""
    start, step = 0, FIRST_ITEMS
    while start < size:
        stop = min(size, start + step)
        if size - stop < step // 2:  # no tiny chunk at the end
            stop = size
        yield range(start, stop)
        start, step = stop, min(2 * step, CHUNK_ITEMS)
