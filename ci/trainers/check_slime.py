"""slime's Dataset reads the layout slime. slime is on no package index: SLIME names a checkout of
it; without one this reports that nothing was checked.
"""

import os
import subprocess
import sys
import tempfile

import layouts

if os.environ.get("SLIME"):
    sys.path.insert(0, os.environ["SLIME"])


def main(voi, scratch):
    try:
        from slime.utils.data import Dataset
    except ImportError as err:
        print(f"slime: NOT checked ({err}); give SLIME=CHECKOUT")
        return
    folder = layouts.build(voi, f"{scratch}/data", "slime", split="train=1")
    check = layouts.Check(voi, folder, scratch)
    read = []
    for path in layouts.shards(folder, "slime"):
        shard = Dataset(
            path, layouts.tokenizer(), None, 1 << 20, prompt_key="prompt", label_key="label",
            tool_key="tools", metadata_key="metadata", apply_chat_template=True,
        )
        read += [shard[i] for i in range(len(shard))]
    want = layouts.samples(folder)
    check.same("rows", len(read), len(want))
    for row, sample in zip(read, want):
        check.same("metadata", row.metadata["sample_id"], sample["sample_id"])
        check.same("source", row.metadata["source_name"], sample["source"])
        check.same("type of reward", row.metadata.get("rm_type"), None)
        check.sample(sample, row.prompt, row.label, row.metadata["tools"])
    commit = subprocess.run(
        ["git", "-C", os.environ.get("SLIME", "."), "rev-parse", "--short", "HEAD"], capture_output=True, text=True
    )
    check.finish("slime", commit.stdout.strip() or "of the path")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        main(sys.argv[1], scratch)
