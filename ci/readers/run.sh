#!/bin/sh
# Builds the embedded examples into shards with the given voi, and lets every reader here
# read them. PYTHON names the interpreter with the packages of requirements.txt. Node is
# used if it is installed, otherwise this is reported.
#
#   PYTHON=.venv/bin/python ci/readers/run.sh bin/voi
set -eu
voi=${1:?usage: run.sh VOI}
case $voi in */*) voi=$(cd "$(dirname "$voi")" && pwd)/$(basename "$voi") ;; esac
python=${PYTHON:-python3}
case $python in */*) python=$(cd "$(dirname "$python")" && pwd)/$(basename "$python") ;; esac
cd "$(dirname "$0")"

out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT INT TERM

# TRL without its dependencies: they include torch, which its checks do not need.
"$python" -m pip install --quiet --disable-pip-version-check --no-compile --no-deps -r requirements-trl.txt
"$python" -m unittest -q test_check

node=no
if command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1; then
  node=yes
  npm ci --silent --no-audit --no-fund
else
  echo "no Node: the shards are not read with hyparquet"
fi

# One shard and one split, then several of both.
layouts=generic,trl,verl,openrlhf,nemo-gym,slime,sft,pref
"$voi" build --out "$out/one" --layout "$layouts"
"$voi" build --out "$out/many" --layout "$layouts" --shard-rows 10 --split train=0.8,val=0.2
for folder in one many; do
  "$python" check.py "$out/$folder"
  if [ "$node" = yes ]; then node check.mjs "$out/$folder"; fi
done
