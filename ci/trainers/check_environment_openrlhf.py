"""OpenRLHF's MultiTurnAgentExecutor plays episodes of tasks, with the rewards of voi rollout; the user's words are no action.

A policy with a script replaces the engine; the loop, its tokens and ranges are OpenRLHF's own
code.

usage: check_environment_openrlhf.py VOI
"""

import asyncio
import importlib.util
import json
import pathlib
import sys
import tempfile
from types import SimpleNamespace

import known

known.use(sys.argv[1])
sys.path.insert(0, str(known.ROOT / "examples" / "trl_grpo"))

RUNS = 80


class Engine:
    """Writes the completions of a run, one after another."""

    def __init__(self, words, run):
        self.words, self.left, self.prompts = words, list(run["environment"]["completions"]), []

    async def generate(self, prompt_token_ids, sampling_params, multi_modal_data=None):
        self.prompts.append(list(prompt_token_ids))
        text = self.left.pop(0)
        ids = [*self.words(text, add_special_tokens=False)["input_ids"], self.words.eos_token_id]
        return SimpleNamespace(outputs=[SimpleNamespace(token_ids=ids, text=text, finish_reason="stop", logprobs=None)])


def main(folder):
    import tiny
    import voi
    from openrlhf.utils.agent import AgentExecutorBase

    runs = known.runs(folder, layout="openrlhf")[::2][:RUNS]
    rows = [json.loads(line) for line in pathlib.Path(folder, "openrlhf", "train", "00000.jsonl").read_text().splitlines()]
    rows = {json.loads(row["label"])["task"]: row for row in rows}
    words = tiny.tokenizer(text for run in runs for text in run["environment"]["completions"])
    # The same as OpenRLHF's own loader, which needs vllm.
    spec = importlib.util.spec_from_file_location("agent_module", known.ROOT / "examples" / "openrlhf" / "agent.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    known.same(issubclass(module.AgentExecutor, AgentExecutorBase), True, "the class of the executor")
    executor = module.AgentExecutor()
    asked = 0
    for run in runs:
        engine = Engine(words, run)
        row = rows[run["task_id"]]
        prompt = words.apply_chat_template(row["input"], tokenize=False, add_generation_prompt=True)
        known.same(all(f'"name":"{tool["function"]["name"]}"' in prompt for tool in run["tools"]), True, "the tools are in the prompt")
        params = SimpleNamespace(max_tokens=64, logprobs=None)
        out = asyncio.run(executor.execute(prompt, row["label"], params, 1 << 16, words, engine))
        rewards = run["environment"]["rewards"]
        if abs(out["reward"] - sum(rewards)) > 1e-9:
            sys.exit(f"{run['task_id']}: OpenRLHF has the reward {out['reward']}, voi rollout {sum(rewards)}")
        known.same(float(out["extra_logs"]["success"]), float(run["outcome"] == 1), "success")
        known.same(engine.left, [], "completions that were not asked for")
        actions = [words.decode(out["observation_tokens"][a:b]).removesuffix(words.eos_token) for a, b in out["action_ranges"]]
        known.same(actions, run["environment"]["completions"], "what is trained on")
        said = [m["content"] for m in known.behind(run) if m["role"] in ("user", "tool")]
        shown = words.decode(engine.prompts[-1])
        for text in said[: len(actions) - 1]:
            asked += 1
            known.same(text in shown, True, f"{text!r} is told to the policy")
    if asked < 20:
        sys.exit(f"only {asked} of what the environment says was told")
    print(f"openrlhf: {len(runs)} episodes, {asked} replies, voi {voi.__version__}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        main(scratch)
