"""Scorer: the reward function for Python programs."""

from __future__ import annotations

import asyncio
import math
import os
import time
import weakref
from collections.abc import Mapping, Sequence
from numbers import Integral, Real
from typing import Any, Callable, Optional, Union

from . import _binary, _table
from ._call import AsyncCall, BlockingCall, Call
from ._client import Client
from ._encode import Labels
from ._errors import ConfigError, ServerError
from ._job import DecideJob, Job, PlayJob, RunsJob, ScoreJob
from ._result import Result

Completion = Union[str, Sequence[Mapping[str, Any]], Mapping[str, Any]]
Sample = Union[str, Mapping[str, Any]]
Path = Union[str, "os.PathLike[str]"]

# Unanswered chunks of one call: more would only take memory.
WINDOW = 64
# Seconds without a sign of life after which a server counts as hung.
STALL = 120.0


class Scorer:
    """The rewards of voi, from this process's own ``voi serve``.

    The first call starts the server; close, the end of the process, or garbage collection ends
    it. All methods may be called from any thread and any event loop. A forked child starts its
    own server; pickling keeps only the configuration. If the server dies, it is restarted and
    unanswered requests are sent again, so that each call returns once.

    Args:
        profile: name of a built-in profile, or path of a YAML file; default ``$VOI_PROFILE``,
            else ``guarded``.
        data: folder of shards to look up ``sample_ids`` in; default ``$VOI_DATA``, else none.
        workers: completions scored concurrently; default the number of cores.
        timeout: maximum seconds of a call, counted from when the server is up. Completions
            without a reward by then have None, and the error ``timeout``; a server without a sign
            of life in this time is killed and restarted. Default: no limit for a call, and 120 s
            for a server without a sign of life.
        step_profile: the profile of step rewards of recorded runs: ``default``, or path of a YAML
            file.
        critical: for recorded runs, path of a YAML file of the tools that change the world; the
            built-in lists are those of tau2-bench.
        tasks: folder or file of tasks (``voi build --tasks``) that an `Episode` can name; default
            ``$VOI_TASKS``, else none.
    """

    def __init__(
        self,
        profile: Optional[Path] = None,
        data: Optional[Path] = None,
        workers: Optional[int] = None,
        timeout: Optional[float] = None,
        *,
        step_profile: Optional[Path] = None,
        critical: Optional[Path] = None,
        tasks: Optional[Path] = None,
    ) -> None:
        if timeout is not None and not (isinstance(timeout, Real) and timeout > 0):
            raise ValueError(f"timeout is {timeout!r}; give seconds above 0, or None")
        if workers is not None and not (isinstance(workers, Integral) and workers >= 1):
            raise ValueError(f"workers is {workers!r}; give a number of at least 1, or None")
        self.profile = None if profile is None else os.fspath(profile)
        self.data = None if data is None else os.fspath(data)
        self.step_profile = None if step_profile is None else os.fspath(step_profile)
        self.critical = None if critical is None else os.fspath(critical)
        self.tasks = None if tasks is None else os.fspath(tasks)
        self.workers = workers
        self.timeout = None if timeout is not None and math.isinf(timeout) else timeout
        self._labels = Labels()
        stall = min(STALL, self.timeout or STALL)
        self._tables = _table.Tables(self._command(), stall)
        self._client = Client(self._command(), stall)
        self._finalizer = weakref.finalize(self, _abandon, self._client, self._tables)
        self._finalizer.atexit = False  # the client handles this, and waits

    def _command(self) -> Callable[[], list[str]]:
        profile, data, workers, steps, critical, tasks = (
            self.profile,
            self.data,
            self.workers,
            self.step_profile,
            self.critical,
            self.tasks,
        )  # not self, which may be collected first

        def command() -> list[str]:
            args = [_binary.find(), "serve"]
            for flag, value in (
                ("--profile", profile or os.environ.get("VOI_PROFILE")),
                ("--data", data or os.environ.get("VOI_DATA")),
                ("--workers", workers),
                ("--step-profile", steps),
                ("--critical", critical),
                ("--tasks", tasks or os.environ.get("VOI_TASKS")),
            ):
                if value:
                    args += [flag, str(value)]
            return args

        return command

    def _data(self) -> Optional[str]:
        return self.data or os.environ.get("VOI_DATA")

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("profile", "data", "workers", "timeout", "step_profile", "critical", "tasks")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state)  # type: ignore[misc]

    def __repr__(self) -> str:
        return f"Scorer({', '.join(f'{k}={v!r}' for k, v in self.__getstate__().items() if v is not None)})"

    def __enter__(self) -> Scorer:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """End the server and wait for its end; later calls raise ServerError."""
        self._client.close()
        self._tables.close()

    def score(
        self,
        completions: Sequence[Completion],
        samples: Optional[Sequence[Sample]] = None,
        sample_ids: Optional[Sequence[str]] = None,
        group_ids: Optional[Sequence[Any]] = None,
        *,
        finish_reasons: Optional[Sequence[Optional[str]]] = None,
        prompts: Optional[Sequence[Optional[str]]] = None,
    ) -> Result:
        """Score completions, each against its sample.

        Every argument may be any sequence (a list, an array of numpy or Arrow, a Series of
        pandas); it is read by position.

        Args:
            completions: texts, or lists of chat messages.
            samples: for each completion its sample: the fields of an item as a dict
                (``messages``, ``tools``, ``reference``, optionally ``domains``, ``labels``,
                ``sample_id``), or the same as a JSON string, as in the column ``label`` of the
                shards.
            sample_ids: instead of samples, ids to look up in the data.
            group_ids: for each completion the group for its advantage; all None make one group. A
                group may have any size.
            finish_reasons: why generation ended; ``length`` is noted.
            prompts: for trainers that give prompt and completion in one text: for each text the
                prompt at its start, which is removed, as are the tokens that end the turn; "" if
                the text is only the completion.

        Returns:
            a Result whose lists are aligned with completions.

        Raises:
            ConfigError: no binary, an unknown profile, no such data.
            UnknownSampleError: an id that the data does not hold.
            ServerError: the server cannot be kept alive, or has been closed.
            ValueError: lists of different lengths; samples and sample_ids both, or neither.
        """
        job = ScoreJob(self._labels, completions, samples, sample_ids, group_ids, finish_reasons, prompts)
        self._block(job)
        return job.finish(self._client.names, self._data())

    def score_table(self, table: Any) -> Any:
        """Score the rows of an Arrow table. Only this method needs pyarrow.

        Args:
            table: a `pyarrow.Table` with the column ``completion``, texts; and ``sample_id``, ids
                to look up in the data, or ``label``, JSON texts as in the column of that name of
                the shards, or ``messages``, ``tools``, ``reference``, ``domains``, ``labels``,
                JSON texts each; and ``finish_reason``.

        Returns:
            the table, with ``reward`` (double, null without a reward), every component (double),
                ``action``, ``error`` (the code) and ``notes`` (a JSON list) after its own
                columns. Its own columns with these names are renamed to ``input.NAME``. There are
                no advantages, since a table may hold parts of groups.

        Raises:
            ConfigError: as `score` does, and for a table without completions.
            UnknownSampleError, ServerError: as `score` does.
        """
        if "completion" not in table.column_names:
            raise ConfigError(f"the table has no column 'completion'; it has {', '.join(table.column_names)}")
        return _table.beside(table, self._replies(table))

    def _replies(self, table: Any) -> Any:
        return self._tables.score(table, self.timeout)

    async def ascore(
        self,
        completions: Sequence[Completion],
        samples: Optional[Sequence[Sample]] = None,
        sample_ids: Optional[Sequence[str]] = None,
        group_ids: Optional[Sequence[Any]] = None,
        *,
        finish_reasons: Optional[Sequence[Optional[str]]] = None,
        prompts: Optional[Sequence[Optional[str]]] = None,
    ) -> Result:
        """score, for asyncio: the loop is not blocked, and concurrent calls share requests."""
        job = ScoreJob(self._labels, completions, samples, sample_ids, group_ids, finish_reasons, prompts)
        await self._await(job)
        return job.finish(self._client.names, self._data())

    def decide(self, requests: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Call or ask: the answer of ``voi decide`` to each request.

        Args:
            requests: dicts with ``tools`` and ``candidates``, as ``voi decide`` reads them.

        Returns:
            for each request a dict with ``action``, ``best_question``, ``evpi``, ``pi``, ``w``,
                ``v``, ``v_now``, or with ``error`` (code, message).

        Raises the exceptions of `score`.
        """
        job = DecideJob(requests)
        self._block(job)
        return job.decided

    async def adecide(self, requests: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """decide, for asyncio."""
        job = DecideJob(requests)
        await self._await(job)
        return job.decided

    def score_trajectories(self, trajectories: Sequence[Sample], *, verdicts: bool = False, beliefs: bool = False) -> list[dict[str, Any]]:
        """Score recorded runs of many turns: the rows that ``voi score --step-profile`` writes.

        Args:
            trajectories: dicts, or JSON texts, with ``trajectory_id``, ``messages`` (OpenAI's)
                and any of ``task_id``, ``tools``, ``reference``, ``outcome``, ``end``; or ATIF,
                or any other form of runs that voi score reads.
            verdicts: also the Director's verdict on each critical call.
            beliefs: also the belief before every step, and the value of its question.

        Returns:
            for each run its row as a dict, with the rows of its steps in the list ``steps``; or
                ``{"error": {"code", "message"}}``. Advantages compare the runs of the call with
                the same ``task_id``, so give all runs of a task in one call. `voi.turns` converts
                a row for trainers.

        Raises:
            ValueError: something is no run, or the runs together do not fit into one request.
            ConfigError, ServerError: as `score` does.
        """
        job = RunsJob(trajectories, verdicts, beliefs)
        self._block(job)
        return job.scored

    async def ascore_trajectories(self, trajectories: Sequence[Sample], *, verdicts: bool = False, beliefs: bool = False) -> list[dict[str, Any]]:
        """score_trajectories, for asyncio."""
        job = RunsJob(trajectories, verdicts, beliefs)
        await self._await(job)
        return job.scored

    def play(self, op: str, **fields: Any) -> dict[str, Any]:
        """Send one raw request about an episode. `Episode` is easier to use.

        Args:
            op: ``env_reset``, ``env_step`` or ``env_close``.
            fields: those of the request (docs/environment-serving.md), without ``id``.

        Returns:
            the reply: an ``env_state``, or an ``error`` with ``code`` and ``message``.

        Raises:
            ValueError: another op, or an ``id``.
        """
        job = PlayJob(op, fields)
        self._block(job)
        return job.reply

    def hello(self) -> dict[str, Any]:
        """The server's greeting: ``profile``, ``profile_sha256``, ``reward_range`` [lo, hi], ``version`` and more.

        Starts the server; raises the exceptions of `score`.
        """
        if self._client.greeting is None:
            self.score([], sample_ids=[])
        greeting = self._client.greeting
        if greeting is None:
            raise ServerError("the server has not come up in time")
        return dict(greeting)

    def _block(self, job: Job) -> None:
        """Send a call from this thread and wait for it."""
        client, call = self._client, BlockingCall(job.absorb)
        try:
            for request in job.requests(call, client.line_limit()):
                client.submit(request)
                if not self._wait(call, WINDOW):
                    break
            else:
                if self._wait(call, 0):
                    return
            assert self.timeout is not None
            job.expire(self.timeout)
        finally:
            call.over = True

    def _wait(self, call: BlockingCall, most: int) -> bool:
        """Wait until at most ``most`` parts are open. False: the time of the call is over."""
        patience = self._left(call)
        while not call.wait(most, patience):
            patience = self._left(call)
            if patience is not None and patience <= 0:
                return False
        return True

    def _left(self, call: Call) -> Optional[float]:
        """The seconds that a call has left. Once it is over, also check whether the server hangs."""
        if self.timeout is None:
            return None
        begun = max(call.begun, self._client.ready_at or time.monotonic())
        left = begun + self.timeout - time.monotonic()
        if left <= 0:
            self._client.hung(begun, self.timeout)
        return left

    async def _await(self, job: Job) -> None:
        """Send a call from this event loop and wait for it."""
        loop = asyncio.get_running_loop()
        client, call = self._client, AsyncCall(job.absorb, loop)
        timer = None if self.timeout is None else _Timer(self, job, call)
        try:
            for number, request in enumerate(job.requests(call, client.line_limit())):
                if number:
                    await asyncio.sleep(0)  # let other coroutines run while a large call is encoded
                if call.finished.done():  # its time is over, or it has failed
                    break
                client.submit_soon(request, loop)
            call.sent = True
            call.check()
            await call.finished
        finally:
            call.over = True
            if timer is not None:
                timer.handle.cancel()


def _abandon(client: Client, tables: _table.Tables) -> None:
    client.abandon()
    tables.close()


class _Timer:
    """Ends a coroutine's call when its time is over."""

    def __init__(self, scorer: Scorer, job: Job, call: AsyncCall) -> None:
        self.scorer, self.job, self.call = scorer, job, call
        self.handle = call.loop.call_later(scorer.timeout or 0, self.look)

    def look(self) -> None:
        left = self.scorer._left(self.call)
        if left is not None and left > 0:  # the server has come up since
            self.handle = self.call.loop.call_later(left, self.look)
        elif not self.call.finished.done():
            self.job.expire(self.scorer.timeout or 0)
            self.call.finished.set_result(None)
