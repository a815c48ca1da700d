"""GRPOTrainer plays episodes of tasks, with the rewards of voi rollout and the tools of the tasks.

A policy with a script replaces sampling; prompts, schemas of tools, execution of the calls,
reset, masks and rewards are TRL's own code.

usage: check_environment_trl.py VOI
"""

import json
import os
import sys
import tempfile

import known

known.use(sys.argv[1])
os.environ["TRL_EXPERIMENTAL_SILENCE"] = "1"
sys.path.insert(0, str(known.ROOT / "examples" / "trl_grpo"))

GENERATIONS = 2
TASKS = 24


def said(run):
    """The policy's messages of a run in the form of TRL's template for Qwen: calls, and at the end a text."""
    out = []
    for step in known.steps(run):
        calls = [] if isinstance(step, str) else [json.dumps({"name": name, "arguments": arguments}) for name, arguments in step]
        out.append("\n".join(f"<tool_call>\n{call}\n</tool_call>" for call in calls) or step)
    return out


def schemas(made):
    """TRL shows the tools of each task: names, parameters, types and choices."""
    from transformers.utils import get_json_schema

    for factory in made.values():
        instance = factory()
        for tool in json.loads(factory.args[1]):
            shown = get_json_schema(getattr(instance, tool["function"]["name"]))["function"]
            want = tool["function"]["parameters"]
            known.same(shown["name"], tool["function"]["name"], "name of a tool")
            known.same(list(shown["parameters"]["properties"]), list(want["properties"]), "parameters of a tool")
            known.same(sorted(shown["parameters"].get("required", [])), sorted(want.get("required", [])), "required ones")
            for name, of in want["properties"].items():
                got = shown["parameters"]["properties"][name]
                types = [got["type"]] if isinstance(got.get("type"), str) else got.get("type", [])
                given = [of["type"]] if isinstance(of.get("type"), str) else of.get("type", types)
                known.same(sorted({*types, *(["null"] if got.get("nullable") else [])}), sorted(given), f"type of {name}")
                known.same(got.get("enum"), of.get("enum"), f"choices of {name}")


def play(folder, made, rows, runs, own_reward):
    """One step of a trainer whose policy writes the messages of voi rollout's agents. Returns
    each episode's task, run, reward and columns.
    """
    import tiny
    import voi.trl
    from datasets import Dataset
    from trl import GRPOConfig, GRPOTrainer
    from trl.chat_template_utils import qwen3_chat_template, qwen3_template

    words = tiny.tokenizer([text for task in runs.values() for run in task for text in said(run)])
    words.response_template, words.chat_template = qwen3_template, qwen3_chat_template
    seen = []

    class Scripted(GRPOTrainer):
        def _generate_and_score_completions(self, inputs):
            self.played = [(row["task"], sum(other["task"] == row["task"] for other in inputs[:i])) for i, row in enumerate(inputs)]
            self.scripts = {i: said(runs[task][at]) for i, (task, at) in enumerate(self.played)}
            out = super()._generate_and_score_completions(inputs)
            # TRL trains on the policy's tokens, and on none of the tools or the user.
            trained = (out["completion_mask"] * out["tool_mask"]).bool()
            for ids, mask, whole, (task, at) in zip(out["completion_ids"], trained, out["completion_mask"].bool(), self.played):
                wrote = "".join(text + words.eos_token for text in said(runs[task][at]))
                known.same(words.decode(ids[mask]), wrote, f"{task}: what is trained on")
                told = [m["content"] for m in known.behind(runs[task][at]) if m["role"] == "tool"]
                rest = words.decode(ids[whole & ~mask])
                known.same([text in rest for text in told], [True] * len(told), f"{task}: the results are there, and not trained on")
            return out

        def _generate_single_turn(self, prompt_ids, *args, **kwargs):
            # In a later turn TRL generates only for the runs that have made a call, in order.
            known.same(len(prompt_ids), len(self.scripts), "runs that go on")
            texts = [script.pop(0) for script in self.scripts.values()]
            self.scripts = {i: script for i, script in self.scripts.items() if script}
            return [[*words(text, add_special_tokens=False)["input_ids"], words.eos_token_id] for text in texts], None

        def _calculate_rewards(self, *args):
            rewards = super()._calculate_rewards(*args)
            seen.extend((*one, reward, rewards.shape[1]) for one, reward in zip(self.played, rewards.nansum(dim=1).tolist()))
            return rewards

    config = GRPOConfig(
        os.path.join(folder, f"grpo-{own_reward}"), max_steps=1, per_device_train_batch_size=len(rows) * GENERATIONS, num_generations=GENERATIONS,
        use_cpu=True, bf16=False, gradient_checkpointing=False, save_strategy="no", report_to="none", logging_steps=1, disable_tqdm=True,
        max_completion_length=2048,
    )  # fmt: skip
    functions = {} if own_reward else {"reward_funcs": voi.trl.episode}
    data = Dataset.from_list(rows)
    Scripted(tiny.model(words, 1), args=config, train_dataset=data, processing_class=words, environment_factory=made, **functions).train()
    return seen


def main(folder):
    import voi.trl

    runs = {}
    for run in known.runs(folder):  # of two agents, one for each generation of a task
        runs.setdefault(run["task_id"], []).append(run)
    for own_reward in (False, True):
        made = voi.trl.environment(folder, own_reward=own_reward)
        schemas(made)
        # In an infeasible task the last words matter, and get_reward does not see them.
        rows = [row for row in made.rows if not own_reward or not row["task"].endswith("/infeasible")][:TASKS]
        seen = play(folder, made, rows, runs, own_reward)
        known.same(len(seen), len(rows) * GENERATIONS, "episodes")
        for task, at, reward, columns in seen:
            want = sum(runs[task][at]["environment"]["rewards"])
            if abs(reward - want) > 1e-6:
                sys.exit(f"{task}, run {at}: TRL has the reward {reward}, voi rollout {want}")
            known.same(columns, len(made) if own_reward else 1, "columns of rewards")
        calls = sum(text.count("<tool_call>") for task, at, _, _ in seen for text in said(runs[task][at]))
        how = "get_reward" if own_reward else "voi.trl.episode"
        print(f"GRPOTrainer with {how}: {len(seen)} episodes of {len(made)} sets of tools, {calls} calls, the rewards of voi rollout")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        main(folder)
