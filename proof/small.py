"""The model and the tokenizer of the small proof. Both are made here; nothing is downloaded."""

from __future__ import annotations

from collections.abc import Iterable

from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast, set_seed

# The tags of F8 with their line ends; each is one token.
TAGS = (
    *("<reasoning>\n", "\n</reasoning>\n", "<answer>\n", "\n</answer>\n", "<TOOLCALL>", "</TOOLCALL>", "<ASK>\n", "\n</ASK>"),
    *("<question>", "</question>", "<REFUSE>", "</REFUSE>", "<DIRECTLY>", "</DIRECTLY>", '"<UNK>"'),
)
TEMPLATE = (
    "{% for m in messages %}{{ '<|' + m.role + '|>' + m.content }}"
    "{% if m.role == 'assistant' and loop.last and not add_generation_prompt %}{{ '<|end|>' }}{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|assistant|>' }}{% endif %}"
)


def tokenizer(texts: Iterable[str], size: int = 1280, tags: Iterable[str] = TAGS, template: str = TEMPLATE) -> PreTrainedTokenizerFast:
    tags = tuple(tags)
    bpe = Tokenizer(models.BPE())
    bpe.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bpe.decoder = decoders.ByteLevel()
    special = ["<|pad|>", "<|end|>", "<|system|>", "<|user|>", "<|assistant|>", "<|tool|>"]
    trainer = trainers.BpeTrainer(
        vocab_size=size - len(tags), special_tokens=special, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False
    )
    bpe.train_from_iterator(texts, trainer)
    bpe.add_tokens([AddedToken(tag, normalized=False, special=False) for tag in tags])
    return PreTrainedTokenizerFast(tokenizer_object=bpe, pad_token="<|pad|>", eos_token="<|end|>", chat_template=template, padding_side="left")


def model(words: PreTrainedTokenizerFast, seed: int) -> LlamaForCausalLM:
    set_seed(seed)
    return LlamaForCausalLM(
        LlamaConfig(
            vocab_size=len(words),
            hidden_size=128,
            intermediate_size=256,
            num_hidden_layers=3,
            num_attention_heads=4,
            num_key_value_heads=4,
            max_position_embeddings=512,
            tie_word_embeddings=True,
            bos_token_id=None,
            eos_token_id=words.eos_token_id,
            pad_token_id=words.pad_token_id,
        )
    )
