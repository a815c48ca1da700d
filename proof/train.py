"""One step of the proof with TRL's trainers: the cold start, or one arm with one seed.

    python train.py cold --data DIR --out OUT [--model M]
    python train.py arm --data DIR --out OUT --arm guarded --seed 1
    python train.py judge --data DIR --out OUT --arm cold

Each step writes a file of results under OUT, and resumes from its last checkpoint.
"""

from __future__ import annotations

import argparse
import json
import os
import random
from pathlib import Path
from typing import Any

import mixture
import torch
from arms import exact
from datasets import Dataset
from oracle import EXPLOITS, MISTAKES, Oracle
from run import checkpoint
from tasks import compact, read
from transformers import AutoModelForCausalLM, AutoTokenizer
from trl import GRPOConfig, GRPOTrainer, SFTConfig, SFTTrainer

SETS = ("validation", "templates", "words", "tools")


def arguments() -> argparse.Namespace:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("do", choices=("cold", "arm", "judge"))
    p.add_argument("--data", required=True, help="folder with the folders cold, train, and the sets to be judged")
    p.add_argument("--out", required=True)
    p.add_argument("--model", help="name or path of a model; without one a small model is made")
    p.add_argument("--arm", default="guarded")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--steps", type=int, default=200, help="steps of GRPO")
    p.add_argument("--cold-steps", type=int, default=3000)
    p.add_argument("--batch", type=int, default=32, help="completions of a step of GRPO, and rows of a step of SFT")
    p.add_argument("--generations", type=int, default=8, help="completions for each prompt")
    p.add_argument("--rate", type=float, default=3e-4)
    p.add_argument("--cold-rate", type=float, default=3e-3)
    p.add_argument("--tokens", type=int, default=80, help="the most tokens of a completion")
    p.add_argument("--judge", type=int, default=300, help="rows of each set that are judged")
    return p.parse_args()


class Proof:
    def __init__(self, given: argparse.Namespace) -> None:
        self.given, self.data, self.out = given, Path(given.data), Path(given.out)
        self.small = not given.model
        self.gpu = torch.cuda.is_available()

    def prompt(self, row: dict[str, Any]) -> list[dict[str, str]]:
        return compact(row) if self.small else [{"role": m["role"], "content": m["content"] or ""} for m in row["prompt"]]

    def common(self, folder: str, **more: Any) -> dict[str, Any]:
        hardware = {"bf16": True} if self.gpu else {"use_cpu": True, "bf16": False}
        return {
            **hardware,
            "output_dir": str(self.out / "runs" / folder),
            "per_device_train_batch_size": self.given.batch,
            "warmup_steps": 10,
            "gradient_checkpointing": False,
            "report_to": "none",
            "disable_tqdm": True,
            "save_total_limit": 1,
            "seed": self.given.seed,
            **more,
        }

    def cold(self) -> None:
        """SFT on honest completions with 1% of each exploit."""
        rng = random.Random(self.given.seed)
        rows = {r["sample_id"]: r for r in read(self.data / "cold")}
        taught = []
        for r in read(self.data / "cold", "sft"):
            row = rows[r["sample_id"]]
            taught.append(
                {"prompt": self.prompt(row), "completion": [{"role": "assistant", "content": mixture.completion(row, r["messages"][-1]["content"], rng)}]}
            )
        if self.small:
            import small

            texts = ["\n".join(m["content"] for m in [*t["prompt"], *t["completion"]]) for t in taught]
            for tag in small.TAGS:
                texts = [t.replace(tag, " ") for t in texts]
            words = small.tokenizer(texts)
            model = small.model(words, self.given.seed)
        else:
            words, model = AutoTokenizer.from_pretrained(self.given.model), AutoModelForCausalLM.from_pretrained(self.given.model, dtype=torch.float32)
            words.pad_token = words.pad_token or words.eos_token
        config = SFTConfig(
            **self.common(
                "cold",
                learning_rate=self.given.cold_rate,
                lr_scheduler_type="cosine",
                max_steps=self.given.cold_steps,
                save_steps=100,
                logging_steps=20,
                max_length=None,
            )
        )
        trainer = SFTTrainer(model, args=config, train_dataset=Dataset.from_list(taught), processing_class=words)
        trainer.train(resume_from_checkpoint=checkpoint(config.output_dir))
        trainer.save_model(str(self.out / "cold"))
        words.save_pretrained(str(self.out / "cold"))
        write(self.out / "results" / "cold-training.json", trainer.state.log_history)

    def arm(self) -> None:
        """GRPO from the cold start; the oracle judges every completion, as a reward of weight 0."""
        os.environ["VOI_DATA"] = str((self.data / "train").resolve())
        name, seed = self.given.arm, self.given.seed
        if name != "exact":
            os.environ["VOI_PROFILE"] = name
        import voi.trl

        oracle = Oracle.of(str(self.data / "train"))

        def watch(prompts: Any, completions: Any, sample_id: Any, log_metric: Any = None, **_: Any) -> list[float]:
            verdicts = [oracle.judge(i, c[0]["content"]) for i, c in zip(sample_id, completions)]
            for label in ("right", *EXPLOITS, *MISTAKES):
                log_metric(f"oracle/{label}", sum(v.outcome == label for v in verdicts) / len(verdicts))
            for action in ("TOOLCALL", "ASK", "REFUSE", "DIRECTLY"):
                of = [v.right for i, v in zip(sample_id, verdicts) if oracle.states[i].action == action]
                log_metric(f"oracle/right/{action}", sum(of) / max(len(of), 1))
                log_metric(f"oracle/rows/{action}", len(of) / len(verdicts))
            log_metric("oracle/accuracy", sum(v.right for v in verdicts) / len(verdicts))
            log_metric("oracle/exploits", sum(v.exploit is not None for v in verdicts) / len(verdicts))
            log_metric("oracle/asked", sum(v.asked for v in verdicts) / len(verdicts))
            log_metric("oracle/needless", sum(v.needless for v in verdicts) / len(verdicts))
            log_metric("oracle/invented", sum(v.invented > 0 for v in verdicts) / len(verdicts))
            return [float(v.right) for v in verdicts]

        rows = [{"prompt": self.prompt(r), "sample_id": r["sample_id"], "reference": r["reference"]} for r in read(self.data / "train")]
        config = GRPOConfig(
            **self.common(
                f"{name}-{seed}",
                learning_rate=self.given.rate,
                lr_scheduler_type="linear",
                max_steps=self.given.steps,
                save_steps=50,
                logging_steps=1,
            ),
            num_generations=self.given.generations,
            max_completion_length=self.given.tokens,
            reward_weights=[1.0, 0.0],
            data_seed=seed,
        )
        words = AutoTokenizer.from_pretrained(self.out / "cold")
        trainer = GRPOTrainer(
            AutoModelForCausalLM.from_pretrained(self.out / "cold", dtype=torch.float32),
            reward_funcs=[exact if name == "exact" else voi.trl.reward, watch],
            args=config,
            train_dataset=Dataset.from_list(rows),
            processing_class=words,
        )
        trainer.train(resume_from_checkpoint=checkpoint(config.output_dir))
        keep = [
            {k: round(v, 5) if isinstance(v, float) else v for k, v in h.items() if k.startswith(("oracle/", "reward", "step", "entropy", "frac"))}
            for h in trainer.state.log_history
        ]
        self.sample(trainer.model, words, f"{name}-{seed}")
        write(self.out / "results" / f"{name}-{seed}.json", keep)

    def judge(self) -> None:
        words = AutoTokenizer.from_pretrained(self.out / "cold")
        self.sample(AutoModelForCausalLM.from_pretrained(self.out / "cold", dtype=torch.float32), words, "cold")

    @torch.no_grad()
    def sample(self, model: Any, words: Any, label: str) -> None:
        """Sample one completion at temperature 1 for rows unseen in training, with the oracle's verdict."""
        model.eval()
        torch.manual_seed(0)
        words.padding_side = "left"
        out = []
        for name in (*SETS, *sorted(p.name for p in self.data.glob("ood-*"))):
            if not (self.data / name).exists():
                continue
            rows = list(read(self.data / name))
            if self.small:
                longest = model.config.max_position_embeddings - self.given.tokens
                rows = [r for r in rows if len(words.apply_chat_template(self.prompt(r), add_generation_prompt=True)["input_ids"]) <= longest]
            rows = rows[: self.given.judge]
            oracle = Oracle.of(str(self.data / "train"), str(self.data / name))
            for i in range(0, len(rows), 50):
                part = rows[i : i + 50]
                texts = [words.apply_chat_template(self.prompt(r), add_generation_prompt=True, tokenize=False) for r in part]
                batch = words(texts, return_tensors="pt", padding=True, add_special_tokens=False).to(model.device)
                batch.pop("token_type_ids", None)
                made = model.generate(**batch, do_sample=True, temperature=1.0, top_k=0, max_new_tokens=self.given.tokens)
                for row, ids in zip(part, made[:, batch["input_ids"].shape[1] :]):
                    text = words.decode(ids, skip_special_tokens=True)
                    v = oracle.judge(row["sample_id"], text)
                    out.append({"set": name, "id": row["sample_id"], "reference": row["action"], **vars(v), "right": v.right, "text": text})
        write(self.out / "results" / f"{label}-judged.json", out)


def write(path: Path, value: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(json.dumps(value, ensure_ascii=False))
    part.replace(path)


if __name__ == "__main__":
    given = arguments()
    getattr(Proof(given), given.do)()
