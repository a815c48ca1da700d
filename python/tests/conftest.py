"""Shared by the tests: samples and completions with rewards worked out by hand."""

from __future__ import annotations

import json
import pathlib
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

import voi
from voi import _binary

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


@pytest.fixture(scope="session")
def tasks(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """The tasks of the embedded examples."""
    out = tmp_path_factory.mktemp("tasks")
    subprocess.run([_binary.find(), "build", "--tasks", "--out", out], check=True, capture_output=True)
    return out


@pytest.fixture(scope="session")
def runs(tasks: pathlib.Path, tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """The runs of voi rollout on these tasks."""
    out = tmp_path_factory.mktemp("runs")
    command = [_binary.find(), "rollout", "--tasks", tasks, "--agent", "sage,never-ask,ask-all", "--seeds", "2", "--out", out]
    subprocess.run(command, check=True, capture_output=True)
    return [json.loads(line) for path in sorted(out.glob("*.jsonl")) for line in path.read_text().splitlines()]
