"""NeMo Gym's data validation accepts every line of the layout nemo-gym, its run
request takes it, and its converter gives the model server the same conversation."""

import importlib.metadata
import json
import sys
import tempfile

from nemo_gym.base_resources_server import BaseRunRequest
from nemo_gym.responses_converter import ResponsesConverter
from nemo_gym.train_data_utils import compute_sample_metrics

import layouts


class Run(BaseRunRequest, extra="allow"):
    """A run request that keeps the verifier's fields, like those of Gym's agents."""


def main(voi, scratch):
    folder = layouts.build(voi, f"{scratch}/data", "nemo-gym", split="train=1")
    check = layouts.Check(voi, folder, scratch)
    lines = []
    for path in layouts.shards(folder, "nemo-gym"):
        with open(path, encoding="utf-8") as f:
            lines += f.readlines()
    want = layouts.samples(folder)
    check.same("lines", len(lines), len(want))
    tokenizer = layouts.tokenizer()
    converter = ResponsesConverter(return_token_id_information=False)
    for line, sample in zip(lines, want):
        metrics, refused = compute_sample_metrics(line)
        check.same(f"{sample['sample_id']}: refused", refused, False)
        check.same("tools counted", metrics.number_of_examples, 1)
        task = Run.model_validate(json.loads(line))
        chat = converter.responses_to_chat_completion_create_params(task.responses_create_params)
        chat = json.loads(chat.model_dump_json(exclude_none=True, exclude_unset=True))
        tools = []
        for tool in chat.get("tools", []):
            check.same("strict", tool["function"].pop("strict", False), False)
            function = {k: tool["function"].pop(k) for k in ("name", "description", "parameters")}
            check.same("other keys of a tool", tool.pop("function"), {})
            tools.append({**tool, "function": function})  # Gym writes the keys in another order
        messages = [{"role": m["role"], "content": text_of(m)} for m in chat["messages"]]
        prompt = tokenizer.apply_chat_template(messages, tools=tools or None, tokenize=False, add_generation_prompt=True)
        check.sample(sample, prompt, task.label, tools)
    check.finish("nemo-gym", importlib.metadata.version("nemo-gym"))


def text_of(message):
    content = message.get("content") or ""
    return content if isinstance(content, str) else "".join(part["text"] for part in content)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        main(sys.argv[1], scratch)
