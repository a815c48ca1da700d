"""The adapters with the real server: all give the rewards of conftest."""

from __future__ import annotations

import asyncio
import json
import types
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable

import pytest
from conftest import KNOWN, NONE, RIGHT, SAMPLE, answer

import voi
from voi import _adapter, openrlhf, slime, verifiers, verl

LABEL = json.dumps(SAMPLE)
PROMPT = "<s>[INST] A train to Porto, please. [/INST]"
ARGS = types.SimpleNamespace(reward_key=None, eval_reward_key=None)


def slime_sample(text: str) -> Any:
    return types.SimpleNamespace(response=text, label=LABEL, metadata={}, status=None, remove_sample=False)


def trace(text: str) -> Any:
    reply = types.SimpleNamespace(content=text, tool_calls=None)
    return types.SimpleNamespace(assistant_messages=[reply], is_truncated=False, record_metrics=lambda values: None)


ASK: dict[str, Callable[[str], Any]] = {
    "verl": lambda text: verl.compute_score("s", text, LABEL)["score"],
    "verl, from fields": lambda text: verl.compute_score("s", text, SAMPLE)["score"],
    "verl, with a profile of its own": lambda text: verl.score("s", text, LABEL, profile="guarded"),
    "verl, waited for": lambda text: asyncio.run(verl.acompute_score("s", text, LABEL))["score"],
    "openrlhf": lambda text: openrlhf.reward_func([PROMPT + text + "</s>"], [PROMPT], [LABEL])["rewards"],
    "slime": lambda text: asyncio.run(slime.custom_rm(ARGS, slime_sample(text))),
    "slime, a group": lambda text: asyncio.run(slime.custom_rm(ARGS, [slime_sample(text)]))[0],
    "verifiers": lambda text: asyncio.run(verifiers.reward({"label": LABEL}, trace(text))),
}


@pytest.mark.parametrize("ask", ASK.values(), ids=ASK)
def test_known_rewards(ask: Callable[[str], Any]) -> None:
    assert [ask(text) for text, _ in KNOWN] == [reward for _, reward in KNOWN]


PAYMENT = {"reference": "A-17", "sample_id": "s-4", "invoice": "2024-9"}


@pytest.mark.parametrize("name", PAYMENT)
def test_arguments_that_are_called_as_the_fields_of_a_label(name: str) -> None:
    """A label is read by its keys: as text and as fields it has one score."""
    call = {"name": "pay", "arguments": {name: PAYMENT[name]}}
    completion = answer(f"<TOOLCALL>{json.dumps([call])}</TOOLCALL>")
    label = {"action": "TOOLCALL", "tool_calls": [call]}
    for form in (label, json.dumps(label)):
        assert verl.compute_score("s", completion, form)["score"] == 3.5
        assert openrlhf.reward_func([completion], [""], [form])["rewards"] == 3.5
        row = types.SimpleNamespace(response=completion, label=form, metadata={}, status=None, remove_sample=False)
        assert asyncio.run(slime.custom_rm(ARGS, row)) == 3.5


@pytest.mark.parametrize("number", ["0.12345678901234567891", "1e400", "1" * 5000], ids=lambda number: number[:9])
def test_no_number_in_the_text_of_a_label_changes(number: str) -> None:
    """A float keeps 17 digits, and an int of Python's has a limit."""
    call = f'{{"name":"pay","arguments":{{"amount":{number}}}}}'
    reference = f'{{"action":"TOOLCALL","tool_calls":[{call}]}}'
    for label in (
        reference,
        f'{{"reference":{reference}}}',
        f'{{"reference":\r\n{reference}}}',
        f' {{ "completion" : "a\\"}}" ,\n"reference" :{reference}\n}} ',
    ):
        assert verl.compute_score("s", answer(f"<TOOLCALL>[{call}]</TOOLCALL>"), label)["score"] == 3.5


def test_scores_of_openrlhf_are_places_in_the_range_of_the_profile() -> None:
    got = [openrlhf.reward_func([text], [""], [LABEL])["scores"] for text, _ in KNOWN]
    assert got == [reward / 3.5 for _, reward in KNOWN]


def test_many_threads_get_their_own_rewards() -> None:
    asked = [KNOWN[index % len(KNOWN)] for index in range(400)]
    with ThreadPoolExecutor(32) as pool:
        got = list(pool.map(lambda pair: verl.compute_score("s", pair[0], LABEL)["score"], asked))
    assert got == [reward for _, reward in asked]


def test_many_coroutines_get_their_own_rewards() -> None:
    asked = [KNOWN[index % len(KNOWN)] for index in range(400)]

    async def all_of_them() -> list[Any]:
        return await asyncio.gather(*(verl.acompute_score("s", text, LABEL) for text, _ in asked))

    assert [row["score"] for row in asyncio.run(all_of_them())] == [reward for _, reward in asked]


def test_components_have_the_same_names_scored_or_not() -> None:
    broken = json.dumps({**SAMPLE, "tools": [{"type": "function", "function": {"name": 7}}]})
    good, bad = verl.compute_score("s", KNOWN[0][0], LABEL), verl.compute_score("s", KNOWN[0][0], broken)
    assert list(good) == list(bad)
    assert (good["unscored"], bad["unscored"], bad["score"], bad["error"]) == (0.0, 1.0, 0.0, "bad_tools")


@pytest.mark.parametrize(
    ("label", "given"),
    [
        (LABEL, {"profile": "no such profile"}),
        (LABEL, {"data": "no such folder"}),
        ({"sample_id": "nobody"}, {}),
        ("the answer is 4", {}),
    ],
)
def test_a_wrong_configuration_raises(label: Any, given: dict[str, str]) -> None:
    with pytest.raises(voi.ConfigError):
        verl.compute_score("s", "text", label, **given)


def test_no_binary_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOI_BIN", "/no/such/binary")
    with pytest.raises(voi.ConfigError, match="VOI_BIN"):
        _adapter.score(LABEL, "text")


PROMPTS = [
    (PROMPT + RIGHT, PROMPT, 3.5),
    ("<s>" + PROMPT + RIGHT + "</s>\n", PROMPT, 3.5),
    (PROMPT[20:] + RIGHT, PROMPT, 3.5),
    (RIGHT, "", 3.5),
    (RIGHT + "<|im_end|>", "", 3.5),
    (PROMPT + NONE, PROMPT, 0.0),
    ("Something else." + RIGHT, PROMPT, None),
]


def test_answers_behind_prompts(caplog: pytest.LogCaptureFixture) -> None:
    got = [openrlhf.reward_func([query], [prompt], [LABEL]) for query, prompt, _ in PROMPTS]
    assert [one["rewards"] for one in got] == [want or 0.0 for _, _, want in PROMPTS]
    assert [one["extra_logs"]["unscored"] for one in got] == [float(want is None) for _, _, want in PROMPTS]
