"""Format plus exact match: the reward of many GRPO tutorials, in TRL's signature.

Half a point for ``<think>...</think>`` before the answer, and one point if the answer
equals the text in the dataset.
"""

import json
import re

FORMAT = re.compile(r"<think>\n.*?\n</think>\n(.*)", re.DOTALL)
CALL = re.compile(r"<tool_call>\n(.*?)\n</tool_call>", re.DOTALL)


def reward(prompts, completions, answer, **kwargs):
    rewards = []
    for completion, right in zip(completions, answer):
        match = FORMAT.fullmatch(completion[0]["content"])
        given = match.group(1).strip() if match else ""
        calls = CALL.findall(given)
        if calls:
            given = "[" + ",".join(calls) + "]"
        rewards.append(0.5 * bool(match) + 1.0 * (given == right.strip()))
    return rewards


def fixed(prompts, completions, answer, action, **kwargs):
    """The answer is parsed and compared as data, and the form alone earns nothing."""
    return [_value(c[0]["content"], right, kind) for c, right, kind in zip(completions, answer, action)]


def _value(text, right, kind):
    match = FORMAT.fullmatch(text)
    given = match.group(1).strip() if match else ""
    calls = CALL.findall(given)
    if kind != "TOOLCALL":
        return float(not calls and given == right.strip() != "")
    try:
        parsed = [json.loads(call) for call in calls]
    except ValueError:
        return 0.0
    # The order of calls does not matter, and 1 equals 1.0, as Python's == has it.
    wanted = json.loads(right)
    return float(len(parsed) == len(wanted) and all(call in parsed for call in wanted) and CALL.sub("", given).strip() == "")
