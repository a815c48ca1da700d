"""The reward function for OpenRLHF, which calls it from threads with one completion at a time.

``--reward.remote_url`` takes the path of a file that has ``reward_func``; three
lines are enough (``examples/openrlhf/reward.py``)::

    from voi.openrlhf import reward_func

with ``--data.label_key label``, which the layout ``openrlhf`` has. Where the data
mixes tasks::

    from voi.openrlhf import mixed
    reward_func = mixed(my_reward_func)     # gets the rows whose label is not ours

Whole episodes of tasks are played by the agent of a file that
``--train.agent_func_path`` names (``examples/openrlhf/agent.py``)::

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
    """Score completions that stand behind their prompts.

    Args:
        queries: prompts and completions, special tokens included. A prompt that
            its query does not begin with makes the completion unscored.
        prompts: the prompts alone.
        labels: the labels of the layout ``openrlhf``, JSON text or their fields.

    Returns:
        ``rewards`` in the range of the profile; ``scores``, the same scaled to
        [0, 1], which dynamic filtering needs; ``extra_logs``: ``unscored``, the
        rate of every action and the raw value of every component, under the same
        keys always. Each is a number for one completion, which is what OpenRLHF
        asks for, and a tensor of one number per completion for more (a list,
        where nobody has imported torch). An unscored completion has reward and
        score 0.0.

    Raises:
        ConfigError: a label is not ours, or the lists have several lengths.
            OpenRLHF logs what a reward function raises and goes on without a
            reward, which stops it later: the error is logged here, too.
    """
    return _scored(queries, prompts, labels, _adapter.score)


def mixed(other: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    """Return ``reward_func`` for data that mixes tasks.

    Args:
        other: a reward function of OpenRLHF's shape, called with one row at a time
            whose label is not ours. Of what it returns ``rewards`` and ``scores``
            count (without ``scores``, the rewards are taken for them); the keys of
            ``extra_logs`` are ours for all rows, with zeros for those of others.
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
    """The number in what a reward function returns for one row: a number, a list or a tensor of one."""
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


# Stands for what the policy wrote, where a template is asked what comes behind it.
_WROTE = "\ue000"


def feedback(tokenizer: Any, messages: Sequence[Mapping[str, Any]]) -> str:
    """What a chat template writes between the end of the policy's message and its next one.

    The token that ends a message is left out: the policy writes it.
    """
    before = [{"role": "user", "content": "-"}, {"role": "assistant", "content": _WROTE}]
    said = [{"role": message["role"], "content": message["content"]} for message in messages]
    text: str = tokenizer.apply_chat_template([*before, *said], tokenize=False, add_generation_prompt=True)
    behind = text.rpartition(_WROTE)[2]
    return behind.removeprefix(tokenizer.eos_token or "")


def _define() -> dict[str, Any]:
    """Define the agent, for which OpenRLHF has to be there."""
    base: Any = importlib.import_module("openrlhf.utils.agent")
    torch: Any = importlib.import_module("torch")

    class Agent(base.AgentInstanceBase):  # type: ignore[misc]
        """One episode of a task: a user who answers what is asked, tools that return something, a reward a step.

        The label of a row is ``{"task", "seed"}``, the id of a task of VOI_TASKS or a task
        itself; the prompt is the row's. What the environment says is no action, and is not trained on.
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
            """Take what the policy wrote."""
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
        """OpenRLHF's own loop over episodes of tasks, each with the tokenizer that its template is of."""

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
