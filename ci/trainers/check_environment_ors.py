"""The client of the Open Reward Standard, and TRL's adapter over it, play episodes of voi serve, with the rewards of voi rollout.

Sessions, streams, heartbeats and errors are openreward's own code; TRL's environments bind its
tools.

usage: check_environment_ors.py VOI
"""

import importlib.metadata
import os
import sys
import tempfile

import known

known.use(sys.argv[1])
os.environ["TRL_EXPERIMENTAL_SILENCE"] = "1"

# A result that takes several events of a stream, with blanks and multi-byte letters where it may
# be cut.
LONG = ("Räume:  " + "\U0001f6cf " * 400 + "\n") * 4
TASK = {
    "id": "long",
    "class": "explicit",
    "tools": [{"name": "rooms", "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}}],
    "turns": [{"user": "Which rooms are there in Porto?", "gold": [{"name": "rooms", "arguments": {"city": "Porto"}}]}],
    "world": {"kind": "recorded", "results": [[LONG]]},
}


def near(got, want, what):
    if abs(got - want) > 1e-9:
        sys.exit(f"{what}: {got}, want {want}")


def play(session, run, want):
    """Play the episode of a run, call by call. Each reward is the sum so far."""
    step = earned = 0
    for did in known.steps(run):
        for call in [did] if isinstance(did, str) else did:
            out = session.call_terminal_tool(call) if isinstance(call, str) else session.call_tool(*call)
            earned, step = earned + want[step], step + 1
            near(out.reward, earned, f"{run['task_id']}, step {step}")
            near(out.metadata["reward"], want[step - 1], f"{run['task_id']}, step {step} alone")
    known.same((out.finished, out.metadata["info"]["success"], step), (True, run["outcome"] == 1, len(want)), f"{run['task_id']}: the end")
    return step


def sdk(client, scorer, runs):
    """Every run of a task with one turn of the user. The task is given by its place or itself,
    the environment by its name or not at all.
    """
    from openreward.api.errors import SessionTerminatedError, ToolCallError
    from openreward.api.environments.client import Task

    named, bare = client.environments.get("voi", variant="voi"), client.environments.get("anything")
    known.same(named.list_splits(), bare.list_splits(), "the splits")
    tasks = bare.list_tasks("train")
    known.same((bare.num_tasks("train"), bare.get_task_range("train", 1, 3), bare.get_task("train", -1)), (len(tasks), tasks[1:3], tasks[-1]), "the tasks")
    places = {task.task_spec["task"]: at for at, task in enumerate(tasks)}
    episodes = calls = 0
    for at, run in enumerate(run for run in runs if run["task_id"] in places):
        wanted = run["environment"]["rewards"]
        done = known.steps(run)
        if any(not isinstance(did, str) and len(did) > 1 for did in done):  # a step each, since calls come one by one
            ones = [call for did in done for call in ([did] if isinstance(did, str) else [known.calling(*one) for one in did])]
            wanted = known.direct(scorer, run["task_id"], 0, ones)
        place = places[run["task_id"]]
        environment = named if at % 2 else bare
        with environment.session(task=tasks[place]) if at % 3 else environment.session(split="train", index=place) as session:
            begun = [m["content"] for m in known.begun(run) if m["content"]]
            known.same([block.text for block in session.get_prompt()], begun, "the prompt")
            known.same([message.role for message in session.get_messages()][-1], "user", "the last message")
            offered = {tool.name: tool.input_schema for tool in session.list_tools()}
            known.same(offered.keys(), {"ask_user", *(tool["function"]["name"] for tool in run["tools"])}, "the tools")
            known.same(session.is_assistant_message_final(), True, "a terminal tool")
            calls += play(session, run, wanted)
            try:
                session.call_tool("ask_user", {"question": "Which?"})
            except ToolCallError as error:
                known.same(error.reason, "episode_finished", "a call behind the end")
            else:
                sys.exit("a call was made behind the end of an episode")
        episodes += 1
    with bare.session(task=Task(server_name="voi", environment_name="voi", task_spec=TASK, namespace=None)) as session:
        out = session.call_tool("rooms", {"city": "Porto"})
        known.same("".join(block.text for block in out.blocks), LONG, "a long result")
    try:
        session.call_tool("rooms", {"city": "Porto"})
    except SessionTerminatedError:
        pass
    else:
        sys.exit("a call was made in a session that is gone")
    return episodes, calls


def adapter(url, scorer, runs):
    """TRL's environments. Their reward is that of the last call: the sum before the last words."""
    from trl.experimental.openreward import OpenRewardSpec

    listed = [task for task in OpenRewardSpec(url).train_dataset["task"]]
    played = 0
    for run in runs:
        *did, end = known.steps(run)
        offered = {tool["function"]["name"]: tool["function"]["parameters"] for tool in run["tools"]}
        calls = [call for one in did for call in one]
        # TRL shows only names valid in Python, and makes no call that lacks an argument.
        lacks = any(set(offered[name].get("required", ())) - arguments.keys() for name, arguments in calls if name in offered)
        if run["task_id"] not in listed or not calls or not isinstance(end, str) or lacks or not all(name.isidentifier() for name in offered):
            continue
        place = listed.index(run["task_id"])
        environment = OpenRewardSpec(url, indices=[place]).environment_factory()
        known.same(run["messages"][0]["content"] in environment.reset(task_index=place), True, "TRL's prompt")
        sent = []
        for name, arguments in calls:
            getattr(environment, name)(**arguments)
            # Omitted arguments arrive as their default, or null.
            filled = {key: of.get("default") for key, of in offered.get(name, {}).get("properties", {}).items()}
            sent.append(known.calling(name, {**filled, **arguments}))
        near(environment.reward, sum(known.direct(scorer, run["task_id"], 0, sent)), f"{run['task_id']}: TRL's reward")
        environment._close()
        played += 1
    return played


def main(folder):
    import openreward
    import voi

    runs = known.runs(folder)
    with known.Server(sys.argv[1], "--tasks", folder) as server, voi.Scorer(tasks=folder) as scorer:
        os.environ["OPENREWARD_API_URL"] = os.environ["OPENREWARD_SESSION_URL"] = server.url
        with openreward.OpenReward(base_url=server.url) as client:
            episodes, calls = sdk(client, scorer, runs)
        adapted = adapter(server.url, scorer, runs[::3])
    if episodes < 80 or adapted < 10:
        sys.exit(f"only {episodes} episodes were played, and {adapted} by TRL's adapter")
    version = importlib.metadata.version("openreward")
    print(f"openreward {version}: {episodes} episodes, {calls} calls, and {adapted} episodes of TRL's adapter, the rewards of voi rollout")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        main(scratch)
