"""A client generated from openapi.yaml, against a live server.

check.py VOI generates a client from GET /openapi.yaml, checks it with mypy, and uses it on every
kind of path. Rewards must equal those of plain requests. Any warning of the generator is a
failure, except one known warning.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import httpx

TOKEN = "an-open-secret-for-tests"
COMPLETION = "<reasoning>\nThe user wants a song.\n</reasoning>\n<answer>\n<REFUSE>\nNone of my tools can sing.\n</REFUSE>\n</answer>"
REFERENCE = {"action": "REFUSE"}

# The generator does not know application/yaml, and returns the document as bytes.
KNOWN = "WARNING parsing GET /openapi.yaml within operation."


@contextmanager
def server(voi: str, folder: Path):
    (folder / "token").write_text(TOKEN)
    log = folder / "log"
    with log.open("w") as stderr:
        arguments = ["serve", "--http", "127.0.0.1:0", "--token-file", folder / "token"]
        process = subprocess.Popen([voi, *arguments], stderr=stderr)
    try:
        for _ in range(400):
            if found := re.search(r"http://\S+", log.read_text()):
                yield found[0]
                break
            time.sleep(0.025)
        else:
            raise SystemExit(f"the server says no address: {log.read_text()}")
    finally:
        process.terminate()
        process.wait(30)


def generate(url: str, folder: Path) -> None:
    tools = Path(sys.executable).parent
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    (folder / "config.yaml").write_text("post_hooks: []\n")
    done = subprocess.run(
        [tools / "openapi-python-client", "generate", "--url", f"{url}/openapi.yaml", "--meta", "none"]
        + ["--output-path", folder / "voi_client", "--config", folder / "config.yaml"],
        check=False,
        text=True,
        capture_output=True,
        env={**os.environ, "PATH": path},
    )
    said = done.stdout + done.stderr
    warnings = [line for line in said.splitlines() if re.match(r"(WARNING|ERROR|Error)", line)]
    if done.returncode or warnings not in ([], [KNOWN]):
        raise SystemExit(f"generating: status {done.returncode}\n{said}")
    read = [sys.executable, "-m", "mypy", "--no-error-summary", "-p", "voi_client"]
    subprocess.run(read, cwd=folder, check=True)


def ask(url: str) -> None:
    """Send requests on each kind of path, with the client and without it."""
    from voi_client import AuthenticatedClient, Client
    from voi_client.api.nemo_gym import verify
    from voi_client.api.openrlhf import openrlhf
    from voi_client.api.operation import healthz, metrics, readyz
    from voi_client.api.slime import slime
    from voi_client.api.voi import decide, score
    from voi_client.models import (
        DecideRequest,
        Error,
        OpenRLHFReply,
        OpenRLHFRequestType1,
        ScoreReply,
        ScoreRequest,
        SlimeRequest,
        VerifyReply,
        VerifyRequestType0,
    )

    item = {"completion": COMPLETION, "reference": REFERENCE}
    plain = httpx.post(f"{url}/v1/score", json={"items": [item]}, headers={"Authorization": f"Bearer {TOKEN}"}).json()
    [want] = plain["rewards"]
    assert want, plain
    label = json.dumps({"reference": REFERENCE})
    row = {
        "label": label,
        "responses_create_params": {"input": "Sing!"},
        "response": {
            "output": [
                {
                    "type": "message",
                    "role": "assistant",
                    "content": [{"type": "output_text", "text": COMPLETION}],
                }
            ]
        },
    }
    query = {"query": ["Sing!" + COMPLETION], "prompts": ["Sing!"], "labels": [label]}
    candidate = {"name": "book", "arguments": {"cabin": "<UNK>"}}
    cabin = {"type": "object", "properties": {"cabin": {"enum": ["a", "b"]}}, "required": ["cabin"]}
    decision = {"tools": [{"name": "book", "parameters": cabin}], "candidates": [candidate]}

    with AuthenticatedClient(base_url=url, token=TOKEN, raise_on_unexpected_status=True) as client:
        reply = score.sync(
            client=client,
            body=ScoreRequest.from_dict({"id": 7, "items": [item, {"completion": "x", "sample_id": "nobody"}]}),
        )
        assert isinstance(reply, ScoreReply), reply
        assert reply.id == 7 and reply.rewards == [want, None], reply
        assert reply.errors[0] is None and reply.errors[1].code == "unknown_sample", reply
        assert {k: v[:1] for k, v in reply.components.to_dict().items()} == plain["components"], reply

        verified = verify.sync(client=client, body=VerifyRequestType0.from_dict(row))
        assert isinstance(verified, VerifyReply) and verified.reward == want, verified
        rewarded = openrlhf.sync(client=client, body=OpenRLHFRequestType1.from_dict(query))
        assert isinstance(rewarded, OpenRLHFReply) and rewarded.rewards == [want], rewarded
        number = slime.sync(client=client, body=SlimeRequest(response=COMPLETION, label=label))
        assert number == want, number
        decided = decide.sync(client=client, body=DecideRequest.from_dict({"items": [decision]}))
        assert decided.items[0].action == "ask", decided
        assert "voi_items_scored_total" in metrics.sync(client=client)
    with Client(base_url=url) as nobody:
        assert healthz.sync(client=nobody).status == "ok"
        assert readyz.sync(client=nobody).status == "ready"
    with AuthenticatedClient(base_url=url, token="wrong") as stranger:
        refused = score.sync_detailed(client=stranger, body=ScoreRequest(items=[]))
        assert refused.status_code == 401 and isinstance(refused.parsed, Error), refused
    print(f"a generated client scores as plain requests do: {want}")


def main() -> None:
    [voi] = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with server(str(Path(voi).resolve()), folder) as url:
            generate(url, folder)
            sys.path.insert(0, name)
            ask(url)


main()
