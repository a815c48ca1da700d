"""Helpers for tests with processes."""

from __future__ import annotations

import os
import pathlib
import signal
import stat
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable

import voi


def pid_of(scorer: voi.Scorer) -> int | None:
    """The process of the scorer's server, None if there is none now."""
    server = scorer._client._server
    return None if server is None else server.process.pid


def wait_for(condition: Callable[[], object], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def alive(pid: int) -> bool:
    """Whether the process runs; a zombie does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    if not pathlib.Path("/proc/self/stat").exists():
        return True  # the system does not tell
    try:
        status = pathlib.Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"


def freeze(pid: int) -> None:
    """Stop a process. The signal takes effect thread by thread, once each gets a processor."""
    os.kill(pid, signal.SIGSTOP)
    tasks = pathlib.Path(f"/proc/{pid}/task")
    wait_for(lambda: all(task.read_text().rpartition(")")[2].split()[0] == "T" for task in tasks.glob("*/stat")))


def children() -> list[int]:
    """The child processes of this one that it has not waited for, with dead ones."""
    found = []
    for status in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == os.getpid():
            found.append(int(status.parent.name))
    return found


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


def program(path: pathlib.Path, body: str) -> str:
    """A program that replaces the binary."""
    path.write_text(f"#!{sys.executable}\n{textwrap.dedent(body)}")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def python(body: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a script in a new interpreter, beside conftest.py."""
    head = "from conftest import *\nfrom procs import *\nimport voi, os, sys, time, signal, threading\n"
    own = str(pathlib.Path(voi.__file__).parents[1])
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", head + textwrap.dedent(body)],
        cwd=pathlib.Path(__file__).parent, env={**os.environ, "PYTHONPATH": own, **env}, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
