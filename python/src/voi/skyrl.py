"""The environment for SkyRL: one step, whose reward is the answer's.

SkyRL makes environments by name::

    import voi.skyrl
    voi.skyrl.register()          # before the trainer starts, in its own process

with ``environment.env_class=voi``. ``Env`` derives from ``skyrl_gym``'s class for
texts, which is imported when ``Env`` is first asked for, and not before.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Optional

from . import _adapter
from ._errors import ConfigError

if TYPE_CHECKING:
    Env: Any

#: The places in a row that may hold the ground truth: SkyRL's, and verl's, whose
#: layout SkyRL reads as it is.
SPECS = ("reward_spec", "reward_model")


def register(name: str = "voi") -> None:
    """Make the environment known to SkyRL under a name; once per process, again does nothing."""
    registration = importlib.import_module("skyrl_gym.envs.registration")
    if name not in registration.registry:
        registration.register(id=name, entry_point="voi.skyrl:Env")


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
    """Define the environment, for which its base class has to be there."""
    base: Any = importlib.import_module("skyrl_gym.envs.base_text_env").BaseTextEnv

    class Env(base):  # type: ignore[misc]
        """One answer, one reward, done.

        Args of the constructor: ``env_config`` may have ``profile`` and ``data``;
        ``extras`` are the columns of the row, ``reward_spec.ground_truth`` or
        ``reward_model.ground_truth`` among them.
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
            """Return the numbers of the answer, which SkyRL averages; before it, nothing."""
            return {} if self._outcome is None else dict(self._outcome.numbers())

    Env.__module__, Env.__qualname__ = __name__, "Env"
    return Env


def _setting(config: Any, key: str) -> Optional[str]:
    value = config.get(key) if hasattr(config, "get") else getattr(config, key, None)
    return None if value is None else str(value)


def __getattr__(name: str) -> Any:
    if name != "Env":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    made = globals()["Env"] = _env()
    return made
