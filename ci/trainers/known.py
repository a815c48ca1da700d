"""A sample with completions whose rewards were worked out by hand, for the checks of reward functions.

The checks import voi from the source tree, with the given binary.
"""

import faulthandler
import http.server
import json
import os
import pathlib
import subprocess
import sys
import threading
import urllib.request

LIMIT = 1200  # seconds

ROOT = pathlib.Path(__file__).resolve().parents[2]

SAMPLE = {
    "sample_id": "porto",
    "messages": [{"role": "user", "content": "A train to Porto, please, by the window."}],
    "tools": [
        {
            "type": "function",
            "function": {
                "name": "book_train",
                "parameters": {
                    "type": "object",
                    "properties": {"to": {"type": "string"}, "seat": {"enum": ["window", "aisle"]}},
                    "required": ["to", "seat"],
                },
            },
        }
    ],
    "reference": {
        "action": "TOOLCALL",
        "tool_calls": [{"name": "book_train", "arguments": {"to": "Porto", "seat": "window"}}],
    },
}
LABEL = json.dumps(SAMPLE)


def answer(inside):
    return f"<reasoning>\nChecking what is known.\n</reasoning>\n<answer>\n{inside}\n</answer>\n"


def call(arguments):
    return answer(f"<TOOLCALL>{json.dumps([{'name': 'book_train', 'arguments': arguments}])}</TOOLCALL>")


# Each completion with its reward under `guarded`, the default (form 0.5, tool 1, class 2), in the
# range [0, 3.5], and its action.
KNOWN = [
    (call({"to": "Porto", "seat": "window"}), 3.5, "TOOLCALL"),
    (call({"to": "Porto", "seat": "<UNK>"}), 1.0, "TOOLCALL"),
    (answer("<REFUSE>That cannot be done with these tools.</REFUSE>"), 0.5, "REFUSE"),
    ("Hello", 0.0, None),
]
HIGH = 3.5

# A label whose completions cannot be scored.
BROKEN = json.dumps({**SAMPLE, "tools": [{"type": "function", "function": {"name": 7}}]})


def use(voi):
    """Import voi from the source tree, with the binary at a path. A check that takes longer than LIMIT ends with a traceback."""
    faulthandler.dump_traceback_later(LIMIT, exit=True)
    os.environ["VOI_BIN"] = voi
    os.environ.pop("VOI_PROFILE", None)
    os.environ.pop("VOI_DATA", None)
    source = str(ROOT / "python" / "src")
    sys.path.insert(0, source)
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [source, os.environ.get("PYTHONPATH")]))


def same(got, want, what):
    if got != want:
        raise SystemExit(f"{what}: {got!r}, want {want!r}")


def runs(folder, *words, layout="tasks", agents="sage,never-ask"):
    """The runs of voi rollout's agents on the tasks of the examples, agent by agent. The folder also gets the rows of a layout."""
    for command in (["build", "--tasks", "--layout", layout, "--out", folder], ["rollout", "--tasks", folder, "--agent", agents, "--out", f"{folder}/runs", *words]):
        subprocess.run([os.environ["VOI_BIN"], *command], check=True, capture_output=True, timeout=300)
    os.environ["VOI_TASKS"] = str(folder)
    return [json.loads(line) for path in sorted(pathlib.Path(folder, "runs").glob("*.jsonl")) for line in path.read_text().splitlines()]


def begun(run):
    """The messages of a run before the policy's first."""
    first = next(i for i, m in enumerate(run["messages"]) if m["role"] == "assistant" and m["train"])
    return run["messages"][:first]


def behind(run):
    """The messages of a run from the policy's first on."""
    return run["messages"][len(begun(run)) :]


def steps(run):
    """The policy's steps where an episode continues only at calls: each step is a list of calls,
    with ask_user for a question; the last is a text.
    """
    out = []
    for message in run["messages"]:
        if message["role"] != "assistant" or not message["train"]:
            continue
        calls = [(call["name"], call["arguments"]) for call in message.get("tool_calls", ())]
        if not calls and message is not run["messages"][-1]:
            calls = [("ask_user", {"question": message["content"]})]
        out.append(calls or message["content"])
    return out


def direct(scorer, task, seed, completions):
    """The rewards of completions in a voi.Episode that continues only at calls."""
    import voi

    episode = voi.Episode(scorer, task, seed=seed, ask_tool=True)
    episode.reset()
    rewards = [episode.step(completion)["reward"] for completion in completions]
    episode.close()
    return rewards


def calling(name, arguments):
    """A message that makes one call."""
    return [{"role": "assistant", "content": "", "tool_calls": [{"type": "function", "function": {"name": name, "arguments": arguments}}]}]


class Model(http.server.BaseHTTPRequestHandler):
    """A played model server: do_POST reads the request, and replies."""

    protocol_version = "HTTP/1.1"

    def body(self):
        return json.loads(self.rfile.read(int(self.headers["Content-Length"])))

    def reply(self, value):
        text = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


class Server:
    """voi serve on its own port."""

    def __init__(self, voi, *words):
        self.process = subprocess.Popen([voi, "serve", "--http", "127.0.0.1:0", *map(str, words)], stderr=subprocess.PIPE, text=True)
        self.url = self.process.stderr.readline().split()[-1]
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(30)

    def post(self, path, body):
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as reply:
            return json.load(reply)
