#!/bin/sh
# GRPO with slime on shards of voi, on one machine of eight GPUs. slime renders the
# tools of each row itself (--tool-key).
#
#   voi build train.jsonl.gz --out data --layout slime
#   sh examples/slime/train.sh        # in a checkout of slime
#
# MODEL_ARGS of slime's scripts/models/qwen2.5-1.5B.sh come before these. VOI_PROFILE
# selects a profile; the default is guarded.
set -eu

python3 train.py \
  --hf-checkpoint Qwen2.5-1.5B-Instruct \
  --ref-load Qwen2.5-1.5B-Instruct_torch_dist \
  --actor-num-nodes 1 \
  --actor-num-gpus-per-node 8 \
  --colocate \
  --prompt-data data/slime/train/part-00000-00000.parquet \
  --input-key prompt \
  --label-key label \
  --metadata-key metadata \
  --tool-key tools \
  --apply-chat-template \
  --rollout-shuffle \
  --custom-rm-path voi.slime.custom_rm \
  --num-rollout 300 \
  --rollout-batch-size 32 \
  --n-samples-per-prompt 8 \
  --rollout-max-response-len 1024 \
  --rollout-temperature 1.0 \
  --global-batch-size 256 \
  --dynamic-sampling-filter-path slime.rollout.filter_hub.dynamic_sampling_filters.check_reward_nonzero_std \
  --advantage-estimator grpo \
  --use-kl-loss \
  --kl-loss-coef 0.001 \
  --optimizer adam \
  --lr 1e-6 \
  --save-debug-rollout-data rollouts/{rollout_id}.pt
