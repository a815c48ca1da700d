#!/bin/sh
# GRPO with verl on whole episodes of tasks. It needs a GPU.
#
#   voi build --tasks --layout verl --split train=0.9,validation=0.1 --out data train.jsonl.gz
#   sh examples/verl/episodes.sh
#
# The rest is as in voi.yaml. On a Ray cluster that is already running, set the folder of tasks
# in loops.yaml instead.
VOI_TASKS=${VOI_TASKS:-data} exec python -m verl.trainer.main_ppo \
  --config-path "$PWD/examples/verl" --config-name voi \
  data.train_files=data/verl/train/00000.jsonl \
  data.val_files=data/verl/validation/00000.jsonl \
  data.max_response_length=4096 \
  actor_rollout_ref.rollout.agent.agent_loop_config_path=examples/verl/loops.yaml \
  actor_rollout_ref.rollout.multi_turn.format=hermes \
  trainer.experiment_name=episodes \
  "$@"
