#!/bin/sh
# Checks voi's dependencies for known vulnerabilities (govulncheck), its code for suspicious
# patterns (gosec), and its deployment files (hadolint, checkov, systemd-analyze if
# installed). Every finding is a failure; exceptions are explained here.
#
#   PYTHON=.venv-scan/bin/python ci/scan/run.sh
#
# VULNDB replaces Go's own vulnerability database, as file:///PATH for a copy.
set -eu
go=${GO:-go}
bin=$(cd "$(dirname "${PYTHON:?an interpreter that has requirements.txt}")" && pwd)
cd "$(dirname "$0")/../.."

echo "govulncheck: known faults that the code reaches"
$go run golang.org/x/vuln/cmd/govulncheck@v1.8.0 ${VULNDB:+-db "$VULNDB"} ./...

echo "gosec: patterns of faults"
without=
# Views of bytes as text and back without a copy. They are few, in jsonvalue, score, export
# and reader, each with its reason; fuzz tests and the race detector cover them.
without=$without,G103
# Ignored errors: of closing files that were only read, of closing after another error, and
# of writing to hashes and to texts in memory, which cannot fail.
without=$without,G104
# Conversions of numbers. gosec does not see the checks before them: lengths from files and
# from the wire are compared with the available data, counts have limits.
without=$without,G115
# Files and folders get the umask's permissions, since others read the shards.
without=$without,G301,G302,G306
# Paths in variables: a command opens the files that its user names.
without=$without,G304
# Seeded generators: results must be reproducible. Secrets come from crypto/rand.
without=$without,G404
# Indices into arrays of fixed length, which gosec mistakes for slices.
without=$without,G602
$go run github.com/securego/gosec/v2/cmd/gosec@v2.22.11 -quiet -exclude="${without#,}" ./...

echo "hadolint, checkov: the container file"
"$bin/hadolint" deploy/Containerfile
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT INT TERM
cp deploy/Containerfile "$dir/Dockerfile" # by which checkov knows it
"$bin/checkov" --skip-download --quiet --compact --framework dockerfile --file "$dir/Dockerfile"

if command -v systemd-analyze >/dev/null 2>&1; then
  echo "systemd-analyze: the unit"
  sed 's|^ExecStart=[^ ]*|ExecStart=/bin/true|' deploy/voi.service >"$dir/voi.service" # the binary need not be installed
  systemd-analyze verify "$dir/voi.service"
  # 1.2 of 10: the network, which it serves, and a clock that no ACL removes.
  systemd-analyze security --offline=yes --threshold=15 "$dir/voi.service" >"$dir/exposure" || { cat "$dir/exposure"; exit 1; }
  tail -1 "$dir/exposure"
else
  echo "no systemd-analyze: the unit is not looked at"
fi
