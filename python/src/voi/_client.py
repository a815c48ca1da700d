"""The multiplexer: many callers share one server, which is restarted when it dies.

Callers put requests into a queue. One thread does the rest: it starts the server, writes to it,
and handles a server that hangs. Sent requests are kept until they are answered.

Callers take no lock, because a signal handler may call too. It runs on top of the main thread,
and would wait forever for a lock that its own thread holds. The queue operations that callers use
cannot be interrupted halfway.
"""

from __future__ import annotations

import asyncio
import atexit
import collections
import itertools
import json
import os
import queue
import select
import threading
import time
import weakref
from typing import Any, Callable, Optional, Union

from . import _server
from ._call import RUNS, AsyncCall, BlockingCall, Request, settle_all
from ._errors import ConfigError, ServerError, VoiError
from ._server import Server, log

START_LIMIT = 120.0  # seconds for the server to answer the probe
SOON = 64  # with this many pending requests, coroutines do not wait for the end of the loop's iteration
TICK = 5.0  # seconds between checks for a server that hangs
SILENT_STARTS = 3  # servers in a row that die before their first reply
ISOLATE = 3  # servers that died over a request, after which it is sent alone
GIVE_UP = 6  # ... after which its items are blamed for the deaths
PROBE = b'{"op":"score","id":0,"items":[]}\n'  # its reply names the components
PING = b'{"op":"ping","id":-1}\n'  # a server that waits for a model answers it, one that hangs does not
PINGS = 4  # in the time after which a server without a sign of life is killed
MAX_LINE = 64 << 20  # until the greeting gives another

CLOSING = 30.0  # maximum seconds that close waits for the thread

clients: weakref.WeakSet[Client] = weakref.WeakSet()


class Client:
    """One server and its callers. Safe for all threads; a forked child starts its own server."""

    def __init__(self, command: Callable[[], list[str]], stall: float) -> None:
        self.command = command
        self.stall = stall  # seconds without a sign of life after which a server is killed
        self.names: list[str] = []  # of the components, once a server has answered
        self.closed = False
        self._reset()
        clients.add(self)

    def _reset(self) -> None:
        self._lock = threading.Lock()  # for the client's own threads
        self._pending: collections.deque[Request] = collections.deque()
        self._sent: dict[int, Request] = {}
        self._numbers = itertools.count(1)
        self._server: Optional[Server] = None
        self._out: Union[bytes, memoryview] = b""  # the unwritten rest of a request
        self._tokens: queue.SimpleQueue[bool] = queue.SimpleQueue()  # wake the worker; True: end
        self._seat = threading.Lock()  # held by the worker forever: if several start, one stays
        self._worker: Optional[threading.Thread] = None
        self._ended = False  # the worker has ended
        self._closers: list[Callable[[None], None]] = []  # called when it has
        self._due: set[asyncio.AbstractEventLoop] = set()  # loops that will wake the worker at the end of their iteration
        self._silent = 0
        self._alone = 0  # the number of a request that is sent alone
        self.ready_at: Optional[float] = None
        self.greeting: Optional[dict[str, Any]] = None

    # Methods for callers.

    def submit(self, request: Request) -> None:
        """Send a request."""
        self._pending.append(request)
        self._wake()

    def submit_soon(self, request: Request, loop: asyncio.AbstractEventLoop) -> None:
        """Send a request together with those of other coroutines in the same loop iteration.

        If there are many, sending starts at once, while the others are still being written.
        """
        self._pending.append(request)
        if len(self._pending) >= SOON:
            self._wake()
        elif loop not in self._due:
            self._due.add(loop)
            loop.call_soon(self._wake_of, loop)

    def _wake_of(self, loop: asyncio.AbstractEventLoop) -> None:
        self._due.discard(loop)
        self._wake()
        for other in list(self._due):  # a copy, since other loops change it meanwhile
            if other.is_closed():
                self._due.discard(other)

    def _wake(self) -> None:
        if self._ended:
            self._refuse()
            return
        if self._worker is None:
            threading.Thread(target=self._work, name="voi-client", daemon=True).start()
        self._tokens.put(False)

    def line_limit(self) -> int:
        """The longest line that the server accepts."""
        return int(self.greeting["max_line_bytes"]) if self.greeting else MAX_LINE

    def hung(self, since: float, patience: float) -> None:
        """Kill a server that has given no sign of life since a time. patience, in seconds, is for the message."""
        server = self._server
        if server is not None and server.ready and self._sent and server.last_read <= since:
            server.kill(f"it gave no sign of life for {patience:g} s")

    # Writing; the caller holds the lock.

    def _write(self, server: Server) -> bool:
        """Write as much as the pipe takes. False: it is full, or the server has gone."""
        try:
            while True:
                if not self._out:
                    self._out = self._next(server)
                    if not self._out:
                        return True
                written = os.write(server.input, self._out)
                self._out = memoryview(self._out)[written:] if written < len(self._out) else b""
        except BlockingIOError:
            return False
        except OSError:  # the reading thread handles the end
            self._out = b""
            return False

    def _next(self, server: Server) -> bytes:
        """The next request, now counted as sent; none before the probe is answered."""
        if server.ping_due:
            server.ping_due = False
            return PING
        if not server.ready or self._alone in self._sent:
            return b""
        pending = self._pending
        while pending and not self.closed:
            alone = pending[0].attempts >= ISOLATE
            if alone and self._sent:
                return b""
            request = pending.popleft()
            if request.over():
                continue
            while request.mergeable and not alone and pending and request.takes(pending[0]):
                request.merge(pending.popleft())
            request.number = next(self._numbers)
            request.sent_at = time.monotonic()
            self._alone = request.number if alone else 0
            self._sent[request.number] = request
            return request.line()
        return b""

    def _refuse(self, error: Optional[VoiError] = None) -> None:
        """Fail all unanswered requests."""
        for source in (self._sent.popitem, self._pending.popleft):
            while True:
                try:
                    taken: Any = source()
                except LookupError:  # it is empty
                    break
                request: Request = taken[1] if isinstance(taken, tuple) else taken
                request.deliver(error or ServerError("the scorer has been closed"))

    # Methods of the reading thread.

    def _on_lines(self, server: Server, lines: list[bytes]) -> None:
        answered: list[tuple[Request, bytes]] = []
        fault: Optional[VoiError] = None
        with self._lock:
            if server is not self._server:
                return
            for line in lines:
                number = reply_id(line)
                if number == 0:
                    self._probed(server, line)
                    continue
                request = None if number is None else self._sent.pop(number, None)
                if request is not None:
                    self._silent = 0
                    answered.append((request, line))
                elif number is None and fault is None:
                    fault = ServerError(f"the server could not read a request: {line[:500].decode('utf-8', 'replace')}")
        if self._pending:  # requests may have waited for one that is sent alone
            self._tokens.put(False)
        loops: dict[asyncio.AbstractEventLoop, list[tuple[AsyncCall, int, Any, int]]] = {}
        for request, line in answered:
            self._distribute(request, line, loops)
        for loop, answers in loops.items():
            settle_all(loop, answers)
        if fault is not None:  # it belongs to no known request, but nobody may wait forever
            with self._lock:
                self._refuse(fault)

    def _probed(self, server: Server, line: bytes) -> None:
        reply = json.loads(line)
        if reply["op"] != "result":
            server.fault = ServerError(f"the server did not take the first request: {line[:500].decode('utf-8', 'replace')}")
            server.kill("it did not take the first request")
            return
        self.names = list(reply["components"])
        self.greeting = server.hello
        self.ready_at = self.ready_at or time.monotonic()
        server.ready = True
        self._tokens.put(False)

    def _distribute(self, request: Request, line: bytes, loops: dict[asyncio.AbstractEventLoop, list[tuple[AsyncCall, int, Any, int]]]) -> None:
        """Hand the reply to a single blocking call as text, which its thread parses, and to others parsed."""
        answer: Any = (request, line)
        if len(request.parts) > 1 or not isinstance(request.parts[0][0], BlockingCall):
            answer = request.read(line)
        for call, part, start in request.parts:
            if call.over:
                continue
            if isinstance(call, AsyncCall):
                loops.setdefault(call.loop, []).append((call, part, answer, start))
            else:
                call.deliver(part, answer, start)

    def _on_end(self, server: Server) -> None:
        """Handle the end of the server: send unanswered requests again if that makes sense."""
        with self._lock:
            if server is not self._server:
                return
            self._server, self._out = None, b""
            server.close()
            lost = [request for _, request in sorted(self._sent.items()) if not request.over()]
            if self.closed:
                self._refuse()
                return
            error = self._verdict(server)
            if error is not None:
                self._silent = 0
                self._refuse(error)
                return
            self._sent.clear()
            if lost or self._pending:
                log.warning("%s; it is started again, and %d requests are sent again", server.epitaph(), len(lost))
            self._pending.extendleft(reversed([again for request in lost for again in self._again(request)]))
        self._tokens.put(False)

    def _verdict(self, server: Server) -> Optional[VoiError]:
        """The reason why another server would also fail, else None."""
        if server.fault is not None:
            return ConfigError(str(server.fault)) if server.hello is None else ServerError(str(server.fault))
        status = server.process.returncode
        if server.hello is None and not server.killed_because and status is not None and status >= 0:
            return ConfigError(f"the reward server did not start: {server.epitaph()}")
        self._silent += not server.ready
        if self._silent >= SILENT_STARTS:
            return ServerError(f"{self._silent} reward servers died one after the other before their first reply: {server.epitaph()}")
        return None

    def _again(self, request: Request) -> list[Request]:
        """The requests to send again for a request over which a server died, and which may be the cause."""
        request.attempts += 1
        again = [request]
        if request.attempts == ISOLATE:
            again = request.split()
        elif request.attempts == GIVE_UP and len(request.items) > 1 and request.op != RUNS:
            again = request.shatter()
        elif request.attempts >= GIVE_UP:
            message = f"{GIVE_UP} reward servers died while they answered this; please report it"
            log.error("voi: %s: %.1000s", message, request.line().decode("utf-8", "replace"))
            request.deliver(request.failed(self.names, "internal", message))
            return []
        for one in again:
            one.attempts = request.attempts if one is request or request.attempts == ISOLATE else GIVE_UP - 1
        return again

    # Methods of the worker thread.

    def _work(self) -> None:
        if not self._seat.acquire(blocking=False):
            return
        self._worker = threading.current_thread()
        try:
            while not self.closed:
                try:
                    self._tokens.get(timeout=TICK)
                except queue.Empty:
                    self._watch()
                    continue
                while self._tend():
                    pass
        finally:
            self._end()

    def _tend(self) -> bool:
        """Send pending requests. Returns whether there is more to do at once."""
        with self._lock:
            if self.closed:
                return False
            server = self._server
            backoff = 0.05 * 2**self._silent if self._silent else 0.0
        if server is None:
            time.sleep(backoff)
            return self._start()
        if not _server.DIRECT:
            return self._write_blocking(server)
        with self._lock:
            if self.closed or self._server is not server or self._write(server):
                return False
        wait_writable(server.input, 1.0)
        self._watch()
        return True

    def _start(self) -> bool:
        try:
            server = Server(self.command(), self._on_lines, self._on_end)
        except VoiError as error:
            with self._lock:
                self._refuse(error)
                return False
        with self._lock:
            if self.closed:
                server.kill("the scorer was closed")
            self._server, self._out = server, PROBE
        server.run()
        return True

    def _write_blocking(self, server: Server) -> bool:
        """Write one request on Windows, where a write to a pipe always waits."""
        with self._lock:
            if self._server is not server:
                return False
            out, self._out = self._out or self._next(server), b""
        if not out:
            return False
        try:
            left = memoryview(out)
            while left:
                left = left[server.stdin.write(left) :]
        except (OSError, ValueError):
            return False  # the reading thread sees its end
        return True

    def _watch(self) -> None:
        """Ask a server that holds requests for a sign of life, and kill it if it gives none."""
        with self._lock:
            server, oldest = self._server, next(iter(self._sent.values()), None)
        if server is None:
            return
        now = time.monotonic()
        if not server.ready:
            if now - server.started > START_LIMIT:
                server.fault = ServerError(f"the reward server did not come up within {START_LIMIT:g} s")
                server.kill("it did not come up")
        elif oldest is not None and now - max(server.last_read, oldest.sent_at) > self.stall:
            server.kill(f"it gave no sign of life for {self.stall:g} s")
        elif oldest is not None and now - max(server.last_read, oldest.sent_at, server.pinged_at) > self.stall / PINGS:
            server.pinged_at, server.ping_due = now, True
            self._tokens.put(False)

    # The end.

    def close(self) -> None:
        """End the server after its last replies; later calls raise ServerError."""
        self.closed = True
        if self._worker is None and self._seat.acquire(blocking=False):  # there is no server, and can be none any more
            self._leave()
            return
        told: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._closers.append(told.put)
        self._tokens.put(True)
        if self._ended:
            self._tell_closers()
        try:
            told.get(timeout=CLOSING)
        except queue.Empty:
            log.error("voi: the reward server has not ended within %g s", CLOSING)

    def abandon(self) -> None:
        """Let the worker close the client; for a finalizer, which may run anywhere."""
        self.closed = True
        self._tokens.put(True)

    def _end(self) -> None:
        """End the server, on the worker thread."""
        self.closed = True
        with self._lock:
            server = self._server
            if server is not None and self._out:
                server.kill("the scorer was closed while a request was being written")
        if server is not None:
            server.stop(1.0 if all(request.over() for request in list(self._sent.values())) else 5.0)
            server.close()
        self._leave()

    def _leave(self) -> None:
        """Refuse the remaining requests. From now on submitters refuse their own."""
        self._ended = True
        self._refuse()
        self._tell_closers()

    def _tell_closers(self) -> None:
        while True:
            try:
                tell = self._closers.pop()
            except IndexError:
                return
            tell(None)

    def disown(self) -> None:
        """In a forked child: forget the parent's server."""
        if self._server is not None:
            self._server.disown()
        self._reset()


def reply_id(line: bytes) -> Optional[int]:
    """The id of a reply, None if it has no id of this client."""
    start = line.find(b',"id":') + 6
    stop = line.find(b",", start)
    if 6 < start < 32 and line[start:stop].isdigit():
        return int(line[start:stop])
    try:
        number = json.loads(line).get("id")
    except (ValueError, AttributeError):
        return None
    return number if isinstance(number, int) else None


def wait_writable(descriptor: int, seconds: float) -> None:
    """Wait until a pipe accepts more data, for a limited time."""
    poll = select.poll()
    poll.register(descriptor, select.POLLOUT)
    if any(event & ~select.POLLOUT for _, event in poll.poll(seconds * 1000)):
        time.sleep(0.01)  # its reader has gone; the reading thread will notice soon


def _before_fork() -> None:
    _server.starting.acquire()


def _after_fork_in_parent() -> None:
    _server.starting.release()


def _after_fork_in_child() -> None:
    _server.starting = threading.Lock()
    for client in list(clients):
        client.disown()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_after_fork_in_parent, after_in_child=_after_fork_in_child)


@atexit.register
def _close_all() -> None:
    for client in list(clients):
        client.close()
