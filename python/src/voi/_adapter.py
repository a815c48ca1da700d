"""The common part of the adapters: a completion and its label in, an outcome out.

Most trainers give a reward function one completion at a time, from threads or an event loop, with
a label that holds the whole sample. All adapters share one server per process, which scores
concurrent completions together.

A fault of one sample gives an outcome without a reward. A fault of the configuration (no binary,
an unknown profile, a foreign label, a sample id missing in the data) raises, so that no training
starts on nothing.
"""

from __future__ import annotations

import functools
import json
import logging
import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Optional, Union

from . import _default
from ._errors import ConfigError
from ._result import Result
from ._scorer import Scorer

logger = logging.getLogger("voi")

#: A completion: its text, or the chat messages of a turn.
Completion = Union[str, Sequence[Mapping[str, Any]]]

#: A label: the JSON text that ``voi build`` writes, or its fields.
Label = Union[str, Mapping[str, Any]]

#: The advice after an invalid label.
LABEL_HINT = (
    "name the column label or ground_truth of a layout that voi build writes as the label of the trainer; "
    "where the data mixes tasks, hand the rows of others to their own reward (mixed, see docs/trainers)"
)

#: The actions, as the server writes them.
ACTIONS = ("TOOLCALL", "ASK", "REFUSE", "DIRECTLY")


class Outcome(NamedTuple):
    """The result for one completion.

    ``reward`` is None if the completion could not be scored; ``code`` and ``message`` then say
    why. ``components`` has the same keys for every completion of a profile. ``action`` is one of
    ``ACTIONS``, or None for a completion without a decision. ``low`` and ``high`` bound the
    rewards of the profile.
    """

    reward: Optional[float]
    components: dict[str, Optional[float]]
    action: Optional[str]
    code: Optional[str]
    message: str
    notes: list[str]
    low: float
    high: float
    place: Optional[float] = None  # in [0, 1], for the reward of another function

    @property
    def scored(self) -> bool:
        """Whether there is a reward."""
        return self.reward is not None

    def value(self) -> float:
        """Return the reward, or 0.0 for trainers that cannot take None (``unscored`` is then 1)."""
        return 0.0 if self.reward is None else self.reward

    def unit(self) -> float:
        """Return the reward scaled by the profile's range to [0, 1]; 0.0 without a reward."""
        if self.place is not None:
            return self.place
        if self.reward is None or self.high <= self.low:
            return 0.0
        return min(1.0, max(0.0, (self.reward - self.low) / (self.high - self.low)))

    def numbers(self) -> dict[str, float]:
        """Return the numbers to log, under the same keys for every completion.

        ``unscored`` (0 or 1), ``action_toolcall``, ``action_ask``, ``action_refuse`` and
        ``action_directly`` (at most one is 1, so that their means are rates), and the raw value
        of every component, 0.0 if there is none.
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
    prompt: Optional[str] = None,
    truncated: bool = False,
    profile: Optional[str] = None,
    data: Optional[str] = None,
) -> Outcome:
    """Score one completion of the sample in a label. Safe to call from several threads.

    Args:
        label: see ``Label``; anything else raises.
        completion: the completion without its prompt; or, with ``prompt``, a text that begins
            with it.
        prompt: removed from the start of the completion, as are the tokens that end a turn; ""
            removes only those tokens.
        truncated: whether the token limit cut the completion off.
        profile: the name or path of a profile; default ``VOI_PROFILE``.
        data: a folder of shards, for labels that only name their sample; default ``VOI_DATA``.

    Raises:
        ConfigError: the label is not voi's, or the scorer cannot start.
    """
    sample = sample_of(label)
    scorer = scorer_of(profile, data)
    return outcome(scorer, scorer.score([completion], samples=[sample], finish_reasons=_finish(truncated), prompts=_prompts(prompt)))


async def ascore(
    label: Any,
    completion: Completion,
    *,
    prompt: Optional[str] = None,
    truncated: bool = False,
    profile: Optional[str] = None,
    data: Optional[str] = None,
) -> Outcome:
    """Score like ``score``, without blocking the event loop."""
    sample = sample_of(label)
    scorer = scorer_of(profile, data)
    return outcome(scorer, await scorer.ascore([completion], samples=[sample], finish_reasons=_finish(truncated), prompts=_prompts(prompt)))


scorer_of = _default.scorer

_complained: dict[str, object] = {}


def _finish(truncated: bool) -> Optional[list[str]]:
    return ["length"] if truncated else None


def _prompts(prompt: Optional[str]) -> Optional[list[str]]:
    return None if prompt is None else [prompt]


def ours(label: Any) -> bool:
    """Whether a label is voi's, not that of another task in the same data."""
    try:
        sample_of(label)
    except ConfigError:
        return False
    return True


def other(reward: Any, profile: Optional[str], data: Optional[str]) -> Outcome:
    """The outcome of a completion of another task, rewarded by another function: no action, and components of 0.

    Trainers that stack the results of a batch need the same keys in all of them.
    """
    scorer = scorer_of(profile, data)
    names = scorer.score([], sample_ids=[]).components
    low, high = scorer.hello()["reward_range"]
    return Outcome(float(reward), dict.fromkeys(names, 0.0), None, None, "", [], low, high)


def sample_of(label: Any) -> Label:
    """Return the sample in a label, in a form that a scorer takes.

    JSON text stays text, so that no number in it changes. A reference alone (``{"action":
    "REFUSE"}``) is also a label.

    Raises:
        ConfigError: the label contains no sample. This is not the fault of one row: the trainer
            uses the wrong column.
    """
    if isinstance(label, Mapping):
        return _fields(label)
    if not isinstance(label, str):
        raise ConfigError(f"the label is {label!r:.80}; {LABEL_HINT}")
    return _sample_of_text(label.strip())


@functools.lru_cache(maxsize=256)
def _sample_of_text(text: str) -> Label:
    """The sample in a label of JSON text, kept because a trainer asks for the completions of a label one after the other.

    The keys of the object decide: an argument of a call may be called reference, too.
    """
    if text.startswith("{") and text.endswith("}"):
        try:
            value = json.loads(text, parse_int=float)
        except (ValueError, RecursionError):
            if '"reference"' in text or '"sample_id"' in text:
                return text  # a damaged sample is the fault of its row, which the scorer reports
        else:
            return text if _fields(value) is value else f'{{"reference":{text}}}'
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


def complain(code: str, message: str) -> None:
    """Log an error about unscored completions, once per code and process."""
    if not _is_first(code):
        return
    logger.error(
        "a completion could not be scored (%s): %s; it counts as unscored, and further ones with this code are not logged",
        code,
        message,
    )


def abandon(error: Exception) -> None:
    """Log an error that stops all scoring, once per process, for trainers that swallow exceptions."""
    if _is_first(""):
        logger.error("no completion can be scored: %s: %s", type(error).__name__, error)


def _is_first(code: str) -> bool:
    """Whether this is the first call with a code in this process."""
    mine = object()
    return _complained.setdefault(code, mine) is mine


def first_label(*places: Any) -> Any:
    """Return the first of several places that holds a label, None if none does.

    Parsed JSON text may be in a list of one, since batches of one have this form.
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
    """Return the object in a JSON text, or else the value unchanged."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value
