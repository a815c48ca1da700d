"""Scores Arrow tables by a separate ``voi serve --wire arrow``. Needs pyarrow."""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import subprocess
import tempfile
import threading
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
        self._owner = os.getpid()

    def score(self, table: Any, timeout: Optional[float]) -> Any:
        """The replies to the rows of a table, as a table with the server's columns."""
        if os.getpid() != self._owner:
            self._start_over()  # a forked child's own
        pa: Any = importlib.import_module("pyarrow")
        rows = pa.table({name: texts(pa, table, name) for name in COLUMNS if name in table.column_names})
        with self._lock:
            if self._process is None or self._shape != rows.schema:
                self._end()
                self._begin(pa, rows.schema)
            try:
                with self._limit(timeout):
                    return pa.Table.from_batches(list(self._replies(rows)), schema=self._reader.schema)
            except (OSError, pa.ArrowException, StopIteration) as error:
                said = self._end()
                raise ServerError(f"the reward server did not answer a table of {rows.num_rows} rows: {error}; {said}") from None
            except BaseException:
                self._end()
                raise

    def _replies(self, rows: Any) -> Iterator[Any]:
        assert self._process is not None and self._process.stdin is not None
        open_ = 0
        for batch in pieces(rows):
            self._writer.write_batch(batch)
            self._process.stdin.flush()
            open_ += 1
            if open_ == WINDOW:
                yield self._reader.read_next_batch()
                open_ -= 1
        for _ in range(open_):
            yield self._reader.read_next_batch()

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
        self._writer, self._shape = pa.ipc.new_stream(self._process.stdin, schema), schema

    def _end(self) -> str:
        """Kill the server and return the end of its stderr."""
        process, stderr, self._process, self._writer, self._reader = self._process, self._stderr, None, None, None
        if process is None:
            return ""
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
    def _limit(self, timeout: Optional[float]) -> Iterator[None]:
        """Kill the server if it takes too long."""
        process = self._process
        if timeout is None or process is None:
            yield
            return
        timer = threading.Timer(timeout, process.kill)
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def close(self) -> None:
        """End the server."""
        if os.getpid() == self._owner:
            self._end()


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
