"""Shards and scores on a Ray cluster.

    import voi.ray

    voi.ray.build(["/shared/a.jsonl", "/shared/b.jsonl"], "/shared/data", layout=["generic", "trl"])
    voi.ray.score(["/shared/r0.jsonl", "/shared/r1.jsonl"], "/shared/scored", data="/shared/data")
    dataset.map_batches(voi.ray.BatchScorer, batch_format="pyarrow", concurrency=8, fn_constructor_kwargs={"data": "/shared/data"})

Each task runs the binary on its share of the work: ``voi build`` as one of several ranks, ``voi
score`` on one file. Ray schedules the tasks, and restarts a task whose worker died. The task
continues where the dead one stopped, so that no row is lost or repeated. This package must be
installed on every node. Ray is imported only when a function is called.

Paths belong to a file system that all nodes see. Otherwise give URIs (``s3://bucket/folder``) or
a ``filesystem``, of pyarrow or fsspec: tasks then work on their node's own disk, and copy their
inputs and outputs.
"""

from __future__ import annotations

import collections
import importlib
import logging
import os
from collections.abc import Iterable, Sequence
from typing import Any, Callable, Optional

from . import _cluster
from ._batch import BatchScorer
from ._cluster import Place, TaskError
from ._scorer import Path

__all__ = ["BatchScorer", "TaskError", "build", "score"]

_logger = logging.getLogger(__name__)

#: Bytes that Ray keeps free for a task. `voi build` and `voi score` stay below this limit,
#: whatever the size of their input.
MEMORY = 512 << 20

Progress = Callable[[int, int], None]


def build(
    inputs: Sequence[Path],
    out: Path,
    *,
    ranks: Optional[int] = None,
    num_cpus: int = 1,
    memory: int = MEMORY,
    retries: int = 5,
    filesystem: Any = None,
    progress: Optional[Progress] = None,
    **options: Any,
) -> dict[str, Any]:
    """Label samples into shards, as ``voi build`` with ``--rank`` does; see docs/clusters.md.

    Args:
        inputs: files, in the order of their rows. Every rank reads all of them.
        out: the folder to write. A folder that an earlier call left unfinished is finished; one
            with other content is refused. On a file system that the nodes have not mounted it
            must be empty.
        ranks: tasks that share the rows, and so the number of parts; default one for each input.
            The bytes depend on it, and on nothing else of the cluster.
        num_cpus: cores of a task.
        memory: bytes that Ray sets aside for a task.
        retries: maximum restarts of a task whose worker or node died, or that could not read or
            write.
        filesystem: a pyarrow or fsspec file system for the paths; default by their scheme.
        progress: called with the number of finished tasks and of all tasks.
        options: flags of ``voi build``, with _ for -: ``layout=["trl"]``, ``shard_rows=1000``.

    Returns:
        the summary of ``voi build --json`` for all ranks together.

    Raises:
        ConfigError: a usage error of ``voi build``.
        TaskError: a task and its retries failed. The folder stays unchanged; if the nodes have it
            mounted, the same call continues it.
        ImportError: Ray is not installed.
    """
    inputs, out = _paths(inputs, "inputs"), os.fspath(out)
    ranks = len(inputs) if ranks is None else ranks
    if ranks < 1:
        raise ValueError(f"ranks is {ranks}; give a number of at least 1, or None")
    place = _cluster.place(filesystem, out)
    _cluster.refuse_occupied(place)
    flags = _cluster.flags(options)
    run = _Tasks(num_cpus, memory, retries, progress)
    sources = _absolute(inputs, filesystem)
    run.all(_cluster.build_rank, [(sources, place, flags, rank, ranks, num_cpus) for rank in range(ranks)])
    (summary,) = _Tasks(num_cpus, memory, retries, None).all(_cluster.merge, [(place,)])
    return {**summary, "out": out}


def score(
    files: Sequence[Path],
    out: Path,
    *,
    data: Optional[Path] = None,
    suffix: str = ".parquet",
    num_cpus: int = 1,
    memory: int = MEMORY,
    retries: int = 5,
    filesystem: Any = None,
    progress: Optional[Progress] = None,
    **options: Any,
) -> list[dict[str, Any]]:
    """Score files of completions, each into a file of the same name in a folder.

    Each output has the bytes that ``voi score FILE --data DATA`` writes on one machine. The
    completions of a group must be in one file.

    Args:
        files: files of completions, whose names without suffixes must differ.
        out: the folder to write; each file in it appears when it is complete.
        data: folder of shards to look samples up in.
        suffix: ``.parquet``, ``.jsonl``, ``.jsonl.gz`` or ``.jsonl.zst``.
        num_cpus, memory, retries, filesystem, progress: as in `build`.
        options: flags of ``voi score``, with _ for -: ``profile="guarded"``,
            ``group="group_id"``.

    Returns:
        for each file, in order, the summary of ``voi score --json``.

    Raises the exceptions of `build`.
    """
    files, out = _paths(files, "files"), os.fspath(out)
    names = [_cluster.stem(path) + suffix for path in files]
    twice = [name for name, count in collections.Counter(names).items() if count > 1]
    if twice:
        raise ValueError(f"several files would become {twice[0]}; score them into folders of their own")
    place = _cluster.place(filesystem, out)
    shards = None if data is None else _absolute([os.fspath(data)], filesystem)[0]
    flags = _cluster.flags(options)
    run = _Tasks(num_cpus, memory, retries, progress)
    done = run.all(_cluster.score_file, [(path, place, name, shards, flags, num_cpus) for path, name in zip(_absolute(files, filesystem), names)])
    return [{**summary, "out": f"{out.rstrip('/')}/{name}"} for summary, name in zip(done, names)]


def _paths(paths: Iterable[Path], what: str) -> list[str]:
    """The paths as texts. All are read before anything starts, since ``Path.glob`` gives them only once."""
    found = [] if isinstance(paths, (str, os.PathLike)) else [os.fspath(path) for path in paths]
    if not found:
        raise ValueError(f"{what} is a list of at least one path")
    return found


def _absolute(paths: Sequence[str], filesystem: Any) -> list[Place]:
    return [_cluster.place(filesystem, path) for path in paths]


class _Tasks:
    """Runs a function on the cluster once for each tuple of arguments, and waits."""

    def __init__(self, num_cpus: int, memory: int, retries: int, progress: Optional[Progress]) -> None:
        if num_cpus < 1 or retries < 0:
            raise ValueError(f"num_cpus is {num_cpus} and retries {retries}; a task has at least one core, and retries are not below 0")
        self.options = {"num_cpus": num_cpus, "memory": memory, "max_retries": retries, "retry_exceptions": [TaskError]}
        self.progress = progress

    def all(self, function: Callable[..., Any], calls: Sequence[tuple[Any, ...]]) -> list[Any]:
        ray = importlib.import_module("ray")
        if not ray.is_initialized():
            ray.init()
        task = ray.remote(**self.options)(function)
        open_ = [task.remote(*call) for call in calls]
        every = list(open_)
        try:
            while open_:
                ended, open_ = ray.wait(open_, num_returns=1)
                ray.get(ended)  # a failure raises here, without waiting for the others
                _logger.info("%s: %d of %d tasks are done", function.__name__, len(calls) - len(open_), len(calls))
                if self.progress is not None:
                    self.progress(len(calls) - len(open_), len(calls))
            return list(ray.get(every))
        finally:
            for one in open_:
                ray.cancel(one, force=True)
