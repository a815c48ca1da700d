"""verifiers' own environment plays episodes of tasks, with the texts and rewards of voi rollout; the user's words are not sampled.

An endpoint that writes the completions of a run replaces the model; the loaders, the environment,
its interception of requests, traces and scoring are verifiers' own code.

usage: check_environment_verifiers.py VOI
"""

import asyncio
import collections
import http.server
import json
import os
import sys
import tempfile
import threading

import known

known.use(sys.argv[1])
EXAMPLE = known.ROOT / "examples" / "verifiers"
sys.path[:0] = [str(EXAMPLE), str(known.ROOT / "examples" / "trl_grpo")]
os.environ["VOI_TEST_KEY"] = "none"

SEEDS = 2
RUNS = 60


class Endpoint(known.Model):
    """A model whose name is the number of a run, and which replies with the completions of that run, one after another."""

    replies, requests, words = {}, collections.defaultdict(list), None

    def do_POST(self):
        body = self.body()
        of = body["model"]
        message = {"role": "assistant", "content": None, **self.replies[of][len(self.requests[of])]}
        self.requests[of].append(body)
        if self.path == "/inference/v1/generate":  # vLLM's reply to a trainer
            ids = self.words(message["content"] + self.words.eos_token, add_special_tokens=False)["input_ids"]
            known_of = {"content": [{"token": f"token_id:{one}", "logprob": -0.5} for one in ids]}
            return self.reply({"request_id": "r", "choices": [{"token_ids": ids, "finish_reason": "stop", "logprobs": known_of}]})
        choice = {"index": 0, "finish_reason": "tool_calls" if message.get("tool_calls") else "stop", "message": message}
        self.reply({"id": "r", "object": "chat.completion", "created": 1, "model": of, "choices": [choice]})


def native(run, spoiled):
    """The messages of a run's policy, with calls in the form of an endpoint; if spoiled, the
    first message has one that cannot be read.
    """
    out = []
    for message in run["messages"]:
        if message["role"] == "assistant" and message.get("train", True):
            calls = [(call["name"], json.dumps(call["arguments"])) for call in message.get("tool_calls", ())]
            if spoiled and calls and not out:
                calls.append((calls[0][0], "{bad"))
            wire = [{"id": f"{len(out)}-{at}", "type": "function", "function": {"name": n, "arguments": a}} for at, (n, a) in enumerate(calls)]
            out.append({"role": "assistant", "content": message["content"] or "", **({"tool_calls": wire} if wire else {})})
    return out


def direct(voi, scorer, run, script):
    """The replies of voi.Episode to a script, by roles and texts, and its rewards."""
    episode = voi.Episode(scorer, run["task_id"], seed=run["environment"]["user"]["seed"])
    state, told, rewards = episode.reset(), [], []
    while True:
        told.append([(m["role"], m.get("content") or "") for m in state["messages"]])
        if state["done"] or len(rewards) == len(script):
            break
        message = script[len(rewards)]
        state = episode.step([message] if message.get("tool_calls") else message["content"])
        rewards.append(state["reward"])
    episode.close()
    if not state["done"]:
        return None
    return told, rewards, state["info"].get("success") is True


def said(message):
    content = message.content if isinstance(message.content, str) else "".join(part.text for part in message.content or [])
    return message.role, content


async def play(vf, env, task, model, url, client=None):
    client = client or vf.EvalClientConfig(base_url=url, api_key_var="VOI_TEST_KEY")
    episode = await env.run_episode(task, vf.ModelContext(model=model, client=client))
    if episode.errors:
        sys.exit(f"{task.data.name}: {episode.errors[0].message}")
    [trace] = episode.traces
    return trace


def environment(folder, seeds, **agent):
    from verifiers.v1.configs.env import EnvConfig
    from verifiers.v1.utils.loaders import environment_class, load_environment
    from verifiers.v1.utils.generic import concrete_type

    kind = concrete_type(environment_class("voi_episodes"), EnvConfig)
    given = {"taskset": {"id": "voi_episodes", "data": folder, "seeds": seeds}, "agent": {"runtime": {"type": "subprocess"}, **agent}}
    return load_environment(kind.model_validate(given))


async def masks(folder, runs, url):
    """The data that verifiers gives a trainer of episodes: tokens, with a mask and log-probabilities for the policy's tokens."""
    import tiny
    import verifiers.v1 as vf
    from renderers import Qwen3RendererConfig
    from trl.chat_template_utils import qwen3_chat_template

    words = Endpoint.words = tiny.tokenizer(text for run in runs for text in run["environment"]["completions"])
    words.chat_template = qwen3_chat_template
    words.add_tokens(["<|endoftext|>", "<think>", "</think>", "<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>"])
    words.save_pretrained(f"{folder}/model")
    client = vf.TrainClientConfig(
        base_url=url, api_key_var="VOI_TEST_KEY", renderer_model_name=f"{folder}/model", renderer=Qwen3RendererConfig(enable_thinking=False)
    )
    env = environment(folder, seeds=SEEDS)
    tasks = {(task.data.task, task.data.seed): task for task in env.taskset}
    told = 0
    async with env.serving():
        for at, run in enumerate(runs):
            Endpoint.replies[f"mask-{at}"] = [{"content": text} for text in run["environment"]["completions"]]
            trace = await play(vf, env, tasks[run["task_id"], run["environment"]["user"]["seed"]], f"mask-{at}", url, client)
            [branch] = trace.branches
            known.same(trace.info["turn_rewards"], run["environment"]["rewards"], f"{run['task_id']}: rewards")
            wrote = words.decode([one for one, sampled in zip(branch.token_ids, branch.sampled_mask) if sampled])
            known.same(wrote, "".join(text + words.eos_token for text in run["environment"]["completions"]), f"{run['task_id']}: what is trained on")
            known.same([value != 0 for value in branch.logprobs], branch.sampled_mask, f"{run['task_id']}: log-probabilities")
            rest = words.decode([one for one, sampled in zip(branch.token_ids, branch.sampled_mask) if not sampled])
            for message in [m for m in known.behind(run) if m["role"] in ("user", "tool")][: len(run["environment"]["completions"]) - 1]:
                known.same(message["content"] in rest, True, f"{message['content']!r} is there, and not trained on")
                told += 1
    return told


async def check(folder, runs, url):
    import verifiers.v1 as vf
    import voi

    env = environment(folder, seeds=SEEDS)
    tasks = {(task.data.task, task.data.seed): task for task in env.taskset}
    scorer = voi.Scorer(tasks=folder)
    count = collections.Counter()
    async with env.serving():
        for at, run in enumerate(runs):
            task = tasks[run["task_id"], run["environment"]["user"]["seed"]]
            texts = [{"role": "assistant", "content": text} for text in run["environment"]["completions"]]
            for form, script in (("text", texts), ("native", native(run, at % 3 == 0))):
                known_of = direct(voi, scorer, run, script)
                if known_of is None:  # the words need more than the run has
                    count["left out"] += 1
                    continue
                told, rewards, success = known_of
                what = f"{run['task_id']}, {form}"
                if form == "text":
                    known.same((rewards, success), (run["environment"]["rewards"], run["outcome"] == 1), f"{what}: voi.Episode and voi rollout")
                model = f"{form}-{at}"
                Endpoint.replies[model] = script
                trace = await play(vf, env, task, model, url)
                known.same((trace.ok, trace.stop_condition), (True, "agent_completed"), f"{what}: the end")
                known.same(trace.info["turn_rewards"], rewards, f"{what}: rewards of the steps")
                known.same(abs(trace.reward - sum(rewards)) < 1e-9, True, f"{what}: the reward is {trace.reward}, the return {sum(rewards)}")
                known.same((trace.metrics["success"], trace.metrics["steps"]), (float(success), float(len(rewards))), f"{what}: metrics")
                # One path of messages: only the policy's messages are sampled.
                [branch] = trace.branches
                wrote = [node.message for node in branch.nodes if node.sampled]
                known.same([said(m) for m in wrote], [("assistant", m["content"]) for m in script[: len(rewards)]], f"{what}: what is sampled")
                heard, waiting = [[]], []
                for node in branch.nodes:
                    if node.sampled:
                        heard.append([])
                        waiting = [call.id for call in node.message.tool_calls or ()]
                        count["calls"] += len(waiting)
                        continue
                    heard[-1].append(said(node.message))
                    if node.message.role == "tool" and waiting:
                        known.same(node.message.tool_call_id, waiting.pop(0), f"{what}: the call of a result")
                heard.pop()  # nothing follows the last reply
                for turn, (got, want) in enumerate(zip(heard, told)):
                    results = sum(role == "tool" for role, _ in got) - sum(role == "tool" for role, _ in want)
                    if results > 0:  # the one result is repeated for each call
                        count["repeated"] += results
                        got = got[results:]
                    known.same(got, want, f"{what}: what is told in turn {turn}")
                    count["told"] += len(got) if turn else 0
                known.same(len(heard), len(rewards), f"{what}: turns")
                count[form] += 1
    # A rollout that verifiers stops earns the rewards of its steps.
    long = next(run for run in runs if len(run["environment"]["completions"]) > 1)
    Endpoint.replies["cut"] = [{"content": text} for text in long["environment"]["completions"]]
    env = environment(folder, seeds=SEEDS, max_turns=1)
    async with env.serving():
        trace = await play(vf, env, tasks[long["task_id"], long["environment"]["user"]["seed"]], "cut", url)
    known.same((trace.ok, trace.stop_condition), (True, "max_turns"), "a rollout that is stopped")
    known.same(trace.info["turn_rewards"], long["environment"]["rewards"][:1], "the rewards of a rollout that is stopped")
    scorer.close()
    return count


def main(folder):
    import importlib.metadata

    runs = known.runs(folder, "--seeds", str(SEEDS))[::3][:RUNS]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    count = asyncio.run(check(folder, runs, f"http://127.0.0.1:{server.server_port}/v1"))
    count["masked"] = asyncio.run(masks(folder, runs[:40], f"http://127.0.0.1:{server.server_port}/v1"))
    for what, least in (("text", RUNS), ("native", 40), ("calls", 20), ("told", 20), ("repeated", 5), ("masked", 20)):
        if count[what] < least:
            sys.exit(f"{what}: only {count[what]}, want {least}; {dict(count)}")
    print(f"verifiers {importlib.metadata.version('verifiers')}: {dict(count)}, the rewards of voi rollout")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        main(scratch)
