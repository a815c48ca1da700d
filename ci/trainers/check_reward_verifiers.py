"""verifiers' own loaders read the examples, and its own tasks and rubrics score with voi.

The current version has the API v1. Versions up to 0.3 also have the legacy API, which is checked
if it exists.

usage: check_reward_verifiers.py VOI
"""

import asyncio
import importlib.metadata
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import known

known.use(sys.argv[1])
EXAMPLE = known.ROOT / "examples" / "verifiers"
sys.path.insert(0, str(EXAMPLE))

WANTED = [reward for _, reward, _ in known.KNOWN]


def shards(folder):
    """Rows of the layout verl, as JSON lines: the known sample, and one that cannot be scored."""
    rows = [
        {"sample_id": name, "prompt": known.SAMPLE["messages"], "reward_model": {"style": "rule", "ground_truth": label}}
        for name, label in (("porto", known.LABEL), ("broken", known.BROKEN))
    ]
    (folder / "part-0.jsonl").write_text("\n".join(map(json.dumps, rows)))


def dry_run(name, *overrides):
    """Let the command of verifiers read a configuration, and return the result."""
    with tempfile.TemporaryDirectory() as out:
        environ = {**os.environ, "PYTHONPATH": os.pathsep.join([str(EXAMPLE), os.environ["PYTHONPATH"]])}
        words = [sys.executable, "-c", "from verifiers.v1.cli.eval.main import main; main()", "@", str(EXAMPLE / name), "--dry-run", "--no-push"]
        done = subprocess.run([*words, "--output-dir", out, *overrides], env=environ, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"{name}: {done.stdout}{done.stderr}")
        written = [path for path in pathlib.Path(out).rglob("*") if path.suffix in (".json", ".toml")]
        return done.stdout + "".join(path.read_text() for path in written)


async def version_one(folder):
    import verifiers.v1 as vf
    from verifiers.v1.configs.agent import AgentConfig
    from verifiers.v1.graph import MessageNode
    from verifiers.v1.trace import AgentInfo, TraceTask
    from verifiers.v1.types import AssistantMessage, ToolCall, ToolMessage
    from verifiers.v1.utils.loaders import load_taskset, taskset_config_type

    config = taskset_config_type("voi_tasks").model_validate({"id": "voi_tasks", "data": str(folder)})
    porto, broken = list(load_taskset(config))
    known.same([task.data.name or task.data.id for task in (porto, broken)], ["porto", "broken"], "the ids of the tasks")
    known.same(porto.data.prompt[0].content, known.SAMPLE["messages"][0]["content"], "the prompt of a task")

    async def scored(task, *said, stopped=None):
        nodes = [MessageNode(message=message) for message in task.data.prompt]
        for one in said:
            message = AssistantMessage(content=one) if isinstance(one, str) else one
            nodes.append(MessageNode(parent=len(nodes) - 1, message=message, sampled=isinstance(message, AssistantMessage)))
        agent = AgentInfo(config=AgentConfig())
        trace = vf.Trace(task=TraceTask(type="Task", data=task.data), agent=agent, nodes=nodes)
        if stopped:
            trace.stop(stopped)
        await task.score(trace)
        return trace

    traces = await asyncio.gather(*(scored(porto, text) for text, _, _ in known.KNOWN))
    known.same([trace.reward for trace in traces], WANTED, "the rewards of traces")
    known.same([trace.metrics["action_toolcall"] for trace in traces], [1.0, 1.0, 0.0, 0.0], "a metric of traces")
    try:
        await scored(broken, "text")
    except vf.TaskError as error:
        known.same("bad_tools" in str(error), True, "the error of what cannot be scored")
    else:
        raise SystemExit("what cannot be scored was scored")

    # A native call that ends the trace at max_turns 1, and one that was executed.
    [call] = known.SAMPLE["reference"]["tool_calls"]
    native = AssistantMessage(tool_calls=[ToolCall(id="c", name=call["name"], arguments=json.dumps(call["arguments"]))])
    result = ToolMessage(tool_call_id="c", content="Booked.")
    alone = await scored(porto, native, stopped="max_turns")
    known.same(alone.reward > 3, True, "a right call earns")
    known.same((await scored(porto, native, result, "Your train is booked.")).reward, alone.reward, "a right call that was executed")

    # The same reward, used by its path in a foreign task.
    plugged = vf.Task(porto.data, vf.TaskConfig.model_validate({"rewards": {"voi": {"fn": "voi.verifiers.reward", "weight": 0.5}}}))
    known.same((await scored(plugged, known.KNOWN[0][0])).reward, WANTED[0] / 2, "the plugged reward")


async def legacy():
    import voi.verifiers

    rubric = voi.verifiers.rubric(profile="guarded")

    def state(text, label, where):
        row = {"prompt": known.SAMPLE["messages"], "completion": [{"role": "assistant", "content": text}], "trajectory": []}
        return {**row, "answer": "", "info": {}, **({"answer": label} if where == "answer" else {"info": {"label": label}})}

    states = [state(text, known.LABEL, where) for where in ("answer", "info") for text, _, _ in known.KNOWN]
    states.append(state("text", known.BROKEN, "answer"))
    await rubric.score_group(states)
    known.same([one["reward"] for one in states], [*WANTED, *WANTED, 0.0], "the rewards of the rubric")
    known.same([one["metrics"]["unscored"] for one in states], [0.0] * 2 * len(WANTED) + [1.0], "unscored")
    await rubric.score_rollout(states[0])
    known.same(states[0]["reward"], WANTED[0], "the reward of one rollout")
    try:
        await rubric.score_rollout(state("text", "", "answer"))
    except Exception as error:
        known.same(type(error).__name__, "ConfigError", "what a missing label raises")
    else:
        raise SystemExit("a missing label was scored")


def main():
    version = importlib.metadata.version("verifiers")
    with tempfile.TemporaryDirectory() as folder:
        shards(pathlib.Path(folder))
        asyncio.run(version_one(pathlib.Path(folder)))
        said = ["tasks and traces of v1"]
        if importlib.util.find_spec("verifiers.legacy"):
            asyncio.run(legacy())
            said.append("rubric of the legacy API")
        else:
            known.same("data/verl/train" in dry_run("eval.toml"), True, "the data in eval.toml")
            known.same("voi_episodes" in dry_run("episodes.toml"), True, "the tasks in episodes.toml")
            said_of_gym = dry_run("nemo_gym.toml")
            known.same("http://127.0.0.1:8077" in said_of_gym, True, "the server in nemo_gym.toml")
            known.same(re.search(r"max_turns\"?\s*[=:]\s*1\b", said_of_gym) is not None, True, "one turn in nemo_gym.toml")
            said.append("eval.toml, episodes.toml and nemo_gym.toml in its own command")
    print(f"verifiers {version}: {', '.join(said)}")


if __name__ == "__main__":
    main()
