"""The official client for Python against voi gateway: python check.py VOI.

Tools, streaming, several choices, usage and errors, under pass and under guard, with a
played model.
"""

import pathlib
import subprocess
import sys

import openai

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = [
    {"type": "function", "function": {"name": "find_restaurant", "parameters": {
        "type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}}},
    {"type": "function", "function": {"name": "book_table", "description": "Book a table", "parameters": {
        "type": "object", "required": ["restaurant_id", "people", "seat"], "properties": {
            "restaurant_id": {"type": "string"}, "people": {"type": "integer"},
            "seat": {"type": "string", "enum": ["inside", "outside"]}}}}},
]


def words(client: openai.OpenAI, messages: list) -> tuple[str, list]:
    """What a stream of two choices says and calls in its first one."""
    text, calls = "", []
    for chunk in client.chat.completions.create(model="m", messages=messages, tools=TOOLS, stream=True, n=2):
        for choice in chunk.choices:
            if choice.index == 0:
                text += choice.delta.content or ""
                calls += [c.function.name for c in choice.delta.tool_calls or [] if c.function.name]
    return text, calls


def check(voi: str, policy: str) -> None:
    script = ROOT / "examples" / "gateway" / "script.yaml"
    gateway = subprocess.Popen([voi, "gateway", "--http", "127.0.0.1:0", "--upstream", f"scripted:{script}", "--policy", policy], stderr=subprocess.PIPE, text=True)
    try:
        url = gateway.stderr.readline().split("serving ")[1].split(",")[0]
        client = openai.OpenAI(base_url=url, api_key="sk-none", max_retries=0)
        assert [m.id for m in client.models.list()] == ["scripted"]
        messages: list = [{"role": "user", "content": "Please book a table at Aurora for tomorrow."}]
        whole = client.chat.completions.create(model="m", messages=messages, tools=TOOLS)
        call = whole.choices[0].message.tool_calls[0]
        assert call.function.name == "find_restaurant" and whole.usage.total_tokens > 0
        assert whole.model_extra["voi"]["policy"] == policy
        with client.chat.completions.stream(model="m", messages=messages, tools=TOOLS, stream_options={"include_usage": True}) as stream:
            for _ in stream:
                pass
            final = stream.get_final_completion()
        assert final.choices[0].message.tool_calls[0].function.arguments == call.function.arguments
        assert final.choices[0].finish_reason == "tool_calls" and final.usage.total_tokens > 0
        messages += [whole.choices[0].message.model_dump(exclude_none=True), {"role": "tool", "tool_call_id": call.id, "content": '[{"restaurant_id": "AUR-118"}]'}]
        text, calls = words(client, messages)
        assert (calls == ["book_table"] and not text) if policy == "pass" else (not calls and "seat" in text), (text, calls)
        try:
            client.chat.completions.create(model="m", messages=[{"role": "wizard", "content": "x"}])
            raise AssertionError("a role that nobody has is taken")
        except openai.BadRequestError as error:
            assert error.type == "invalid_request_error", error
    finally:
        gateway.terminate()
        gateway.wait()
    print(f"openai {openai.__version__}, {policy}: ok")


for name in ("pass", "guard"):
    check(sys.argv[1], name)
