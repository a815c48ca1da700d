"""Whether an episode went right, from its messages and the truth of its task.

It is none of the rewards and shares no code with them: equality of values and a search
for what was hidden.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from oracle import _CANNOT, same, words


@dataclass
class Episode:
    kind: str  # of the task: explicit, ambiguous, infeasible
    success: bool = False  # the gold calls once each and no other was carried out; or a refusal or a question, where no call is right
    questions: int = 0
    needless: int = 0  # questions when nothing was left to be asked for
    wrong: int = 0  # calls that are neither the gold call nor the one that an infeasible request means
    bare: int = 0  # of these, calls before all that was hidden was told
    failed: bool = False  # a call was refused by the world
    cut: bool = False  # no words end it


def judge(task: dict[str, Any], messages: list[dict[str, Any]]) -> Episode:
    """The verdict on what was said after the prompt of a task of one turn."""
    turn, out = task["turns"][0], Episode(task["class"])
    right = turn["gold"] or turn.get("intended") or []
    untold = [h["value"] for h in turn["hidden"]]
    carried: list[dict[str, Any]] = []  # calls that the world carried out
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
