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
            "properties": {"to": {"type": "string"}, "seat": {"enum": ["window", "aisle"]}},
            "required": ["to", "seat"],
        },
    },
}

SAMPLE: dict[str, Any] = {
    "messages": [{"role": "user", "content": "A train to Porto, please, by the window."}],
    "tools": [TOOL],
    "reference": {"action": "TOOLCALL", "tool_calls": [{"name": "book_train", "arguments": {"to": "Porto", "seat": "window"}}]},
}


def answer(inside: str) -> str:
    return f"<reasoning>\nChecking what is known.\n</reasoning>\n<answer>\n{inside}\n</answer>\n"


def call(arguments: dict[str, Any]) -> str:
    return answer(f"<TOOLCALL>{json.dumps([{'name': 'book_train', 'arguments': arguments}])}</TOOLCALL>")


RIGHT = call({"to": "Porto", "seat": "window"})  # 3.5 under guarded, the default: F11
UNSURE = call({"to": "Porto", "seat": "<UNK>"})  # right in one argument of two, Cert 1/2: 0.5 + 0.25 + 0.5/2
WRONG = answer("<REFUSE>That cannot be done with these tools.</REFUSE>")  # 0.5 for the form
NONE = "Hello"

KNOWN = [(RIGHT, 3.5), (UNSURE, 1.0), (WRONG, 0.5), (NONE, 0.0)]


@pytest.fixture
def scorer() -> Iterator[voi.Scorer]:
    with voi.Scorer() as made:
        yield made
