"""Calls of users, and requests on the wire. A request serves one call or parts of several."""

from __future__ import annotations

import asyncio
import json
import queue
import threading
import time
from collections.abc import Sequence
from typing import Any, Callable, Optional

from ._errors import ConfigError, ServerError, VoiError
from ._items import encoded

# The largest request that results from merging small ones.
MERGE_ITEMS = 256
MERGE_CHARS = 512 << 10

# Rewards are floats, even if the text has a whole number.
scored = json.JSONDecoder(parse_int=float).decode

Answer = Any  # a reply, a pair of its request and its line, or an error

Absorb = Callable[[Sequence[int], "dict[str, Any]", int], None]


class Call:
    """A caller's call. absorb is called once for each of its parts, by the caller's thread."""

    def __init__(self, absorb: Absorb) -> None:
        self.absorb = absorb
        self.open: dict[int, Sequence[int]] = {}  # number of a part: its indices
        self.begun = time.monotonic()
        self.over = False  # nobody waits any more
        self._parts = 0

    def part(self, indices: Sequence[int]) -> int:
        """Add a part to the call and return its number."""
        self._parts += 1
        self.open[self._parts] = indices
        return self._parts

    def take(self, part: int, answer: Answer, start: int) -> None:
        """Take the answer to a part, on the waiting thread. An answer that is an error is raised."""
        if isinstance(answer, tuple):
            request, line = answer
            answer = request.read(line)
        if isinstance(answer, VoiError):
            raise type(answer)(*answer.args)  # a copy for this caller: others may raise theirs at the same time
        indices = self.open.pop(part, None)
        if indices is not None:
            self.absorb(indices, answer, start)

    def deliver(self, part: int, answer: Answer, start: int) -> None:
        """Hand over an answer, from any thread."""
        raise NotImplementedError


class BlockingCall(Call):
    """A call that a thread waits for."""

    def __init__(self, absorb: Absorb) -> None:
        super().__init__(absorb)
        self.answers: queue.SimpleQueue[tuple[int, Answer, int]] = queue.SimpleQueue()

    def deliver(self, part: int, answer: Answer, start: int) -> None:
        self.answers.put((part, answer, start))

    def wait(self, most: int, patience: Optional[float]) -> bool:
        """Take answers until at most ``most`` parts are open. False: patience, in seconds, ran out."""
        deadline = None if patience is None else time.monotonic() + patience
        while len(self.open) > most:
            try:
                left = None if deadline is None else max(0.0, deadline - time.monotonic())
                answer = self.answers.get(timeout=min(left, threading.TIMEOUT_MAX) if left is not None else None)
            except queue.Empty:
                return False
            self.take(*answer)
        return True


class AsyncCall(Call):
    """A call that a coroutine waits for."""

    def __init__(self, absorb: Absorb, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(absorb)
        self.loop = loop
        self.sent = False  # all parts have been submitted
        self.finished: asyncio.Future[None] = loop.create_future()

    def settle(self, part: int, answer: Answer, start: int) -> None:
        """Take an answer, on the event loop."""
        if self.finished.done():
            return
        try:
            self.take(part, answer, start)
        except Exception as error:
            self.finished.set_exception(error)
            return
        self.check()

    def check(self) -> None:
        """Finish if nothing is open."""
        if self.sent and not self.open and not self.finished.done():
            self.finished.set_result(None)

    def deliver(self, part: int, answer: Answer, start: int) -> None:
        settle_all(self.loop, [(self, part, answer, start)])


def settle_all(loop: asyncio.AbstractEventLoop, answers: list[tuple[AsyncCall, int, Answer, int]]) -> None:
    """Hand over answers to calls of one event loop, with a single wake-up."""

    def settle() -> None:
        for call, part, answer, start in answers:
            call.settle(part, answer, start)

    try:
        loop.call_soon_threadsafe(settle)
    except RuntimeError:
        pass  # the loop has been closed, nobody waits


# The op of recorded runs. Their advantages compare the runs of a request, so such a request is
# never split.
RUNS = "score_trajectory"


class Request:
    """One request to the server, and the calls waiting for its reply. more is JSON members beside the items."""

    __slots__ = ("attempts", "items", "mergeable", "more", "number", "op", "parts", "sent_at", "size")

    def __init__(self, op: str, items: list[str], parts: list[tuple[Call, int, int]], mergeable: bool = False, more: str = "") -> None:
        self.op, self.items, self.parts, self.mergeable, self.more = op, items, parts, mergeable, more
        self.number = 0
        self.sent_at = 0.0
        self.attempts = 0  # number of servers that died over it
        self.size = sum(map(len, items)) if mergeable else 0  # characters: close enough to bytes

    def takes(self, other: Request) -> bool:
        """Whether another request can be merged into this one."""
        return (
            other.mergeable
            and other.op == self.op
            and other.attempts == self.attempts
            and len(self.items) + len(other.items) <= MERGE_ITEMS
            and self.size + other.size <= MERGE_CHARS
        )

    def merge(self, other: Request) -> None:
        """Append another request's items."""
        shift = len(self.items)
        self.items += other.items
        self.parts += [(call, part, start + shift) for call, part, start in other.parts]
        self.size += other.size

    def line(self) -> bytes:
        """The request as bytes to send."""
        name = "trajectories" if self.op == RUNS else "items"
        return encoded(f'{{"op":"{self.op}","id":{self.number}{self.more},"{name}":[{",".join(self.items)}]}}\n')

    def read(self, line: bytes) -> Answer:
        """The reply in a line, or the error in it."""
        reply: dict[str, Any] = scored(line.decode()) if self.op == "score" else json.loads(line)
        if reply.get("op") == "error":
            kind = ConfigError if reply.get("code") == "unknown_profile" else ServerError
            return kind(f"the server refused a request: {reply.get('code')}: {reply.get('message')}")
        found = len(reply.get("errors" if self.op == "score" else "items", ()))
        if found != len(self.items):
            return ServerError(f"the server answered {found} items of {len(self.items)}; please report it: {line[:200]!r}")
        return reply

    def split(self) -> list[Request]:
        """A request for each part."""
        bounds = [start for _, _, start in self.parts] + [len(self.items)]
        return [Request(self.op, self.items[bounds[i] : bounds[i + 1]], [(call, part, 0)], more=self.more) for i, (call, part, _) in enumerate(self.parts)]

    def shatter(self) -> list[Request]:
        """A request for each item."""
        shards = Shards(self)
        return [Request(self.op, [item], [(shards, shards.part((i,)), 0)]) for i, item in enumerate(self.items)]

    def failed(self, names: Sequence[str], code: str, message: str) -> Answer:
        """A reply in which all items fail."""
        count = len(self.items)
        error = {"code": code, "message": message}
        if self.op == RUNS:
            return {"items": [{"error": error}] * count}
        if self.op == "decide":
            return {"items": [{"id": None, "error": error}] * count}
        nothing = [None] * count
        return {"rewards": nothing, "actions": nothing, "errors": [error] * count, "notes": nothing, "components": dict.fromkeys(names, nothing)}

    def over(self) -> bool:
        """Whether nobody waits for it."""
        return all(call.over for call, _, _ in self.parts)

    def deliver(self, answer: Answer) -> None:
        """Give the answer to all waiting calls."""
        for call, part, start in self.parts:
            if not call.over:
                call.deliver(part, answer, start)


class PlayRequest(Request):
    """A request about an episode: one item, the members of a JSON object with a comma before each. It is never merged with others."""

    __slots__ = ()

    def line(self) -> bytes:
        """The request as bytes to send."""
        return encoded(f'{{"op":"{self.op}","id":{self.number}{self.items[0]}}}\n')

    def read(self, line: bytes) -> Answer:
        """The state of the episode, or an error, which the caller handles."""
        return {"items": [json.loads(line)]}

    def split(self) -> list[Request]:
        """A single part cannot be split."""
        return [self]

    def failed(self, names: Sequence[str], code: str, message: str) -> Answer:
        """A reply with an error of this code."""
        return {"items": [{"op": "error", "code": code, "message": message}]}


class Shards(Call):
    """The items of a request, sent one by one. It puts their replies together again."""

    def __init__(self, request: Request) -> None:
        super().__init__(self._keep)
        self.request = request
        self.replies: dict[int, dict[str, Any]] = {}

    def _keep(self, indices: Sequence[int], reply: dict[str, Any], start: int) -> None:
        self.replies[indices[0]] = reply

    def deliver(self, part: int, answer: Answer, start: int) -> None:
        if self.request.over():
            self.over = True
            return
        try:
            self.take(part, answer, start)
        except VoiError as error:
            self.over = True
            self.request.deliver(error)
            return
        if self.open:
            return
        replies = [self.replies[i] for i in range(len(self.request.items))]
        whole: dict[str, Any] = {key: [reply[key][0] for reply in replies] for key in replies[0] if isinstance(replies[0][key], list)}
        if "components" in replies[0]:
            whole["components"] = {name: [reply["components"][name][0] for reply in replies] for name in replies[0]["components"]}
        self.request.deliver(whole)
