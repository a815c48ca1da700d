"""Episodes of tasks for TRL's ``environment_factory``; see `voi.trl.environment`."""

from __future__ import annotations

import asyncio
import functools
import hashlib
import inspect
import json
import logging
import os
import pathlib
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Optional, Union

from . import _adapter, _default
from ._episode import Episode, tasks_of
from ._errors import ConfigError, ServerError
from ._items import dump

_logger = logging.getLogger(__name__)

# The final message that stands for a text nobody shows to the environment.
UNSEEN = "Done."

# The result of a call after the end.
OVER = "The conversation is over."

# TRL uses these names, and names with a leading _, for methods that are no tools.
_TAKEN = ("reset", "get_reward")

_TYPES: Mapping[str, Any] = {"string": str, "integer": int, "number": float, "boolean": bool, "array": list, "object": dict, "null": type(None)}


class Environments(dict[str, Callable[[], Any]]):
    """Factories for ``environment_factory``, by the name of their set of tools.

    Attributes:
        rows: of the dataset: ``prompt``, ``environment``, ``task`` and ``seed``.
        left_out: the number of tasks without a row, by reason.
    """

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[dict[str, Any]] = []
        self.left_out: Counter[str] = Counter()


def environment(tasks: Union[str, os.PathLike[str], None] = None, split: str = "train", seeds: int = 1, own_reward: bool = True) -> Environments:
    """Environments of a folder of tasks, one for each set of tools, and the rows of their dataset.

        made = voi.trl.environment("data", own_reward=False)
        GRPOTrainer(model, reward_funcs=voi.trl.episode, environment_factory=made, train_dataset=Dataset.from_list(made.rows))

    The tools of a task and ``ask_user(question)`` are the methods of its environment. The calls
    of one message make one step, as in ``voi rollout``.

    A run of TRL ends at the first message without a call. Therefore tasks with several turns of
    the user are left out, and so are tasks with a tool that TRL cannot show.

    Args:
        tasks: the folder that ``voi build --tasks`` wrote; default VOI_TASKS.
        split: of the tasks.
        seeds: rows for each task, with the seeds 0, 1, ...
        own_reward: whether environments have ``get_reward``. This method cannot see the message
            that ends the run, and treats it as an answer, so that a refusal in words earns
            nothing. Use False with `episode`, which sees the message.

    Raises:
        ConfigError: there are no tasks, or none that TRL could play.
        ServerError: the server does not answer.
    """
    folder = tasks if tasks is not None else os.environ.get("VOI_TASKS")
    if not folder:
        raise ConfigError("no folder of tasks is named; give tasks=, or set VOI_TASKS to what voi build --tasks wrote")
    made, scorer = Environments(), _default.scorer(tasks=str(folder))
    for task in tasks_of(pathlib.Path(folder), split):
        if len(task["turns"]) > 1:
            made.left_out["several turns of the user"] += 1
            continue
        one = Episode(scorer, task["id"], ask_tool=True)
        state = one.reset()
        one.close()
        why = next(filter(None, map(_unshown, state["tools"])), None)
        if why:
            made.left_out[why] += 1
            continue
        text = dump(state["tools"])
        name = "voi_" + hashlib.sha256(text.encode()).hexdigest()[:12]
        made[name] = functools.partial(_instance, name, text, str(folder), own_reward)
        prompt = [{key: value for key, value in message.items() if key not in ("train", "error")} for message in state["messages"]]
        made.rows += [{"prompt": prompt, "environment": name, "task": task["id"], "seed": seed} for seed in range(seeds)]
    said = "; ".join(f"{why}: {n}" for why, n in made.left_out.items())
    if not made.rows:
        raise ConfigError(f"{folder} has no tasks of the split {split!r} that TRL can play ({said or 'none at all'}); make some with voi build --tasks")
    if made.left_out:
        _logger.warning("tasks were left out, %s", said)
    return made


def episode(prompts: Any, completions: Sequence[Any], environments: Optional[Sequence[Any]] = None, **columns: Any) -> list[Optional[float]]:
    """The return of each episode including its last message; for ``reward_funcs``.

    It equals the return that ``voi rollout`` gives the same completions. It is None, which TRL
    leaves out of the group, if the server failed, and for environments of others. The mean of
    ``voi/success`` is logged.

    Raises:
        ConfigError: there are no environments, or they have their own reward.
    """
    if environments is None:
        raise ConfigError("no environments were passed; give voi.trl.environment(...) as environment_factory to GRPOTrainer")
    values: list[Optional[float]] = []
    done: list[float] = []
    for played, completion in zip(environments, completions):
        if not isinstance(played, _Environment):
            values.append(None)
            continue
        if hasattr(played, "get_reward"):
            raise ConfigError("the environments have get_reward, so that episodes would be paid twice; make them with own_reward=False")
        values.append(played._return(_last(completion)))
        done.append(float(played._state["info"].get("success") is True))
    metric = columns.get("log_metric")
    if callable(metric) and done:
        metric("voi/success", sum(done) / len(done))
    return values


class _Environment:
    """An episode. `_class` adds the tools that TRL should see."""

    def __init__(self, tasks: str) -> None:
        self._tasks = tasks
        self._episode: Optional[Episode] = None
        self._state: dict[str, Any] = {}
        self._calls: list[dict[str, Any]] = []
        self._results: dict[int, str] = {}
        self._sum = 0.0
        self._failed = False

    def reset(self, task: Any = None, seed: Optional[int] = None, **row: Any) -> None:
        """Begin the episode of a row."""
        if not task:
            raise ConfigError(f"the row has no task (its columns: {', '.join(sorted(row)) or 'none'}); train on the rows of voi.trl.environment")
        if self._episode is not None:
            self._episode.close()
        self._episode = Episode(_default.scorer(tasks=self._tasks), _adapter.opened(task), seed=int(seed or 0), ask_tool=True)
        self._state, self._calls, self._results = self._episode.reset(), [], {}
        self._sum, self._failed = 0.0, False

    async def _call(self, name: str, arguments: Mapping[str, Any]) -> str:
        """The result of a call. TRL awaits the calls of one message together: the first one to continue makes the step for all."""
        calls, results = self._calls, self._results
        calls.append({"type": "function", "function": {"name": name, "arguments": dict(arguments)}})
        at = len(calls) - 1
        await asyncio.sleep(0)
        if at == 0:
            self._calls, self._results = [], {}
            self._step({"role": "assistant", "content": "", "tool_calls": calls}, results)
        return results.get(at, OVER)

    def _step(self, message: Union[str, dict[str, Any]], results: dict[int, str]) -> None:
        if self._episode is None:
            raise ValueError("the episode has not begun; reset it")
        if self._failed or self._state["done"]:
            return
        try:
            self._state = self._episode.step(message)
        except ServerError as error:
            self._failed = True
            _logger.warning("an episode is left unscored: %s", error)
            return
        self._sum += self._state["reward"]
        told = [str(message["content"]) for message in self._state["messages"] if message["role"] == "tool"]
        results.update(enumerate(told))

    def _return(self, text: str) -> Optional[float]:
        """End the episode, if it is still open, with a message without calls. Returns the sum of its rewards."""
        self._step(text, {})
        if self._episode is not None:
            self._episode.close()
        return None if self._failed else self._sum


def _instance(name: str, tools: str, tasks: str, own_reward: bool) -> Any:
    return _class(name, tools, own_reward)(tasks)


@functools.cache
def _class(name: str, tools: str, own_reward: bool) -> Any:
    """The class of a set of tools. There is one per process, since TRL distinguishes environments by their class."""
    members: dict[str, Any] = {tool["function"]["name"]: _method(tool["function"]) for tool in json.loads(tools)}
    if own_reward:

        def get_reward(self: _Environment) -> Optional[float]:
            """The return of the episode."""
            return self._return(UNSEEN)

        members["get_reward"] = get_reward
    return type(name, (_Environment,), {"__doc__": "An episode of a task.", "__module__": __name__, **members})


def _method(tool: Mapping[str, Any]) -> Any:
    """The method of a tool, with the signature and the docstring from which TRL makes the tool's schema."""
    name = tool["name"]
    schema = tool.get("parameters") or {}
    properties: Mapping[str, Any] = schema.get("properties") or {}
    required = [one for one in properties if one in (schema.get("required") or ())]

    async def method(self: _Environment, /, **arguments: Any) -> str:
        return await self._call(name, arguments)

    hints = {one: _hint(of) for one, of in properties.items()}
    kind = inspect.Parameter.POSITIONAL_ONLY  # names may be Python keywords, such as from
    order = [*required, *(one for one in properties if one not in required)]
    parameters = [inspect.Parameter(one, kind, annotation=hints[one], default=inspect.Parameter.empty if one in required else None) for one in order]
    method.__signature__ = inspect.Signature([inspect.Parameter("_environment", kind), *parameters])  # type: ignore[attr-defined]
    method.__annotations__ = hints
    method.__name__ = method.__qualname__ = name
    told = [f"    {one}: {_line(_told(of)) or one}" for one, of in properties.items()]
    method.__doc__ = "\n".join([_line(tool.get("description")) or name, *(["", "Args:", *told] if told else [])])
    return method


def _unshown(tool: Mapping[str, Any]) -> Optional[str]:
    """The reason why TRL cannot show a tool; None if it can."""
    function = tool["function"]
    if function["name"].startswith("_") or function["name"] in _TAKEN:
        return f"the name of the tool {function['name']!r} is none for a method"
    for name in (function.get("parameters") or {}).get("properties") or {}:
        if not name.isidentifier() or name == "return":
            return f"the parameter {name!r} of the tool {function['name']!r} is none for a method"
    return None


def _hint(schema: Any) -> Any:
    """The type closest to a schema."""
    if not isinstance(schema, Mapping):
        return Any
    values = schema.get("enum")
    if isinstance(values, list) and values and all(value is None or isinstance(value, (str, int, float)) for value in values):
        return Literal[tuple(values)]
    kind = schema.get("type")
    if isinstance(kind, list) and kind and all(one in _TYPES for one in kind):
        return Union[tuple(_TYPES[one] for one in kind)]
    if kind == "array" and "items" in schema:
        return list[_hint(schema["items"])]  # type: ignore[misc]
    return _TYPES.get(kind, Any) if isinstance(kind, str) else Any


def _told(schema: Any) -> str:
    """The description of a parameter, with its schema if that says more than a type."""
    if not isinstance(schema, Mapping):
        return ""
    rest = {key: value for key, value in schema.items() if key != "description"}
    items = rest.get("items", {})
    plain = rest.keys() <= {"type", "enum", "items"} and isinstance(items, Mapping) and items.keys() <= {"type", "enum"}
    return str(schema.get("description") or "") + ("" if plain else " Schema: " + dump(rest))


def _line(text: Any) -> str:
    """A text as one line, without anything that begins a section of a docstring or a list of choices."""
    return re.sub(r"(?i)\b(args|returns|raises|choices):", r"\1 :", " ".join(str(text or "").split()))


def _last(completion: Any) -> str:
    """The text of the message that ended a run; empty if the run was cut at a call."""
    if isinstance(completion, str):
        return completion
    last = completion[-1] if completion else {}
    if last.get("role") != "assistant" or last.get("tool_calls"):
        return ""
    content = last.get("content") or ""
    return content if isinstance(content, str) else "".join(part.get("text") or "" for part in content)
