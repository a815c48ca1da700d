"""What the tests share: samples and completions whose rewards were worked out by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import voi

TOOL = {
    "type": "function",
    "function": {
        "name": "book_train",
        "parameters": {
            "type": "object",
            "properties": {"to": {"type": "string"}, "window": {"type": "boolean"}},
            "required": ["to", "window"],
        },
    },
}

SAMPLE: dict[str, Any] = {
    "messages": [{"role": "user", "content": "A train to Porto, please."}],
    "tools": [TOOL],
    "reference": {"action": "TOOLCALL", "tool_calls": [{"name": "book_train", "arguments": {"to": "Porto", "window": True}}]},
}


def answer(inside: str) -> str:
    return f"<reasoning>\nChecking what is known.\n</reasoning>\n<answer>\n{inside}\n</answer>\n"


def call(arguments: dict[str, Any]) -> str:
    return answer(f"<TOOLCALL>{json.dumps([{'name': 'book_train', 'arguments': arguments}])}</TOOLCALL>")


RIGHT = call({"to": "Porto", "window": True})  # 4.5 under certainty: F8 to F10
UNSURE = call({"to": "Porto", "window": "<UNK>"})  # Cert 1/2: 1.5 + 0.75 + 2/2
WRONG = answer("<REFUSE>That cannot be done with these tools.</REFUSE>")  # 1.5 for the format
NONE = "Hello"

KNOWN = [(RIGHT, 4.5), (UNSURE, 3.25), (WRONG, 1.5), (NONE, 0.0)]


@pytest.fixture
def scorer() -> Iterator[voi.Scorer]:
    with voi.Scorer(profile="certainty") as made:
        yield made
