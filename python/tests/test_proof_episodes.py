"""The judge of whole episodes, on handmade episodes; and its agreement with the environment."""

import importlib
import json
import pathlib
import sys

import pytest

PROOF = pathlib.Path(__file__).parents[2] / "proof"
if not PROOF.is_dir():
    pytest.skip("the folder proof is of a checkout, and not here", allow_module_level=True)
sys.path.insert(0, str(PROOF))
judge = importlib.import_module("episodes_judge")

GOLD = {"name": "set_heating", "arguments": {"room": "attic", "celsius": 21}}


def task(kind):
    hidden = [{"tool": "set_heating", "aspect": "room", "value": "attic"}, {"tool": "set_heating", "aspect": "celsius", "value": 21}]
    turn = {"user": "Heat it.", "gold": [GOLD], "hidden": hidden if kind == "ambiguous" else []}
    if kind == "infeasible":
        turn |= {"gold": [], "intended": [GOLD]}
    return {"class": kind, "turns": [turn]}


def call(result='{"ok":true}', name="set_heating", **arguments):
    function = {"name": name, "arguments": arguments}
    return [{"role": "assistant", "content": "", "tool_calls": [{"type": "function", "function": function}]}, {"role": "tool", "name": name, "content": result}]


def ask(reply):
    return call(reply, "ask_user", question="Well?")


def say(text):
    return [{"role": "assistant", "content": text}]


RIGHT, DONE, NO = call(room="Attic", celsius=21.0), say("It is done."), say("I'm sorry, but I can't do that.")
REFUSED = '{"error":"room: the value is none of those that are possible"}'
CASES = [
    ("explicit", [*RIGHT, *DONE], {"success": True}),
    ("explicit", [*RIGHT, *NO], {"success": True}),
    ("explicit", RIGHT, {"success": True, "cut": True}),
    ("explicit", NO, {}),
    ("explicit", [], {"cut": True}),
    ("explicit", [*RIGHT, *RIGHT, *DONE], {}),
    ("explicit", [*call(room="cellar", celsius=21), *RIGHT, *DONE], {"wrong": 1}),
    ("explicit", [*call(REFUSED, room="cellar"), *RIGHT, *DONE], {"success": True, "wrong": 1, "failed": True}),
    ("explicit", [*call(room="attic", celsius=21, until="18:00"), *DONE], {"wrong": 1}),
    ("explicit", [*call(name="play", room="attic", celsius=21), *DONE], {"wrong": 1}),
    ("explicit", [*ask("I already told you."), *RIGHT, *DONE], {"success": True, "questions": 1, "needless": 1}),
    ("ambiguous", [*ask("The attic, please."), *ask("21 degrees."), *RIGHT, *DONE], {"success": True, "questions": 2}),
    ("ambiguous", [*ask("The attic, 21."), *ask("I already told you."), *RIGHT, *DONE], {"success": True, "questions": 2, "needless": 1}),
    ("ambiguous", [*ask("Not 20."), *call(room="attic", celsius=20), *DONE], {"questions": 1, "wrong": 1, "bare": 1}),
    ("ambiguous", [*call(REFUSED), *ask("The attic, 21."), *RIGHT, *DONE], {"success": True, "wrong": 1, "bare": 1, "failed": True, "questions": 1}),
    ("ambiguous", [*RIGHT, *DONE], {"success": True}),
    ("infeasible", [*call(REFUSED, room="attic", celsius=21), *NO], {"success": True, "failed": True}),
    ("infeasible", [*call(REFUSED, room="attic", celsius=21), *DONE], {"failed": True}),
    ("infeasible", NO, {"success": True}),
    ("infeasible", [*ask("I already told you."), *DONE], {"success": True, "questions": 1, "needless": 1}),
    ("infeasible", [*call(room="cellar", celsius=21), *NO], {"wrong": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "messages", "want"), CASES)
def test_verdict(kind, messages, want):
    assert judge.judge(task(kind), messages) == judge.Episode(kind, **want)


def test_the_judge_agrees_with_the_environment(tasks, runs):
    """The actions of agents in voi rollout, as TRL would show them."""
    of = {}
    for path in (tasks / "tasks" / "train").glob("*.jsonl"):
        of |= {task["id"]: task for task in map(json.loads, path.read_text().splitlines())}
    seen = 0
    for run in runs:
        task, messages = of[run["task_id"]], []
        for m in run["messages"]:
            if not messages and not m["train"]:
                continue
            calls = [{"function": {"name": c["name"], "arguments": c["arguments"]}} for c in m.get("tool_calls") or ()]
            if m["role"] == "assistant" and not calls and m is not run["messages"][-1]:
                calls = [{"function": {"name": "ask_user", "arguments": {"question": m["content"]}}}]
            messages.append({"role": "tool" if m["role"] == "user" else m["role"], "content": m["content"], **({"tool_calls": calls} if calls else {})})
        assert judge.judge(task, messages).success == (run["outcome"] == 1), run["task_id"]
        seen += 1
    assert seen > 100
