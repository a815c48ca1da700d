"""OpenRLHF's blending_datasets and PromptDataset read the layout openrlhf, as a
folder and as files."""

import importlib.metadata
import os
import sys
import tempfile
from types import SimpleNamespace

import datasets
from openrlhf.datasets.prompts_dataset import PromptDataset
from openrlhf.datasets.utils import blending_datasets

import layouts


def main(voi, scratch):
    datasets.disable_progress_bars()
    folder = layouts.build(voi, f"{scratch}/data", "openrlhf", split="train=1")
    check = layouts.Check(voi, folder, scratch)
    data = SimpleNamespace(input_key="input", label_key="label", apply_chat_template=True)
    strategy = SimpleNamespace(
        args=SimpleNamespace(data=data, use_ms=False), print=lambda *_: None, is_rank_0=lambda: False
    )
    want = layouts.samples(folder)
    for source in (str(folder / "openrlhf"), ",".join(layouts.shards(folder, "openrlhf"))):
        rows = blending_datasets(source, strategy=strategy, dataset_split="train")
        read = PromptDataset(rows, layouts.tokenizer(), strategy)
        check.same("rows", len(read), len(want))
        names, prompts, labels, images = read.collate_fn([read[i] for i in range(len(read))])
        for i, sample in enumerate(want):
            check.same("datasource", names[i], sample["source"])
            check.same("images", images[i], None)
            check.sample(sample, prompts[i], labels[i])
    check.finish("openrlhf", importlib.metadata.version("openrlhf"))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["HF_DATASETS_CACHE"] = scratch
        main(sys.argv[1], scratch)
