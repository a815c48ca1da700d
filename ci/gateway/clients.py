"""Clients and harnesses against voi gateway: python clients.py VOI [--node FOLDER].

Each does the same things, with a played model: a tool call, the same as a stream, two choices,
usage, an error, a cancelled request. With the policy `pass` each must see exactly the same
objects as from the model's own server. With `guard` a question replaces an invented value.
Clients that are not installed are listed.
"""

import argparse
import asyncio
import contextlib
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = [
    {"type": "function", "function": {"name": "find_restaurant", "description": "Find a restaurant", "parameters": {
        "type": "object", "properties": {"name": {"type": "string", "description": "Its name"}}, "required": ["name"]}}},
    {"type": "function", "function": {"name": "book_table", "description": "Book a table", "parameters": {
        "type": "object", "required": ["restaurant_id", "people", "seat"], "properties": {
            "restaurant_id": {"type": "string", "description": "Its id"}, "people": {"type": "integer", "description": "How many"},
            "seat": {"type": "string", "enum": ["inside", "outside"], "description": "Where"}}}}},
]
SAYS, FOUND = "Please book a table at Aurora for tomorrow.", '[{"restaurant_id": "AUR-118", "name": "Aurora"}]'


@contextlib.contextmanager
def gateway(voi: str, upstream: str, policy: str, *flags: str):
    command = [voi, "gateway", "--http", "127.0.0.1:0", "--upstream", upstream, "--policy", policy, *flags]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        yield process.stderr.readline().split("serving ")[1].split(",")[0]
    finally:
        process.terminate()
        process.wait()


def openai_python(url: str) -> dict:
    import openai

    client = openai.OpenAI(base_url=url, api_key="sk-none", max_retries=0)
    messages = [{"role": "user", "content": SAYS}]
    saw = {"models": [m.id for m in client.models.list()]}
    whole = client.chat.completions.create(model="m", messages=messages, tools=TOOLS, n=2)
    saw["whole"] = whole.model_dump(exclude={"voi"})
    with client.chat.completions.stream(model="m", messages=messages, tools=TOOLS, stream_options={"include_usage": True}) as stream:
        saw["events"] = sorted({event.type for event in stream})
        saw["stream"] = stream.get_final_completion().model_dump(exclude={"voi"})
    call = whole.choices[0].message.tool_calls[0]
    messages += [{"role": "assistant", "tool_calls": [call.model_dump()]}, {"role": "tool", "tool_call_id": call.id, "content": FOUND}]
    last = client.chat.completions.create(model="m", messages=messages, tools=TOOLS).choices[0]
    saw["then"] = [last.message.content, [c.function.name for c in last.message.tool_calls or []], last.finish_reason]
    try:
        client.chat.completions.create(model="m", messages=[{"role": "wizard", "content": "x"}])
    except openai.APIStatusError as error:
        saw["error"] = [type(error).__name__, error.status_code, error.type, error.message]
    stream = client.chat.completions.create(model="m", messages=messages, tools=TOOLS, stream=True)
    next(iter(stream))
    stream.close()  # the rest of the stream is cancelled
    return saw


def langchain(url: str) -> dict:
    from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
    from langchain_openai import ChatOpenAI

    model = ChatOpenAI(base_url=url, api_key="sk-none", model="m", max_retries=0, stream_usage=True).bind_tools(TOOLS)
    whole = model.invoke([HumanMessage(SAYS)])
    parts = None
    for part in model.stream([HumanMessage(SAYS)]):
        parts = part if parts is None else parts + part
    call = whole.tool_calls[0]
    then = model.invoke([HumanMessage(SAYS), AIMessage("", tool_calls=[call]), ToolMessage(FOUND, tool_call_id=call["id"])])
    return {"whole": [whole.tool_calls, whole.usage_metadata, whole.response_metadata.get("finish_reason")],
            "stream": [parts.tool_calls, parts.usage_metadata], "then": [then.content, [c["name"] for c in then.tool_calls]]}


def inspect(url: str) -> dict:
    from inspect_ai.model import ChatMessageTool, ChatMessageUser, GenerateConfig, get_model
    from inspect_ai.tool import ToolInfo, ToolParams

    tools = [ToolInfo(name=t["function"]["name"], description=t["function"]["description"], parameters=ToolParams.model_validate(t["function"]["parameters"])) for t in TOOLS]

    async def run() -> dict:
        model = get_model("openai-api/voi/m", base_url=url, api_key="sk-none", memoize=False, config=GenerateConfig(max_retries=0))
        whole = await model.generate([ChatMessageUser(content=SAYS)], tools=tools)
        call = whole.message.tool_calls[0]
        then = await model.generate([ChatMessageUser(content=SAYS), whole.message, ChatMessageTool(content=FOUND, tool_call_id=call.id, function=call.function)], tools=tools)
        return {"whole": [call.function, call.arguments, whole.stop_reason, whole.usage.model_dump()], "then": [then.completion, [c.function for c in then.message.tool_calls or []]]}

    return asyncio.run(run())


def bfcl_entries(n: int) -> list[tuple[dict, dict]]:
    """The first samples of BFCL's own package, with their right answers."""
    import bfcl_eval

    data = pathlib.Path(bfcl_eval.__file__).parent / "data"
    samples, answers = ([json.loads(line) for line in (data / folder / "BFCL_v4_simple_python.json").read_text().splitlines()[:n]] for folder in (".", "possible_answer"))
    return list(zip(samples, answers))


def bfcl_script(entries: list[tuple[dict, dict]]) -> dict:
    """A played model that makes the right calls."""
    tasks = []
    for sample, answer in entries:
        calls = []
        for call in answer["ground_truth"]:
            for name, values in call.items():
                given = {k: v[0] for k, v in values.items() if "" not in v}
                calls.append({"name": name.replace(".", "_"), "arguments": given})
        tasks.append({"id": sample["id"], "says": sample["question"][0][0]["content"], "calls": calls, "hidden": []})
    return {"seed": 1, "tasks": tasks}


def bfcl(url: str) -> dict:
    """BFCL's own client sends the requests, and its evaluation judges."""
    os.environ["OPENAI_BASE_URL"] = url
    from bfcl_eval.constants.enums import Language
    from bfcl_eval.eval_checker.ast_eval.ast_checker import ast_checker
    from bfcl_eval.model_handler.api_inference.openai_completion import OpenAICompletionsHandler

    handler, saw = OpenAICompletionsHandler("m", 0.0, "gpt-4.1-2025-04-14-FC", True), {}
    for sample, answer in bfcl_entries(20):
        result, metadata = handler.inference_single_turn_FC(json.loads(json.dumps(sample)), False)
        calls = handler.decode_ast(result, "Python", False) if isinstance(result, list) else []
        judged = ast_checker(sample["function"], calls, answer["ground_truth"], Language.PYTHON, "simple_python", "gpt-4.1-2025-04-14-FC")
        saw[sample["id"]] = [calls, judged["valid"], metadata["input_token_count"], metadata["output_token_count"]]
    return saw


def node(folder: str):
    def run(url: str) -> dict:
        out = subprocess.run(["node", str(ROOT / "ci/gateway/client.mjs"), folder, url], check=True, stdout=subprocess.PIPE, text=True,
                             input=json.dumps({"tools": TOOLS, "says": SAYS, "found": FOUND})).stdout
        return json.loads(out)
    return run


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("voi")
    parser.add_argument("--node", help="a folder in which npm has installed openai")
    args = parser.parse_args()
    os.environ.setdefault("OPENAI_API_KEY", "sk-none")
    clients = {"openai for Python": ("openai", openai_python), "LangChain": ("langchain_openai", langchain), "inspect_ai": ("inspect_ai", inspect)}
    clients = {name: run if importlib.util.find_spec(module) else None for name, (module, run) in clients.items()}
    clients["openai for Node"] = node(args.node) if args.node else None
    failed = False
    if importlib.util.find_spec("bfcl_eval"):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder) / "bfcl.yaml"
            script.write_text(json.dumps(bfcl_script(bfcl_entries(20))))
            with gateway(args.voi, f"scripted:{script}", "pass", "--no-annotations") as direct, gateway(args.voi, direct, "pass") as passed, gateway(args.voi, direct, "guard") as guarded:
                want, got, asked = (bfcl(url) for url in (direct, passed, guarded))
            right = [sum(seen[1] for seen in saw.values()) for saw in (want, got, asked)]
            print(f"BFCL: {len(want)} samples, right by its own evaluation {right[0]}, behind pass {right[1]}, behind guard {right[2]}; {'the same' if want == got else 'other things'} seen behind pass")
            failed |= want != got or right[0] < 0.9 * len(want)
    else:
        print("BFCL: not installed")
    with gateway(args.voi, f"scripted:{ROOT / 'examples/gateway/script.yaml'}", "pass", "--no-annotations") as direct, \
            gateway(args.voi, direct, "pass") as passed, gateway(args.voi, direct, "guard") as guarded:
        for name, run in clients.items():
            if run is None:
                print(f"{name}: not installed")
                continue
            want, got, asked = run(direct), run(passed), run(guarded)
            same = json.dumps(want, sort_keys=True, default=str) == json.dumps(got, sort_keys=True, default=str)
            text, calls = asked["then"][:2]
            asks = not calls and "seat" in (text or "")
            print(f"{name}: {len(want)} things seen, {'the same' if same else 'other things'} behind pass; behind guard {'a question' if asks else 'no question'}")
            if not same:
                print("  of the model:", json.dumps(want, default=str)[:2000], "\n  behind pass: ", json.dumps(got, default=str)[:2000])
            failed |= not (same and asks)
    sys.exit(failed)


if __name__ == "__main__":
    main()
