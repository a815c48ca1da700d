"""Episodes of tasks for verl's agent loop; see `voi.verl.AgentLoop`."""

from __future__ import annotations

import asyncio
import importlib
import uuid
from collections.abc import Mapping
from typing import Any

from . import _adapter, _default
from ._chat import told, wire, written
from ._episode import Episode
from ._errors import ConfigError
from ._items import dump

# The call format that voi reads in a text itself, like Llama's and Mistral's. For other formats
# verl's parser reads the calls.
_READ = "hermes"


def rendered(message: Mapping[str, Any]) -> dict[str, Any]:
    """A message in the form that chat templates take: they write the arguments of a call as JSON themselves."""
    out = wire(message)
    for call in out.get("tool_calls", ()):
        call["function"]["arguments"] = _adapter.opened(call["function"]["arguments"])
    return out


def schema(tool: Mapping[str, Any]) -> dict[str, Any]:
    """A tool in the form that verl's parsers of calls take: they require a type for every parameter."""
    function = tool["function"]
    properties = ((function.get("parameters") or {}).get("properties") or {}).items()
    types = {name: {"type": of.get("type", "string") if isinstance(of, Mapping) else "string"} for name, of in properties}
    parameters = {"type": "object", "properties": types}
    return {"type": "function", "function": {"name": function["name"], "description": "", "parameters": parameters}}


class Tokens:
    """A prompt and the text after it, with that text's mask and log-probabilities, as verl merges them."""

    def __init__(self, loop: Any, ids: list[int]) -> None:
        self._loop, self.ids = loop, ids
        self.mask: list[int] = []
        self.logprobs: list[float] = []

    async def write(self, output: Any) -> None:
        """Append the policy's message: its tokens are trained on."""
        known = self.logprobs if self.logprobs or output.log_probs else None
        self._take(await self._loop.ct_merge_assistant_token(self.ids, output.token_ids, self.mask, known, assistant_logprobs=output.log_probs or None))

    async def hear(self, before: list[Any], after: list[Any], tools: Any, room: int) -> bool:
        """Append the environment's messages, which are not trained on. False if no room is left for an answer."""
        merged = await self._loop.ct_merge_context_msg(before, after, self.ids, self.mask, self.logprobs or None, tools=tools)
        if len(merged[1]) >= room:
            return False
        self._take(merged)
        return True

    def _take(self, merged: Any) -> None:
        result, self.mask, logprobs = merged
        self.ids, self.logprobs = result.token_ids, logprobs or []


def define() -> Any:
    """Define the loop. verl must be installed."""
    base: Any = importlib.import_module("verl.experimental.agent_loop.agent_loop")
    parsers: Any = importlib.import_module("verl.experimental.agent_loop.tool_parser").ToolParser
    tools_of: Any = importlib.import_module("verl.tools.schemas").OpenAIFunctionToolSchema
    timer: Any = importlib.import_module("verl.utils.profiler").simple_timer

    class AgentLoop(base.AgentLoopBase):  # type: ignore[misc]
        """Episodes of tasks: a user who answers questions, tools that return something, a reward for each step.

        verl finds it by the file of ``actor_rollout_ref.rollout.agent.agent_loop_config_path``
        (``examples/verl/loops.yaml``). A row has the columns ``task``, the id of a task of
        VOI_TASKS or a task itself, and ``seed``, by default 0; with an empty prompt the episode
        begins with the task's own messages.

        Each answer of the policy is a step. The chat template appends the words of the user and
        the tools, with 0 in ``response_mask``. The score is the return, the sum of the steps'
        rewards, which are in ``turn_scores``; ``success`` and ``steps`` are returned too.

        Args:
            tasks: the folder that ``voi build --tasks`` wrote; default VOI_TASKS.
        """

        def __init__(self, *args: Any, tasks: Any = None, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            turns = self.rollout_config.multi_turn
            self._tasks = None if tasks is None else str(tasks)
            self._parser = None if turns.format == _READ else parsers.get_tool_parser(turns.format, self.tokenizer)
            self._room, self._turns = self.rollout_config.response_length, turns.max_assistant_turns

        async def run(self, sampling_params: dict[str, Any], **row: Any) -> Any:
            """Play the episode of a row to its end, or until there is no room for more."""
            task = _adapter.opened(row.get("task"))
            if not task:
                raise ConfigError(
                    f"the row has no task (its columns: {', '.join(sorted(row)) or 'none'}); give the id of a task of VOI_TASKS, or a task itself"
                )
            episode = Episode(_default.scorer(tasks=self._tasks), task, seed=int(row.get("seed") or 0))
            try:
                return await self._play(episode, sampling_params, list(row.get("raw_prompt", ())), int(row.get("priority", 0)))
            finally:
                await asyncio.to_thread(episode.close)

        async def _play(self, episode: Episode, sampling: dict[str, Any], messages: list[Any], priority: int) -> Any:
            state = await asyncio.to_thread(episode.reset)
            messages, tools = messages or list(map(rendered, state["messages"])), state["tools"]
            tokens = Tokens(self, await self.ct_build_initial_tokens(messages, tools=tools or None))
            name = f"det-{priority}" if self.rollout_config.full_determinism else uuid.uuid4().hex
            if self._parser and self._parser.stop_token_ids:
                sampling = {**sampling, "stop_token_ids": [*(sampling.get("stop_token_ids") or ()), *self._parser.stop_token_ids]}
            metrics: dict[str, Any] = {}
            extra: dict[str, Any] = {}
            rewards: list[float] = []
            heard = 0
            while True:
                with timer("generate_sequences", metrics):
                    output = await self.server_manager.generate(request_id=name, prompt_ids=tokens.ids, sampling_params=sampling, priority=priority)
                metrics["num_preempted"] = metrics.get("num_preempted", 0) + (output.num_preempted or 0)
                extra = fields(extra, output.extra_fields)
                await tokens.write(output)
                message = await self._message(output.token_ids, tools)
                with timer("tool_calls", metrics):
                    state = await asyncio.to_thread(episode.step, written(message))
                rewards.append(state["reward"])
                if state["done"] or len(tokens.mask) >= self._room or len(rewards) == self._turns:
                    break
                said = told(state["messages"], message.get("tool_calls") or ())
                if state["tools"] != tools and said:
                    # The prompt shows the tools of the first turn, and cannot be rewritten.
                    tools, said[-1]["content"] = state["tools"], f"{said[-1]['content']}\n\nThe tools are now: {dump(state['tools'])}"
                before = [*messages, rendered(message)]
                messages = [*before, *said]
                if not await tokens.hear(before, messages, tools or None, self._room):
                    break
                heard += 1
            begun = len(tokens.ids) - len(tokens.mask)
            success = float(state["info"].get("success") is True)
            return base.AgentLoopOutput(
                prompt_ids=tokens.ids[:begun],
                response_ids=tokens.ids[begun : begun + self._room],
                response_mask=tokens.mask[: self._room],
                response_logprobs=tokens.logprobs[: self._room] or None,
                routed_experts=None if output.routed_experts is None else output.routed_experts[: begun + self._room],
                multi_modal_data={},
                reward_score=float(sum(rewards)),
                num_turns=1 + len(rewards) + heard,
                metrics=metrics,
                extra_fields={
                    **extra,
                    "turn_scores": rewards,
                    "tool_rewards": [],
                    "reward_extra_info": {"success": success, "steps": float(len(rewards))},
                },
            )

        async def _message(self, ids: list[int], tools: Any) -> dict[str, Any]:
            """The policy's message, with the calls that only verl's parser reads."""
            message: dict[str, Any] = {"role": "assistant", "content": self.tokenizer.decode(ids).removesuffix(self.tokenizer.eos_token or "")}
            if self._parser is None:
                return message
            content, calls = await self._parser.extract_tool_calls(ids, [tools_of.model_validate(schema(tool)) for tool in tools])
            if calls:
                message["content"] = content.removesuffix(self.tokenizer.eos_token or "")
                message["tool_calls"] = [
                    {"id": call.tool_call_id or f"call_{at}", "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
                    for at, call in enumerate(calls)
                ]
            return message

    AgentLoop.__module__, AgentLoop.__qualname__ = "voi.verl", "AgentLoop"
    return AgentLoop


def fields(before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """Merge the engine's answers: the fields of the first one, the last training step, and summed counts of speculative decoding."""
    out = {**now, **before}
    for key in before.keys() & now.keys():
        if key.startswith("spec_num"):
            out[key] = before[key] + now[key]
    return {**out, **{key: now[key] for key in now.keys() & {"max_global_steps"}}}
