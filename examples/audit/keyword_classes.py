"""Keyword classes: the words of a completion decide its class; with the signature (completion, sample).

A question mark asks, "sorry" refuses, a ``<tool_call>`` calls; one point if the class
equals the class in the dataset.
"""

import json
import re

CALL = re.compile(r"<tool_call>\n(.*?)\n</tool_call>", re.DOTALL)
REFUSES = re.compile(r"\b(sorry|cannot|can't|unable|unfortunately)\b", re.IGNORECASE)


def kind(completion):
    if "<tool_call>" in completion:
        return "TOOLCALL"
    if REFUSES.search(completion):
        return "REFUSE"
    return "ASK" if "?" in completion else "DIRECTLY"


def reward(completion, sample):
    return float(kind(completion) == sample["action"])


def fixed(completion, sample):
    """The class is only a condition; the right call earns the point, or a question for what is missing."""
    if kind(completion) != sample["action"]:
        return 0.0
    if sample["action"] == "TOOLCALL":
        return _same_calls(CALL.findall(completion), json.loads(sample["answer"]))
    if sample["action"] == "ASK":
        return _asks_for(completion, sample["missing"], sample["tools"])
    return float(completion.strip() == sample["answer"].strip() != "")


def _same_calls(calls, wanted):
    try:
        parsed = [json.loads(call) for call in calls]
    except ValueError:
        return 0.0
    return float(len(parsed) == len(wanted) and all(call in parsed for call in wanted))


def _asks_for(question, missing, tools):
    words = question.lower().replace("_", " ")
    every = {name for tool in tools for name in tool["function"]["parameters"].get("properties", {})}
    named = {name for name in every | set(missing) if name.lower().replace("_", " ") in words}
    return float(bool(named) and named == set(missing))
