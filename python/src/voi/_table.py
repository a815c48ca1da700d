"""Scores Arrow tables by a separate ``voi serve --wire arrow``. Needs pyarrow."""

from __future__ import annotations

import collections
import contextlib
import importlib
import json
import os
import subprocess
import tempfile
import threading
import time
import weakref
from collections.abc import Iterator
from typing import IO, Any, Callable, Optional

from . import _server
from ._client import GIVE_UP, ISOLATE, SILENT_STARTS, START_LIMIT
from ._encode import CHUNK_ITEMS
from ._errors import ConfigError, ServerError, UnknownSampleError
from ._server import log

# The input columns. All are texts; the fields of samples are JSON.
COLUMNS = ("completion", "sample_id", "label", "messages", "tools", "reference", "domains", "labels", "finish_reason")

# The maximum of a batch, unless a single row is larger. A reply is the sign of life of its server,
# so a batch has no more rows than a request of score.
ROWS, BYTES = CHUNK_ITEMS, 8 << 20
WINDOW = 4  # batches written before the first reply is read, so that neither side waits
CLOSING = 5.0  # seconds that a server has to end, after which it is killed
REFUSED = 1  # the status of a server that could not read its input; another could not, either


tables: weakref.WeakSet[Tables] = weakref.WeakSet()


class Tables:
    """Scores tables, one at a time. The server is kept for the next table if that has the same columns."""

    def __init__(self, command: Callable[[], list[str]], stall: float) -> None:
        self.command = command
        self.stall = stall  # seconds without a sign of life after which a server is killed
        self.closed = False
        self._start_over()
        tables.add(self)

    def _start_over(self) -> None:
        self._lock = threading.Lock()
        self._process: Optional[subprocess.Popen[bytes]] = None
        self._killed = ""  # why the process was killed
        self._stderr: Optional[IO[bytes]] = None
        self._shape: Any = None
        self._writer: Any = None
        self._reader: Any = None
        self._schema: Any = None  # of the replies, once a server has come up
        self._up_at: Optional[float] = None  # when the server came up, None while it starts

    def disown(self) -> None:
        """In a forked child: let go of the pipes of the parent's server, which would not see the end of its input."""
        if (process := self._process) is not None:
            process.returncode = 0  # it is no child of this process
            null = os.open(os.devnull, os.O_RDWR)
            for pipe in (process.stdin, process.stdout):
                with contextlib.suppress(ValueError):  # it is closed
                    assert pipe is not None
                    os.dup2(null, pipe.fileno(), inheritable=False)  # what is still to be written goes there
            os.close(null)
        self._start_over()

    def score(self, table: Any, timeout: Optional[float]) -> Any:
        """The replies to the rows of a table, as a table with the server's columns."""
        call = Limit(self, timeout)
        pa: Any = importlib.import_module("pyarrow")
        rows = pa.table({name: texts(pa, table, name) for name in COLUMNS if name in table.column_names})
        while not self._lock.acquire(timeout=call.patience()):
            if call.over():  # tables of other threads took all of its time
                return pa.Table.from_batches([call.expired(pa, batch) for batch in pieces(rows)], schema=self._schema)
        try:
            if self._process is None or self._shape != rows.schema:
                self._end()
                self._up_at = None
                self._begin(pa, rows.schema, START_LIMIT)
                self._up_at = time.monotonic()
            return pa.Table.from_batches(self._replies(pa, rows, call), schema=self._schema)
        except BaseException:
            self._end(kill=True)
            raise
        finally:
            self._lock.release()

    def _replies(self, pa: Any, rows: Any, call: Limit) -> list[Any]:
        """The replies to all rows, in their order."""
        todo, sent, done = collections.deque(self._parts(pa, rows)), collections.deque[Part](), list[Any]()
        while todo or sent:
            if call.over():
                self._end(kill=True)  # the next table must not read the replies to this one
                return done + [call.expired(pa, part.rows) for part in (*sent, *todo)]
            try:
                if self._process is None:
                    self._begin(pa, rows.schema, call.within(START_LIMIT))
                with self._limit(call.within(self.stall), "gave no sign of life for"):
                    self._step(pa, todo, sent, done)
            except ServerError:  # no server came up
                if not call.over():
                    raise
            except (OSError, EOFError, pa.ArrowException) as error:
                status, said = self._end()
                if status == REFUSED:
                    raise ServerError(f"the reward server did not answer a table of {rows.num_rows} rows: {error}; {said}") from None
                self._check_open()
                if not call.over():
                    log.warning("the reward server of a table: %s; it is started again, and %d batches are sent again", said, len(sent))
                todo.extendleft(reversed([again for part in sent for again in part.again()]))
                sent.clear()
        return done

    def _parts(self, pa: Any, rows: Any) -> Iterator[Part]:
        """The rows as parts. A row that the server would not read, and end over, is not to be sent."""
        longest = int(self._schema.metadata[b"max_line_bytes"])
        for batch in pieces(rows):
            part = Part(batch)
            if batch.num_rows == 1 and (length := pa.ipc.get_record_batch_size(batch)) > longest:
                part.fault = ("too_large", f"the row has {length} bytes; the server takes batches of {longest}")
            yield part

    def _step(self, pa: Any, todo: collections.deque[Part], sent: collections.deque[Part], done: list[Any]) -> None:
        """Write one batch, or read the reply to one."""
        alone = bool(sent) and (sent[0].alone() or (bool(todo) and todo[0].alone()))
        if todo and len(sent) < WINDOW and not alone:
            part = todo.popleft()
            if part.fault:
                done.append(failed(pa, self._schema, part.rows.num_rows, *part.fault))
                return
            sent.append(part)  # before it is written, since a piece of it may arrive
            assert self._process is not None and self._process.stdin is not None
            self._writer.write_batch(part.rows)
            self._process.stdin.flush()
            return
        try:
            done.append(self._reader.read_next_batch())
        except StopIteration:
            raise EOFError("its replies ended") from None
        sent.popleft()

    def _check_open(self) -> None:
        if self.closed:
            raise ServerError("the scorer has been closed")

    def _begin(self, pa: Any, schema: Any, limit: float) -> None:
        """Start a server. One that is killed before it is up is started again a few times."""
        command = [*self.command(), "--wire", "arrow", "--parent-pid", str(os.getpid())]
        for silent in range(1, SILENT_STARTS + 1):
            self._check_open()
            process = self._spawn(command)
            try:
                with self._limit(limit, "did not come up within"):
                    self._reader = pa.ipc.open_stream(process.stdout)
                break
            except (OSError, pa.ArrowException):
                late = self._killed
                status, said = self._end()
            if late:
                raise ServerError(f"the reward server did not start: {said}")
            if status >= 0:
                raise ConfigError(f"the reward server did not start: {said}")
            if silent == SILENT_STARTS:
                raise ServerError(f"{silent} reward servers died one after the other before their first reply: {said}")
            time.sleep(0.05 * 2**silent)
        self._writer, self._shape, self._schema = pa.ipc.new_stream(process.stdin, schema), schema, self._reader.schema

    def _spawn(self, command: list[str]) -> subprocess.Popen[bytes]:
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115, it is open as long as the process runs
        self._killed = ""
        with _server.starting:
            try:
                self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._stderr, start_new_session=True)
            except OSError as error:
                raise ConfigError(f"{command[0]} cannot be run: {error}; set VOI_BIN to a voi binary for this machine") from error
        return self._process

    def _end(self, kill: bool = False) -> tuple[int, str]:
        """End the server. Returns its status, and how it ended with the end of its stderr."""
        process, stderr, self._process, self._writer, self._reader = self._process, self._stderr, None, None, None
        if process is None:
            return 0, ""
        if kill:  # it may hang, and closing a full pipe would wait for it
            process.kill()
        assert process.stdin is not None and process.stdout is not None
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                pipe.close()
        try:
            process.wait(CLOSING)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        how = f"it was killed, because it {self._killed}" if self._killed else f"it ended with status {process.returncode}"
        if stderr is None:
            return process.returncode, how
        with stderr:
            stderr.seek(max(0, stderr.seek(0, os.SEEK_END) - 4096))
            return process.returncode, f"{how} and said: {stderr.read().decode('utf-8', 'replace').strip() or 'nothing'}"

    @contextlib.contextmanager
    def _limit(self, seconds: float, what: str) -> Iterator[None]:
        """Kill the server if it takes too long, which ends what waits for it."""
        process = self._process
        if process is None:
            yield
            return

        def kill() -> None:
            self._killed = f"{what} {seconds:g} s"
            process.kill()

        timer = threading.Timer(seconds, kill)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def close(self) -> None:
        """End the server; later calls raise ServerError."""
        self.closed = True
        if self._lock.acquire(timeout=CLOSING):
            try:
                self._end()
            finally:
                self._lock.release()
        elif (process := self._process) is not None:  # the call that runs sees the end and raises
            process.kill()
            process.wait()


def _after_fork_in_child() -> None:
    for one in list(tables):
        one.disown()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork_in_child)


class Part:
    """Rows that are sent as one batch. attempts is the number of servers that died over them."""

    __slots__ = ("attempts", "fault", "rows")

    def __init__(self, rows: Any, attempts: int = 0) -> None:
        self.rows, self.attempts = rows, attempts
        self.fault: tuple[str, ...] = ()  # code and message, if it is not to be sent

    def alone(self) -> bool:
        """Whether no other batch may be on its way with this one."""
        return bool(self.fault) or self.attempts >= ISOLATE

    def again(self) -> list[Part]:
        """The parts to send again when a server has died over this one, which may be the cause."""
        self.attempts += 1
        if self.attempts < GIVE_UP:
            return [self]
        if self.rows.num_rows > 1:
            return [Part(self.rows.slice(i, 1), GIVE_UP - 1) for i in range(self.rows.num_rows)]
        message = f"{GIVE_UP} reward servers died while they answered this; please report it"
        log.error("voi: %s: %.1000s", message, self.rows.to_pylist())
        self.fault = ("internal", message)
        return [self]


class Limit:
    """The time of one call, counted from when the server is up."""

    def __init__(self, tables: Tables, timeout: Optional[float]) -> None:
        self.tables, self.timeout = tables, timeout
        self.begun = time.monotonic()

    def left(self) -> Optional[float]:
        """The seconds that are left, None without a limit."""
        if self.timeout is None:
            return None
        now = time.monotonic()
        return max(self.begun, self.tables._up_at or now) + self.timeout - now

    def over(self) -> bool:
        """Whether no time is left."""
        left = self.left()
        return left is not None and left <= 0

    def within(self, most: float) -> float:
        """The seconds left, but no more than others."""
        left = self.left()
        return most if left is None else max(0.0, min(left, most))

    def patience(self) -> float:
        """The seconds left, as a lock takes them."""
        left = self.left()
        return -1 if left is None else max(0.0, min(left, threading.TIMEOUT_MAX))

    def expired(self, pa: Any, rows: Any) -> Any:
        """The reply to rows that got none in time."""
        return failed(pa, self.tables._schema, rows.num_rows, "timeout", f"no reply within {self.timeout:g} s")


def failed(pa: Any, schema: Any, count: int, code: str, message: str) -> Any:
    """A reply in which all rows fail."""
    error = json.dumps({"code": code, "message": message})
    columns = [pa.array([error] * count, field.type) if field.name == "error" else pa.nulls(count, field.type) for field in schema]
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def texts(pa: Any, table: Any, name: str) -> Any:
    """A column as texts, in any of Arrow's text types."""
    column = table.column(name)
    try:
        return column.cast(pa.large_string())
    except pa.ArrowException:
        raise ConfigError(f"the column {name!r} is of type {column.type}; give texts, and the fields of samples as JSON texts") from None


def pieces(rows: Any) -> Iterator[Any]:
    """The rows as batches of a bounded size."""
    for batch in rows.to_batches(max_chunksize=ROWS):
        yield from halves(batch)


def halves(batch: Any) -> Iterator[Any]:
    if batch.num_rows < 2 or batch.get_total_buffer_size() <= BYTES or batch.nbytes <= BYTES:
        yield batch
        return
    middle = batch.num_rows // 2
    for part in (batch.slice(0, middle), batch.slice(middle)):
        yield from halves(part)


def beside(table: Any, replies: Any) -> Any:
    """The table with the reply columns after its own; its own columns with the same names become input.NAME.

    ``error`` holds only the code. Raises UnknownSampleError for an unknown id.
    """
    pa: Any = importlib.import_module("pyarrow")
    codes: list[Optional[str]] = []
    for text in replies.column("error").to_pylist():
        error = None if text is None else json.loads(text)
        if error is not None and error["code"] == "unknown_sample":
            raise UnknownSampleError(f"a completion has no sample: {error['message']}")
        codes.append(error and error["code"])
    names = replies.column_names
    out = table.rename_columns([f"input.{name}" if name in names else name for name in table.column_names])
    for name in names:
        out = out.append_column(name, pa.array(codes, pa.string()) if name == "error" else replies.column(name))
    return out
