"""The work of one call: its arguments, the requests that carry them, and what comes back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Optional

from ._call import Call, Request
from ._encode import CHUNK_BYTES, CallItems, Encoder, Fail, Write, group_spans, spans
from ._errors import UnknownSampleError
from ._items import Items, dump
from ._result import Builder, ItemError, Result

# Items up to which a call is sent together with others.
FEW = 8
# The text of a request around its items, at most.
FRAME = 100


class Job:
    """Items to send, and replies to take. Subclasses say what both mean."""

    op = ""

    def __init__(self, chunks: Iterable[Sequence[int]], write: Write, grouped: bool) -> None:
        self.chunks, self.write, self.grouped = chunks, write, grouped

    def absorb(self, indices: Sequence[int], reply: dict[str, Any], start: int) -> None:
        """Take the items of a reply from start on."""
        raise NotImplementedError

    def fail(self, index: int, error: ItemError) -> None:
        """Say why an item has no answer."""
        raise NotImplementedError

    def requests(self, call: Call, size: int, longest: int) -> Iterator[Request]:
        """The requests of a call of so many items, none longer than a line may be."""
        mergeable = size <= FEW and not self.grouped
        most = longest if self.grouped else min(longest, CHUNK_BYTES)
        for chunk in self.chunks:
            items, places = self.write(chunk, self.fail)
            if FRAME + items.size() > most:
                yield from self._split(call, items, places, longest, most, mergeable)
            elif items or not size:
                yield self._request(call, items, places, mergeable)

    def _split(self, call: Call, items: Items, places: Sequence[int], longest: int, most: int, mergeable: bool) -> Iterator[Request]:
        """The requests of items that are too large for one."""
        some, at, held = Items([], []), list[int](), FRAME
        for place, index in enumerate(places):
            item = items.part(place, place + 1)
            length = item.size()
            if length + FRAME > longest:
                self.fail(index, ItemError(code="too_large", message=f"item {index} has {length} bytes; the server takes requests of {longest}"))
                continue
            if some and held + length > most:
                if self.grouped:
                    self.fail(index, ItemError(code="too_large", message=f"the groups around item {index} have more than {longest} bytes"))
                    continue
                yield self._request(call, some, at, mergeable)
                some, at, held = Items([], []), [], FRAME
            some.take(item)
            at.append(index)
            held += length
        if some:
            yield self._request(call, some, at, mergeable)

    def _request(self, call: Call, items: Items, places: Sequence[int], mergeable: bool) -> Request:
        whole = bool(places) and places[-1] - places[0] == len(places) - 1 and not self.grouped
        indices: Sequence[int] = range(places[0], places[-1] + 1) if whole else places
        return Request(self.op, items, [(call, call.part(indices), 0)], self.grouped, mergeable)

    def expire(self, call: Call, seconds: float) -> None:
        """Say of what has not been answered that time ran out."""
        for indices in call.open.values():
            for index in indices:
                self.fail(index, ItemError(code="timeout", message=f"no reply within {seconds:g} s"))


class ScoreJob(Job):
    """A call of score."""

    op = "score"

    def __init__(
        self,
        encoder: Encoder,
        completions: Sequence[Any],
        samples: Optional[Sequence[Any]],
        sample_ids: Optional[Sequence[Any]],
        group_ids: Optional[Sequence[Any]],
        finish_reasons: Optional[Sequence[Any]],
    ) -> None:
        if isinstance(completions, (str, bytes)):
            raise ValueError("completions is one text; give a list of completions")
        if (samples is None) == (sample_ids is None):
            raise ValueError("give samples or sample_ids, and not both: a completion is scored against its sample")
        size = len(completions)
        for name, values in (("samples", samples), ("sample_ids", sample_ids), ("group_ids", group_ids), ("finish_reasons", finish_reasons)):
            if values is not None and (isinstance(values, (str, bytes)) or len(values) != size):
                raise ValueError(f"{name} has to be a list of one entry for each of the {size} completions")
        if group_ids is not None:
            group_ids = [g if g is None or type(g) is int or isinstance(g, str) else dump(g) for g in group_ids]
        chunks: Iterable[Sequence[int]] = spans(size) if group_ids is None else group_spans(group_ids)
        super().__init__(chunks if size else [()], CallItems(encoder, completions, samples, sample_ids, group_ids, finish_reasons).write, group_ids is not None)
        self.size = size
        self.builder = Builder(size, self.grouped)
        self.unknown: list[str] = []  # what the server says of ids that nobody knows

    def absorb(self, indices: Sequence[int], reply: dict[str, Any], start: int) -> None:
        self.builder.fill(indices, reply, start)
        if any(reply["errors"]):
            ours = reply["errors"][start : start + len(indices)]
            self.unknown += [e["message"] for e in ours if e is not None and e["code"] == "unknown_sample"]

    def fail(self, index: int, error: ItemError) -> None:
        self.builder.fail(index, error)

    def finish(self, names: Sequence[str], data: Optional[str]) -> Result:
        """The result. Raises UnknownSampleError, if there was an id that nobody knows."""
        if self.unknown:
            where = f"the data is {data}" if data else "no data was given (data=, or VOI_DATA)"
            raise UnknownSampleError(f"{len(self.unknown)} of {self.size} completions have no sample: {self.unknown[0]}; {where}")
        return self.builder.done(names)


class DecideJob(Job):
    """A call of decide."""

    op = "decide"

    def __init__(self, requests: Sequence[Any]) -> None:
        def write(indices: Sequence[int], fail: Fail) -> tuple[Items, Sequence[int]]:
            items = Items([], [])
            places: list[int] = []
            for index in indices:
                try:
                    items.take(Items([dump(requests[index]).encode("utf-8", "replace")], [None]))
                    places.append(index)
                except (TypeError, ValueError, RecursionError) as error:
                    fail(index, ItemError(code="bad_request", message=f"request {index} cannot be written as JSON: {error}"))
            return items, places

        self.size = len(requests)
        super().__init__(spans(self.size) if self.size else [()], write, False)
        self.decided: list[dict[str, Any]] = [{}] * self.size

    def absorb(self, indices: Sequence[int], reply: dict[str, Any], start: int) -> None:
        for index, item in zip(indices, reply["items"][start:]):
            self.decided[index] = item

    def fail(self, index: int, error: ItemError) -> None:
        self.decided[index] = {"id": None, "error": dict(error)}
