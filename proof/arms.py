"""The reward of the arm `exact`, as it is often written: the exact reference call, or the tag of the reference action."""

from __future__ import annotations

import json
import re
from typing import Any


def exact(prompts: Any, completions: Any, reference: Any, **_: Any) -> list[float]:
    """1 if the call equals the reference call, or for other actions if the tag is there; else 0."""
    out = []
    for completion, ref in zip(completions, reference):
        text = completion if isinstance(completion, str) else completion[0]["content"]
        ref = json.loads(ref) if isinstance(ref, str) else ref
        out.append(float(_equal(text, ref) if ref["action"] == "TOOLCALL" else f"<{ref['action']}>" in text))
    return out


def _equal(text: str, ref: dict[str, Any]) -> bool:
    found = re.search(r"<TOOLCALL>(.*?)</TOOLCALL>", text, re.S)
    try:
        calls = json.loads(found[1]) if found and "<ASK>" not in text else None
    except ValueError:
        return False
    return calls == [{"name": c["name"], "arguments": c["arguments"]} for c in ref["tool_calls"]]
