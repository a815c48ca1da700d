"""The work of one call: its arguments, its requests, and its result."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Optional

from ._call import RUNS, Call, PlayRequest, Request
from ._encode import CHUNK_BYTES, CallItems, Fail, Labels, Write, no_constant, spans
from ._errors import UnknownSampleError
from ._items import dump, listed, size, written
from ._result import Builder, ItemError, Result

# A call with at most this many items is merged with others.
FEW = 8
# The ops of requests about an episode.
PLAYS = ("env_reset", "env_step", "env_close")
# Upper bound for the text of a request around its items.
FRAME = 100


class Job:
    """Items to send, and replies to take. Subclasses define both."""

    op = ""

    def __init__(self, count: int, write: Write) -> None:
        self.size, self.write = count, write

    def absorb(self, indices: Sequence[int], reply: dict[str, Any], start: int) -> None:
        """Take the items of a reply from start on."""
        raise NotImplementedError

    def fail(self, index: int, error: ItemError) -> None:
        """Record the error of an item."""
        raise NotImplementedError

    def requests(self, call: Call, longest: int) -> Iterator[Request]:
        """The requests of a call, each within the line limit. A call without items to send has one: its reply names the components."""
        few, most, empty = self.size <= FEW, min(longest, CHUNK_BYTES), True
        for chunk in spans(self.size):
            items, places = self.write(chunk, self.fail)
            if FRAME + size(items) > most:
                for request in self._split(call, items, places, longest, most, few):
                    empty = False
                    yield request
            elif items:
                empty = False
                yield self._request(call, items, places, few)
        if empty:
            yield self._request(call, [], (), few)

    def _split(self, call: Call, items: list[str], places: Sequence[int], longest: int, most: int, few: bool) -> Iterator[Request]:
        """Split items that are too large for one request."""
        some, at, held = list[str](), list[int](), FRAME
        for item, index in zip(items, places):
            length = size((item,))
            if length + FRAME > longest:
                self.fail(index, ItemError(code="too_large", message=f"item {index} has {length} bytes; the server takes requests of {longest}"))
                continue
            if some and held + length > most:
                yield self._request(call, some, at, few)
                some, at, held = [], [], FRAME
            some.append(item)
            at.append(index)
            held += length
        if some:
            yield self._request(call, some, at, few)

    def _request(self, call: Call, items: list[str], places: Sequence[int], few: bool) -> Request:
        whole = bool(places) and places[-1] - places[0] == len(places) - 1
        indices: Sequence[int] = range(places[0], places[-1] + 1) if whole else places
        return Request(self.op, items, [(call, call.part(indices), 0)], few)

    def answered(self, index: int) -> bool:
        """Whether an item has an answer or an error."""
        raise NotImplementedError

    def expire(self, seconds: float) -> None:
        """Mark all unanswered items as timed out, with those that were not sent any more."""
        for index in range(self.size):
            if not self.answered(index):
                self.fail(index, ItemError(code="timeout", message=f"no reply within {seconds:g} s"))


class ScoreJob(Job):
    """A call of score."""

    op = "score"

    def __init__(
        self,
        labels: Labels,
        completions: Any,
        samples: Any,
        sample_ids: Any,
        group_ids: Any = None,
        finish_reasons: Any = None,
        prompts: Any = None,
    ) -> None:
        if (samples is None) == (sample_ids is None):
            raise ValueError("give samples or sample_ids, and not both: a completion is scored against its sample")
        columns: dict[str, Optional[list[Any]]] = {"completions": listed(completions, "completions")}
        count = len(columns["completions"] or ())
        given = {"samples": samples, "sample_ids": sample_ids, "group_ids": group_ids, "finish_reasons": finish_reasons, "prompts": prompts}
        for name, values in given.items():
            column = columns[name] = None if values is None else listed(values, name)
            if column is not None and len(column) != count:
                raise ValueError(f"{name} has {len(column)} entries for {count} completions; give a sequence with one entry for each")
        more = {field: column for field, name in (("finish_reason", "finish_reasons"), ("begins_with", "prompts")) if (column := columns[name]) is not None}
        super().__init__(count, CallItems(labels, columns["completions"] or [], columns["samples"], columns["sample_ids"], more).write)
        self.builder = Builder(count, columns["group_ids"])
        self.unknown: list[str] = []  # the server's messages about unknown ids

    def absorb(self, indices: Sequence[int], reply: dict[str, Any], start: int) -> None:
        self.builder.fill(indices, reply, start)
        if any(reply["errors"]):
            ours = reply["errors"][start : start + len(indices)]
            self.unknown += [e["message"] for e in ours if e is not None and e["code"] == "unknown_sample"]

    def fail(self, index: int, error: ItemError) -> None:
        self.builder.fail(index, error)

    def answered(self, index: int) -> bool:
        return self.builder.result.rewards[index] is not None or self.builder.result.errors[index] is not None

    def finish(self, names: Sequence[str], data: Optional[str]) -> Result:
        """The result. Raises UnknownSampleError if an id is unknown."""
        if self.unknown:
            where = f"the data is {data}" if data else "no data was given (data=, or VOI_DATA)"
            raise UnknownSampleError(f"{len(self.unknown)} of {self.size} completions have no sample: {self.unknown[0]}; {where}")
        return self.builder.done(names)


class DecideJob(Job):
    """A call of decide."""

    op = "decide"

    def __init__(self, requests: Any) -> None:
        requests = listed(requests, "requests")

        def write(indices: Sequence[int], fail: Fail) -> tuple[list[str], Sequence[int]]:
            items: list[str] = []
            places: list[int] = []
            for index in indices:
                try:
                    items.append(dump(requests[index]))
                    places.append(index)
                except (TypeError, ValueError, RecursionError) as error:
                    fail(index, ItemError(code="bad_request", message=f"request {index} cannot be written as JSON: {error}"))
            return items, places

        super().__init__(len(requests), write)
        self.decided: list[dict[str, Any]] = [{}] * self.size

    def absorb(self, indices: Sequence[int], reply: dict[str, Any], start: int) -> None:
        for index, item in zip(indices, reply["items"][start:]):
            self.decided[index] = item

    def fail(self, index: int, error: ItemError) -> None:
        self.decided[index] = {"id": None, "error": dict(error)}

    def answered(self, index: int) -> bool:
        return bool(self.decided[index])


def _written(run: Any, at: int) -> str:
    """The JSON text of a run, on one line."""
    try:
        return dump(json.loads(run, parse_constant=no_constant)) if isinstance(run, str) else written(run)
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"trajectories[{at}] cannot be {'read' if isinstance(run, str) else 'written'} as JSON: {error}") from None


class RunsJob(Job):
    """A call of score_trajectories. It is one request, since advantages compare its runs."""

    op = RUNS

    def __init__(self, trajectories: Any, verdicts: bool, beliefs: bool) -> None:
        runs = listed(trajectories, "trajectories")
        self.items = [_written(run, at) for at, run in enumerate(runs)]
        for at, text in enumerate(self.items):
            if not text.startswith("{"):
                raise ValueError(f"trajectories[{at}] is no object; give a recorded run, as a dict or as JSON text")
        self.more = ',"verdicts":true' * verdicts + ',"beliefs":true' * beliefs
        super().__init__(len(runs), lambda indices, fail: (self.items, indices))
        self.scored: list[dict[str, Any]] = [{}] * self.size

    def requests(self, call: Call, longest: int) -> Iterator[Request]:
        if (length := FRAME + size(self.items)) > longest:
            raise ValueError(f"the trajectories have {length} bytes, and the server takes requests of {longest}; give the runs of some tasks at a time")
        yield Request(self.op, self.items, [(call, call.part(range(self.size)), 0)], more=self.more)

    def absorb(self, indices: Sequence[int], reply: dict[str, Any], start: int) -> None:
        self.scored = reply["items"]

    def fail(self, index: int, error: ItemError) -> None:
        self.scored[index] = {"error": dict(error)}

    def answered(self, index: int) -> bool:
        return bool(self.scored[index])


class PlayJob(Job):
    """A request about an episode."""

    def __init__(self, op: str, fields: Mapping[str, Any]) -> None:
        if op not in PLAYS:
            raise ValueError(f"the op is {op!r}; give {', '.join(PLAYS)}")
        if "id" in fields:  # the reply would be taken for that of another call, or be waited for forever
            raise ValueError("the field id is the client's own, which finds the reply by it; leave it out")
        self.op, self.text = op, "".join(f",{dump(name)}:{dump(value)}" for name, value in fields.items())
        super().__init__(1, lambda indices, fail: ([self.text], indices))
        self.reply: dict[str, Any] = {}

    def requests(self, call: Call, longest: int) -> Iterator[Request]:
        if (length := FRAME + size((self.text,))) > longest:
            raise ValueError(f"the request has {length} bytes, and the server takes requests of {longest}")
        yield PlayRequest(self.op, [self.text], [(call, call.part(range(1)), 0)])

    def absorb(self, indices: Sequence[int], reply: dict[str, Any], start: int) -> None:
        self.reply = reply["items"][start]

    def fail(self, index: int, error: ItemError) -> None:
        self.reply = {"op": "error", **error}

    def answered(self, index: int) -> bool:
        return bool(self.reply)
