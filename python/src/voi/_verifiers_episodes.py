"""Episodes of tasks for verifiers; see `voi.verifiers.EpisodeTaskset`."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import _default
from ._chat import told, wire, written
from ._episode import Episode, tasks_of
from ._errors import ConfigError

NAMES = ("EpisodeTaskset", "EpisodeTasksetConfig", "EpisodeTask", "EpisodeData", "EpisodeHarness")


def define() -> dict[str, Any]:
    """Define the classes. Their bases must be installed."""
    vf: Any = importlib.import_module("verifiers.v1")
    dialects: Any = importlib.import_module("verifiers.v1.dialects")
    to_wire: Any = importlib.import_module("verifiers.v1.dialects.chat").message_to_wire
    openai: Any = importlib.import_module("openai")

    class EpisodeData(vf.TaskData):  # type: ignore[misc]
        """A task, by its id, and the seed of its user. ``prompt`` is its beginning."""

        tasks: str
        task: str
        seed: int = 0

    class EpisodeTask(vf.Task[EpisodeData]):  # type: ignore[misc]
        """An episode of a task. Its reward is the return, the sum of the steps' rewards."""

        @vf.reward(weight=1.0)  # type: ignore[misc, untyped-decorator, unused-ignore]
        async def voi(self, trace: Any) -> float:
            if "turn_rewards" not in trace.info:
                raise ConfigError("nobody played the episode of this trace; use the harness voi.verifiers.EpisodeHarness")
            trace.record_metrics({"success": float(trace.info["voi"].get("success") is True), "steps": float(len(trace.info["turn_rewards"]))})
            return float(sum(trace.info["turn_rewards"]))

    class EpisodeTasksetConfig(vf.TasksetConfig):  # type: ignore[misc]
        """``data``: the folder of ``voi build --tasks``; ``split`` of it; ``seeds``: episodes of each task."""

        data: Path = Path("data")
        split: str = "train"
        seeds: int = 1

    class EpisodeTaskset(vf.Taskset[EpisodeTask, EpisodeTasksetConfig]):  # type: ignore[misc]
        """The tasks of a folder, with one turn of the user or several."""

        def load(self) -> Iterator[Any]:
            folder = self.config.data.expanduser()
            scorer, none = _default.scorer(tasks=str(folder)), True
            for one in tasks_of(folder, self.config.split):
                for seed in range(self.config.seeds):
                    episode, none = Episode(scorer, one["id"], seed=seed), False
                    prompt = [dialects.parse_message(wire(message)) for message in episode.reset()["messages"]]
                    episode.close()
                    name = one["id"] if self.config.seeds == 1 else f"{one['id']}#{seed}"
                    yield EpisodeTask(EpisodeData(name=name, prompt=prompt, tasks=str(folder), task=one["id"], seed=seed), self.config.task)
            if none:
                raise ConfigError(f"{folder} has no tasks of the split {self.config.split!r}; make some with voi build --tasks")

    class EpisodeHarness(vf.Harness[vf.HarnessConfig]):  # type: ignore[misc]
        """The loop of turns between the policy and the episode, in this process.

        The policy's messages are the replies of the endpoint. The user's words and the results of
        tools are in the requests, which verifiers neither samples nor trains on. ``info`` of the
        trace has ``turn_rewards``, one for each reply, and ``voi``, the environment's last info.
        """

        APPENDS_SYSTEM_PROMPT = True
        EXECUTES_CODE = False
        NEEDS_CONTAINER = False

        async def launch(self, ctx: Any, trace: Any, runtime: Any, endpoint: str, secret: str, mcp_urls: Any, data: Any) -> Any:
            """Play the episode to its end, or until verifiers stops the rollout."""
            episode = Episode(_default.scorer(tasks=data.tasks), data.task, seed=data.seed)
            system, prompt = self.resolve_prompt(data)
            messages = [*([{"role": "system", "content": system}] if system else []), *map(to_wire, prompt)]
            rewards: list[float] = []
            trace.info.update(turn_rewards=rewards, voi={})
            # There is no time limit except verifiers' own, which cancels the loop.
            async with openai.AsyncOpenAI(base_url=endpoint, api_key=secret, timeout=None) as client:
                try:
                    state = await asyncio.to_thread(episode.reset)
                    while not state["done"]:
                        offered = {"tools": state["tools"]} if state["tools"] else {}
                        try:
                            reply = await client.chat.completions.create(model=ctx.model, messages=messages, **offered)
                        except openai.APIStatusError:
                            if trace.stop_condition is None:
                                raise
                            break
                        message = reply.choices[0].message.model_dump(exclude_none=True)
                        state = await asyncio.to_thread(episode.step, written(message))
                        rewards.append(state["reward"])
                        trace.info["voi"] = state["info"]
                        messages += [message, *told(state["messages"], message.get("tool_calls") or ())]
                finally:
                    await asyncio.to_thread(episode.close)
            return vf.ProgramResult(0, "", "")

    made = {kind.__name__: kind for kind in (EpisodeTaskset, EpisodeTasksetConfig, EpisodeTask, EpisodeData, EpisodeHarness)}
    for name, kind in made.items():
        kind.__module__, kind.__qualname__ = "voi.verifiers", name
    return made
