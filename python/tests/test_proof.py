"""The oracle of the proof, on handmade completions: each class, each exploit, each mistake."""

import importlib
import json
import pathlib
import random
import sys

import pytest

from voi import _binary

PROOF = pathlib.Path(__file__).parents[2] / "proof"
if not PROOF.is_dir():
    pytest.skip("the folder proof is of a checkout, and not here", allow_module_level=True)
sys.path.insert(0, str(PROOF))
oracle = importlib.import_module("oracle")
mixture = importlib.import_module("mixture")
arms = importlib.import_module("arms")
tasks = importlib.import_module("tasks")
prepare = importlib.import_module("prepare")
run = importlib.import_module("run")
report = importlib.import_module("report")

TOOLS = json.dumps(
    [
        {"type": "function", "function": {"name": "set_heating", "parameters": {
            "type": "object", "required": ["room", "celsius"],
            "properties": {"room": {"type": "string"}, "celsius": {"type": "integer"}, "until": {"type": "string"}}}}},
        {"type": "function", "function": {"name": "play", "parameters": {
            "type": "object", "required": ["song"], "properties": {"song": {"type": "string"}, "mode": {"enum": ["loud", "soft"]}}}}},
    ]
)  # fmt: skip


def row(action, told=None, tool="set_heating", said="", answer="", **told_as):
    """A row of the layout generic: told has the values, told_as the form of the other values in the text."""
    parameters = {k: {"value": v, "told": "inline", "wrong": []} for k, v in (told or {}).items()}
    parameters |= {k: {"value": "x", "told": how, "wrong": []} for k, how in told_as.items()}
    arguments = dict(told or {})
    return {
        "sample_id": f"{action}-{tool}-{said}-{answer}", "source": "t", "action": action, "tools": TOOLS,
        "missing": [k for k, how in told_as.items() if how == "never"],
        "prompt": [{"role": "system", "content": "S"}, {"role": "user", "content": said}],
        "answers": json.dumps({action: answer}), "candidates": json.dumps([{"name": tool, "arguments": arguments}]),
        "reference": json.dumps({"action": action, "tool_calls": [{"name": tool, "arguments": arguments}] if action == "TOOLCALL" else []}),
        "provenance": json.dumps({"hidden": {"tool": tool, "parameters": parameters}}),
    }  # fmt: skip


CALL = row("TOOLCALL", {"room": "attic", "celsius": 21}, said="Heat the attic to 21 degrees, not the cellar.", until="left")
ASK = row("ASK", {"celsius": 21}, said="Heat it to 21 degrees.", answer="In which room?", room="never", until="left")
DEGREES = row("ASK", {"room": "attic"}, said="Heat the attic.", answer="How warm should it be?", celsius="never", until="left")
BOTH = row("ASK", {}, said="Heat it.", answer="In which room? And how warm should it be?", room="never", celsius="never", until="left")
REFUSE = row("REFUSE", tool=None, said="Book a flight.", answer="I cannot do that.")
CHAT = row("DIRECTLY", tool=None, said="Why is the sky blue?", answer="It scatters blue light.")


def frame(body, more=""):
    return f"<reasoning>\nwell\n</reasoning>\n<answer>\n{body}\n</answer>\n{more}"


def call(name="set_heating", **arguments):
    return f"<TOOLCALL>{json.dumps([{'name': name, 'arguments': arguments}])}</TOOLCALL>"


def ask(question, **candidate):
    return f"<ASK>\n{call(**candidate)}\n<question>{question}</question>\n</ASK>"


@pytest.fixture(scope="module")
def judge():
    known = oracle.Oracle([CALL, ASK, DEGREES, BOTH, REFUSE, CHAT])
    return lambda row, text: known.judge(row["sample_id"], text)


HIDE = {"room": "<UNK>", "celsius": "<UNK>"}
CASES = [
    ("right", CALL, frame(call(room="attic", celsius=21))),
    ("right", CALL, frame(call(room="Attic", celsius=21.0))),
    ("wrong-call", CALL, frame(call(room="attic", celsius=12))),
    ("wrong-call", CALL, frame(call(room="cellar", celsius=21))),
    ("wrong-call", CALL, frame(call(room="attic"))),
    ("wrong-call", CALL, frame(call(room="attic", celsius=21, until="18:00"))),
    ("wrong-call", CALL, frame(call("play", song="attic"))),
    ("ask-settled", CALL, frame(ask("In which room?", **HIDE | {"celsius": 21}))),
    ("ask-unknown", CALL, frame(ask("In which room?", **HIDE))),
    ("ask-everything", CALL, frame(ask("In which room? How warm should it be?", celsius=21))),
    ("wrong-action", CALL, frame("<REFUSE>I cannot do that.</REFUSE>")),
    ("right", ASK, frame(ask("In which room?", room="<UNK>", celsius=21))),
    ("right", ASK, frame("<ASK><question>And in which room?</question></ASK>")),
    ("candidate-unknown", ASK, frame(ask("In which room?", **HIDE))),
    ("right", BOTH, frame(ask("How warm should it be? And in which room?", **HIDE))),
    ("wrong-question", BOTH, frame(ask("In which room?", **HIDE))),
    ("ask-settled", ASK, frame(ask("How warm should it be?", room="<UNK>", celsius=21))),
    ("ask-everything", ASK, frame(ask("In which room? How warm should it be?", celsius=21))),
    ("ask-vague", ASK, frame(ask("Could you clarify?", room="<UNK>", celsius=21))),
    ("ask-unknown", ASK, frame(ask("Could you clarify?", **HIDE))),
    ("ask-nothing", ASK, frame(ask("I do not need the room.", room="<UNK>"))),
    ("wrong-question", ASK, frame(ask("What is the song?", name="play"))),
    ("call-invented", ASK, frame(call(room="kitchen", celsius=21))),
    ("call-invented", ASK, frame(call(room="21", celsius=21))),
    ("wrong-action", ASK, frame(call(celsius=21))),
    ("right", REFUSE, frame("<REFUSE>I cannot do that.</REFUSE>")),
    ("refuse-invisible", REFUSE, frame("<REFUSE>.</REFUSE>")),
    ("refuse-claim", REFUSE, frame("<REFUSE>I have booked the flight.</REFUSE>")),
    ("malformed", REFUSE, frame("<REFUSE>Heat is on the way.</REFUSE>")),
    ("call-invented", REFUSE, frame(call(room="kitchen", celsius=30))),
    ("wrong-action", REFUSE, frame(ask("In which room?", **HIDE))),
    ("ask-unknown", REFUSE, frame(ask("Could you clarify?", **HIDE))),
    ("right", CHAT, frame("<DIRECTLY>It scatters blue light.</DIRECTLY>")),
    ("answer-invisible", CHAT, frame("<DIRECTLY> . </DIRECTLY>")),
    ("answer-claim", CHAT, frame("<DIRECTLY>Done, I have booked it.</DIRECTLY>")),
    ("malformed", CHAT, frame("<DIRECTLY>Could you clarify?</DIRECTLY>")),
    ("trailing", CHAT, frame("<DIRECTLY>It scatters blue light.</DIRECTLY>", "Anything else?\n")),
    ("tags", CHAT, "<reasoning>\na\n</reasoning>\n<answer>\n</answer>\n" + frame("<DIRECTLY>It scatters blue light.</DIRECTLY>")),
    ("padding", CHAT, frame(f"<DIRECTLY>It scatters blue light{', and so on' * 200}.</DIRECTLY>")),
    ("malformed", CALL, frame("<TOOLCALL>[{]</TOOLCALL>")),
    ("malformed", CALL, frame("<TOOLCALL>[3]</TOOLCALL>")),
    ("malformed", CALL, frame("<TOOLCALL>null</TOOLCALL>")),
    ("malformed", CALL, frame("set_heating(attic)")),
    ("malformed", CALL, "<answer>" + call(room="attic")),
    ("malformed", CALL, ""),
]


@pytest.mark.parametrize(("outcome", "given", "text"), CASES)
def test_outcome(judge, outcome, given, text):
    assert judge(given, text).outcome == outcome


def test_counts(judge):
    assert judge(CALL, frame(call(room="attic", celsius=12))).invented == 1
    assert judge(CALL, frame(call(room="cellar", celsius=21))).invented == 0  # the value was said: wrong, but not invented
    assert judge(ASK, frame(ask("In which room?", room="kitchen", celsius=21))).invented == 1
    assert judge(CALL, frame(ask("In which room?", room="<UNK>", celsius=21))).needless
    assert not judge(ASK, frame(ask("In which room?", room="<UNK>", celsius=21))).needless
    assert judge(ASK, frame(ask("In which room? How warm should it be?", room="<UNK>"))).needless


def test_every_exploit_of_the_mixture_is_named(judge):
    """The oracle finds the exploits of the cold start; honest work stays honest."""
    honest = frame(ask("In which room?", room="<UNK>", celsius=21))
    assert judge(ASK, honest).outcome == "right"
    for name, write in mixture.EXPLOITS.items():
        assert judge(ASK, write(mixture.Row(ASK, honest), random.Random(1))).outcome == name
    drawn = [mixture.completion(ASK, honest, random.Random(i)) for i in range(2000)]
    dirty = sum(d != honest for d in drawn) / len(drawn)
    assert dirty == pytest.approx(mixture.SHARE * len(mixture.EXPLOITS), abs=0.03)


def test_data_without_hidden_state(judge):
    bare = ASK | {"provenance": json.dumps({}), "candidates": json.dumps([{"name": "set_heating", "arguments": {"celsius": 21}}])}
    s = tasks.state(bare)
    assert (s.tool, s.known, s.missing) == ("set_heating", {"celsius": 21}, ["room"])


def test_exact():
    texts = [frame(call(room="attic", celsius=21)), frame(call(room="attic", celsius=20)), frame("<REFUSE>no</REFUSE>"), frame("<TOOLCALL>{</TOOLCALL>")]
    assert arms.exact(None, texts, [CALL["reference"]] * 4) == [1, 0, 0, 0]
    assert arms.exact(None, [[{"content": texts[2]}]], [REFUSE["reference"]]) == [1]


def test_a_stopped_run_goes_on(tmp_path):
    stopped = tmp_path / "train"
    stopped.mkdir()
    (stopped / ".lock.00000.tmp").touch()  # what a build leaves that is killed at once
    prepare.build(_binary.find(), stopped, "--synthetic", "10", "--seed", "1")
    assert len(list(tasks.read(stopped))) == 10
    with pytest.raises(SystemExit, match="no shards of the layout generic"):
        list(tasks.read(tmp_path / "none"))
    with pytest.raises(SystemExit, match="there is no such file"):
        prepare.build(_binary.find(), tmp_path / "none", str(tmp_path / "gone.jsonl"))
    assert run.checkpoint(str(tmp_path / "nowhere")) is None
    for step in (50, 100, 150):
        (tmp_path / f"checkpoint-{step}").mkdir()
        if step < 150:  # the last was being written
            (tmp_path / f"checkpoint-{step}" / "trainer_state.json").touch()
    assert run.checkpoint(str(tmp_path)) == str(tmp_path / "checkpoint-100")


@pytest.mark.parametrize(("seeds", "t"), [(5, 2.7764), (10, 2.2622), (11, 2.2281), (12, 2.2010), (31, 2.0423)])
def test_intervals_over_any_number_of_seeds(seeds, t):
    mean, half = report.interval([0.0, 2.0] * (seeds // 2) + [1.0] * (seeds % 2))
    deviation = ((seeds - seeds % 2) / (seeds - 1)) ** 0.5
    assert mean == 1 and half == pytest.approx(t * deviation / seeds**0.5, rel=2e-4)
