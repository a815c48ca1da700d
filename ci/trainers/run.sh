#!/bin/sh
# Runs the checks of this folder with the given voi. Each check_NAME.py is one check, called
# with the path of the binary; its exit status tells whether it failed. PYTHON names the
# interpreter with the packages of requirements.txt and trainers.txt. With names after the
# binary only those checks run.
#
#   PYTHON=.venv-trainers/bin/python ci/trainers/run.sh bin/voi
#   PYTHON=.venv-trainers/bin/python ci/trainers/run.sh bin/voi slime
set -eu
voi=${1:?usage: run.sh VOI [NAME...]}
shift
case $voi in */*) voi=$(cd "$(dirname "$voi")" && pwd)/$(basename "$voi") ;; esac
python=${PYTHON:-python3}
case $python in */*) python=$(cd "$(dirname "$python")" && pwd)/$(basename "$python") ;; esac
cd "$(dirname "$0")"

# Nothing here may need a network, a GPU or an account.
export HF_HUB_OFFLINE=1 HF_DATASETS_OFFLINE=1 HF_HUB_DISABLE_TELEMETRY=1 TRANSFORMERS_VERBOSITY=error
export CUDA_VISIBLE_DEVICES="" WANDB_MODE=disabled RAY_USAGE_STATS_ENABLED=0 TOKENIZERS_PARALLELISM=false

failed=""
for script in check_*.py; do
  [ -f "$script" ] || continue
  name=${script#check_}
  name=${name%.py}
  if [ $# -gt 0 ]; then
    case " $* " in *" $name "*) ;; *) continue ;; esac
  fi
  echo "== $name"
  "$python" "$script" "$voi" || failed="$failed $name"
done
if [ -n "$failed" ]; then
  echo "failed:$failed" >&2
  exit 1
fi
