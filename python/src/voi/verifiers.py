"""Rewards for verifiers (and so prime-rl): a taskset for its v1, a rubric for its legacy API.

Version 1, the only one from 0.4 on, finds a taskset by the name of a module. A module of two
lines makes it known (``examples/verifiers/voi_tasks.py``)::

    from voi.verifiers import Taskset
    __all__ = ["Taskset"]

Its tasks are the rows of shards of the layout ``verl`` or ``openrlhf``, whose prompts hold their
tools. Your own taskset with a ``label`` in its data can use the reward alone::

    [env.taskset.task.rewards.voi]
    fn = "voi.verifiers.reward"

Whole episodes of tasks, with a user who answers and is not trained, are a taskset with its own
harness (``examples/verifiers/voi_episodes.py``)::

    from voi.verifiers import EpisodeHarness, EpisodeTaskset
    __all__ = ["EpisodeHarness", "EpisodeTaskset"]

A rollout that could not be scored has an error and no reward: verifiers records the exception of
a reward on the rollout's own trace, and the others are not affected.

Up to 0.3, ``rubric()`` is a ``vf.Rubric`` for the legacy API: the label is the ``answer`` of a
row, or ``label`` in its ``info``. The base classes are imported only on first use.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Optional

from . import _adapter, _verifiers_episodes
from ._errors import ConfigError, VoiError

if TYPE_CHECKING:
    Taskset: Any
    TasksetConfig: Any
    Task: Any
    TaskData: Any
    EpisodeTaskset: Any
    EpisodeTasksetConfig: Any
    EpisodeTask: Any
    EpisodeData: Any
    EpisodeHarness: Any

#: The keys of a row, a task's data or its info that may hold the label.
LABELS = ("label", "ground_truth", "answer")

#: The columns of layouts that may hold the prompt.
PROMPTS = ("prompt", "input", "messages")


class Unscored(VoiError):
    """A rollout that could not be scored: it has no reward, which differs from a reward of zero."""


async def reward(task: Any, trace: Any) -> float:
    """Score the answer of a trace of verifiers v1, and record its numbers as metrics.

    Args:
        task: the data of the task; its ``label`` (or that of its ``row``) is JSON text or its
            fields.
        trace: the trace, of one turn or of several.

    Returns:
        The reward, in the range of the profile of ``VOI_PROFILE``.

    Raises:
        ConfigError: the task has no label of voi's.
        Unscored: the answer could not be scored.
    """
    outcome = await _adapter.ascore(_label(task), completion(trace), truncated=_truncated(trace))
    trace.record_metrics(outcome.numbers())
    if outcome.reward is None:
        raise Unscored(f"{outcome.code}: {outcome.message}")
    return outcome.reward


def _truncated(trace: Any) -> bool:
    """Whether the token limit cut off the decision, the first reply. The trace's own flag is about its end, such as max_turns."""
    first = next((call for call in getattr(trace, "calls", None) or () if call.error is None), None)
    return bool(trace.is_truncated if first is None else first.finish_reason == "length")


def completion(trace: Any) -> _adapter.Completion:
    """Return the policy's output in a trace: its text, or its messages if there are calls or several turns."""
    replies = list(trace.assistant_messages)
    if not replies:
        return ""
    if len(replies) == 1 and not replies[0].tool_calls:
        return replies[0].content or ""
    return [_message(reply) for reply in replies]


def _message(reply: Any) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": reply.content or ""}
    if reply.tool_calls:
        message["tool_calls"] = [{"type": "function", "function": {"name": call.name, "arguments": call.arguments}} for call in reply.tool_calls]
    return message


def _label(task: Any) -> Any:
    row = task if isinstance(task, Mapping) else getattr(task, "__dict__", {})
    extra = getattr(task, "model_extra", None) or {}
    held = row.get("row")
    nested: Mapping[str, Any] = held if isinstance(held, Mapping) else {}
    places = [place.get(key) for place in (row, extra, nested) for key in LABELS]
    label = _adapter.first_label(*places)
    if label is None:
        raise ConfigError("the task has no label; give its data the column label or ground_truth that voi build writes")
    return label


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """Read samples: ``{"id": its sample_id or None, "prompt": messages or text, "label": JSON text}``.

    Args:
        path: a ``.jsonl`` or ``.parquet`` file of a layout, or a folder of them
            (``data/verl/train``), read in the order of their names. Parquet needs pyarrow.

    Raises:
        ConfigError: nothing is there, a line is no object, or a row has no prompt or no label.
    """
    files = [path] if path.is_file() else sorted(p for p in path.glob("*") if p.suffix in (".jsonl", ".parquet"))
    if not files:
        raise ConfigError(f"{path} holds no .jsonl or .parquet file; give a folder of voi build, as data/verl/train")
    for file in files:
        for number, row in enumerate(_lines(file) if file.suffix == ".jsonl" else _records(file), 1):
            prompt = next((row[key] for key in PROMPTS if row.get(key)), None)
            model = row.get("reward_model")
            label = _adapter.first_label(*(row.get(key) for key in LABELS), model.get("ground_truth") if isinstance(model, Mapping) else None)
            if prompt is None or label is None:
                raise ConfigError(f"{file}, row {number}: no {'prompt' if prompt is None else 'label'}; use shards of the layout verl or openrlhf")
            yield {
                "id": row.get("sample_id"),
                "prompt": prompt,  # a text stays one, even if it is JSON
                "label": label if isinstance(label, str) else json.dumps(label),
            }


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    with file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                row: Any = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise ConfigError(f"{file}, line {number} is no JSON ({error}); use shards of the layout verl or openrlhf") from None
            if not isinstance(row, dict):
                raise ConfigError(f"{file}, line {number} is no object but {line.strip()!r:.80}; use shards of the layout verl or openrlhf")
            yield row


def _records(file: Path) -> Iterator[dict[str, Any]]:
    parquet = importlib.import_module("pyarrow.parquet")
    for batch in parquet.ParquetFile(file).iter_batches():
        yield from batch.to_pylist()


def rubric(profile: Optional[str] = None, data: Optional[str] = None) -> Any:
    """Make a ``vf.Rubric`` for the legacy API of verifiers (up to 0.3).

    Its reward function ``voi_reward`` has weight 1; ``unscored``, the rate of every action and
    every component are metrics of weight 0, each computed once with the reward. A rollout that
    could not be scored has reward 0.0 and ``unscored`` 1. An invalid configuration raises,
    although the legacy API would log exceptions of its functions and continue with 0.0.

    Args:
        profile: the name or path of a profile; default ``VOI_PROFILE``.
        data: a folder of shards, for labels that only name their sample; default ``VOI_DATA``.
    """
    return _rubric_class()(profile, data)


def _rubric_class() -> Any:
    try:
        base: Any = importlib.import_module("verifiers.legacy").Rubric
    except ImportError:
        base = getattr(importlib.import_module("verifiers"), "Rubric", None)
    if base is None:
        raise ConfigError("this version of verifiers has no legacy API; use voi.verifiers.Taskset or voi.verifiers.reward")

    class Rubric(base):  # type: ignore[misc]
        """Scores before the functions of the base class run, which would swallow faults."""

        def __init__(self, profile: Optional[str], data: Optional[str]) -> None:
            super().__init__(funcs=[], weights=[])
            self._profile, self._data = profile, data
            self.add_reward_func(_reader("voi_reward", "reward"), weight=1.0)
            for name in ("unscored", *("action_" + action.lower() for action in _adapter.ACTIONS)):
                self.add_metric(_reader(name, name))
            for name in _adapter.scorer_of(profile, data).score([], sample_ids=[]).components:
                self.add_metric(_reader(name, name))

        async def score_rollout(self, state: Any) -> None:
            await self._score([state])
            await super().score_rollout(state)

        async def score_group(self, states: list[Any]) -> None:
            await self._score(states)
            await super().score_group(states)

        async def _score(self, states: list[Any]) -> None:
            scorer = _adapter.scorer_of(self._profile, self._data)
            samples = [_adapter.sample_of(_state_label(state)) for state in states]
            result = await scorer.ascore([_state_completion(state) for state in states], samples=samples)
            for index, state in enumerate(states):
                outcome = _adapter.outcome(scorer, result, index)
                state["voi"] = {"reward": outcome.value(), **outcome.numbers()}

    return Rubric


def _reader(name: str, key: str) -> Any:
    def read(state: Any) -> float:
        value: float = state["voi"][key]
        return value

    read.__name__ = name
    return read


def _state_label(state: Any) -> Any:
    info = _adapter.opened(state.get("info"))
    held = info if isinstance(info, Mapping) else {}
    label = _adapter.first_label(*(held.get(key) for key in LABELS), state.get("answer"))
    if label is None and {"tools", "reference"} <= set(held):
        return held
    if label is None:
        raise ConfigError("the row has no label; put the column label that voi build writes into answer or info")
    return label


def _state_completion(state: Any) -> _adapter.Completion:
    written = state["completion"]
    if isinstance(written, str):
        return written
    messages = [message if isinstance(message, Mapping) else message.model_dump(exclude_none=True) for message in written]
    if len(messages) == 1 and not messages[0].get("tool_calls") and isinstance(messages[0].get("content"), str):
        text: str = messages[0]["content"]
        return text
    return messages


def _define() -> dict[str, Any]:
    """Define the classes of version 1. Their bases must be installed."""
    vf = importlib.import_module("verifiers.v1")

    class TaskData(vf.TaskData):  # type: ignore[misc, name-defined]
        label: str

    class Task(vf.Task[TaskData]):  # type: ignore[misc, name-defined]
        @vf.reward(weight=1.0)  # type: ignore[misc, untyped-decorator, unused-ignore]
        async def voi(self, task: Any, trace: Any) -> float:
            return await reward(task, trace)

    class TasksetConfig(vf.TasksetConfig):  # type: ignore[misc, name-defined]
        data: Path = Path("data/verl/train")

    class Taskset(vf.Taskset[Task, TasksetConfig]):  # type: ignore[misc, name-defined]
        def __init__(self, config: Any) -> None:
            super().__init__(config)
            _adapter.scorer_of().hello()

        def load(self) -> Iterator[Any]:
            for row in rows(self.config.data.expanduser()):
                if "id" not in TaskData.model_fields:  # before 0.4
                    row["name"] = row.pop("id")
                yield Task(TaskData(**row), self.config.task)

    TaskData.__doc__ = "The prompt of a sample and its label."
    Task.__doc__ = "One sample: the prompt, and the reward of the answer."
    TasksetConfig.__doc__ = "``data``: a file or folder of shards (``rows``)."
    Taskset.__doc__ = "The samples of shards. The reward is ready before the first task is."
    made = {"TaskData": TaskData, "Task": Task, "TasksetConfig": TasksetConfig, "Taskset": Taskset}
    for name, kind in made.items():
        kind.__module__, kind.__qualname__ = __name__, name
    return made


def __getattr__(name: str) -> Any:
    if name in _verifiers_episodes.NAMES:
        globals().update(_verifiers_episodes.define())
    elif name in ("Taskset", "TasksetConfig", "Task", "TaskData"):
        globals().update(_define())
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return globals()[name]
