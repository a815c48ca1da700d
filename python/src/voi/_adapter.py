"""What the adapters share: one completion and its label in, one outcome out.

Most trainers hand a reward function one completion at a time, from threads or
from an event loop, with a label that holds all of the sample. All adapters ride
on one server per process, which scores what comes in at once.

A fault of one sample is an outcome without a reward. A fault of the configuration
(no binary, an unknown profile, a label that is not ours, a sample id that the data
does not hold) raises: training on nothing must not start.
"""

from __future__ import annotations

import json
import logging
import math
import os
import threading
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Optional, Union

from . import _default
from ._errors import ConfigError
from ._result import Result
from ._scorer import Scorer

logger = logging.getLogger("voi")

#: What a completion may be: its text, or the chat messages of a turn.
Completion = Union[str, Sequence[Mapping[str, Any]]]

#: What a label may be: the JSON text that ``voi build`` writes, or its fields.
Label = Union[str, Mapping[str, Any]]

#: What to do about a label that is none.
LABEL_HINT = "name the column label or ground_truth of a layout that voi build writes as the label of the trainer"

#: The actions, as the server writes them.
ACTIONS = ("TOOLCALL", "ASK", "REFUSE", "DIRECTLY")


class Outcome(NamedTuple):
    """What one completion earned.

    ``reward`` is None where the completion could not be scored, and then ``code``
    and ``message`` say why. ``components`` has the same keys for every completion
    of a profile. ``action`` is one of ``ACTIONS``, or None for a completion that
    decides nothing. ``low`` and ``high`` bound the rewards of the profile.
    """

    reward: Optional[float]
    components: dict[str, Optional[float]]
    action: Optional[str]
    code: Optional[str]
    message: str
    notes: list[str]
    low: float
    high: float

    @property
    def scored(self) -> bool:
        """Whether there is a reward."""
        return self.reward is not None

    def value(self) -> float:
        """Return the reward, or 0.0 for trainers that cannot take None: their ``unscored`` is 1 then."""
        return 0.0 if self.reward is None else self.reward

    def unit(self) -> float:
        """Return the reward's place in the profile's range, in [0, 1]; 0.0 where there is none."""
        if self.reward is None or self.high <= self.low:
            return 0.0
        return min(1.0, max(0.0, (self.reward - self.low) / (self.high - self.low)))

    def numbers(self) -> dict[str, float]:
        """Return what is worth logging as numbers, under the same keys for every completion.

        ``unscored`` (0 or 1), ``action_toolcall``, ``action_ask``, ``action_refuse``
        and ``action_directly`` (of which at most one is 1: their means are rates),
        and the raw value of every component, 0.0 where there is none.
        """
        out = {"unscored": 0.0 if self.scored else 1.0}
        for action in ACTIONS:
            out["action_" + action.lower()] = 1.0 if self.action == action else 0.0
        for name, value in self.components.items():
            out[name] = 0.0 if value is None else value
        return out


def score(
    label: Any,
    completion: Completion,
    *,
    truncated: bool = False,
    profile: Optional[str] = None,
    data: Optional[str] = None,
) -> Outcome:
    """Score one completion of the sample in a label. Threads may call it at once.

    Args:
        label: see ``Label``; anything else raises.
        completion: the completion alone, without its prompt.
        truncated: whether the limit of tokens cut the completion off.
        profile: the name or path of a profile; default ``VOI_PROFILE``.
        data: a folder of shards, for labels that only name their sample; default
            ``VOI_DATA``.

    Raises:
        ConfigError: the label is not one of ours, or the scorer cannot start.
    """
    sample = sample_of(label)
    scorer = scorer_of(profile, data)
    return outcome(scorer, scorer.score([completion], samples=[sample], finish_reasons=_finish(truncated)))


async def ascore(
    label: Any,
    completion: Completion,
    *,
    truncated: bool = False,
    profile: Optional[str] = None,
    data: Optional[str] = None,
) -> Outcome:
    """Score as ``score`` does, for an event loop, which goes on meanwhile."""
    sample = sample_of(label)
    scorer = scorer_of(profile, data)
    return outcome(scorer, await scorer.ascore([completion], samples=[sample], finish_reasons=_finish(truncated)))


_made: dict[tuple[Optional[str], Optional[str]], Scorer] = {}
_complained: set[str] = set()
_lock = threading.Lock()


def scorer_of(profile: Optional[str] = None, data: Optional[str] = None) -> Scorer:
    """Return the scorer of this process for a profile and a folder of shards.

    Without either it is the one that the environment describes, which all
    adapters share.
    """
    if profile is None and data is None:
        return _default.scorer()
    key = (profile, data)
    with _lock:
        found = _made.get(key)
        if found is None:
            found = _made[key] = Scorer(profile=profile, data=data)
        return found


def _forked() -> None:
    global _lock
    _lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


def _finish(truncated: bool) -> Optional[list[str]]:
    return ["length"] if truncated else None


def sample_of(label: Any) -> Label:
    """Return the sample that a label holds, as a scorer takes it.

    JSON text stays text, so that no number in it changes on the way. A reference
    alone (``{"action": "REFUSE"}``) is a label, too.

    Raises:
        ConfigError: the label names no sample, which is no fault of one row: the
            trainer was told of another column.
    """
    if isinstance(label, Mapping):
        return _fields(label)
    if not isinstance(label, str):
        raise ConfigError(f"the label is {label!r:.80}; {LABEL_HINT}")
    text = label.strip()
    if text.startswith("{") and text.endswith("}"):
        if '"reference"' in text or '"sample_id"' in text:
            return text
        value = opened(text)
        if isinstance(value, Mapping):
            return _fields(value)
    raise ConfigError(f"the label {text!r:.80} is no JSON object; {LABEL_HINT}")


def _fields(label: Mapping[str, Any]) -> Mapping[str, Any]:
    if "reference" in label or "sample_id" in label:
        return label
    if isinstance(label.get("action"), str):
        return {"reference": label}
    have = ", ".join(map(str, label)) or "none"
    raise ConfigError(f"the label has neither reference nor sample_id (its fields: {have:.80}); {LABEL_HINT}")


def outcome(scorer: Scorer, result: Result, index: int = 0) -> Outcome:
    """Take one outcome out of a scorer's result, and log its error, once per code."""
    reward = result.rewards[index]
    error = result.errors[index]
    components = {name: values[index] for name, values in result.components.items()}
    low, high = scorer.hello()["reward_range"]
    code = message = None
    if error is not None:
        code, message = str(error["code"]), str(error["message"])
    elif reward is None or not math.isfinite(reward):
        code, message = "internal", f"the reward is {reward!r}"
    if code is not None:
        reward = None
        complain(code, message or "")
    return Outcome(reward, components, result.actions[index], code, message or "", result.notes[index] or [], low, high)


def unfound(like: Outcome) -> Outcome:
    """Return the outcome of a completion that could not be told from its prompt."""
    code = "prompt_not_found"
    message = "the text does not begin with the prompt, so that the completion cannot be told from it"
    complain(code, message)
    empty: dict[str, Optional[float]] = dict.fromkeys(like.components)
    return like._replace(reward=None, components=empty, action=None, code=code, message=message, notes=[])


def complain(code: str, message: str) -> None:
    """Log an error about unscored completions, once per code and process."""
    with _lock:
        if code in _complained:
            return
        _complained.add(code)
    logger.error(
        "a completion could not be scored (%s): %s; it counts as unscored, and further ones with this code are not logged",
        code,
        message,
    )


def abandon(error: Exception) -> None:
    """Log an error that stops all scoring, once per process, for trainers that swallow what is raised."""
    with _lock:
        if "" in _complained:
            return
        _complained.add("")
    logger.error("no completion can be scored: %s: %s", type(error).__name__, error)


def first_label(*places: Any) -> Any:
    """Return the first of some places that holds a label, None where none does.

    Parsed JSON text may hide in a list of one, which is how batches of one come.
    """
    for place in places:
        if isinstance(place, (list, tuple)) and len(place) == 1:
            place = place[0]
        if isinstance(place, Mapping) and place:
            return place
        if isinstance(place, str) and place.strip():
            return place
    return None


def opened(value: Any) -> Any:
    """Return the object in a JSON text, or the value as it is."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value
