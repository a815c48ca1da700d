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

# What small requests grow to when they are sent together.
MERGE_ITEMS = 256
MERGE_CHARS = 512 << 10

# Rewards are floats, also where the text of one is that of a whole number.
scored = json.JSONDecoder(parse_int=float).decode

Answer = Any  # a reply, a pair of its request and its line, or the error in place of one

Absorb = Callable[[Sequence[int], "dict[str, Any]", int], None]


class Call:
    """What one caller waits for. absorb is called once for each of its parts, by the caller's thread."""

    def __init__(self, absorb: Absorb) -> None:
        self.absorb = absorb
        self.open: dict[int, Sequence[int]] = {}  # number of a part: its indices
        self.begun = time.monotonic()
        self.over = False  # nobody waits any more
        self._parts = 0

    def part(self, indices: Sequence[int]) -> int:
        """A new part of the call; its number."""
        self._parts += 1
        self.open[self._parts] = indices
        return self._parts

    def take(self, part: int, answer: Answer, start: int) -> None:
        """Take the answer to a part: on the thread that waits. Raises what the answer is, where it is an error."""
        if isinstance(answer, tuple):
            request, line = answer
            answer = request.read(line)
        if isinstance(answer, VoiError):
            raise type(answer)(*answer.args)  # one of the caller's own: others may raise theirs at the same time
        indices = self.open.pop(part, None)
        if indices is not None:
            self.absorb(indices, answer, start)

    def deliver(self, part: int, answer: Answer, start: int) -> None:
        """Hand an answer over from any thread."""
        raise NotImplementedError


class BlockingCall(Call):
    """A call that a thread waits for."""

    def __init__(self, absorb: Absorb) -> None:
        super().__init__(absorb)
        self.answers: queue.SimpleQueue[tuple[int, Answer, int]] = queue.SimpleQueue()

    def deliver(self, part: int, answer: Answer, start: int) -> None:
        self.answers.put((part, answer, start))

    def wait(self, most: int, patience: Optional[float]) -> bool:
        """Take answers until at most most parts are open. False: patience, in seconds, ran out."""
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
        self.sent = False  # all parts are there
        self.finished: asyncio.Future[None] = loop.create_future()

    def settle(self, part: int, answer: Answer, start: int) -> None:
        """Take an answer, on the loop."""
        if self.finished.done():
            return
        try:
            self.take(part, answer, start)
        except Exception as error:
            self.finished.set_exception(error)
            return
        self.check()

    def check(self) -> None:
        """Finish, if there is nothing to wait for."""
        if self.sent and not self.open and not self.finished.done():
            self.finished.set_result(None)

    def deliver(self, part: int, answer: Answer, start: int) -> None:
        settle_all(self.loop, [(self, part, answer, start)])


def settle_all(loop: asyncio.AbstractEventLoop, answers: list[tuple[AsyncCall, int, Answer, int]]) -> None:
    """Hand answers over to calls of one loop, which is woken once."""

    def settle() -> None:
        for call, part, answer, start in answers:
            call.settle(part, answer, start)

    try:
        loop.call_soon_threadsafe(settle)
    except RuntimeError:
        pass  # the loop has been closed, nobody waits


# The op of recorded runs. Their advantages are among those of a request, which is
# therefore never split up.
RUNS = "score_trajectory"


class Request:
    """What the server is sent at once, and whom its reply is for. more is JSON members beside the items."""

    __slots__ = ("attempts", "items", "mergeable", "more", "number", "op", "parts", "sent_at", "size")

    def __init__(self, op: str, items: list[str], parts: list[tuple[Call, int, int]], mergeable: bool = False, more: str = "") -> None:
        self.op, self.items, self.parts, self.mergeable, self.more = op, items, parts, mergeable, more
        self.number = 0
        self.sent_at = 0.0
        self.attempts = 0  # servers that died over it
        self.size = sum(map(len, items)) if mergeable else 0  # characters, which is near enough

    def takes(self, other: Request) -> bool:
        """Whether another request fits into this one."""
        return (
            other.mergeable
            and other.op == self.op
            and other.attempts == self.attempts
            and len(self.items) + len(other.items) <= MERGE_ITEMS
            and self.size + other.size <= MERGE_CHARS
        )

    def merge(self, other: Request) -> None:
        """Take another request's items along."""
        shift = len(self.items)
        self.items += other.items
        self.parts += [(call, part, start + shift) for call, part, start in other.parts]
        self.size += other.size

    def line(self) -> bytes:
        """The request as it is sent."""
        name = "trajectories" if self.op == RUNS else "items"
        return encoded(f'{{"op":"{self.op}","id":{self.number}{self.more},"{name}":[{",".join(self.items)}]}}\n')

    def read(self, line: bytes) -> Answer:
        """The reply in a line, or the error that it stands for."""
        reply: dict[str, Any] = scored(line.decode()) if self.op == "score" else json.loads(line)
        if reply.get("op") == "error":
            kind = ConfigError if reply.get("code") == "unknown_profile" else ServerError
            return kind(f"the server refused a request: {reply.get('code')}: {reply.get('message')}")
        found = len(reply.get("errors" if self.op == "score" else "items", ()))
        if found != len(self.items):
            return ServerError(f"the server answered {found} items of {len(self.items)}; please report it: {line[:200]!r}")
        return reply

    def split(self) -> list[Request]:
        """A request for each of the parts."""
        bounds = [start for _, _, start in self.parts] + [len(self.items)]
        return [Request(self.op, self.items[bounds[i] : bounds[i + 1]], [(call, part, 0)]) for i, (call, part, _) in enumerate(self.parts)]

    def shatter(self) -> list[Request]:
        """A request for each of the items."""
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
        """Give everybody who waits the answer."""
        for call, part, start in self.parts:
            if not call.over:
                call.deliver(part, answer, start)


class PlayRequest(Request):
    """A request about an episode, which is one item, a JSON object, and is never put together with others."""

    __slots__ = ()

    def line(self) -> bytes:
        """The request as it is sent."""
        return encoded(f'{{"op":"{self.op}","id":{self.number},{self.items[0][1:]}\n')

    def read(self, line: bytes) -> Answer:
        """The state of the episode, or the error in its place, which is for the caller to judge."""
        return {"items": [json.loads(line)]}

    def split(self) -> list[Request]:
        """Itself."""
        return [self]

    def failed(self, names: Sequence[str], code: str, message: str) -> Answer:
        """An error of this code."""
        return {"items": [{"op": "error", "code": code, "message": message}]}


class Shards(Call):
    """The items of a request, sent one by one: puts their replies together again."""

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
