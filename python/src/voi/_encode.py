"""From completions and samples to the texts of ITEMs, and from these to chunks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from json.encoder import encode_basestring, encode_basestring_ascii
from typing import Any, Callable, Optional, Union

from ._result import ItemError

Text = Union[bytes, ItemError]

# A chunk is what one request holds. The first ones are small, so that the server
# has something to do while the rest is encoded.
CHUNK_ITEMS = 128
CHUNK_BYTES = 512 << 10
FIRST_ITEMS = 32

# Memory for labels that were looked through already, in characters.
LABEL_CACHE = 32 << 20


def no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def plain(value: Any) -> Any:
    """What json cannot write but what stands for something it can: numpy's numbers and arrays."""
    for method in ("tolist", "item"):
        if hasattr(value, method):
            return getattr(value, method)()
    raise TypeError(f"{type(value).__name__} has no JSON form")


dump = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=plain).encode
dump_ascii = json.JSONEncoder(ensure_ascii=True, allow_nan=False, separators=(",", ":"), default=plain).encode


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
    """Writes ITEMs. One serves all threads."""

    def __init__(self) -> None:
        self.labels = Labels()

    def items(
        self,
        completions: Sequence[Any],
        samples: Optional[Sequence[Any]],
        sample_ids: Optional[Sequence[Any]],
        group_ids: Optional[Sequence[Any]],
        finish_reasons: Optional[Sequence[Any]],
    ) -> Callable[[int], Text]:
        """A function from an index to its ITEM as UTF-8, or to why there is none."""
        seen: dict[int, tuple[Any, str]] = {}  # dict samples by identity, kept alive: a lazy column makes new ones
        given = (("completion", completions), ("group_id", group_ids), ("finish_reason", finish_reasons))
        own = tuple(name for name, values in given if values is not None)

        def sample(index: int, write: Callable[[Any], str]) -> str:
            if sample_ids is not None:
                return f'"sample_id":{write(sample_ids[index])}'
            assert samples is not None
            about = samples[index]
            if isinstance(about, str):
                return self.labels.members(about, own)
            if write is dump and id(about) in seen:
                return seen[id(about)][1]
            text = write({k: v for k, v in dict(about).items() if k not in own})[1:-1]
            if write is dump:
                seen[id(about)] = about, text
            return text

        def item(index: int, write: Callable[[Any], str], quote: Callable[[str], str]) -> str:
            completion = completions[index]
            parts = ['{"completion":', quote(completion) if isinstance(completion, str) else write(completion)]
            members = sample(index, write)
            if members:
                parts += ",", members
            if group_ids is not None and group_ids[index] is not None:
                parts += ',"group_id":', write(group_ids[index])
            if finish_reasons is not None and finish_reasons[index] is not None:
                parts += ',"finish_reason":', write(finish_reasons[index])
            parts.append("}")
            return "".join(parts)

        def text(index: int) -> Text:
            try:
                try:
                    return item(index, dump, encode_basestring).encode()
                except UnicodeEncodeError:  # half a surrogate pair has no UTF-8, but an escape
                    return item(index, dump_ascii, encode_basestring_ascii).encode("utf-8", "replace")
            except (TypeError, ValueError) as error:
                return ItemError(code="bad_request", message=f"item {index} cannot be written as JSON: {error}")
            except RecursionError:
                return ItemError(code="too_deep", message=f"item {index} is nested too deep to be written as JSON")

        return text


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
