#!/bin/sh
# schemathesis sends a live server requests generated from its openapi.yaml, valid and
# invalid, and compares the replies with it. Usage: run.sh VOI [options of st run]
set -eu
voi=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
st=${ST:-st}
case $st in */*) st=$(cd "$(dirname "$st")" && pwd)/$(basename "$st") ;; esac
shift
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
pid=
trap 'test -z "$pid" || kill $pid 2>/dev/null || true; rm -rf "$dir"' EXIT

"$voi" build --out "$dir/data" >/dev/null 2>&1
echo an-open-secret-for-tests >"$dir/token"
"$voi" serve --http 127.0.0.1:0 --data "$dir/data" --token-file "$dir/token" 2>"$dir/log" &
pid=$!
for _ in $(seq 100); do
  url=$(sed -n 's/.* on \(http:[^ ]*\).*/\1/p' "$dir/log")
  test -n "$url" && break
  sleep 0.1
done
export VOI_SAMPLES='["ex-chat-1", "ex-tagged-1"]'
export SCHEMATHESIS_HOOKS="$here/hooks.py"
cd "$dir" # for what it writes
"$st" --config-file "$here/schemathesis.toml" run "$url/openapi.yaml" \
  --header "Authorization: Bearer an-open-secret-for-tests" --checks all \
  --max-examples "${EXAMPLES:-100}" --seed 1 --continue-on-failure "$@"
kill $pid
wait $pid
grep -v 'serving HTTP' "$dir/log" | head -20 >&2
