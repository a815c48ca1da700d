"""A scorer with known rewards, for tests of the code around it. It scores by rule, not by request."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from typing import Any
from unittest import mock

from voi import _adapter
from voi._result import Result

NAMES = ("form", "tool", "cls", "certainty")
LABEL = json.dumps({"sample_id": "s", "messages": [], "tools": [], "reference": {"action": "ASK"}})


class StandIn:
    """Rewards a text by its length; ``fault:CODE`` gets the error CODE, ``none`` gets no action."""

    def __init__(self) -> None:
        self.seen: list[tuple[Any, Any, Any]] = []

    def hello(self) -> dict[str, Any]:
        return {"reward_range": [-1.0, 4.0]}

    def score(self, completions: Any, samples: Any = None, sample_ids: Any = None, finish_reasons: Any = None, prompts: Any = None) -> Result:
        result = Result([], {name: [] for name in NAMES}, [], [], [])
        for index, completion in enumerate(completions):
            if prompts is not None:
                completion = completion.removeprefix(prompts[index]).removesuffix("</s>").removesuffix("<|im_end|>")
            self.seen.append((completion, samples[index], None if finish_reasons is None else finish_reasons[index]))
            text = completion if isinstance(completion, str) else json.dumps(completion)
            failed = text.startswith("fault:")
            reward = None if failed else float(len(text) % 5)
            result.rewards.append(reward)
            for place, name in enumerate(NAMES):
                result.components[name].append(None if failed else place / 4)
            result.actions.append(None if failed or text == "none" else "ASK")
            result.errors.append({"code": text[6:], "message": "as asked"} if failed else None)
            result.notes.append(["truncated"] if finish_reasons else None)
        return result

    async def ascore(self, *args: Any, **kwargs: Any) -> Result:
        return self.score(*args, **kwargs)


@contextlib.contextmanager
def scorer() -> Iterator[StandIn]:
    """Replace the scorer of every adapter by the stand-in."""
    stand_in = StandIn()
    with mock.patch.object(_adapter, "scorer_of", return_value=stand_in), mock.patch.object(_adapter, "_complained", {}):
        yield stand_in
