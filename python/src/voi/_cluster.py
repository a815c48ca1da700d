"""The work of a task on any cluster: run the binary, and move files."""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import pathlib
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Optional

from . import _binary
from ._errors import ConfigError, VoiError

#: The file that marks a folder as complete.
MANIFEST = "manifest.json"
#: Bytes of stderr shown in an error.
TAIL = 4000
#: Seconds to wait for the end of a process of the same rank whose worker was killed.
PATIENCE = 60.0

# Flags that this module sets itself, or that make no sense here.
RESERVED = ("out", "rank", "world_size", "resume", "json", "workers", "data", "parent_pid", "strict", "explain", "dry_run")


class TaskError(VoiError):
    """A task failed, for a reason that may disappear on a retry; the message ends with voi's stderr."""


class Place(NamedTuple):
    """A path and its file system; None for one that every node has mounted."""

    path: str
    filesystem: Any = None


def place(filesystem: Any, path: str) -> Place:
    """The place of a path. A URI names its file system unless one is given.

    Raises:
        ConfigError: the scheme is unknown.
    """
    path = os.fspath(path)
    if filesystem is None and "://" not in path:
        return Place(os.path.abspath(path))
    fs: Any = importlib.import_module("pyarrow.fs")
    if filesystem is None:
        try:
            filesystem, path = fs.FileSystem.from_uri(path)
        except (ValueError, OSError) as error:
            raise ConfigError(f"{path}: {error}; give the file system as filesystem=") from error
    elif not isinstance(filesystem, fs.FileSystem):
        filesystem = fs.PyFileSystem(fs.FSSpecHandler(filesystem))
    path = path.rstrip("/")
    return Place(path) if isinstance(filesystem, fs.LocalFileSystem) else Place(path, filesystem)


def refuse_occupied(out: Place) -> None:
    """Raise ConfigError for a non-empty folder on a file system that voi itself cannot inspect before writing."""
    if out.filesystem is None:
        return
    fs: Any = importlib.import_module("pyarrow.fs")
    there = out.filesystem.get_file_info(fs.FileSelector(out.path, allow_not_found=True))
    if there:
        raise ConfigError(f"{out.path} is not empty: it holds {there[0].base_name}; empty it, or name another folder")


def stem(path: str) -> str:
    """The name of a file without its folder and its suffixes."""
    name = os.fspath(path).rstrip("/").rpartition("/")[2]
    for packed in (".gz", ".zst"):
        name = name[: -len(packed)] if name.endswith(packed) else name
    return name.rpartition(".")[0] or name


def flags(options: Mapping[str, Any]) -> list[str]:
    """Options as command line flags; a list is joined by commas, None and False are left out.

    Raises:
        ValueError: a reserved option.
    """
    out: list[str] = []
    for name, value in options.items():
        if name in RESERVED:
            raise ValueError(f"{name} is not an option of this function")
        if value is None or value is False:
            continue
        flag = "--" + name.replace("_", "-")
        if value is True:
            out.append(flag)
        elif name == "profile" and not isinstance(value, (str, os.PathLike)):
            out += [part for one in value for part in (flag, os.fspath(one))]
        else:
            out += [flag, ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)]
    return out


def build_rank(inputs: Sequence[Place], out: Place, more: Sequence[str], rank: int, ranks: int, cores: int) -> dict[str, Any]:
    """Build one rank of a folder. Returns the summary of this rank, or of all ranks if it was the last."""
    with scratch() as folder:
        paths = [fetched(one, folder / "in" / str(i)) for i, one in enumerate(inputs)]
        to = out.path if out.filesystem is None else str(folder / "out")
        args = [*more, "--out", to, "--rank", str(rank), "--world-size", str(ranks), "--resume"]
        summary = run("build", [*paths, *args], cores)
        if out.filesystem is not None:
            stored(pathlib.Path(to), out)
        return summary


def merge(out: Place) -> dict[str, Any]:
    """Write the manifest of a folder with all ranks complete; returns its summary."""
    with scratch() as folder:
        if out.filesystem is None:
            return run("merge", [out.path])
        to = fetched(out, folder)
        summary = run("merge", [to])
        for name in ("rejected.jsonl", "README.md", MANIFEST):
            copy(os.path.join(to, name), None, f"{out.path}/{name}", out.filesystem)
        return summary


def score_file(source: Place, out: Place, name: str, data: Optional[Place], more: Sequence[str], cores: int) -> dict[str, Any]:
    """Score one file into a folder; returns its summary."""
    with scratch() as folder:
        path = fetched(source, folder / "in")
        to = pathlib.Path(out.path) if out.filesystem is None else folder / "out"
        to.mkdir(parents=True, exist_ok=True)
        args = [path, "--out", str(to / name), "--world-size", "1", "--resume", *more]
        if data is not None:
            args += ["--data", fetched(data, folder / "data")]
        summary = run("score", args, cores)
        if out.filesystem is not None:
            stored(to, out)
        return summary


def run(command: str, args: Sequence[str], cores: int = 1) -> dict[str, Any]:
    """Run the binary to its end, and return its summary.

    Raises:
        ConfigError: a usage error.
        TaskError: any other failure.
    """
    line = [_binary.find(), command, *args, "--json"]
    if command != "merge":
        line += ["--workers", str(cores), "--parent-pid", str(os.getpid())]
    environ = {**os.environ, "GOMAXPROCS": str(cores)}
    end = time.monotonic() + PATIENCE
    while True:
        done = subprocess.run(line, stdin=subprocess.DEVNULL, capture_output=True, env=environ)
        said = done.stderr.decode("utf-8", "replace")
        # The voi of a killed worker notices the death of its parent, and ends.
        if done.returncode == 0 or "another process is writing this rank" not in said or time.monotonic() > end:
            break
        time.sleep(0.2)
    if done.returncode == 0:
        summary: dict[str, Any] = json.loads(done.stdout)
        return summary
    message = f"voi {command} ended with {done.returncode}: {said[-TAIL:].strip()}"
    raise ConfigError(message) if done.returncode == 2 else TaskError(message)


@contextlib.contextmanager
def scratch() -> Iterator[pathlib.Path]:
    """A temporary folder of this task, on the node's own disk."""
    with tempfile.TemporaryDirectory(prefix="voi-") as folder:
        yield pathlib.Path(folder)


def fetched(source: Place, folder: pathlib.Path) -> str:
    """The local path of a file or folder, copied into a folder if it is not mounted."""
    if source.filesystem is None:
        return source.path
    folder.mkdir(parents=True, exist_ok=True)
    to = folder / source.path.rpartition("/")[2]
    copy(source.path, source.filesystem, str(to), None)
    return str(to)


def stored(folder: pathlib.Path, out: Place) -> None:
    """Copy the files of a folder, except hidden ones, which only a running process needs. The manifest comes last: it marks the folder as complete."""
    for path in sorted(folder.rglob("*"), key=lambda path: (path.name == MANIFEST, path)):
        if path.is_file() and not path.name.startswith("."):
            copy(str(path), None, f"{out.path}/{path.relative_to(folder).as_posix()}", out.filesystem)


def copy(source: str, source_fs: Any, to: str, to_fs: Any) -> None:
    """Copy a file or folder between file systems; None is this node's own."""
    fs: Any = importlib.import_module("pyarrow.fs")
    try:
        local = fs.LocalFileSystem()
        if to_fs is not None:
            to_fs.create_dir(to.rpartition("/")[0], recursive=True)
        if source_fs is not None and source_fs.get_file_info(source).type == fs.FileType.Directory:
            os.makedirs(to, exist_ok=True)
        fs.copy_files(source, to, source_filesystem=source_fs or local, destination_filesystem=to_fs or local)
    except OSError as error:
        raise TaskError(f"copying {source} to {to}: {error}") from error
