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
LABEL_HINT = (
    "name the column label or ground_truth of a layout that voi build writes as the label of the trainer; "
    "where the data mixes tasks, hand the rows of others to their own reward (mixed, see docs/trainers)"
)

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
    place: Optional[float] = None  # in [0, 1], where somebody else gave it

    @property
    def scored(self) -> bool:
        """Whether there is a reward."""
        return self.reward is not None

    def value(self) -> float:
        """Return the reward, or 0.0 for trainers that cannot take None: their ``unscored`` is 1 then."""
        return 0.0 if self.reward is None else self.reward

    def unit(self) -> float:
        """Return the reward's place in the profile's range, in [0, 1]; 0.0 where there is none."""
        if self.place is not None:
            return self.place
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
    prompt: Optional[str] = None,
    truncated: bool = False,
    profile: Optional[str] = None,
    data: Optional[str] = None,
) -> Outcome:
    """Score one completion of the sample in a label. Threads may call it at once.

    Args:
        label: see ``Label``; anything else raises.
        completion: the completion alone, without its prompt; or a text that begins
            with the prompt that is given beside it.
        prompt: taken off the completion, as are the tokens that end a turn; "" for
            those tokens only.
        truncated: whether the limit of tokens cut the completion off.
        profile: the name or path of a profile; default ``VOI_PROFILE``.
        data: a folder of shards, for labels that only name their sample; default
            ``VOI_DATA``.

    Raises:
        ConfigError: the label is not one of ours, or the scorer cannot start.
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
    """Score as ``score`` does, for an event loop, which goes on meanwhile."""
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
    """Whether a label is one of ours, and not that of another task in the same data."""
    try:
        sample_of(label)
    except ConfigError:
        return False
    return True


def other(reward: Any, profile: Optional[str], data: Optional[str]) -> Outcome:
    """The outcome of a completion of another task, whose reward somebody else gave: no action, and components of 0.

    Trainers that stack what the completions of a batch return need the same keys of all.
    """
    scorer = scorer_of(profile, data)
    names = scorer.score([], sample_ids=[]).components
    low, high = scorer.hello()["reward_range"]
    return Outcome(float(reward), dict.fromkeys(names, 0.0), None, None, "", [], low, high)


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
    """Log an error that stops all scoring, once per process, for trainers that swallow what is raised."""
    if _is_first(""):
        logger.error("no completion can be scored: %s: %s", type(error).__name__, error)


def _is_first(code: str) -> bool:
    """Whether nobody has asked for a code before, in this process."""
    mine = object()
    return _complained.setdefault(code, mine) is mine


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
