"""NeMo Gym's simple_agent plays episodes of voi's resources server, with the rewards of voi rollout.

A model server with a script replaces the policy. The rows are those of voi build --tasks, in
Gym's own types. The loop, its sessions, its tool calls and the verify request are Gym's own code.

usage: check_environment_nemo_gym.py VOI
"""

import importlib.metadata
import json
import pathlib
import sys
import tempfile

import check_reward_nemo_gym as gym
import known
import voi
from nemo_gym.base_resources_server import BaseRunRequest


class Policy(known.Model):
    """A model server that plays the steps of a run, with all calls of a message in one reply."""

    steps, requests = [], []

    def do_POST(self):
        Policy.requests.append(self.body())
        at = len(Policy.requests)
        did = Policy.steps[at - 1]
        if isinstance(did, str):
            said = [{"type": "output_text", "text": did, "annotations": []}]
            output = [{"id": f"m{at}", "type": "message", "role": "assistant", "status": "completed", "content": said}]
        else:
            output = [
                {"type": "function_call", "call_id": f"c{at}_{i}", "name": name, "arguments": json.dumps(arguments), "id": f"f{at}_{i}", "status": "completed"}
                for i, (name, arguments) in enumerate(did)
            ]
        self.reply(gym.response(output))


class Run(BaseRunRequest, extra="allow"):
    """A run request that keeps the verifier's fields, like those of Gym's agents."""


def main(folder):
    runs = known.runs(folder, layout="nemo-gym")
    path = pathlib.Path(folder, "nemo-gym", "train", "00000.jsonl")
    rows = {row["task"]: row for row in (Run.model_validate_json(line).model_dump(mode="json", exclude_unset=True) for line in path.read_text().splitlines())}
    episodes = calls = 0
    with gym.resources(folder, "episodes.yaml", tasks=folder) as (configuration, _, _), gym.agent(configuration, Policy) as play, voi.Scorer(tasks=folder) as scorer:
        for run in runs:
            steps, rewards = known.steps(run), run["environment"]["rewards"]
            if not isinstance(steps[-1], str):  # Gym's agent ends an episode at a text
                continue
            ones = [call for did in steps for call in ([did] if isinstance(did, str) else [known.calling(*one) for one in did])]
            if len(ones) != len(steps):  # Gym makes each call of a message separately, one step each
                rewards = known.direct(scorer, run["task_id"], 0, ones)
            Policy.steps, Policy.requests = steps, []
            reply = play(rows[run["task_id"]])
            known.same(abs(reply["reward"] - sum(rewards)) < 1e-9, True, f"{run['task_id']}: Gym has the reward {reply['reward']}, voi rollout {sum(rewards)}; it")
            known.same((reply["success"], reply["steps"]), (float(run["outcome"] == 1), len(ones)), f"{run['task_id']}: success and steps")
            # The words of tools and the user are in the next request, as in the run.
            told = [item["output"] for item in Policy.requests[-1]["input"] if item.get("type") == "function_call_output"]
            said = [m["content"] for m in known.behind(run) if m["role"] in ("user", "tool")]
            known.same(told[-len(ones) + 1 :] if len(ones) == len(steps) > 1 else [], said if len(ones) == len(steps) > 1 else [], f"{run['task_id']}: what is told")
            episodes, calls = episodes + 1, calls + len(ones) - 1
    if episodes < 80:
        sys.exit(f"only {episodes} episodes were played")
    print(f"nemo-gym {importlib.metadata.version('nemo-gym')}: {episodes} episodes of its agent, {calls} calls, the rewards of voi rollout")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        main(scratch)
