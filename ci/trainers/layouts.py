"""Shared by the checks of the layouts: shards, a tokenizer, and rewards.

A check reads shards with a trainer's own code and passes that code's result for each row: the
prompt, as text or as messages, and the label. This module compares it with the sample in the
layout generic, and scores it.
"""

import json
import pathlib
import subprocess
import sys

import pyarrow.parquet as pq
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

# The ChatML of Qwen, reduced to a section of tools and the messages.
TEMPLATE = """{%- if tools %}<|im_start|>tools
{% for tool in tools %}{{ tool | tojson }}
{% endfor %}<|im_end|>
{% endif %}{% for m in messages %}<|im_start|>{{ m.role }}
{{ m.content }}<|im_end|>
{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
{% endif %}"""


def build(voi, folder, *layouts, split="train=0.8,val=0.2"):
    """Build the embedded examples, and return the folder."""
    names = ",".join(("generic", *layouts))
    run(voi, "build", "--out", folder, "--layout", names, "--shard-rows", "10", "--split", split)
    return pathlib.Path(folder)


def run(*command):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{command[1]} failed:\n{done.stderr}")


def shards(folder, layout, split="train"):
    """The files of a split, in order."""
    return sorted(str(p) for p in (folder / layout / split).glob("part-*"))


def samples(folder, split="train"):
    """The rows of the layout generic, in order."""
    return [r for path in shards(folder, ".", split) for r in pq.read_table(path).to_pylist()]


def tokenizer():
    """One token a byte, and the special tokens of ChatML."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    inner = Tokenizer(models.BPE(vocab={c: i for i, c in enumerate(alphabet)}, merges=[]))
    inner.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    inner.decoder = decoders.ByteLevel()
    inner.add_special_tokens([AddedToken(t) for t in ("<|im_start|>", "<|im_end|>", "<|endoftext|>")])
    return PreTrainedTokenizerFast(
        tokenizer_object=inner, eos_token="<|im_end|>", pad_token="<|endoftext|>", chat_template=TEMPLATE
    )


class Check:
    """Compares the rows that a trainer read with the samples, one after another."""

    def __init__(self, voi, folder, scratch):
        self.voi, self.folder, self.scratch = voi, folder, pathlib.Path(scratch)
        self.rows, self.faults = [], []

    def same(self, where, got, want):
        if got != want and len(self.faults) < 20:
            self.faults.append(f"{where}: {short(got)}, not {short(want)}")

    def sample(self, sample, prompt, label, tools=None):
        """Check one row: prompt is the policy's input, rendered by the template; tools are those
        rendered by the trainer, None if it renders none.
        """
        where = sample["sample_id"]
        self.same(f"{where}: sample of the label", json.loads(label)["sample_id"], where)
        messages, offered = sample["prompt"], json.loads(sample["tools"])
        if tools is not None:
            self.same(f"{where}: tools", tools, offered)
            system = messages[0]["content"].split("\n\n## Tools\n\n")
            own = system[1].split("\n\n## Instructions\n\n")[1:]
            content = "\n\n## Instructions\n\n".join([system[0], *own])
            messages = [{"role": "system", "content": content}, *messages[1:]]
        want = tokenizer().apply_chat_template(
            messages, tools=offered if tools else None, tokenize=False, add_generation_prompt=True
        )
        self.same(f"{where}: prompt", prompt, want)
        for text in answers(sample, offered):
            self.rows.append((where, prompt, text, label))

    def finish(self, name, version):
        """Score every answer by the label that went through the trainer, in the form of a rollout
        dump, and by the sample's id: the rewards are equal.
        """
        by_label, by_id = self.scratch / "by-label.jsonl", self.scratch / "by-id.jsonl"
        write(by_label, ({"prompt": p, "response": t, "label": x} for _, p, t, x in self.rows))
        write(by_id, ({"sample_id": i, "completion": t} for i, _, t, _ in self.rows))
        for profile in ("certainty", "guarded"):
            a, b = self.scratch / "a.jsonl", self.scratch / "b.jsonl"
            run(self.voi, "score", by_label, "--out", a, "--profile", profile)
            run(self.voi, "score", by_id, "--data", self.folder, "--out", b, "--profile", profile)
            got, want = rewards(a), rewards(b)
            self.same(f"{profile}: rewards", got, want)
            self.same(f"{profile}: answers scored", len(got), len(self.rows))
            self.same(f"{profile}: unscored answers", got.count(None), 0)
        for fault in self.faults:
            print(fault, file=sys.stderr)
        count = len({r[0] for r in self.rows})
        print(f"{name} {version}: {count} samples, {len(self.rows)} answers, {len(self.faults)} faults")
        sys.exit(1 if self.faults or not self.rows else 0)


def answers(sample, offered):
    """Completions of every action for a sample."""
    name = offered[0]["function"]["name"] if offered else "nothing"
    calls = json.dumps([{"name": name, "arguments": {"city": "<UNK>"}}])
    right = json.dumps(json.loads(sample["reference"])["tool_calls"])
    for inner in (
        f"<TOOLCALL>{right}</TOOLCALL>",
        f"<TOOLCALL>{calls}</TOOLCALL>",
        f"<ASK>\n<TOOLCALL>{calls}</TOOLCALL>\n<question>Which city and date?</question>\n</ASK>",
        "<REFUSE>No tool does this.</REFUSE>",
        "<DIRECTLY>Yes.</DIRECTLY>",
    ):
        yield f"<reasoning>\nr\n</reasoning>\n<answer>\n{inner}\n</answer>\n"


def write(path, rows):
    path.write_text("".join(json.dumps(r) + "\n" for r in rows), encoding="utf-8")


def rewards(path):
    return [json.loads(line)["reward"] for line in path.read_text(encoding="utf-8").splitlines()]


def short(value):
    text = repr(value)
    return text if len(text) < 300 else text[:300] + "..."
