"""Calls a foreign reward function by its signature, for ``voi audit``.

``voi audit --reward module:function`` runs ``python -m voi._reward module:function``. The program
reads JSON lines, one for each completion, and answers each with a line ``{"id", "reward"}``.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import functools
import importlib
import importlib.util
import inspect
import io
import json
import os
import sys
from collections.abc import Awaitable, Iterable, Sequence
from pathlib import Path
from typing import Any, Callable

from ._errors import ConfigError

# One completion: id, prompt, tools, completion, reference, columns.
Item = dict[str, Any]

# Computes the values of a batch; chat says whether completions are messages or texts.
Batch = Callable[[Sequence[Item], bool], Sequence[Any]]

# The parameter names by which verifiers passes the data of a rollout.
_VERIFIERS = {"prompt", "answer", "state", "info", "task", "parser"}


def load(spec: str) -> Callable[..., Any]:
    """Import the function ``module:function`` or ``file.py:function``."""
    where, _, name = spec.rpartition(":")
    try:
        if where.endswith(".py"):
            path = Path(where).resolve()
            sys.path.insert(0, str(path.parent))
            found = importlib.util.spec_from_file_location(path.stem, path)
            if found is None or found.loader is None or not path.is_file():
                raise ConfigError(f"there is no file {where}")
            module: Any = importlib.util.module_from_spec(found)
            sys.modules[path.stem] = module
            found.loader.exec_module(module)
        else:
            sys.path.insert(0, os.getcwd())
            module = importlib.import_module(where)
        function = functools.reduce(getattr, name.split("."), module)
    except (ImportError, AttributeError) as error:
        raise ConfigError(f"the reward {spec} cannot be loaded: {error}") from error
    if not callable(function):
        raise ConfigError(f"{spec} is {type(function).__name__}, and no function")
    return function  # type: ignore[no-any-return]


class Reward:
    """A reward function, called by its signature.

    TRL's ``(prompts, completions, **columns)``, verl's ``(data_source, solution_str,
    ground_truth, extra_info)``, verifiers' ``(prompt, completion, answer, ...)``, or
    ``(completion, sample)``; the function may be a coroutine.

    Args:
        function: the function, or a callable object.

    Raises:
        ConfigError: its parameters match none of these.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._chat: bool | None = None  # completions are messages; None: not known yet
        try:
            parameters = inspect.signature(function).parameters
        except (TypeError, ValueError) as error:  # no function, or one of C without a signature
            raise ConfigError(f"the parameters of the reward cannot be read: {error}; give a function of (completion, sample) that calls it") from error
        self._any = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
        self._names = {name for name, p in parameters.items() if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)}
        positional = [p for p in parameters.values() if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        self._both = True  # it may take messages or texts
        self._batch: Batch
        if "completions" in self._names:
            self._batch = self._trl
        elif "solution_str" in self._names:
            self._batch, self._both = self._verl, False
        elif "completion" in self._names and self._names & _VERIFIERS:
            self._batch = self._verifiers
        elif len(positional) >= 2 and all(p.default is not p.empty for p in positional[2:]):
            self._batch, self._both = self._pair, False
        else:
            raise ConfigError(
                f"the reward takes ({', '.join(parameters)}); give it the parameters of TRL (prompts, completions, **columns), "
                "verl (data_source, solution_str, ground_truth, extra_info), verifiers (prompt, completion, answer, ...), or (completion, sample)"
            )

    def __call__(self, items: Sequence[Item]) -> list[dict[str, Any]]:
        """An answer for each item: ``{"id", "reward"}``, or ``{"id", "error"}``."""
        printed = _Counter()
        with contextlib.redirect_stdout(io.TextIOWrapper(printed, encoding="utf-8", errors="replace", write_through=True)):
            chat = self._form(items) if self._chat is None else self._chat
            answers = self._answers(items, chat)
        if printed.size and answers:
            answers[0]["stdout"] = printed.size
        return answers

    def _form(self, items: Sequence[Item]) -> bool:
        """Whether completions are messages: the form with more distinct rewards, then with more rewards.

        It is settled by the first batch that tells. A function of texts may take messages without an error:
        ``answer in completion`` is False then of every completion, and only a second one shows it.
        """
        if not self._both:
            self._chat = False
            return False
        told = {}
        for chat in (True, False):
            rewards = [a["reward"] for a in self._answers([*items, {**items[0], "completion": "No."}], chat) if "error" not in a]
            told[chat] = (len(set(map(repr, rewards))), len(rewards))
        messages = told[True] >= told[False]
        if told[True][0] != told[False][0] or told[True][0] > 1:
            self._chat = messages
        return messages

    def _answers(self, items: Sequence[Item], chat: bool) -> list[dict[str, Any]]:
        try:
            values = list(self._batch(items, chat))
            if len(values) != len(items):
                return [{"id": i["id"], "error": f"{len(values)} rewards for {len(items)} completions", "fault": "bad_answer"} for i in items]
        except (Exception, SystemExit) as error:
            if len(items) > 1:  # find the item at fault
                return [answer for item in items for answer in self._answers([item], chat)]
            return [{"id": items[0]["id"], "error": f"{type(error).__name__}: {error}"[:400]}]
        return [_answer(item["id"], value) for item, value in zip(items, values)]

    def _call(self, **arguments: Any) -> Any:
        given = arguments if self._any else {k: v for k, v in arguments.items() if k in self._names}
        return self._function(**given)

    def _trl(self, items: Sequence[Item], chat: bool) -> Sequence[Any]:
        columns: dict[str, list[Any]] = {}
        for item in items:
            for name, value in _sample(item).items():
                columns.setdefault(name, []).append(value)
        del columns["completion"], columns["prompt"]
        columns.update(
            prompts=[_prompt(item, chat) for item in items],
            completions=[_completion(item, chat) for item in items],
            completion_ids=[[] for _ in items],
        )
        extras = {"trainer_state": None, "log_extra": _nothing, "log_metric": _nothing}
        got: Any = self._call(**columns, **{k: v for k, v in extras.items() if k in self._names})
        return _awaited([got])[0]  # type: ignore[no-any-return]

    def _verl(self, items: Sequence[Item], chat: bool) -> Sequence[Any]:
        return _awaited(
            [
                self._call(
                    data_source=i["columns"]["data_source"] or "voi",
                    solution_str=i["completion"],
                    ground_truth=i["columns"]["ground_truth"],
                    extra_info=_sample(i),
                )
                for i in items
            ]
        )

    def _verifiers(self, items: Sequence[Item], chat: bool) -> Sequence[Any]:
        return _awaited(
            [
                self._call(
                    prompt=_prompt(i, chat),
                    completion=_completion(i, chat),
                    answer=i["columns"]["answer"],
                    state={"prompt": _prompt(i, chat), "completion": _completion(i, chat), "answer": i["columns"]["answer"], "info": _sample(i)},
                    info=_sample(i),
                    task=i["columns"]["data_source"],
                )
                for i in items
            ]
        )

    def _pair(self, items: Sequence[Item], chat: bool) -> Sequence[Any]:
        return _awaited([self._function(i["completion"], _sample(i)) for i in items])


def serve(reward: Reward, lines: Iterable[str], write: Callable[[str], object]) -> None:
    """Answer lines until the input ends. The line without ``more`` ends a batch."""
    batch: list[Item] = []
    for line in lines:
        item = json.loads(line)
        batch.append(item)
        if not item.get("more"):
            write("".join(json.dumps(answer) + "\n" for answer in reward(batch)))
            batch = []


class _Counter(io.BytesIO):
    """Counts the bytes written to it, and keeps none. It stands below a text file, since a reward may write to ``sys.stdout.buffer``."""

    size = 0

    def write(self, data: Any) -> int:
        size = memoryview(data).nbytes
        self.size += size
        return size


def _nothing(*_: Any, **__: Any) -> None:
    """Replaces a trainer's logging."""


def _sample(item: Item) -> dict[str, Any]:
    """An item as a row of a dataset: its columns and its fields."""
    fields = {name: item[name] for name in ("prompt", "tools", "completion", "reference")}
    return {**item["columns"], **fields}


def _prompt(item: Item, chat: bool) -> Any:
    return item["prompt"] if chat else "\n".join(f"{m['role']}: {m['content']}" for m in item["prompt"])


def _completion(item: Item, chat: bool) -> Any:
    return [{"role": "assistant", "content": item["completion"]}] if chat else item["completion"]


def _awaited(values: list[Any]) -> list[Any]:
    """The values; coroutines among them are awaited together."""
    if not any(inspect.isawaitable(v) for v in values):
        return values

    async def gather() -> list[Any]:
        async def one(value: Any) -> Any:
            return await value if isinstance(value, Awaitable) else value

        return list(await asyncio.gather(*map(one, values)))

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(gather())
    # The loop of a notebook or of an async test waits for this call, and cannot run what it waits for.
    with concurrent.futures.ThreadPoolExecutor(1) as other:
        return other.submit(asyncio.run, gather()).result()


def _answer(name: str, value: Any) -> dict[str, Any]:
    """The answer for a value: a number, None, or a dict with ``score`` or ``reward``."""
    if isinstance(value, dict):
        if not value.keys() & {"score", "reward"}:
            return {"id": name, "error": f"a dict without score or reward: it has {', '.join(map(str, value)) or 'nothing'}"[:400], "fault": "bad_answer"}
        value = value.get("score", value.get("reward"))
    if value is None:
        return {"id": name, "reward": None}
    try:
        return {"id": name, "reward": float(value)}
    except (TypeError, ValueError):
        return {"id": name, "error": f"a reward of type {type(value).__name__}", "fault": "bad_answer"}
    except OverflowError as error:  # of a whole number
        return {"id": name, "error": f"a reward beyond the range of a float: {error}", "fault": "bad_answer"}


def main() -> int:
    """Serve the function named by the only argument, on stdin and stdout."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # text that a library prints below Python is no answer
    requests = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)  # a program that the function starts, or input(), would read the requests
    os.close(nothing)
    try:
        reward = Reward(load(sys.argv[1]))
    except ConfigError as error:
        print(f"voi: {error}", file=sys.stderr)
        return 2

    def write(text: str) -> None:
        answers.write(text)
        answers.flush()

    with open(requests, encoding="utf-8") as lines:
        serve(reward, lines, write)
    return 0


if __name__ == "__main__":
    sys.exit(main())
