"""NeMo Gym's configuration types take voi's resources server, and app.py, started as Gym starts it, scores.

usage: check_reward_nemo_gym.py VOI
"""

import importlib.metadata
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

import known

known.use(sys.argv[1])

import voi.nemo_gym  # noqa: E402
from nemo_gym.config_types import ResourcesServerTypeConfig, ResponsesAPIAgentServerTypeConfig  # noqa: E402
from omegaconf import OmegaConf  # noqa: E402


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
    """Wait for any answer on /, which is what Gym takes for ready."""
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


def main():
    with tempfile.TemporaryDirectory() as folder:
        target = voi.nemo_gym.write(folder)
        configuration = OmegaConf.load(target / "configs" / "voi.yaml")
        plain = OmegaConf.to_container(configuration)
        ResourcesServerTypeConfig.model_validate(plain["voi"])
        ResponsesAPIAgentServerTypeConfig.model_validate(plain["voi_simple_agent"])

        # What gym env start does to it.
        port = free_port()
        configuration.voi.resources_servers.voi.update({"host": "127.0.0.1", "port": port})
        environ = {**os.environ, "NEMO_GYM_CONFIG_DICT": OmegaConf.to_yaml(configuration), "NEMO_GYM_CONFIG_PATH": "voi"}
        process = subprocess.Popen([sys.executable, "app.py"], cwd=target, env=environ, stderr=subprocess.DEVNULL)
        try:
            url = f"http://127.0.0.1:{port}"
            wait_for(url + "/", process)
            got = [ask(url + "/verify", row(text, known.LABEL)) for text, _, _ in known.KNOWN]
            known.same([reply["reward"] for reply in got], [reward for _, reward, _ in known.KNOWN], "rewards of /verify")
            known.same(ask(url + "/reverify_mode"), "stateless", "/reverify_mode")
            process.send_signal(signal.SIGTERM)
            known.same(process.wait(60), 0, "the status after SIGTERM, which reaches the binary")
        finally:
            process.kill()
    print(f"nemo-gym {importlib.metadata.version('nemo-gym')}: voi.yaml in its types, app.py started as it starts it")


if __name__ == "__main__":
    main()
