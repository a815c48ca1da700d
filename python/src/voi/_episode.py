"""Episode: a run of a task that a policy plays turn by turn."""

from __future__ import annotations

import contextlib
import json
import pathlib
import uuid
from collections.abc import Iterable, Mapping
from typing import Any, Union

from ._errors import ConfigError, ServerError
from ._items import writable
from ._scorer import Completion, Scorer


class Episode:
    """One run of a task of the environment, on the server of a Scorer (docs/environment-serving.md).

        with voi.Scorer(tasks="data") as scorer:
            episode = voi.Episode(scorer, "TASK", seed=0)
            state = episode.reset()
            while not state["done"]:
                state = episode.step(policy(state["messages"], state["tools"]))

    If the server dies, evicts the episode to make room or answers too late, nothing is lost: the
    same completions give the same episode, so it is replayed up to its last step. Use an Episode from one thread
    at a time.

    Args:
        scorer: its server plays the episode.
        task: the id of a task of the scorer's ``tasks``, or a task itself.
        seed: of random draws, such as the user's words.
        ask_tool: offer the tool ``ask_user(question)``, for loops that continue only after calls.
    """

    def __init__(self, scorer: Scorer, task: Union[str, Mapping[str, Any]], seed: int = 0, ask_tool: bool = False) -> None:
        self._scorer = scorer
        self._begin: dict[str, Any] = {"task": task, "seed": seed, "ask_tool": ask_tool}
        self._name = uuid.uuid4().hex
        self._open = False
        self._completions: list[Completion] = []

    def reset(self) -> dict[str, Any]:
        """Begin the episode, or begin again, and return its state.

        Raises:
            ConfigError: there is no such task, or it cannot be read.
            ServerError: the server has no room, or does not answer.
        """
        self.close()
        self._completions = []
        state = self._ask("env_reset", **self._begin)
        self._open = True
        return state

    def step(self, completion: Completion) -> dict[str, Any]:
        """Take a completion, a text or chat messages, and return the state.

        Raises:
            ValueError: the episode has not begun, or has ended.
            ServerError: as `reset` does.
        """
        if not self._open:
            raise ValueError("the episode has not begun; reset it")
        completion = writable(completion)
        reply = self._play("env_step", completion=completion)
        if reply["op"] == "error" and reply["code"] == "unknown_episode":
            self._ask("env_reset", **self._begin)
            for before in self._completions:
                self._ask("env_step", completion=before)
            reply = self._play("env_step", completion=completion)
        state = _state(reply)
        self._completions.append(completion)
        return state

    def close(self) -> None:
        """Close the episode on its server; closing again, or without a server, does nothing."""
        if self._open:
            self._open = False
            with contextlib.suppress(ServerError):  # the episode ended with its server
                self._play("env_close")

    def _ask(self, op: str, **fields: Any) -> dict[str, Any]:
        return _state(self._play(op, **fields))

    def _play(self, op: str, **fields: Any) -> dict[str, Any]:
        reply = self._scorer.play(op, episode=self._name, **fields)
        if reply.get("code") == "timeout":  # the server may have taken it, or may yet: the next request plays a new episode up to here
            self._name = uuid.uuid4().hex
        return reply


def _state(reply: dict[str, Any]) -> dict[str, Any]:
    if reply["op"] != "error":
        return reply
    said = f"the episode cannot go on: {reply['code']}: {reply['message']}"
    if reply["code"] == "episode_done":
        raise ValueError(said)
    raise (ConfigError if reply["code"] in ("unknown_task", "bad_request", "bad_tools") else ServerError)(said)


def tasks_of(folder: pathlib.Path, split: str) -> Iterable[dict[str, Any]]:
    """The tasks of a split that ``voi build --tasks`` wrote, ``{"id", "turns"}`` each, in file order.

    Raises:
        ConfigError: a line is no task.
    """
    for path in sorted((folder / "tasks" / split).glob("*.jsonl")):
        with path.open(encoding="utf-8") as lines:
            for at, line in enumerate(lines, 1):
                try:
                    task = json.loads(line)
                    yield {"id": task["id"], "turns": list(task["turns"])}
                except (ValueError, KeyError, TypeError) as error:
                    raise ConfigError(f"{path}, line {at} is no task ({error!r}); make the folder anew with voi build --tasks") from None
