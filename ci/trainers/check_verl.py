"""verl's RLHFDataset, its collate function and DataProto read the layout verl."""

import os
import sys
import tempfile

import datasets
import verl
from omegaconf import OmegaConf
from verl import DataProto
from verl.utils.dataset.rl_dataset import RLHFDataset, collate_fn

import layouts


def main(voi, scratch):
    datasets.disable_progress_bars()
    os.environ["HF_DATASETS_CACHE"] = scratch
    folder = layouts.build(voi, f"{scratch}/data", "verl")
    check = layouts.Check(voi, folder, scratch)
    tokenizer = layouts.tokenizer()
    config = OmegaConf.create({
        "cache_dir": scratch, "max_prompt_length": 1 << 20, "filter_overlong_prompts": True,
        "filter_overlong_prompts_workers": 1, "return_raw_chat": True,
    })
    for split in ("train", "validation"):
        read = RLHFDataset(layouts.shards(folder, "verl", split), tokenizer, config)
        want = layouts.samples(folder, split)
        check.same(f"{split}: rows", len(read), len(want))
        batch = DataProto.from_single_dict(collate_fn([read[i] for i in range(len(read))])).non_tensor_batch
        check.same(f"{split}: unique index", len(set(batch["index"])), len(want))
        for i, sample in enumerate(want):
            check.same("data_source", batch["data_source"][i], sample["source"])
            extra = batch["extra_info"][i]
            check.same("type of extra_info", type(extra), dict)
            check.same("split", extra["split"], split)
            check.same("sample_id", extra["sample_id"], sample["sample_id"])
            check.same("tools_kwargs", batch["tools_kwargs"][i], {})
            prompt = tokenizer.apply_chat_template(batch["raw_prompt"][i], tokenize=False, add_generation_prompt=True)
            check.sample(sample, prompt, batch["reward_model"][i]["ground_truth"])
    check.finish("verl", verl.__version__)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        main(sys.argv[1], scratch)
