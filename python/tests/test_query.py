"""The answer in a text of prompt and answer; the same table as the server's (internal/rollout)."""

from __future__ import annotations

import itertools
import random
import unittest

from voi import _query

PROMPT = "<|im_start|>system\nBe brief, and use the tools.<|im_end|>\n<|im_start|>user\nA table at Lotus?<|im_end|>\n<|im_start|>assistant\n"

TABLE = [
    ("as it is", PROMPT + "Yes.", PROMPT, "Yes."),
    ("with the end of the turn", PROMPT + "Yes.\n<|im_end|>", PROMPT, "Yes.\n"),
    ("with several ends and white space", PROMPT + "Yes.<|im_end|>\n<|endoftext|>\n", PROMPT, "Yes."),
    ("an end in the middle stays", PROMPT + "<|im_end|>Yes.", PROMPT, "<|im_end|>Yes."),
    ("nothing behind it", PROMPT, PROMPT, ""),
    ("the same again in the answer", PROMPT + PROMPT + "x", PROMPT, PROMPT + "x"),
    (
        "a header in the answer",
        PROMPT + "No.<|im_end|>\n<|im_start|>assistant\nYes.",
        PROMPT,
        "No.<|im_end|>\n<|im_start|>assistant\nYes.",
    ),
    ("a token of beginning", "<s>" + PROMPT + "Yes.</s>", PROMPT, "Yes."),
    ("two of them, one of the template", "<s><s>" + PROMPT + "Yes.", "<s>" + PROMPT, "Yes."),
    ("one that the decoder lost", PROMPT + "Yes.", "<s>" + PROMPT, "Yes."),
    ("other white space", PROMPT.replace(">\n", "> ") + "  Yes.", PROMPT, "  Yes."),
    ("the left cut off", PROMPT[40:] + "Yes.", PROMPT, "Yes."),
    ("cut in a character", "\ufffd" + PROMPT[40:] + "Yes.", PROMPT, "Yes."),
    ("cut to next to nothing", "nt\nYes.", PROMPT, None),
    ("another prompt", PROMPT.replace("Lotus", "Lily") + "Yes.", PROMPT, None),
    ("a prompt of white space", "x", " \n", None),
    ("no prompt", "Yes.</s>", "", "Yes."),
    ("nothing", "", "", ""),
]


class Answer(unittest.TestCase):
    def test_table(self) -> None:
        for name, query, prompt, want in TABLE:
            with self.subTest(name):
                assert _query.answer(query, prompt) == want

    def test_any_answer_behind_any_prompt_is_found(self) -> None:
        seed = random.Random(1)
        pieces = ["a", "ab ", "\n", "<s>", "</s>", "<|im_end|>", "\ufffd", "é", " ", "<pad>"]
        for _ in range(3000):
            prompt = "".join(seed.choices(pieces, k=seed.randrange(8)))
            written = "".join(seed.choices(pieces, k=seed.randrange(8)))
            with self.subTest(prompt=prompt, written=written):
                assert _query.answer(prompt + written, prompt) == _query.cut_end(written)

    def test_overlap_is_that_of_trying_every_length(self) -> None:
        texts = [
            "",
            "a",
            "ab",
            "aab",
            "aabaa",
            "abcabcab",
            "abcab",
            "bcabcabx",
            "aaaa",
            "aaab",
            "baaa",
            PROMPT,
            PROMPT[30:] + "x",
        ]
        for left, right in itertools.product(texts, texts):
            want = max(n for n in range(min(len(left), len(right)) + 1) if left[len(left) - n :] == right[:n])
            with self.subTest(left=left, right=right):
                assert _query._overlap(left, right) == want

    def test_a_long_prompt_of_one_character_takes_no_time_to_speak_of(self) -> None:
        assert _query.answer("a" * 200000 + "b", "a" * 300000 + "c") is None


if __name__ == "__main__":
    unittest.main()
