"""From completions and samples to ITEMs as they are sent, and from these to chunks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from json.encoder import encode_basestring
from typing import Any, Callable, Optional

from ._items import Items, Text, dump, dump_ascii
from ._result import ItemError

# Types of which two values are equal only where their JSON is.
KEYS = {str, int, type(None)}

# Told of each item that cannot be sent.
Fail = Callable[[int, ItemError], None]

# The items of some indices, and the indices of those that can be sent.
Write = Callable[[Sequence[int], Fail], tuple[Items, Sequence[int]]]

# A chunk is what one request holds. The first ones are small, so that the server
# has something to do while the rest is encoded.
CHUNK_ITEMS = 128
CHUNK_BYTES = 512 << 10
FIRST_ITEMS = 32

# Memory for labels that were looked through already, in characters.
LABEL_CACHE = 32 << 20


def no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


class Labels:
    """LABEL strings as members of an object, each looked through once.

    A label is spliced into a request as the text it is. So it has to be one
    object, or it could change the meaning of the items beside it; that is what
    parsing it, once for all completions of a sample, is for.
    """

    def __init__(self) -> None:
        # Without a lock, which a child forked meanwhile would find locked.
        self._known: dict[tuple[str, tuple[str, ...]], str] = {}
        self._size = 0

    def members(self, label: str, own: tuple[str, ...]) -> str:
        """The members of the object in label, without those that the call gives itself."""
        key = (label, own)
        known = self._known.get(key)
        if known is not None:
            return known
        value = json.loads(label, parse_constant=no_constant)
        if not isinstance(value, dict):
            raise ValueError(f"the label is of type {type(value).__name__}; give an object of an item's fields")
        if any(name in value for name in own) or "\n" in label or "\r" in label:
            members = dump({k: v for k, v in value.items() if k not in own})[1:-1]
        else:
            members = label.strip()[1:-1].strip()
        if self._size > LABEL_CACHE:
            self._known = {}
            self._size = 0
        self._known[key] = members
        self._size += len(label) + len(members)
        return members


class Encoder:
    """How ITEMs are written. One serves all threads.

    Args:
        packed: whether texts of completions are left out of the JSON.
    """

    def __init__(self, packed: bool = True) -> None:
        self.labels = Labels()
        self.packed = packed


class CallItems:
    """The ITEMs of one call."""

    def __init__(
        self,
        encoder: Encoder,
        completions: Sequence[Any],
        samples: Optional[Sequence[Any]],
        sample_ids: Optional[Sequence[Any]],
        group_ids: Optional[Sequence[Any]],
        finish_reasons: Optional[Sequence[Any]],
    ) -> None:
        self.encoder, self.completions, self.samples, self.sample_ids = encoder, completions, samples, sample_ids
        self.more = [(name, values) for name, values in (("group_id", group_ids), ("finish_reason", finish_reasons)) if values is not None]
        self.own = ("completion", *(name for name, _ in self.more))
        self.known: dict[Any, bytes] = {}  # what stands around completions
        self.alive: list[Any] = []  # samples that known has by identity: a lazy column makes new ones

    def write(self, indices: Sequence[int], fail: Fail) -> tuple[Items, Sequence[int]]:
        """The items of some indices, and the indices of those that can be sent. fail is told of the others."""
        completions = self.completions
        try:
            texts: list[Optional[Text]] = [completions[i] for i in indices]
            if not all(map(str.isascii, texts)):  # type: ignore[arg-type]  # what is no text raises
                texts = list(map(_text, texts))  # type: ignore[arg-type]
            around = self._around(indices)
        except (TypeError, ValueError, RecursionError):
            return self._one_by_one(indices, fail)
        if self.encoder.packed:
            return Items(around, texts), indices
        return Items([_whole(about, encode_basestring(completions[i])) for about, i in zip(around, indices)], [None] * len(texts)), indices

    def _one_by_one(self, indices: Sequence[int], fail: Fail) -> tuple[Items, Sequence[int]]:
        items = Items([], [])
        places: list[int] = []
        for index in indices:
            try:
                items.take(self._item(index))
                places.append(index)
            except (TypeError, ValueError) as error:
                fail(index, ItemError(code="bad_request", message=f"item {index} cannot be written as JSON: {error}"))
            except RecursionError:
                fail(index, ItemError(code="too_deep", message=f"item {index} is nested too deep to be written as JSON"))
        return items, places

    def _item(self, index: int) -> Items:
        """One item, whatever it holds."""
        completion = self.completions[index]
        try:
            about = self._around((index,))[0]
        except UnicodeEncodeError:  # half a surrogate pair has no UTF-8, but an escape
            about = self._about(self._samples()[index], index, dump_ascii).encode("utf-8", "replace")
        try:
            if self.encoder.packed and isinstance(completion, str):
                return Items([about], [_text(completion)])
            return Items([_whole(about, dump(completion))], [None])
        except UnicodeEncodeError:
            return Items([_whole(about, dump_ascii(completion))], [None])

    def _samples(self) -> Sequence[Any]:
        about = self.samples if self.sample_ids is None else self.sample_ids
        assert about is not None
        return about

    def _around(self, indices: Sequence[int]) -> list[bytes]:
        """The ITEMs without their completions, written once for those that have it in common."""
        about = self._samples()
        samples = [about[i] for i in indices]
        if len(about) == 1:
            return [self._about(samples[0], 0, dump).encode()]
        plain = samples if self.sample_ids is not None else [sample if isinstance(sample, str) else id(sample) for sample in samples]
        columns = [plain, *([values[i] for i in indices] for _, values in self.more)]
        for column in columns:
            kinds = set(map(type, column))
            if not kinds <= KEYS and not all(kind in KEYS or issubclass(kind, str) for kind in kinds):
                # Equal values may differ as JSON, as 1 and True do.
                return [self._about(sample, i, dump).encode() for sample, i in zip(samples, indices)]
        keys: Sequence[Any] = plain if len(columns) == 1 else list(zip(*columns))
        known = self.known
        places = dict(zip(keys, range(len(keys))))
        for key in places.keys() - known.keys():
            at = places[key]
            known[key] = self._about(samples[at], indices[at], dump).encode()
            self.alive.append(samples[at])
        return [known[key] for key in keys]

    def _about(self, sample: Any, index: int, write: Callable[[Any], str]) -> str:
        """An ITEM without its completion."""
        if self.sample_ids is not None:
            parts = [f'"sample_id":{encode_basestring(sample) if isinstance(sample, str) and write is dump else write(sample)}']
        elif isinstance(sample, str):
            parts = [self.encoder.labels.members(sample, self.own)]
        else:
            parts = [write({k: v for k, v in dict(sample).items() if k not in self.own})[1:-1]]
        if self.more:
            parts += [f'"{name}":{write(values[index])}' for name, values in self.more if values[index] is not None]
            return "{" + ",".join(filter(None, parts)) + "}"
        return f"{{{parts[0]}}}"


def _text(completion: str) -> Text:
    """A completion as it is sent. Raises UnicodeEncodeError for half a surrogate pair, TypeError for what is no text."""
    return completion if str.isascii(completion) else completion.encode()


def _whole(about: bytes, completion: str) -> bytes:
    """An ITEM of all but its completion, and of that, which is JSON."""
    return b'{"completion":' + completion.encode() + (b"," if len(about) > 2 else b"") + about[1:]


def spans(size: int) -> Iterator[range]:
    """The chunks of a call without groups, by number of items."""
    start, step = 0, FIRST_ITEMS
    while start < size:
        stop = min(size, start + step)
        if size - stop < step // 2:  # no crumbs at the end
            stop = size
        yield range(start, stop)
        start, step = stop, min(2 * step, CHUNK_ITEMS)


def group_spans(group_ids: Sequence[Any]) -> Iterator[Sequence[int]]:
    """The chunks of a call with groups: no group is in two of them."""
    groups: dict[Any, list[int]] = {}
    for index, group in enumerate(group_ids):
        try:
            groups.setdefault(group, []).append(index)
        except TypeError:
            groups.setdefault(repr(group), []).append(index)
    chunk: list[int] = []
    most = FIRST_ITEMS
    for members in groups.values():
        if chunk and len(chunk) + len(members) > most:
            yield chunk
            chunk, most = [], CHUNK_ITEMS
        chunk += members
    if chunk:
        yield chunk
