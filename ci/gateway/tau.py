"""tau2-bench's own loop against voi gateway: python tau.py VOI [--tasks N].

It uses tau2's orchestrator, its agent (through litellm), its environments of retail and airline
with their tasks, and its evaluation, which compares the databases at the end. The model is played
and makes each task's gold calls. The user is played too, since tau2's own is a model: it states
the case, answers questions about named values, and says yes. With `pass` every message must equal
that from the model's own server; without a fault no policy may lose a task.
"""

import argparse
import contextlib
import json
import logging
import os
import pathlib
import sys
import tempfile

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"  # no network access
logging.disable(logging.WARNING)

from loguru import logger  # noqa: E402

logger.remove()

from tau2.data_model.message import AssistantMessage, UserMessage  # noqa: E402
from tau2.evaluator.evaluator import EvaluationType  # noqa: E402
from tau2.registry import registry  # noqa: E402
from tau2.run import run_task  # noqa: E402
from tau2.user.user_simulator import UserSimulator, UserState  # noqa: E402

from clients import gateway  # noqa: E402

logger.remove()  # tau2 adds one
POLICIES = ["pass", "guard", "sage", "nod", "nod:strict", "sdp"]
MOST = 12  # answers of a user, at most


def actions(task) -> list:
    return [a for a in task.evaluation_criteria.actions or [] if a.requestor == "assistant"]


def opening(task) -> str:
    case = task.user_scenario.instructions
    return "\n".join(part for part in [case.reason_for_call, case.known_info] if part)


class Played(UserSimulator):
    """The user of the current task."""

    task, asked = None, 0

    def set_seed(self, seed: int) -> None:
        pass

    def get_init_state(self, message_history=None) -> UserState:
        return UserState(system_messages=[], messages=[])

    def generate_next_message(self, message, state: UserState):
        said = message.content if isinstance(message, AssistantMessage) else ""
        spoken = sum(isinstance(m, UserMessage) for m in state.messages)
        if spoken == 0:
            text = opening(Played.task)
        elif "?" not in said or spoken > MOST:
            text = "###STOP###"
        else:
            Played.asked += 1
            named = {}
            for action in actions(Played.task):
                for name, value in action.arguments.items():
                    if name.replace("_", " ") in said:
                        named.setdefault(name.replace("_", " "), value if isinstance(value, str) else json.dumps(value))
            text = "Yes, please. " + " ".join(f"The {name} is {value}." for name, value in named.items())
        answer = UserMessage(role="user", content=text)
        state.messages += [message, answer]
        return answer, state


def script(tasks: list, faults: dict) -> dict:
    """A played model that makes the gold calls. With faults all their values are hidden, so that invent may replace any."""
    return {"seed": 1, "faults": faults, "tasks": [{
        "id": task.id, "says": opening(task), "calls": [{"name": a.name, "arguments": a.arguments} for a in actions(task)],
        "answer": "That is all done. " + " ".join(task.evaluation_criteria.communicate_info or []),
        "hidden": [f"{a.name}.{name}" for a in actions(task) for name in a.arguments] if faults else [],
    } for task in tasks]}


@contextlib.contextmanager
def model(voi: str, tasks: list, faults: dict):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "tau.yaml"
        file.write_text(json.dumps(script(tasks, faults)))
        with gateway(voi, f"scripted:{file}", "pass", "--no-annotations") as url:
            yield url


def play(domain: str, tasks: list, url: str) -> tuple[list, list, int]:
    seen, rewards, Played.asked = [], [], 0
    for task in tasks:
        Played.task = task
        run = run_task(domain, task, "llm_agent", "played", llm_agent="openai/m", llm_args_agent={"api_base": url, "api_key": "sk-none", "num_retries": 0},
                       max_steps=100, evaluation_type=EvaluationType.ENV, seed=1)
        rewards.append(run.reward_info.reward)
        seen.append([[m.role, m.content, [[c.name, c.arguments] for c in getattr(m, "tool_calls", None) or []], getattr(m, "usage", None)] for m in run.messages])
    return seen, rewards, Played.asked


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("voi")
    parser.add_argument("--tasks", type=int, default=10)
    args = parser.parse_args()
    registry.register_user(Played, "played")
    failed = False
    for domain in ("retail", "airline"):
        tasks = [t for t in registry.get_tasks_loader(domain)() if actions(t) and not t.initial_state][: args.tasks]
        with model(args.voi, tasks, {}) as direct:
            rewards = play(domain, tasks, direct)[1]
        tasks = [t for t, reward in zip(tasks, rewards) if reward == 1]
        print(f"tau2 {domain}: {len(tasks)} tasks; {len(rewards) - len(tasks)} more are left out, whose gold calls fail on tau2's own database", flush=True)
        for faults in ({}, {"invent": 0.5}):
            with model(args.voi, tasks, faults) as direct:
                want, rewards, asked = play(domain, tasks, direct)
                print(f"  {faults or 'no faults'}: the model alone: reward {sum(rewards):.0f}, questions {asked}")
                for policy in POLICIES:
                    with gateway(args.voi, direct, policy.replace("+", ","), "--max-calls", "20") as url:
                        got, behind, asked = play(domain, tasks, url)
                    lost = [t.id for t, a, b in zip(tasks, rewards, behind) if b < a]
                    print(f"    behind {policy}: reward {sum(behind):.0f}, questions {asked}{', lost ' + ', '.join(lost) if lost else ''}"
                          + (f"; {'the same' if got == want else 'other things'} seen" if policy == "pass" else ""), flush=True)
                    failed |= policy == "pass" and got != want or not faults and bool(lost)
    sys.exit(failed)


main()
