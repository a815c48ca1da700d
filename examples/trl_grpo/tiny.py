"""Make a model and a tokenizer, so that the example needs no download.

The tokenizer is byte-level BPE, trained on the conversations of the shards; the
model is a Llama of two layers. They only serve to run every part of a training
step on a CPU.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from datasets import Dataset
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast, set_seed
from trl import SFTConfig, SFTTrainer

VOCABULARY = 2048

# The messages, and the beginning of the assistant's next message. Supervised
# training learns from the text between generation and endgeneration.
TEMPLATE = (
    "{% for message in messages %}"
    "{% if message.role == 'assistant' %}"
    "{{ '<|im_start|>assistant\n' }}{% generation %}{{ message.content + '<|im_end|>' }}{% endgeneration %}{{ '\n' }}"
    "{% else %}"
    "{{ '<|im_start|>' + message.role + '\n' + message.content + '<|im_end|>\n' }}"
    "{% endif %}"
    "{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)


def tokenizer(texts: Iterable[str]) -> PreTrainedTokenizerFast:
    """Train a tokenizer on texts."""
    bpe = Tokenizer(models.BPE())
    bpe.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bpe.decoder = decoders.ByteLevel()
    bpe.train_from_iterator(
        texts,
        trainers.BpeTrainer(
            vocab_size=VOCABULARY,
            special_tokens=["<|pad|>", "<|im_start|>", "<|im_end|>"],
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            show_progress=False,
        ),
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=bpe,
        pad_token="<|pad|>",
        eos_token="<|im_end|>",
        additional_special_tokens=["<|im_start|>"],
        chat_template=TEMPLATE,
        padding_side="left",
    )


def model(words: PreTrainedTokenizerFast, seed: int) -> LlamaForCausalLM:
    """Make a model with weights drawn from the seed."""
    set_seed(seed)
    return LlamaForCausalLM(
        LlamaConfig(
            vocab_size=len(words),
            hidden_size=128,
            intermediate_size=256,
            num_hidden_layers=2,
            num_attention_heads=4,
            num_key_value_heads=2,
            max_position_embeddings=4096,
            tie_word_embeddings=True,
            bos_token_id=None,
            eos_token_id=words.eos_token_id,
            pad_token_id=words.pad_token_id,
        )
    )


def make(taught: Dataset, seed: int, cold_start: int, folder: str) -> tuple[LlamaForCausalLM, PreTrainedTokenizerFast]:
    """Make both, and train the model on the grammar for some steps, so that rewards differ within a group.

    Args:
        taught: conversations that end with an answer in the grammar, the layout
            sft of voi build.
        cold_start: the number of supervised steps; a base model needs some too.
        folder: the folder for the files of the supervised run.
    """
    words = tokenizer(message["content"] for row in taught for message in row["messages"])
    made = model(words, seed)
    if cold_start:
        config = SFTConfig(
            os.path.join(folder, "cold-start"),
            max_steps=cold_start,
            per_device_train_batch_size=16,
            learning_rate=4e-3,
            lr_scheduler_type="constant",
            assistant_only_loss=True,
            max_length=None,
            use_cpu=True,
            bf16=False,
            gradient_checkpointing=False,
            logging_steps=25,
            save_strategy="no",
            report_to="none",
            seed=seed,
        )
        SFTTrainer(made, config, train_dataset=taught, processing_class=words).train()
    return made, words
