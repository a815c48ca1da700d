#!/bin/sh
# GRPO with OpenRLHF on shards of voi, on one GPU.
#
#   voi build train.jsonl.gz --out data --layout openrlhf
#   sh examples/openrlhf/train.sh
#
# VOI_PROFILE selects a profile; the default is guarded. Rewards of guarded lie in
# [0, 3.5], within --reward.clip_range; dynamic filtering looks at the score,
# which is the reward scaled to [0, 1].
set -eu

python -m openrlhf.cli.train_ppo_ray \
  --actor.model_name_or_path Qwen/Qwen2.5-1.5B-Instruct \
  --reward.remote_url examples/openrlhf/reward.py \
  --data.prompt_dataset data/openrlhf/train \
  --data.input_key input \
  --data.label_key label \
  --data.apply_chat_template \
  --data.max_len 5120 \
  --rollout.max_new_tokens 1024 \
  --rollout.n_samples_per_prompt 8 \
  --rollout.batch_size 64 \
  --train.batch_size 512 \
  --train.micro_batch_size 4 \
  --algo.advantage.estimator group_norm \
  --algo.dynamic_filtering_enable \
  --algo.kl.use_loss \
  --algo.kl.estimator k3 \
  --algo.kl.init_coef 0.001 \
  --actor.adam.lr 1e-6 \
  --actor.num_nodes 1 \
  --actor.num_gpus_per_node 1 \
  --ref.num_nodes 1 \
  --ref.num_gpus_per_node 1 \
  --vllm.num_engines 1 \
  --vllm.tensor_parallel_size 1 \
  --vllm.gpu_memory_utilization 0.5 \
  --vllm.enable_sleep \
  --train.colocate_all \
  --ds.enable_sleep \
  --actor.gradient_checkpointing_enable \
  --ckpt.output_dir checkpoints
