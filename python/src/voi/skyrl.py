"""The environments for SkyRL: one step, rewarded by its answer, and whole episodes.

SkyRL makes environments by name::

    import voi.skyrl
    voi.skyrl.register()          # before the trainer starts, in its own process

with ``environment.env_class=voi``, or ``voi-episodes`` for episodes of tasks. ``Env`` derives
from ``skyrl_gym``'s class for texts, which is imported on the first use of ``Env``.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Optional

from . import _adapter, _default
from ._episode import Episode
from ._errors import ConfigError

if TYPE_CHECKING:
    Env: Any
    MultiTurnEnv: Any

#: More than any episode takes.
MAX_TURNS = 1 << 20

#: The places in a row that may hold the ground truth: SkyRL's, and verl's, since SkyRL also reads
#: verl's layout.
SPECS = ("reward_spec", "reward_model")


def register(name: str = "voi", episodes: str = "voi-episodes") -> None:
    """Register the environments in SkyRL under these names; registering again in a process does nothing."""
    registration = importlib.import_module("skyrl_gym.envs.registration")
    for known, kind in ((name, "Env"), (episodes, "MultiTurnEnv")):
        if known not in registration.registry:
            registration.register(id=known, entry_point=f"voi.skyrl:{kind}")


def ground_truth(extras: Mapping[str, Any]) -> Any:
    """Return the label in the columns of a row.

    Raises:
        ConfigError: there is none.
    """
    for key in SPECS:
        spec = _adapter.opened(extras.get(key))
        if isinstance(spec, Mapping) and spec.get("ground_truth"):
            return spec["ground_truth"]
    label = _adapter.first_label(extras.get("label"), extras.get("ground_truth"))
    if label is None:
        have = ", ".join(sorted(extras)) or "none"
        raise ConfigError(f"the row has no reward_spec or reward_model with a ground_truth (its columns: {have}); train on shards of the layout verl")
    return label


def _env() -> Any:
    """Define the environment. SkyRL must be installed."""
    base: Any = importlib.import_module("skyrl_gym.envs.base_text_env").BaseTextEnv

    class Env(base):  # type: ignore[misc]
        """One answer, one reward, done.

        Args of the constructor: ``env_config`` may have ``profile`` and ``data``; ``extras`` are
        the columns of the row, with ``reward_spec.ground_truth`` or
        ``reward_model.ground_truth``.
        """

        def __init__(self, env_config: Any = None, extras: Optional[Mapping[str, Any]] = None) -> None:
            super().__init__()
            self._label = _adapter.sample_of(ground_truth(extras or {}))
            self._profile = _setting(env_config, "profile")
            self._data = _setting(env_config, "data")
            self._outcome: Optional[_adapter.Outcome] = None

        def step(self, action: str) -> dict[str, Any]:
            """Score the answer; the episode is over."""
            self.turns += 1
            outcome = _adapter.score(self._label, action, prompt="", profile=self._profile, data=self._data)
            self._outcome = outcome
            observations: list[dict[str, str]] = []
            metadata = {"action": outcome.action or "", "error": outcome.code or "", "notes": outcome.notes}
            return {"observations": observations, "reward": outcome.value(), "done": True, "metadata": metadata}

        def get_metrics(self) -> dict[str, Any]:
            """Return the numbers of the answer, which SkyRL averages; nothing before the answer."""
            return {} if self._outcome is None else dict(self._outcome.numbers())

    Env.__module__, Env.__qualname__ = __name__, "Env"
    return Env


def _multi_turn() -> Any:
    """Define the environment of whole episodes. SkyRL must be installed."""
    base: Any = importlib.import_module("skyrl_gym.envs.base_text_env").BaseTextEnv

    class MultiTurnEnv(base):  # type: ignore[misc]
        """An episode of a task: a user who answers questions, tools that return something, a reward for each step.

        Args of the constructor: ``env_config`` may have ``tasks``, the folder of tasks;
        ``extras`` are the columns of the row: ``task``, the id of a task, or a task itself (an
        object or JSON text), and ``seed``, by default 0.

        The steps have the rewards of ``voi rollout``. `init` returns the prompt of the row. If
        that is empty, it returns the first messages of the task; the row's chat template then has
        to show the tools.
        """

        def __init__(self, env_config: Any = None, extras: Optional[Mapping[str, Any]] = None) -> None:
            super().__init__()
            row = extras or {}
            task = _adapter.opened(row.get("task"))
            if not task:
                raise ConfigError(
                    f"the row has no task (its columns: {', '.join(sorted(row)) or 'none'}); give the id of a task of VOI_TASKS, or a task itself"
                )
            self.max_turns = MAX_TURNS  # the environment has its own bounds
            self._episode = Episode(_default.scorer(tasks=_setting(env_config, "tasks")), task, seed=int(row.get("seed") or 0))
            self._state: dict[str, Any] = {}
            self._return = 0.0

        def init(self, prompt: Any) -> Any:
            """Begin the episode."""
            self._state, self._return, self.turns = self._episode.reset(), 0.0, 0
            begun = [{"role": m["role"], "content": m["content"]} for m in self._state["messages"]]
            return prompt or begun, {"tools": self._state["tools"]}

        def step(self, action: str) -> dict[str, Any]:
            """Take the policy's message. The result of a tool becomes a message of the role tool."""
            self.turns += 1
            self._state = state = self._episode.step(action)
            self._return += state["reward"]
            observations = [{"role": m["role"], "content": m["content"]} for m in state["messages"]]
            return {
                "observations": observations,
                "reward": state["reward"],
                "done": state["done"],
                "metadata": {**state["info"], "components": state["components"]},
            }

        def get_metrics(self) -> dict[str, Any]:
            """Return the return of the episode, its steps and, at the end, its success."""
            metrics: dict[str, Any] = {"return": self._return, "steps": self.turns}
            if (success := self._state.get("info", {}).get("success")) is not None:
                metrics["success"] = float(success)
            return metrics

        def close(self) -> None:
            """Close the episode."""
            self._episode.close()

    MultiTurnEnv.__module__, MultiTurnEnv.__qualname__ = __name__, "MultiTurnEnv"
    return MultiTurnEnv


def _setting(config: Any, key: str) -> Optional[str]:
    value = config.get(key) if hasattr(config, "get") else getattr(config, key, None)
    return None if value is None else str(value)


def __getattr__(name: str) -> Any:
    define = {"Env": _env, "MultiTurnEnv": _multi_turn}.get(name)
    if define is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    made = globals()[name] = define()
    return made
