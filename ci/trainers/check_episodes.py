"""The example of docs/episodes.md that trains on whole episodes, from its tasks to its tables, in a few steps.

It also checks that TRL learns from the policy's words, and from no word of the user or a tool.

usage: check_episodes.py VOI
"""

import itertools
import json
import pathlib
import sys
import tempfile

import known

known.use(sys.argv[1])
sys.path.insert(0, str(known.ROOT / "proof"))

FEW = "--rows 2500 --cold-steps 80 --copy-steps 40 --steps 2 --judge 3 --seeds 1"


def unlearnt(completion):
    """The text of a completion beside the policy's own tokens, as the template writes it."""
    out = ""
    for at, message in enumerate(completion):
        if message["role"] == "tool":
            last = at + 1 == len(completion) or completion[at + 1]["role"] != "tool"
            out += "<|tool|> " + message["content"] + ("<|assistant|>" if last else "")
    return out


def grammar(folder, episodes):
    """The actions of an agent of voi rollout give the same text as calls and as content, and TRL reads the calls back."""
    from transformers import AutoTokenizer
    from trl.chat_template_utils import is_chat_template_prefix_preserving, parse_response

    words = AutoTokenizer.from_pretrained(pathlib.Path(folder, "cold"))
    known.same(is_chat_template_prefix_preserving(words), True, "whether the template keeps its prefixes")
    calls = 0
    for run in itertools.islice(episodes.data.lines(pathlib.Path(folder, "data", "runs", "train")), 300):
        said = episodes.chat(run)
        text = words.apply_chat_template(said, tools=run["tools"], tokenize=False)
        known.same(words.apply_chat_template([episodes.plain(m) for m in said], tools=run["tools"], tokenize=False), text, "a run as content")
        ask = {"type": "function", "function": {"name": "ask_user", "parameters": {"type": "object", "properties": {"question": {"type": "string"}}}}}
        for m in said:
            if m["role"] == "assistant" and m.get("tool_calls"):
                ids = words(episodes.plain(m)["content"] + words.eos_token, add_special_tokens=False)["input_ids"]
                prefix = words("<|assistant|>", add_special_tokens=False)["input_ids"]
                read = parse_response(words, ids, prefix=prefix, tools=[ask, *run["tools"]])
                known.same(read.get("tool_calls"), m["tool_calls"], "calls that are read back")
                calls += 1
    return calls


def main(folder):
    import episodes
    import trl

    seen = {"completions": 0, "with tools": 0, "learnt": 0, "not learnt": 0}

    class Watched(trl.GRPOTrainer):
        def _calculate_rewards(self, inputs, prompts, completions, *rest):
            self.said = completions
            return super()._calculate_rewards(inputs, prompts, completions, *rest)

        def _generate_and_score_completions(self, inputs):
            out = super()._generate_and_score_completions(inputs)
            decode = self.processing_class.decode
            there = out["completion_mask"].bool()
            learnt = there & out["tool_mask"].bool() if "tool_mask" in out else there
            for ids, kept, own, said in zip(out["completion_ids"], there, learnt, self.said):
                known.same(decode(ids[kept & ~own]), unlearnt(said), "what is not learnt from")
                # A message that could not be read as calls is its text; otherwise it has only the
                # calls.
                want = [m["content"] for m in said if m["role"] == "assistant" and not m.get("tool_calls")]
                text = decode(ids[own])
                known.same([w for w in want if w not in text], [], "messages that are learnt from")
                known.same(text.count("<call>") >= sum(len(m.get("tool_calls") or ()) for m in said), True, "calls that are learnt from")
                seen["completions"] += 1
                seen["with tools"] += any(m["role"] == "tool" for m in said)
                seen["learnt"] += int(own.sum())
                seen["not learnt"] += int((kept & ~own).sum())
            return out

    episodes.GRPOTrainer = Watched
    episodes.main(["--voi", sys.argv[1], "--out", folder, *FEW.split()])
    if not seen["with tools"]:
        sys.exit("no completion called a tool, so that no mask was seen")
    results = {path.stem: json.loads(path.read_text()) for path in sorted(pathlib.Path(folder, "results").glob("*.json"))}
    known.same(sorted(results), ["cold", "multi-1", "single-1"], "results")
    for name, result in results.items():
        known.same(len(result["judged"]), 9, f"episodes that judge {name}")
        known.same({e["split"] for e in result["judged"]}, {"validation", "templates", "tools"}, f"splits that judge {name}")
    seen["calls of agents read back"] = grammar(folder, episodes)
    print(", ".join(f"{n} {what}" for what, n in seen.items()))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        main(folder)
