"""The reward function for OpenRLHF, which calls it from threads with one completion at a time.

``--reward.remote_url`` takes the path of a file with ``reward_func``; one line is enough
(``examples/openrlhf/reward.py``)::

    from voi.openrlhf import reward_func

with ``--data.label_key label``, as in the layout ``openrlhf``. For data that mixes tasks::

    from voi.openrlhf import mixed
    reward_func = mixed(my_reward_func)     # gets the rows whose label is not voi's

Whole episodes of tasks are played by the agent in the file of ``--train.agent_func_path``
(``examples/openrlhf/agent.py``)::

    from voi.openrlhf import AgentExecutor
"""

from __future__ import annotations

import asyncio
import importlib
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Callable

from . import _adapter, _default
from ._episode import Episode
from ._errors import ConfigError

if TYPE_CHECKING:
    Agent: Any
    AgentExecutor: Any


def reward_func(queries: Sequence[str], prompts: Sequence[str], labels: Sequence[Any]) -> dict[str, Any]:
    """Score completions that follow their prompts.

    Args:
        queries: prompts and completions, with special tokens. A completion is unscored if its
            query does not begin with its prompt.
        prompts: the prompts alone.
        labels: the labels of the layout ``openrlhf``, JSON text or their fields.

    Returns:
        ``rewards`` in the range of the profile; ``scores``, the same scaled to [0, 1], which
            dynamic filtering needs; ``extra_logs``: ``unscored``, the rate of every action and
            the raw value of every component, always under the same keys. Each is a number for one
            completion, as OpenRLHF requires, and for more a tensor with one number per completion
            (a list if torch is not imported). An unscored completion has reward and score 0.0.

    Raises:
        ConfigError: a label is not voi's, or the lists have different lengths. OpenRLHF logs
            exceptions of a reward function and continues without a reward, which stops it later,
            so the error is logged here too.
    """
    return _scored(queries, prompts, labels, _adapter.score)


def mixed(other: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    """Return ``reward_func`` for data that mixes tasks.

    Args:
        other: a reward function of OpenRLHF's form, called with one row at a time, for rows whose
            label is not voi's. Of its result only ``rewards`` and ``scores`` (default: the
            rewards) count. ``extra_logs`` has voi's keys for all rows, with zeros for other
            tasks.
    """

    def mixed_reward_func(queries: Sequence[str], prompts: Sequence[str], labels: Sequence[Any]) -> dict[str, Any]:
        def score(label: Any, query: str, prompt: str) -> _adapter.Outcome:
            if _adapter.ours(label):
                return _adapter.score(label, query, prompt=prompt)
            got = other([query], [prompt], [label])
            reward = _number(got["rewards"])
            scores = got.get("scores")
            return _adapter.other(reward, None, None)._replace(place=reward if scores is None else _number(scores))

        return _scored(queries, prompts, labels, score)

    return mixed_reward_func


def _number(value: Any) -> float:
    """The number in the result of a reward function for one row: a number, a list or a tensor of one."""
    return float(value[0] if isinstance(value, (list, tuple)) else value)


def _scored(queries: Sequence[str], prompts: Sequence[str], labels: Sequence[Any], score: Callable[..., _adapter.Outcome]) -> dict[str, Any]:
    if not len(queries) == len(prompts) == len(labels):
        raise ConfigError(f"there are {len(queries)} queries, {len(prompts)} prompts and {len(labels)} labels; give one of each a sample")
    try:
        outcomes = [score(label, query, prompt=prompt) for query, prompt, label in zip(queries, prompts, labels)]
    except Exception as error:
        _adapter.abandon(error)
        raise
    keys = list(outcomes[0].numbers()) if outcomes else []
    return {
        "rewards": _one_or_all([outcome.value() for outcome in outcomes]),
        "scores": _one_or_all([outcome.unit() for outcome in outcomes]),
        "extra_logs": {key: _one_or_all([outcome.numbers()[key] for outcome in outcomes]) for key in keys},
    }


def _one_or_all(values: list[float]) -> Any:
    if len(values) == 1:
        return values[0]
    torch = sys.modules.get("torch")
    return values if torch is None else torch.tensor(values)


# Placeholder for the policy's text, to find what a template writes after it.
_WROTE = "\ue000"


def feedback(tokenizer: Any, messages: Sequence[Mapping[str, Any]]) -> str:
    """The text that a chat template writes between the end of the policy's message and its next one.

    It omits the token that ends a message, since the policy writes that.
    """
    before = [{"role": "user", "content": "-"}, {"role": "assistant", "content": _WROTE}]
    said = [{"role": message["role"], "content": message["content"]} for message in messages]
    text: str = tokenizer.apply_chat_template([*before, *said], tokenize=False, add_generation_prompt=True)
    behind = text.rpartition(_WROTE)[2]
    return behind.removeprefix(tokenizer.eos_token or "")


def _define() -> dict[str, Any]:
    """Define the agent. OpenRLHF must be installed."""
    base: Any = importlib.import_module("openrlhf.utils.agent")
    torch: Any = importlib.import_module("torch")

    class Agent(base.AgentInstanceBase):  # type: ignore[misc]
        """One episode of a task: a user who answers questions, tools that return something, a reward for each step.

        The label of a row is ``{"task", "seed"}``, with the id of a task of VOI_TASKS or a task
        itself; the prompt is the row's. The environment's messages are no actions, and are not
        trained on.
        """

        def __init__(self, tokenizer: Any = None, *args: Any, **kwargs: Any) -> None:
            self._tokenizer = tokenizer

        async def reset(self, states: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
            """Begin the episode of a row."""
            label = _adapter.opened(states["label"])
            if not isinstance(label, Mapping) or not label.get("task"):
                raise ConfigError('the label of the row is no {"task": ID, "seed": 0}; give the id of a task of VOI_TASKS, or a task itself')
            self._episode = Episode(_default.scorer(), _adapter.opened(label["task"]), seed=int(label.get("seed") or 0))
            await asyncio.to_thread(self._episode.reset)
            self._steps = 0
            return states

        async def step(self, states: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
            """Take the policy's message."""
            written = states["action_text"].removesuffix(self._tokenizer.eos_token or "")
            state = await asyncio.to_thread(self._episode.step, written)
            self._steps += 1
            done, success = state["done"], state["info"].get("success") is True
            if done:
                await asyncio.to_thread(self._episode.close)
            return {
                "rewards": torch.tensor(state["reward"], dtype=torch.float64),
                "scores": torch.tensor(float(success)),
                "environment_feedback": "" if done else feedback(self._tokenizer, state["messages"]),
                "done": done,
                "sampling_params": states.get("sampling_params"),
                "extra_logs": {"success": torch.tensor(float(success)), "steps": torch.tensor(float(self._steps))},
            }

    class AgentExecutor(base.MultiTurnAgentExecutor):  # type: ignore[misc]
        """OpenRLHF's own loop over episodes of tasks, each with the tokenizer of its template."""

        def __init__(self) -> None:
            super().__init__(Agent)

        async def execute(self, prompt: Any, label: Any, sampling_params: Any, max_length: int, hf_tokenizer: Any, llm_engine: Any, images: Any = None) -> Any:
            """Play one episode."""
            one = base.MultiTurnAgentExecutor(Agent)
            one.agent_instance_cls = lambda: Agent(hf_tokenizer)
            return await one.execute(prompt, label, sampling_params, max_length, hf_tokenizer, llm_engine, images)

    for kind in (Agent, AgentExecutor):
        kind.__module__, kind.__qualname__ = __name__, kind.__name__
    return {"Agent": Agent, "AgentExecutor": AgentExecutor}


def __getattr__(name: str) -> Any:
    if name not in ("Agent", "AgentExecutor"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals().update(_define())
    return globals()[name]
