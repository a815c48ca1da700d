"""Converts the messages of an episode to the chat protocol and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Union

from ._items import dump

# The tool_call_id of a result whose call came from a text and has no id.
_NO_ID = "call"


def wire(message: Mapping[str, Any]) -> dict[str, Any]:
    """A message of an episode in the form of the chat protocol."""
    out: dict[str, Any] = {"role": message["role"], "content": message.get("content") or ""}
    if message["role"] == "tool":
        out["tool_call_id"] = message.get("tool_call_id") or _NO_ID
    if calls := message.get("tool_calls"):
        out["tool_calls"] = [_call(call, at) for at, call in enumerate(calls)]
    return out


def _call(call: Mapping[str, Any], at: int) -> dict[str, Any]:
    function = call.get("function", call)
    arguments = function.get("arguments", {})
    text = arguments if isinstance(arguments, str) else dump(arguments)
    return {"id": call.get("id") or f"{_NO_ID}_{at}", "type": "function", "function": {"name": function["name"], "arguments": text}}


def told(messages: Sequence[Mapping[str, Any]], calls: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The environment's messages, with a result for each call of the policy's message.

    If a call cannot be read, none of the calls is made. There is then one result, which is
    repeated for each call.
    """
    out = [wire(message) for message in messages]
    results = [message for message in out if message["role"] == "tool"]
    if not calls or not results:
        return out
    paired = [{**results[min(at, len(results) - 1)], "tool_call_id": call["id"]} for at, call in enumerate(calls)]
    return [*paired, *(message for message in out if message["role"] != "tool")]


def written(message: Mapping[str, Any]) -> Union[str, list[dict[str, Any]]]:
    """The policy's message in the form that a step of an episode takes: a text, or a message with its calls."""
    text = message.get("content") or ""
    if not message.get("tool_calls"):
        return str(text)
    return [{"role": "assistant", "content": text, "tool_calls": message["tool_calls"]}]
