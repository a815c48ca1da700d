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
from collections.abc import Iterator
from typing import IO, Any, Callable, Optional

from . import _server
from ._errors import ConfigError, ServerError, UnknownSampleError

# The input columns. All are texts; the fields of samples are JSON.
COLUMNS = ("completion", "sample_id", "label", "messages", "tools", "reference", "domains", "labels", "finish_reason")

ROWS, BYTES = 4096, 8 << 20  # maximum of a batch, unless a single row is larger
WINDOW = 4  # batches written before the first reply is read, so that neither side waits


class Tables:
    """Scores tables, one at a time. The server is kept for the next table if that has the same columns."""

    def __init__(self, command: Callable[[], list[str]]) -> None:
        self.command = command
        self._start_over()

    def _start_over(self) -> None:
        self._lock = threading.Lock()
        self._process: Optional[subprocess.Popen[bytes]] = None
        self._stderr: Optional[IO[bytes]] = None
        self._shape: Any = None
        self._writer: Any = None
        self._reader: Any = None
        self._schema: Any = None  # of the replies, once a server has come up
        self._up_at: Optional[float] = None  # when the server came up, None while it starts
        self._owner = os.getpid()

    def score(self, table: Any, timeout: Optional[float]) -> Any:
        """The replies to the rows of a table, as a table with the server's columns."""
        if os.getpid() != self._owner:
            self._start_over()  # a forked child's own
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
                self._begin(pa, rows.schema)
                self._up_at = time.monotonic()
            return pa.Table.from_batches(self._replies(pa, rows, call), schema=self._schema)
        except BaseException:
            self._end(kill=True)
            raise
        finally:
            self._lock.release()

    def _replies(self, pa: Any, rows: Any, call: Limit) -> list[Any]:
        """The replies to all rows, in their order."""
        todo, sent, done = collections.deque(pieces(rows)), collections.deque[Any](), list[Any]()
        while todo or sent:
            if call.over():
                self._end(kill=True)  # the next table must not read the replies to this one
                return done + [call.expired(pa, batch) for batch in (*sent, *todo)]
            try:
                with self._limit(call.left()):
                    self._step(todo, sent, done)
            except (OSError, EOFError, pa.ArrowException) as error:
                said = self._end()
                if not call.over():
                    raise ServerError(f"the reward server did not answer a table of {rows.num_rows} rows: {error}; {said}") from None
        return done

    def _step(self, todo: collections.deque[Any], sent: collections.deque[Any], done: list[Any]) -> None:
        """Write one batch, or read the reply to one."""
        if todo and len(sent) < WINDOW:
            sent.append(todo.popleft())  # counted first, since a part of it may arrive
            assert self._process is not None and self._process.stdin is not None
            self._writer.write_batch(sent[-1])
            self._process.stdin.flush()
            return
        try:
            done.append(self._reader.read_next_batch())
        except StopIteration:
            raise EOFError("its replies ended") from None
        sent.popleft()

    def _begin(self, pa: Any, schema: Any) -> None:
        command = [*self.command(), "--wire", "arrow", "--parent-pid", str(os.getpid())]
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115, it is open as long as the process runs
        with _server.starting:
            try:
                self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._stderr, start_new_session=True)
            except OSError as error:
                raise ConfigError(f"{command[0]} cannot be run: {error}; set VOI_BIN to a voi binary for this machine") from error
        try:
            self._reader = pa.ipc.open_stream(self._process.stdout)
        except (OSError, pa.ArrowException):
            raise ConfigError(f"the reward server did not start: {self._end()}") from None
        self._writer, self._shape, self._schema = pa.ipc.new_stream(self._process.stdin, schema), schema, self._reader.schema

    def _end(self, kill: bool = False) -> str:
        """End the server and return the end of its stderr."""
        process, stderr, self._process, self._writer, self._reader = self._process, self._stderr, None, None, None
        if process is None:
            return ""
        if kill:  # it may hang, and closing a full pipe would wait for it
            process.kill()
        assert process.stdin is not None and process.stdout is not None
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                pipe.close()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if stderr is None:
            return ""
        with stderr:
            stderr.seek(max(0, stderr.seek(0, os.SEEK_END) - 4096))
            return f"it ended with status {process.returncode} and said: {stderr.read().decode('utf-8', 'replace').strip() or 'nothing'}"

    @contextlib.contextmanager
    def _limit(self, seconds: Optional[float]) -> Iterator[None]:
        """Kill the server if it takes too long, which ends what waits for it."""
        process = self._process
        if seconds is None or process is None:
            yield
            return
        timer = threading.Timer(max(0.0, min(seconds, threading.TIMEOUT_MAX)), process.kill)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def close(self) -> None:
        """End the server."""
        if os.getpid() == self._owner:
            self._end()


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
