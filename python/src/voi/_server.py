"""One run of ``voi serve``: its process, its pipes, and the two threads that read them."""

from __future__ import annotations

import collections
import json
import logging
import os
import subprocess
import sys
import threading
import time
from typing import IO, Any, Callable, Optional

from ._errors import ConfigError, ServerError

log = logging.getLogger("voi")

PROTOCOL = 1
PIPE_BYTES = 1 << 20
F_SETPIPE_SZ, F_GETPIPE_SZ = 1031, 1032  # Linux; in fcntl from Python 3.10 on
TAIL_LINES = 40
LONGEST = 4096  # bytes kept of a line of stderr

# Whether a pipe can be written without waiting, as on all systems except Windows.
DIRECT = os.name != "nt"

# Held while a process is started, and by os.fork: a child forked in between would keep ends of
# pipes open.
starting = threading.Lock()


class Server:
    """A running ``voi serve``.

    on_lines is called on the reading thread with new lines, without the greeting; on_end, on the
    same thread, after the last line.
    """

    def __init__(self, command: list[str], on_lines: Callable[[Server, list[bytes]], None], on_end: Callable[[Server], None]) -> None:
        self.command = command
        self.on_lines, self.on_end = on_lines, on_end
        self.hello: Optional[dict[str, Any]] = None
        self.ready = False  # has answered the probe
        self.fault: Optional[Exception] = None  # an error in its greeting
        self.started = self.last_read = self.pinged_at = time.monotonic()
        self.ping_due = False  # a sign of life is to be asked for
        self.killed_because = ""
        self.tail: collections.deque[str] = collections.deque(maxlen=TAIL_LINES)
        flags = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0) | getattr(subprocess, "CREATE_NO_WINDOW", 0)
        with starting:
            try:
                self.process = subprocess.Popen(
                    [*command, "--parent-pid", str(os.getpid())],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    bufsize=0,
                    start_new_session=True,
                    creationflags=flags,
                )
            except OSError as error:
                raise ConfigError(f"{command[0]} cannot be run: {error}; set VOI_BIN to a voi binary for this machine") from error
            except ValueError as error:  # an argument that the system cannot take
                raise ConfigError(f"{command!r} cannot be run: {error}; check the paths that the Scorer was given") from error
        stdin, stdout, stderr = self.process.stdin, self.process.stdout, self.process.stderr
        assert stdin is not None and stdout is not None and stderr is not None
        self.stdin: IO[bytes] = stdin
        self.stdout: IO[bytes] = stdout
        self.stderr: IO[bytes] = stderr
        self.input = self.stdin.fileno()
        for pipe in (self.stdin, self.stdout):
            widen(pipe.fileno())
        if DIRECT:
            os.set_blocking(self.input, False)
        self._listener = threading.Thread(target=self._listen, name="voi-stderr", daemon=True)
        self._reader = threading.Thread(target=self._read, name="voi-replies", daemon=True)

    def run(self) -> None:
        """Start the threads."""
        self._listener.start()
        self._reader.start()

    def _read(self) -> None:
        source = self.stdout.fileno()
        cut = Lines()
        try:
            while True:
                data = os.read(source, PIPE_BYTES)
                if not data:
                    break
                self.last_read = time.monotonic()
                lines = cut.take(data)
                if lines and self.hello is None:
                    self._greeted(lines.pop(0))
                if lines:
                    self.on_lines(self, lines)
        except ServerError as error:
            self.fault = error
            self.kill("its greeting is none")
        except OSError as error:
            self.kill(f"its replies cannot be read: {error}")
        except Exception as error:  # a fault of this client must not leave callers waiting
            log.exception("voi: reading replies failed")
            self.fault = ServerError(f"reading replies failed: {error!r}")
            self.kill("reading its replies failed")
        self.reap()
        self.on_end(self)

    def _greeted(self, line: bytes) -> None:
        try:
            hello = json.loads(line)
            version = hello["protocol"] if hello["op"] == "hello" else None
        except (ValueError, KeyError, TypeError):
            version = hello = None
        if version != PROTOCOL:
            raise ServerError(
                f"{self.command[0]} began with {line[:200]!r}, but this client speaks protocol {PROTOCOL} of voi serve; "
                "give it (VOI_BIN) the binary of its own version"
            )
        self.hello = hello

    def _listen(self) -> None:
        source, rest = self.stderr.fileno(), b""
        try:
            while True:
                data = os.read(source, 1 << 16)
                lines = (rest + data).split(b"\n")
                rest = lines.pop()[:LONGEST] if data else b""
                for line in lines:
                    self._said(line)
                if not data:
                    return
        except (OSError, ValueError):
            pass  # closed by another thread

    def _said(self, line: bytes) -> None:
        text = line[:LONGEST].decode("utf-8", "replace").rstrip("\r")
        if not text:
            return
        self.tail.append(text)
        if self.ready and not sys.is_finalizing():
            log.warning("voi serve: %s", text)

    def kill(self, why: str) -> None:
        """Kill the process at once."""
        self.killed_because = self.killed_because or why
        try:
            self.process.kill()
        except OSError:
            pass

    def reap(self) -> None:
        """Wait for the process, whose output has ended, and for the rest of its stderr."""
        if self.process.poll() is None:
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.kill("it closed its output and stayed")
                self.process.wait()
        self._listener.join(1)

    def stop(self, seconds: float) -> None:
        """End the process normally by closing its input; after some seconds, by signals. Returns after its end."""
        self.close_input()
        for patience, then in ((seconds, self.process.terminate), (1.0, self.process.kill)):
            try:
                self.process.wait(patience)
                break
            except subprocess.TimeoutExpired:
                try:
                    then()
                except OSError:
                    pass
        self.process.wait()
        for thread in (self._reader, self._listener):
            if thread is not threading.current_thread() and thread.ident is not None:
                thread.join(5)

    def close_input(self) -> None:
        try:
            self.stdin.close()
        except OSError:
            pass

    def close(self) -> None:
        """Close the pipes."""
        for pipe in (self.stdin, self.stdout, self.stderr):
            try:
                pipe.close()
            except OSError:
                pass

    def disown(self) -> None:
        """In a forked child: release the parent's server."""
        self.process.returncode = 0  # it is no child of this process
        self.close()

    def epitaph(self) -> str:
        """How the process ended, with the end of its stderr."""
        status = self.process.returncode
        how = f"was ended by signal {-status}" if status is not None and status < 0 else f"ended with status {status}"
        if self.killed_because:
            how = f"was killed, because {self.killed_because}"
        said = "\n".join(self.tail)
        return f"{' '.join(self.command)} {how}" + (f"; it said:\n{said}" if said else " and said nothing")


class Lines:
    """Cuts a server's output into lines."""

    def __init__(self) -> None:
        self._held: list[bytes] = []  # the beginning of a line

    def take(self, data: bytes) -> list[bytes]:
        """The lines that end in this data, without their newlines."""
        first, *more = data.split(b"\n")
        self._held.append(first)
        if not more:
            return []
        lines = [b"".join(self._held), *more]
        self._held = [lines.pop()]
        return lines


def widen(descriptor: int) -> None:
    """Enlarge the buffer of a pipe if the system allows."""
    if not sys.platform.startswith("linux"):
        return
    import fcntl

    try:
        fcntl.fcntl(descriptor, F_SETPIPE_SZ, PIPE_BYTES)
    except OSError:
        pass  # over the user's limit; it works without
