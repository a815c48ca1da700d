"""NeMo Gym's configuration types accept voi's resources server. app.py, started as Gym starts it,
scores texts, and native calls from a policy through Gym's own agent, as voi.yaml sets it up.

usage: check_reward_nemo_gym.py VOI
"""

import asyncio
import contextlib
import http.server
import importlib.metadata
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

import known

known.use(sys.argv[1])

import voi.nemo_gym  # noqa: E402
from nemo_gym import server_utils  # noqa: E402
from nemo_gym.config_types import ResourcesServerTypeConfig, ResponsesAPIAgentServerTypeConfig  # noqa: E402
from nemo_gym.server_utils import BaseServerConfig, ServerClient  # noqa: E402
from omegaconf import OmegaConf  # noqa: E402
from responses_api_agents.simple_agent.app import SimpleAgent, SimpleAgentConfig  # noqa: E402


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def ask(url, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as reply:
        return json.load(reply)


def wait_for(url, process):
    """Wait for any answer on /, which means ready to Gym."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        try:
            return ask(url)
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.05)
    raise SystemExit("app.py did not come up")


def row(text, label):
    """A row of the layout nemo-gym with the reply of a policy."""
    content = [{"type": "output_text", "text": text, "annotations": []}]
    message = {"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": content}
    return {"responses_create_params": {"input": known.SAMPLE["messages"]}, "label": label, "response": {"output": [message]}}


# Gym's clients of a process share one session, and so one event loop.
LOOP = asyncio.new_event_loop()
threading.Thread(target=LOOP.run_forever, daemon=True).start()


def response(output):
    """A model server's reply in the form of the Responses API."""
    return {"id": "r", "created_at": 0.0, "model": "m", "object": "response", "parallel_tool_calls": True, "tool_choice": "auto", "tools": [], "output": output}


class Policy(known.Model):
    """A model server whose policy calls a tool, and writes a text after the result."""

    asked = 0

    def do_POST(self):
        body = self.body()
        Policy.asked += 1
        [call] = known.SAMPLE["reference"]["tool_calls"]
        said = [{"type": "output_text", "text": "Your train is booked.", "annotations": []}]
        output = {"id": "m", "type": "message", "role": "assistant", "status": "completed", "content": said}
        if not any(one.get("type") == "function_call_output" for one in body["input"]):
            output = {"type": "function_call", "call_id": "c", "name": call["name"], "arguments": json.dumps(call["arguments"]), "id": "f", "status": "completed"}
        self.reply(response([output]))


@contextlib.contextmanager
def agent(configuration, policy, **changed):
    """Run Gym's agent with a policy as its model server. Gives a function that runs a row."""
    import uvicorn

    model, port = http.server.ThreadingHTTPServer(("127.0.0.1", 0), policy), free_port()
    threading.Thread(target=model.serve_forever, daemon=True).start()
    configuration = OmegaConf.create(OmegaConf.to_container(configuration))
    settings = configuration.voi_simple_agent.responses_api_agents.simple_agent
    settings.update({"host": "127.0.0.1", "port": port, **changed})
    configuration.policy_model = {"responses_api_models": {"fake": {"entrypoint": "app.py", "host": "127.0.0.1", "port": model.server_port}}}
    os.environ.update({"NEMO_GYM_CONFIG_DICT": OmegaConf.to_yaml(configuration), "NEMO_GYM_CONFIG_PATH": "voi_simple_agent"})
    client = ServerClient(head_server_config=BaseServerConfig(host="127.0.0.1", port=1), global_config_dict=configuration)
    config = SimpleAgentConfig.model_validate({"name": "voi_simple_agent", **OmegaConf.to_container(settings)})
    app = SimpleAgent(config=config, server_client=client).setup_webserver()
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="error"))
    serving = asyncio.run_coroutine_threadsafe(server.serve(), LOOP)
    deadline = time.monotonic() + 60
    while not server.started and time.monotonic() < deadline:
        time.sleep(0.05)
    try:
        yield lambda row: ask(f"http://127.0.0.1:{port}/run", row)
    finally:
        server.should_exit = True
        serving.result(30)
        model.shutdown()
        if server_utils.is_global_aiohttp_client_setup():  # Gym would close it in another event loop
            asyncio.run_coroutine_threadsafe(server_utils.get_global_aiohttp_client().close(), LOOP).result(30)
            server_utils._GLOBAL_AIOHTTP_CLIENT = None


def through_the_agent(configuration, **changed):
    """The reward of a native call by the policy through Gym's agent, and the number of requests to the policy."""
    tools = [{"type": "function", "strict": False, **tool["function"]} for tool in known.SAMPLE["tools"]]
    row = {"responses_create_params": {"input": known.SAMPLE["messages"], "tools": tools}, "label": known.LABEL}
    Policy.asked = 0
    with agent(configuration, Policy, **changed) as run:
        return run(row)["reward"], Policy.asked


@contextlib.contextmanager
def resources(folder, name, **settings):
    """Start app.py of the folder that voi writes, as gym env start does. Gives the configuration, the address and the process."""
    target = voi.nemo_gym.write(folder)
    configuration, port = OmegaConf.load(target / "configs" / name), free_port()
    plain = OmegaConf.to_container(configuration)
    ResourcesServerTypeConfig.model_validate(plain["voi"])
    ResponsesAPIAgentServerTypeConfig.model_validate(plain["voi_simple_agent"])
    configuration.voi.resources_servers.voi.update({"host": "127.0.0.1", "port": port, **settings})
    environ = {**os.environ, "NEMO_GYM_CONFIG_DICT": OmegaConf.to_yaml(configuration), "NEMO_GYM_CONFIG_PATH": "voi"}
    process = subprocess.Popen([sys.executable, "app.py"], cwd=target, env=environ, stderr=subprocess.DEVNULL)
    try:
        wait_for(f"http://127.0.0.1:{port}/", process)
        yield configuration, f"http://127.0.0.1:{port}", process
    finally:
        process.kill()
        process.wait(30)


def main():
    with tempfile.TemporaryDirectory() as folder, resources(folder, "voi.yaml") as (configuration, url, process):
        got = [ask(url + "/verify", row(text, known.LABEL)) for text, _, _ in known.KNOWN]
        known.same([reply["reward"] for reply in got], [reward for _, reward, _ in known.KNOWN], "rewards of /verify")
        known.same(ask(url + "/reverify_mode"), "stateless", "/reverify_mode")
        [call] = known.SAMPLE["reference"]["tool_calls"]
        want = ask(url + "/v1/score", {"items": [{**known.SAMPLE, "completion": known.calling(call["name"], json.dumps(call["arguments"]))}]})["rewards"][0]
        known.same(want > 3, True, "a right call earns")
        known.same(through_the_agent(configuration), (want, 1), "a native call, as voi.yaml sets the agent up")
        # The decision has the same reward if the agent may continue.
        known.same(through_the_agent(configuration, max_steps=5), (want, 2), "a native call in an episode that goes on")
        process.send_signal(signal.SIGTERM)
        known.same(process.wait(60), 0, "the status after SIGTERM, which reaches the binary")
    print(f"nemo-gym {importlib.metadata.version('nemo-gym')}: voi.yaml in its types, app.py started as it starts it, native calls through its agent")


if __name__ == "__main__":
    main()
