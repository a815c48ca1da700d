"""Judge whether an episode was right, by its messages and the truth about its task.

The judge is independent of the rewards and shares no code with them. It compares values, and
searches the answers for the hidden ones.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from oracle import _CANNOT, same, words


@dataclass
class Episode:
    kind: str  # the class of the task: explicit, ambiguous, infeasible
    success: bool = False  # exactly the gold calls were executed; if no call is right, a refusal or a question
    questions: int = 0
    needless: int = 0  # questions after all hidden values were told
    wrong: int = 0  # calls that are neither a gold call nor the intended call of an infeasible request
    bare: int = 0  # wrong calls before all hidden values were told
    failed: bool = False  # a call returned an error
    cut: bool = False  # the episode does not end with a text of the assistant


def judge(task: dict[str, Any], messages: list[dict[str, Any]]) -> Episode:
    """The verdict on the messages after the prompt of a one-turn task."""
    turn, out = task["turns"][0], Episode(task["class"])
    right = turn["gold"] or turn.get("intended") or []
    untold = [h["value"] for h in turn["hidden"]]
    carried: list[dict[str, Any]] = []  # calls without an error
    results = iter(m for m in messages if m["role"] == "tool")
    for m in messages:
        for call in [c["function"] for c in m.get("tool_calls") or []] if m["role"] == "assistant" else []:
            result = next(results, {"content": ""})["content"]
            if call["name"] == "ask_user":
                out.questions += 1
                out.needless += not untold
                untold = [v for v in untold if not told(v, result)]
                continue
            good = any(equal(call, one) for one in right)
            out.wrong += not good
            out.bare += not good and bool(untold)
            if "error" in result:
                out.failed = True
            else:
                carried.append(call)
    last = messages[-1] if messages else {"role": "", "content": ""}
    out.cut = last["role"] != "assistant" or bool(last.get("tool_calls"))
    if turn["gold"]:
        out.success = len(carried) == len(turn["gold"]) and all(sum(equal(c, g) for c in carried) == 1 for g in turn["gold"])
    else:
        out.success = not carried and (out.questions > 0 or bool(_CANNOT.search(last["content"] or "")))
    return out


def equal(call: dict[str, Any], other: dict[str, Any]) -> bool:
    given, due = call["arguments"], other["arguments"]
    return call["name"] == other["name"] and isinstance(given, dict) and given.keys() == due.keys() and all(same(given[k], due[k]) for k in due)


def told(value: Any, text: str) -> bool:
    return words(value if isinstance(value, str) else json.dumps(value)) <= words(text)
