"""The reward function of TRL's GRPOTrainer, of its AsyncGRPOTrainer, and of unsloth.

    from trl import GRPOConfig, GRPOTrainer
    import voi.trl

    shards = load_dataset("data", "trl")["train"]
    trainer = GRPOTrainer(model, reward_funcs=voi.trl.reward, train_dataset=shards)

or, by its path, ``trl grpo --reward_funcs voi.trl.reward``. ``VOI_PROFILE`` names the profile. If
``VOI_DATA`` names the folder of shards, samples are looked up by the column ``sample_id``;
otherwise each request carries them, taken from the columns of the layout ``trl``. The rewards are
the same. A lookup ignores changes that a program makes in other columns of a sample: leave
``VOI_DATA`` unset then.

For several rewards that are normalised one by one (GDPO), use `component` with each name instead
of `reward`. A batch is scored once, however many of them are called with it.

A completion that could not be scored is None, and these trainers leave it out of its group. A row
of another task, which has neither a sample_id nor a reference, is also None. An invalid
configuration raises.

``environment`` and ``episode`` are for whole episodes of tasks (``environment_factory``).
``TurnTrainer`` is a GRPOTrainer that trains each turn of a multi-turn run by its own advantage.
TRL is imported only on first use.
"""

from __future__ import annotations

import functools
import importlib.metadata
import json
import logging
import math
import os
import weakref
from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Callable, NamedTuple, Optional

from . import _columns, _default
from ._items import left_out, listed, with_text_arguments
from ._memo import Memo
from ._scorer import Scorer
from ._trl_environment import environment, episode

if TYPE_CHECKING:
    TurnTrainer: Any

__all__ = ["Component", "TurnTrainer", "component", "environment", "episode", "reward"]

_logger = logging.getLogger(__name__)

# The actions of a completion (F8), in the order in which their shares are logged.
_ACTIONS = ("TOOLCALL", "ASK", "REFUSE", "DIRECTLY")


def reward(
    prompts: Optional[Sequence[Any]],
    completions: Sequence[Any],
    completion_ids: Optional[Sequence[Sequence[int]]] = None,
    **columns: Any,
) -> list[Optional[float]]:
    """The reward of each completion under the profile (F9 to F11).

    Args:
        prompts: for each completion a list of messages, or a text. Read only if the sample is not
            looked up.
        completions: texts, or lists of messages. Of a list the first message of the assistant
            counts, since it is the decision of the sample; its ``tool_calls`` may have their
            arguments as an object or as JSON text.
        completion_ids: the tokens of each completion. If ``log_extra`` is a method of a trainer,
            which knows its end tokens, completions that were cut by length are scored as cut.
        columns: the columns of the dataset, and the trainer's additions. ``log_extra`` and
            ``log_metric`` are called if present; unknown columns are ignored.

    Returns:
        one value per completion, within the profile's range, or None without a reward; the reason
            is logged, once for each code.

    Raises:
        ValueError: no column identifies the samples of the completions, lengths differ, or none
            of the first 32 samples could be scored.
        ConfigError: the profile, the shards or the binary cannot be used, or the shards do not
            hold a sample.
        ServerError: the reward server cannot be kept alive.
    """
    return list(_score("reward", prompts, completions, completion_ids, columns).rewards)


def component(name: str) -> Component:
    """The reward function of one component, for ``reward_funcs``.

    It has the parameters and the guarantees of `reward`, returns the raw value of the component,
    can be pickled, and is named ``voi_NAME`` in the metrics.

    Args:
        name: a component of the profile: of ``guarded`` ``form``, ``tool``, ``cls``,
            ``certainty``, ``slot``; of the others ``fmt_xml``, ``fmt_soft``, ``fmt_strict``,
            ``tool``, ``cls``, ``certainty``. If the profile lacks it, the first call raises
            ValueError.
    """
    return Component(name)


class Component:
    """The reward function of one component; see `component`."""

    def __init__(self, name: str) -> None:
        if not isinstance(name, str) or not name:
            raise ValueError(f"the component is {name!r}; give its name, such as 'cls'")
        self.name = name
        self.__name__ = f"voi_{name}"

    def __call__(
        self,
        prompts: Optional[Sequence[Any]],
        completions: Sequence[Any],
        completion_ids: Optional[Sequence[Sequence[int]]] = None,
        **columns: Any,
    ) -> list[Optional[float]]:
        """The component of each completion; see `reward`."""
        scored = _score(self.__name__, prompts, completions, completion_ids, columns)
        values = scored.components.get(self.name)
        if values is None:
            raise ValueError(f"the profile has no component {self.name!r}; it has {', '.join(scored.components)}")
        return list(values)

    def __reduce__(self) -> tuple[Callable[[str], Component], tuple[str]]:
        return component, (self.name,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Component) and other.name == self.name

    def __hash__(self) -> int:
        return hash((Component, self.name))

    def __repr__(self) -> str:
        return f"voi.trl.component({self.name!r})"


class _Scored(NamedTuple):
    """The result for a batch; every list has one entry for each completion."""

    rewards: list[Optional[float]]
    components: dict[str, list[Optional[float]]]
    actions: list[Optional[str]]
    errors: list[Optional[str]]
    notes: list[Optional[str]]


# All functions of a step get the same batch; AsyncGRPOTrainer scores several groups concurrently.
_batches: Memo[_Scored] = Memo(keep=8)


def _score(
    caller: str,
    prompts: Optional[Sequence[Any]],
    completions: Sequence[Any],
    completion_ids: Optional[Sequence[Sequence[int]]],
    columns: dict[str, Any],
) -> _Scored:
    """Score a batch, or take its remembered result, and log it."""
    given, prompts = listed(completions, "completions"), None if prompts is None else listed(prompts, "prompts")
    count = len(given)
    if prompts is not None and len(prompts) != count:
        raise ValueError(f"there are {len(prompts)} prompts for {count} completions; give lists of one entry for each")
    scorer = _default.scorer()
    columns = {name: listed(values, name) if name in _columns.READ and values is not None else values for name, values in columns.items()}
    rows = _columns.rows(prompts, columns, count, by_id=bool(scorer.data or os.environ.get("VOI_DATA")))
    finished = _finish_reasons(completion_ids, columns.get("log_extra"))
    if finished is not None and len(finished) != count:
        raise ValueError(f"there are {len(finished)} completion_ids for {count} completions; give lists of one entry for each")
    keys, sent = zip(*map(_completion, given)) if count else ((), ())
    key = (id(scorer), keys, tuple(row and row.key for row in rows), finished and tuple(finished))
    scored = _batches.get(key, lambda: _request(scorer, sent, rows, finished))
    _log(caller, scored, finished, completions, columns)
    return scored


def _completion(completion: Any) -> tuple[Hashable, Any]:
    """The key of a completion, and the value to send for it.

    A value that JSON cannot express must not spoil the completion. An image that a tool returned
    is left out. A call with an invalid number, which a model may write, is sent as text, so that
    it is judged as a malformed call. Anything else is sent unchanged, and the scorer reports that
    item's error.
    """
    if isinstance(completion, str):
        return completion, completion
    messages = [completion] if isinstance(completion, Mapping) else completion
    if isinstance(messages, (list, tuple)):
        messages = list(messages)
        try:
            try:
                return _columns.frozen(messages), messages
            except ValueError:
                text = json.dumps(list(map(with_text_arguments, messages)), allow_nan=False, default=left_out)
                return ("json", text), json.loads(text)
        except (ValueError, RecursionError):
            pass
    return object(), messages  # equal to nothing


def _finish_reasons(completion_ids: Optional[Sequence[Sequence[int]]], log_extra: Any) -> Optional[list[Optional[str]]]:
    """For each completion "length" if it was cut, "stop" if it ended; None if this is unknown.

    TRL does not tell a reward function. But log_extra is a method of the trainer, which knows: a
    completion was cut if it has the maximum length and its last token is no end token.
    """
    trainer = getattr(log_extra, "__self__", None)
    most = getattr(trainer, "max_completion_length", None)
    if completion_ids is None or not isinstance(most, int):
        return None
    ends: set[int] = set()
    for owner in (trainer, getattr(trainer, "_tokenizer", None), getattr(trainer, "processing_class", None)):
        for name in ("eos_token_ids", "eos_token_id", "pad_token_id"):
            value = getattr(owner, name, None)
            ends.update(token for token in (value if isinstance(value, (list, tuple)) else [value]) if isinstance(token, int))
    if not ends:
        return None
    return ["stop" if len(ids) and int(ids[-1]) in ends else "length" if len(ids) >= most else None for ids in listed(completion_ids, "completion_ids")]


def _request(scorer: Scorer, completions: Sequence[Any], rows: Sequence[Optional[_columns.Row]], finished: Optional[Sequence[Optional[str]]]) -> _Scored:
    """Score the rows of voi; the others stay None."""
    ours = [(i, row) for i, row in enumerate(rows) if row is not None]
    result = scorer.score(
        [completions[i] for i, _ in ours],
        samples=[row.fields for _, row in ours],
        finish_reasons=None if finished is None else ["length" if finished[i] == "length" else None for i, _ in ours],
    )

    def spread(values: Sequence[Any]) -> list[Any]:
        out: list[Any] = [None] * len(rows)
        for (i, _), value in zip(ours, values):
            out[i] = value
        return out

    _tell(result.rewards, [error for error in result.errors if error is not None], len({row.key for _, row in ours}))
    return _Scored(
        rewards=spread(result.rewards),
        components={name: spread(values) for name, values in result.components.items()},
        actions=spread(result.actions),
        errors=spread([error and error["code"] for error in result.errors]),
        notes=spread([notes and " ".join(notes) for notes in result.notes]),
    )


# Codes of errors already logged, and the number of samples with only errors before the first
# reward.
_told: set[str] = set()
_started = False
_hopeless = 0

# Samples without any reward after which a run is stopped. One rank's first batch may be a few
# rows that cannot be scored, and must not end the run.
HOPELESS = 32


def _tell(rewards: Sequence[Optional[float]], errors: Sequence[Mapping[str, Any]], samples: int) -> None:
    """Log each code of error once, and raise if the first HOPELESS samples have only errors."""
    global _started, _hopeless
    for error in errors:
        if error["code"] not in _told:
            _told.add(error["code"])
            _logger.warning("completions are left unscored (%s, said once): %s", error["code"], error["message"])
    _started = _started or any(value is not None for value in rewards)
    faults = [error for error in errors if error["code"] not in ("truncated", "timeout")]
    _hopeless += samples if faults and not _started else 0
    if _hopeless >= HOPELESS and not _started:
        raise ValueError(f"none of the first {_hopeless} samples could be scored: {faults[0]['message']} ({faults[0]['code']})")


class _Seen(NamedTuple):
    """The last batch that a trainer was told of, and the functions that got it."""

    completions: Sequence[Any]
    callers: set[str]


# By trainer, with weak keys: a trainer holds a model.
_seen: weakref.WeakKeyDictionary[Any, _Seen] = weakref.WeakKeyDictionary()


def _is_first(caller: str, completions: Sequence[Any], receiver: Any) -> bool:
    """Whether a function is the first of its step to get the batch, and therefore logs it.

    TRL appends every logged value, so that a column logged by two functions is twice as long as
    its table. All functions of a step get the same list of completions; a function that gets it
    twice is in another step.
    """
    receiver = getattr(receiver, "__self__", receiver)
    try:
        seen = _seen.get(receiver)
        if seen is not None and seen.completions is completions and caller not in seen.callers:
            seen.callers.add(caller)
            return False
        _seen[receiver] = _Seen(completions, {caller})
    except TypeError:  # not a trainer: it cannot be distinguished from others
        pass
    return True


def _log(caller: str, scored: _Scored, finished: Optional[Sequence[Optional[str]]], completions: Sequence[Any], columns: Mapping[str, Any]) -> None:
    """Log the results of a batch to the trainer.

    On a rank with only rows of another task there is no mean, and it is left out: TRL sums the
    values of all ranks, so one NaN would make the metric NaN on all of them.
    """
    extra, metric = columns.get("log_extra"), columns.get("log_metric")
    if not (callable(extra) or callable(metric)) or not _is_first(caller, completions, extra or metric):
        return
    if callable(metric):
        ours = [i for i, value in enumerate(scored.rewards) if value is not None]
        failed = sum(error is not None for error in scored.errors)
        for name, values in scored.components.items():
            _mean(metric, f"voi/{name}", [value for i in ours if (value := values[i]) is not None])
        for action in (*_ACTIONS, None):
            _mean(metric, f"voi/action/{action or 'none'}", [float(scored.actions[i] == action) for i in ours])
        _mean(metric, "voi/unscored", [0.0] * len(ours) + [1.0] * failed)
    if callable(extra):
        ids = columns.get("sample_id")
        if ids is not None:
            step = getattr(columns.get("trainer_state"), "global_step", None)
            extra("sample_id", list(ids))
            extra("group_id", [None if one is None else f"{step}:{one}" for one in ids])
        if finished is not None:
            extra("finish_reason", list(finished))
        extra("voi/action", list(scored.actions))
        extra("voi/notes", list(scored.notes))
        extra("voi/error", list(scored.errors))


# From this version on TRL asks all ranks for the names of the metrics. Before it, if a rank
# leaves one out, the others wait for it, or take another's value.
_GATHERS_NAMES = (1, 14)


def _mean(metric: Callable[[str, float], None], name: str, values: Sequence[float]) -> None:
    """Log a mean. Without values log nothing, if TRL allows that."""
    if values:
        metric(name, math.fsum(values) / len(values))
    elif not _gathers_names():
        metric(name, math.nan)


@functools.cache
def _gathers_names() -> bool:
    try:
        version = importlib.metadata.version("trl").split(".")
    except importlib.metadata.PackageNotFoundError:
        return True  # the caller is not TRL
    return tuple(int("".join(filter(str.isdigit, part)) or 0) for part in version[:2]) >= _GATHERS_NAMES


def __getattr__(name: str) -> Any:
    if name != "TurnTrainer":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import _trl_turns

    made = globals()["TurnTrainer"] = _trl_turns.make()
    return made
