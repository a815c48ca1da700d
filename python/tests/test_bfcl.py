"""The server of BFCL's back ends: its replies without them, and, if BFCL's package is installed
(make bfcl), that gold calls lead to the same states as BFCL's own execution.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import io
import json
import os
import pathlib
import subprocess
import sys
from typing import Any

import pytest

from voi import _binary, bfcl

SETS = ("base", "miss_param", "miss_func")
needs = pytest.mark.skipif(importlib.util.find_spec("bfcl_eval") is None, reason="bfcl-eval is not installed (make bfcl)")


def ask(*requests: Any) -> list[dict[str, Any]]:
    out = io.StringIO()
    bfcl.serve(iter(line if isinstance(line, str) else json.dumps({"jsonrpc": "2.0", **line}) for line in requests), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_requests_that_are_none_are_answered() -> None:
    odd = ["{", "[]", "3", '{"id":1}', {"id": 1, "method": "no"}, {"method": "notifications/x"}, {"id": 2, "method": "ping", "params": 3}, "[" * 100000]
    replies = ask(*odd)
    assert [reply["error"]["code"] for reply in replies] == [-32700, -32600, -32600, -32600, -32601, -32602, -32700]
    assert ask({"id": 1, "method": "tools/call", "params": {"name": 3}})[0]["error"]["code"] == -32602
    # Before the first reset it has only its own tools.
    assert [tool["name"] for tool in ask({"id": 1, "method": "tools/list"})[0]["result"]["tools"]] == ["voi_reset", "voi_state"]
    assert ask({"id": 1, "method": "tools/call", "params": {"name": "ls"}})[0]["result"]["isError"]


def test_schemas_are_in_the_words_of_json_schema() -> None:
    items = {"type": "array", "items": {"type": "dict"}}
    schema = {"type": "dict", "properties": {"type": {"type": "float"}, "a": {"type": "any"}, "b": items}, "required": ["a"]}
    assert bfcl._schema(schema) == {
        "type": "object",
        "properties": {"type": {"type": "number"}, "a": {}, "b": {"type": "array", "items": {"type": "object"}}},
        "required": ["a"],
    }


def test_states() -> None:
    class Folder:
        def __init__(self, parent: Folder | None) -> None:
            self.parent, self.contents, self._seen = parent, {}, object()  # type: ignore[var-annotated]

    root = Folder(None)
    root.contents["a"] = Folder(root)
    text = bfcl.describe({"files": root})
    assert text == bfcl.describe({"files": root}) == '{"files": {"contents": {"a": {"contents": {}, "parent": null}}, "parent": null}}'
    assert bfcl.describe({"x": {2: 1.0, 1: {3, 4}}}) == bfcl.describe({"x": {1: {4, 3}, 2: 1}})
    assert bfcl.describe({"x": 1}) != bfcl.describe({"x": 2})


def data() -> pathlib.Path:
    spec = importlib.util.find_spec("bfcl_eval")
    assert spec is not None and spec.origin is not None
    return pathlib.Path(spec.origin).parent / "data"


def own_execution(name: str) -> dict[str, Any]:
    """The back ends of each session after BFCL's own execution of its gold calls."""
    run = importlib.import_module("bfcl_eval.eval_checker.multi_turn_eval.multi_turn_utils").execute_multi_turn_func_call
    file = f"BFCL_v4_multi_turn_{name}.json"
    gold = {row["id"]: row["ground_truth"] for row in map(json.loads, (data() / "possible_answer" / file).read_text("utf-8").splitlines())}
    out = {}
    for row in map(json.loads, (data() / file).read_text("utf-8").splitlines()):
        for calls in gold[row["id"]]:
            _, out[row["id"]] = run(calls, row["initial_config"], row["involved_classes"], "gold", row["id"], False, True)
    return out


@needs
@pytest.mark.parametrize("name", SETS)
def test_gold_calls_lead_to_the_states_of_bfcl(name: str, tmp_path: pathlib.Path) -> None:
    voi = str(_binary.find())
    subprocess.run([voi, "build", "--tasks", data() / f"BFCL_v4_multi_turn_{name}.json", "--out", tmp_path / "data"], check=True, capture_output=True)
    tasks = [json.loads(line) for line in (tmp_path / "data/tasks/train/00000.jsonl").read_text("utf-8").splitlines()]
    want = own_execution(name)
    state_checker = importlib.import_module("bfcl_eval.eval_checker.multi_turn_eval.multi_turn_checker").state_checker
    # In this process, compared by BFCL's own checker.
    whole = [task for task in tasks if task["id"] in want]
    assert len(whole) >= 130
    differ = []
    for task in whole:
        session = bfcl.Session()
        session.reset(task["world"]["config"], task["world"]["classes"], task["id"])
        for turn in task["turns"]:
            for call in turn["gold"]:
                session.call(call["name"], call["arguments"])  # none of them raises
        verdict = state_checker(session.backends, want[task["id"]])
        if not verdict["valid"]:
            differ.append((task["id"], verdict["details"]["differences"]))
    assert differ == []
    # As episodes with a server each, in which the oracle makes the gold calls.
    world = "mcp:" + json.dumps([sys.executable, "-m", "voi.bfcl"])
    only = tmp_path / "only.jsonl"
    only.write_text("".join(json.dumps(task) + "\n" for task in (whole if os.environ.get("VOI_LONG") else whole[::20])), "utf-8")
    command = [voi, "rollout", "--tasks", only, "--agent", "oracle", "--world", world, "--no-rewards", "--out", tmp_path / "runs"]
    subprocess.run(command, check=True, capture_output=True)
    for line in (tmp_path / "runs/oracle-00000.jsonl").read_text("utf-8").splitlines():
        run = json.loads(line)
        states = [message["state"] for message in run["messages"] if message["role"] == "tool"]
        assert run["outcome"] == 1, line
        assert not states or states[-1] == hashlib.sha256(bfcl.describe(want[run["task_id"]]).encode()).hexdigest()[:16], line
