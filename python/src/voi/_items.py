"""The material of requests: JSON texts of ITEMs, and columns of any kind of sequence."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any


def plain(value: Any) -> Any:
    """Convert a value that json cannot write to one that it can: numpy's numbers and arrays."""
    for method in ("tolist", "to_pylist", "as_py", "item"):
        if hasattr(value, method):
            return getattr(value, method)()
    raise TypeError(f"{type(value).__name__} has no JSON form")


dump = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=plain).encode


def listed(values: Any, what: str) -> list[Any]:
    """The entries of any sequence, by position: a list, a tuple, an array of numpy or Arrow, a Series with any index.

    Raises ValueError for a text or a mapping.
    """
    if type(values) is list:
        return values
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable):
        raise ValueError(f"{what} is of type {type(values).__name__}; give a sequence with one entry for each completion")
    if hasattr(values, "to_pylist"):  # Arrow
        return list(values.to_pylist())
    if hasattr(values, "tolist"):  # numpy and pandas
        return [None if missing(value) else value for value in values.tolist()]
    return list(values)


def missing(value: Any) -> bool:
    """Whether an entry is a missing value of pandas, or NaN."""
    return (isinstance(value, float) and value != value) or type(value).__name__ in ("NAType", "NaTType")


def left_out(value: Any) -> None:
    """Replaces a value without a JSON form."""
    return None


def with_text_arguments(message: Any) -> Any:
    """The message with the arguments of its calls as JSON text, as in OpenAI's API."""
    if not isinstance(message, Mapping) or not isinstance(message.get("tool_calls"), (list, tuple)):
        return message
    return {**message, "tool_calls": [_with_text(call) for call in message["tool_calls"]]}


def _with_text(call: Any) -> Any:
    if not isinstance(call, Mapping):
        return call
    if isinstance(call.get("function"), Mapping):
        return {**call, "function": _with_text(call["function"])}
    if isinstance(call.get("arguments"), (Mapping, list, tuple)):
        return {**call, "arguments": json.dumps(call["arguments"], default=left_out)}
    return call


def writable(messages: Any) -> Any:
    """The messages themselves, if JSON can express them; else with the arguments of their calls as text.

    A model may write a number into a call that is not valid JSON, such as NaN, which Python's
    parser takes. As text it is read as a malformed call.
    """
    try:
        dump(messages)
    except ValueError:
        if isinstance(messages, Mapping):
            return with_text_arguments(messages)
        if isinstance(messages, (list, tuple)):
            return list(map(with_text_arguments, messages))
    return messages


def written(run: Mapping[str, Any]) -> str:
    """The JSON text of a run. Only where it has none are its messages looked at one by one."""
    try:
        return dump(run)
    except ValueError:
        return dump({**run, "messages": writable(run["messages"])})


def encoded(text: str) -> bytes:
    """JSON in UTF-8; half a surrogate pair, which UTF-8 cannot encode, becomes its escape."""
    return text.encode("utf-8", "backslashreplace")


def size(items: Sequence[str]) -> int:
    """The bytes of items in a request."""
    if all(map(str.isascii, items)):
        return sum(map(len, items)) + len(items)
    return sum(1 + len(encoded(item)) for item in items)
