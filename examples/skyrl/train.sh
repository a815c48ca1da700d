#!/bin/sh
# GRPO with SkyRL on shards of voi, on one GPU. SkyRL reads the layout verl as it is.
#
#   voi build train.jsonl.gz --out data --layout verl --split train=0.95,val=0.05
#   sh examples/skyrl/train.sh
#
# VOI_PROFILE selects a profile; the default is guarded.
set -eu

python examples/skyrl/main.py \
  data.train_data='["data/verl/train/part-00000-00000.parquet"]' \
  data.val_data='["data/verl/validation/part-00000-00000.parquet"]' \
  environment.env_class=voi \
  trainer.algorithm.advantage_estimator=grpo \
  trainer.policy.model.path=Qwen/Qwen2.5-1.5B-Instruct \
  trainer.placement.colocate_all=true \
  trainer.placement.policy_num_gpus_per_node=1 \
  trainer.placement.ref_num_gpus_per_node=1 \
  trainer.epochs=1 \
  trainer.train_batch_size=64 \
  trainer.policy_mini_batch_size=64 \
  trainer.micro_train_batch_size_per_gpu=4 \
  trainer.micro_forward_batch_size_per_gpu=8 \
  trainer.max_prompt_length=4096 \
  trainer.policy.optimizer_config.lr=1e-6 \
  trainer.algorithm.use_kl_loss=true \
  trainer.logger=console \
  generator.inference_engine.num_engines=1 \
  generator.inference_engine.tensor_parallel_size=1 \
  generator.inference_engine.gpu_memory_utilization=0.5 \
  generator.sampling_params.max_generate_length=1024 \
  generator.n_samples_per_prompt=8
