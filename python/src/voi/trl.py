"""The reward function of TRL's GRPOTrainer, of its AsyncGRPOTrainer, and of unsloth.

    from trl import GRPOConfig, GRPOTrainer
    import voi.trl

    shards = load_dataset("data", "trl")["train"]
    trainer = GRPOTrainer(model, reward_funcs=voi.trl.reward, train_dataset=shards)

or, by its path, ``trl grpo --reward_funcs voi.trl.reward``. ``VOI_PROFILE``
names the profile. Where ``VOI_DATA`` names the folder of shards, samples are
looked up by the column ``sample_id``; else each request carries them, taken from
the columns of the layout ``trl``. The rewards are the same. What a program
changes in the columns of a sample that is looked up is not seen: leave
``VOI_DATA`` unset then.

For several rewards that are normalised one by one (GDPO), give `component` of
each name in place of `reward`. However many of them are called with a batch, it
is scored once.

A completion that could not be scored is None, which these trainers leave out of
its group; a row of another task, which has neither a sample_id nor a reference,
is None as well. What is wrong with the configuration raises.

``environment`` and ``episode`` are for whole episodes of tasks (``environment_factory``).
``TurnTrainer`` is a GRPOTrainer that trains each turn of a run of many turns by an
advantage of its own. TRL is imported when it is first asked for, and not before.
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
from ._items import listed
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
        prompts: for each completion a list of messages, or a text. Read only
            where the sample is not looked up.
        completions: texts, or lists of messages, whose first one of the assistant
            counts, for it is the decision that the sample is about; its ``tool_calls`` may have their arguments as an object or
            as JSON text.
        completion_ids: the tokens of each completion. Where ``log_extra`` is a
            method of a trainer, which knows its end tokens, a completion that
            was cut by length is scored as such.
        columns: the columns of the dataset, and what the trainer adds.
            ``log_extra`` and ``log_metric`` are called where they are given;
            what is unknown is ignored.

    Returns:
        as many as there are completions, each within the profile's range, or
        None where there is none: why is logged, once for each code.

    Raises:
        ValueError: nothing says which samples the completions belong to, lengths
            differ, or none of the first 32 samples could be scored.
        ConfigError: the profile, the shards or the binary cannot be used, or the
            shards do not hold a sample.
        ServerError: the reward server cannot be kept alive.
    """
    return list(_score("reward", prompts, completions, completion_ids, columns).rewards)


def component(name: str) -> Component:
    """The reward function of one component, for ``reward_funcs``.

    It has the parameters and the guarantees of `reward`, gives the raw value of
    the component, can be pickled, and is called ``voi_NAME`` in the metrics.

    Args:
        name: a component of the profile: of ``guarded`` ``form``, ``tool``,
            ``cls``, ``certainty``, ``slot``; of the others ``fmt_xml``,
            ``fmt_soft``, ``fmt_strict``, ``tool``, ``cls``, ``certainty``.
            Whether the profile has it shows at the first call, which raises
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
    """What became of a batch; every list has one entry for each completion."""

    rewards: list[Optional[float]]
    components: dict[str, list[Optional[float]]]
    actions: list[Optional[str]]
    errors: list[Optional[str]]
    notes: list[Optional[str]]


# The functions of a step see one batch; AsyncGRPOTrainer scores several groups
# at a time.
_batches: Memo[_Scored] = Memo(keep=8)


def _score(
    caller: str,
    prompts: Optional[Sequence[Any]],
    completions: Sequence[Any],
    completion_ids: Optional[Sequence[Sequence[int]]],
    columns: dict[str, Any],
) -> _Scored:
    """Score a batch, or remember what became of it, and log it."""
    given, prompts = listed(completions, "completions"), None if prompts is None else listed(prompts, "prompts")
    count = len(given)
    if prompts is not None and len(prompts) != count:
        raise ValueError(f"there are {len(prompts)} prompts for {count} completions; give lists of one entry for each")
    scorer = _default.scorer()
    columns = {name: listed(values, name) if name in _columns.READ and values is not None else values for name, values in columns.items()}
    rows = _columns.rows(prompts, columns, count, by_id=bool(scorer.data or os.environ.get("VOI_DATA")))
    finished = _finish_reasons(completion_ids, columns.get("log_extra"))
    keys, sent = zip(*map(_completion, given)) if count else ((), ())
    key = (id(scorer), keys, tuple(row and row.key for row in rows), finished and tuple(finished))
    scored = _batches.get(key, lambda: _request(scorer, sent, rows, finished))
    _log(caller, scored, finished, completions, columns)
    return scored


def _completion(completion: Any) -> tuple[Hashable, Any]:
    """What a completion is known by, and what is sent for it.

    What JSON has no word for must not cost the completion: an image that a tool
    returned is left out, and a call with a number that is none, as a model may
    write it, goes as text, to be judged as the malformed call that it is. What
    cannot be helped is sent as it is: the scorer says so in that item's error.
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
                text = json.dumps([_with_text_arguments(message) for message in messages], allow_nan=False, default=_left_out)
                return ("json", text), json.loads(text)
        except (ValueError, RecursionError):
            pass
    return object(), messages  # equal to nothing


def _left_out(value: Any) -> None:
    return None


def _with_text_arguments(message: Any) -> Any:
    """The message with the arguments of its calls as JSON text, as OpenAI's interface has them."""
    if not isinstance(message, Mapping) or not isinstance(message.get("tool_calls"), (list, tuple)):
        return message
    return {**message, "tool_calls": [_with_text(call) for call in message["tool_calls"]]}


def _with_text(call: Any) -> Any:
    if not isinstance(call, Mapping):
        return call
    if isinstance(call.get("function"), Mapping):
        return {**call, "function": _with_text(call["function"])}
    if isinstance(call.get("arguments"), (Mapping, list, tuple)):
        return {**call, "arguments": json.dumps(call["arguments"], default=_left_out)}
    return call


def _finish_reasons(completion_ids: Optional[Sequence[Sequence[int]]], log_extra: Any) -> Optional[list[Optional[str]]]:
    """For each completion "length" if it was cut, "stop" if it ended; None where nobody can say.

    TRL does not tell a reward function. The trainer knows, though, and log_extra
    is a method of it: a completion was cut if its last token does not end one
    and it is as long as a completion may be.
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
    """Score what is ours; the rest stays None."""
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


# Codes of errors that were logged, and how many samples had none but errors before
# the first reward.
_told: set[str] = set()
_started = False
_hopeless = 0

# Samples without any reward after which a run is not worth going on. One rank's first
# batch may well be a few rows that cannot be scored, and must not end the run.
HOPELESS = 32


def _tell(rewards: Sequence[Optional[float]], errors: Sequence[Mapping[str, Any]], samples: int) -> None:
    """Log each code of error once, and raise where the first HOPELESS samples are nothing but errors."""
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
    """The last batch that a trainer was told of, and the functions that saw it."""

    completions: Sequence[Any]
    callers: set[str]


# By trainer, which it does not keep alive: a trainer holds a model.
_seen: weakref.WeakKeyDictionary[Any, _Seen] = weakref.WeakKeyDictionary()


def _is_first(caller: str, completions: Sequence[Any], receiver: Any) -> bool:
    """Whether a function is the first of its step to see the batch, and so the one that logs it.

    TRL appends what it is given: a column that two functions log is twice as
    long as its table. The functions of a step get the same list of completions;
    the one that sees it twice is in another step.
    """
    receiver = getattr(receiver, "__self__", receiver)
    try:
        seen = _seen.get(receiver)
        if seen is not None and seen.completions is completions and caller not in seen.callers:
            seen.callers.add(caller)
            return False
        _seen[receiver] = _Seen(completions, {caller})
    except TypeError:  # no trainer: it cannot be told from others
        pass
    return True


def _log(caller: str, scored: _Scored, finished: Optional[Sequence[Optional[str]]], completions: Sequence[Any], columns: Mapping[str, Any]) -> None:
    """Give the trainer what is known of a batch.

    A mean of nothing, on a rank that had only rows of another task, is left out: TRL
    adds up what ranks give, and one NaN would be the metric of all of them.
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


# From this version on TRL asks all ranks which metrics there are. Before it, a rank
# that leaves one out has the others wait for it, or take another's value.
_GATHERS_NAMES = (1, 14)


def _mean(metric: Callable[[str, float], None], name: str, values: Sequence[float]) -> None:
    """Log a mean, or nothing for a mean of nothing, where TRL can do without."""
    if values:
        metric(name, math.fsum(values) / len(values))
    elif not _gathers_names():
        metric(name, math.nan)


@functools.cache
def _gathers_names() -> bool:
    try:
        version = importlib.metadata.version("trl").split(".")
    except importlib.metadata.PackageNotFoundError:
        return True  # whoever calls is no TRL
    return tuple(int("".join(filter(str.isdigit, part)) or 0) for part in version[:2]) >= _GATHERS_NAMES


def __getattr__(name: str) -> Any:
    if name != "TurnTrainer":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import _trl_turns

    made = globals()["TurnTrainer"] = _trl_turns.make()
    return made
