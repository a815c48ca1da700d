"""Partial match: some points for each part of a call, as in ToolRL, with verl's signature.

One point for the format, and -3 to 3 points for the calls, by the names of the tool and
its parameters and by the values.
"""

import json
import re

CALL = re.compile(r"<tool_call>\n(.*?)\n</tool_call>", re.DOTALL)
FORMAT = re.compile(r"<think>\n.*?\n</think>\n.+", re.DOTALL)


def compute_score(data_source, solution_str, ground_truth, extra_info=None):
    score = 1.0 if FORMAT.fullmatch(solution_str.strip()) else 0.0
    wanted = extra_info["reference"]["tool_calls"] if extra_info["action"] == "TOOLCALL" else []
    calls = _calls(solution_str)
    if not wanted:
        return score + (3.0 if not calls else -3.0)
    got, most = 0.0, 0.0
    for want in wanted:
        best = max((_match(call, want) for call in calls), default=0.0)
        got, most = got + best, most + 1 + 2 * len(want["arguments"])
    return score + 6.0 * got / most - 3.0


def fixed(data_source, solution_str, ground_truth, extra_info=None):
    """One point for all calls, at most 0.4 for a part of them, and only for the right action."""
    wanted = extra_info["reference"]["tool_calls"] if extra_info["action"] == "TOOLCALL" else []
    calls = _calls(solution_str)
    if not wanted:
        return float(not calls and solution_str.split("</think>\n")[-1].strip() == ground_truth.strip() != "")
    if len(calls) == len(wanted) and all(call in calls for call in wanted):
        return 1.0
    got, most = 0.0, 0.0
    for want in wanted:
        got += max((_match(call, want) for call in calls), default=0.0)
        most += 1 + 2 * len(want["arguments"])
    return 0.4 * got / most / max(1, len(calls) - len(wanted) + 1)


def _calls(text):
    found = []
    for call in CALL.findall(text):
        try:
            found.append(json.loads(call))
        except ValueError:
            continue
    return found


def _match(call, want):
    if call.get("name") != want["name"]:
        return 0.0
    arguments = call.get("arguments", {})
    return 1.0 + sum((key in arguments) + (arguments.get(key) == value) for key, value in want["arguments"].items())
