"""The subclass of TRL's GRPOTrainer that trains each turn by its own advantage."""

from __future__ import annotations

import importlib
import json
import logging
from collections.abc import Mapping, Sequence
from typing import Any, Optional

from . import turns
from ._items import written
from ._scorer import Scorer

_logger = logging.getLogger(__name__)

# The columns of a run besides its messages.
_BESIDE = ("tools", "reference", "annotations", "class")


def make() -> Any:
    """Define the class. TRL must be installed."""
    base: Any = importlib.import_module("trl").GRPOTrainer

    class TurnTrainer(base):  # type: ignore[misc]
        """GRPOTrainer in which every turn of a multi-turn run has its own advantage.

        The advantages are those of ``voi score --step-profile``, instead of one for the whole
        completion. They compare the reward of a turn and of the later turns with the other runs
        of the prompt. They apply to the tokens of the turn only.

        A row of the dataset has ``reference`` (``{"actions": [{"name", "arguments"}]}``) and
        ``tools`` beside its prompt, each an object or JSON text. The outcome of a run is the
        value of the reward functions, at most 1. A ``rollout_func`` that plays a run of several
        turns itself returns with ``env_mask`` a list ``trajectory``: for each run its
        ``messages``, after the prompt, or a whole run in voi's form.

        Args:
            args, kwargs: GRPOTrainer's.
            step_scorer: a `voi.Scorer` with the profile of steps; default one with the built-in
                profile.
        """

        def __init__(self, *args: Any, step_scorer: Optional[Scorer] = None, **kwargs: Any) -> None:
            self._step_scorer = step_scorer or Scorer()
            self._runs: list[dict[str, Any]] = []
            super().__init__(*args, **kwargs)

        def _calculate_rewards(self, inputs: Any, prompts: Any, completions: Any, completion_ids_list: Any) -> Any:
            rewards = super()._calculate_rewards(inputs, prompts, completions, completion_ids_list)
            total = (rewards * self.reward_weights.to(rewards.device).unsqueeze(0)).nansum(dim=1)
            outcomes = [None if unscored else value for value, unscored in zip(total.tolist(), rewards.isnan().all(dim=1).tolist())]
            first = self.accelerator.process_index * len(prompts)
            self._runs = [run_of(row, prompt, completion, outcomes[first + i]) for i, (row, prompt, completion) in enumerate(zip(inputs, prompts, completions))]
            return rewards

        def _generate_and_score_completions(self, inputs: Any) -> Any:
            output = super()._generate_and_score_completions(inputs)
            mask = output["completion_mask"]
            if "tool_mask" in output:
                mask = mask * output["tool_mask"]
            rows = self._scored(self.num_generations if self.model.training else self.num_generations_eval)
            lists, missing = zip(*(_advantages(row, one) for row, one in zip(rows, mask.tolist())))
            output["advantages"] = output["advantages"].new_tensor(lists)
            metrics = self._metrics["train" if self.model.training else "eval"]
            metrics["voi/turns"].append(sum(len(row.get("steps", ())) for row in rows) / len(rows))
            metrics["voi/turns_unscored"].append(sum(missing) / len(rows))
            return output

        def _scored(self, size: int) -> list[dict[str, Any]]:
            """The rows of this process's runs. The runs of all processes are scored in one place, since groups span processes."""
            accelerate: Any = importlib.import_module("accelerate.utils")
            every = accelerate.gather_object(self._runs)
            for at, run in enumerate(every):
                run["trajectory_id"], run["task_id"] = str(at), str(at // size)
            rows: list[Any] = [None] * len(every)
            if self.accelerator.is_main_process:
                rows = self._step_scorer.score_trajectories(every)
            rows = accelerate.broadcast_object_list(rows)
            first = self.accelerator.process_index * len(self._runs)
            return rows[first : first + len(self._runs)]

    TurnTrainer.__module__, TurnTrainer.__qualname__ = "voi.trl", "TurnTrainer"
    return TurnTrainer


_told: set[str] = set()


def _advantages(row: Mapping[str, Any], mask: Sequence[int]) -> tuple[list[float], bool]:
    """The advantage of each token; 0 for all tokens of a run without advantages, logged once for each reason."""
    try:
        return turns.token_advantages(row, turns.sampled_turns(mask), len(mask)), False
    except ValueError as error:
        reason = str((row.get("error") or {}).get("code") or ("unscored" if row.get("reward") is None else "turns"))
        if reason not in _told:
            _told.add(reason)
            _logger.warning("runs have no advantages (%s, said once): %s", reason, error)
        return [0.0] * len(mask), True


def run_of(row: Mapping[str, Any], prompt: Any, completion: Any, outcome: Optional[float]) -> dict[str, Any]:
    """The run (T1) made of a prompt, its completion and its columns."""
    given = _opened(row.get("trajectory"))
    run = dict(given) if isinstance(given, Mapping) else {}
    before = prompt if isinstance(prompt, list) else [{"role": "user", "content": prompt}]
    behind = given if isinstance(given, list) else completion if isinstance(completion, list) else [{"role": "assistant", "content": completion}]
    run.setdefault("messages", [*before, *behind])
    for name in _BESIDE:
        value = _opened(row.get(name))
        if name == "tools" and value is None:
            value = _opened(row.get("tool_schemas"))
        if name == "reference" and isinstance(value, Mapping) and "actions" not in value and "tool_calls" in value:
            value = {"actions": value["tool_calls"]}  # from a sample of one decision
        if value is not None:
            run.setdefault(name, value)
    run.setdefault("outcome", outcome)
    return dict(json.loads(written(run)))


def _opened(value: Any) -> Any:
    """The value of a JSON text, or else the value unchanged."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value
