# Every target sets up what it needs in .venv through the ordinary package clients.
PYTHON ?= python3
# Many tests wait for the real CLI or for real time: three at once keep two cores busy.
WORKERS ?= 3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

# Rules of flake8-async that do not fit here: 102, 103, 104, 120 (a supervisor catches everything
# and shields in the function it calls), 106 (names of trio.lowlevel on the hot path), 109 (ruff
# checks it), 114 and 128 (they need a list of every startable function), 9xx (optional rules).
ASYNC_OFF := ASYNC102,ASYNC103,ASYNC104,ASYNC106,ASYNC109,ASYNC114,ASYNC120,ASYNC128,ASYNC9

.DEFAULT_GOAL := help
.PHONY: help demo test lint types docs site coverage conformance bench bench-otp bench-pipeline growth kill-and-recover exhaustive chaos hostile soak starting-delay hundred gateway-load lease-race stored-sessions cases scenarios protocol protocol-coverage fuzz format clean

help:
	@echo "make demo    kill the Copilot CLI in mid-turn and watch the session survive"
	@echo "make test    the whole suite, real CLI included (at most 10 minutes on 2 cores)"
	@echo "make lint    ruff, flake8-async, import-linter, changelog fragments"
	@echo "make types   mypy --strict and basedpyright"
	@echo "make docs    run the documented examples, check the pages, build the site"
	@echo "make site    build the documentation as a site, below docs/_build/html"
	@echo "make bench   this library, its peers and the floors in one run: a table and a plot of ratios"
	@echo "make bench-otp  the actor runtime, the codec, the import and events against their floors"
	@echo "make kill-and-recover  100 turns and as many kills of the CLI: damage, recovery time"
	@echo "make bench-pipeline  1,000 items while the program and its CLIs are killed; memory over 100,000"
	@echo "make growth  1 to 10,000 sessions: what grows, a restart of 1,000, a flood beside others"
	@echo "make coverage   the suite with branch coverage"
	@echo "make exhaustive  the suite with every cell of its matrices (half an hour)"
	@echo "make chaos   500 turns on 10 sessions while the CLI is killed, frozen and cut off"
	@echo "make hostile  2,500 runs against a CLI that lies"
	@echo "make soak    30 minutes of turns with a crash every 20 s: memory, tasks, descriptors"
	@echo "make starting-delay  what the start of one session costs the calls of fifty others"
	@echo "make hundred a kill -9 while 100 sessions are open"
	@echo "make gateway-load  a gateway with peers that never read, a reconnect storm, a guesser"
	@echo "make lease-race  two processes, 10,000 races for a lease, in files and in Redis"
	@echo "make stored-sessions  list and prune 1,000 stored sessions"
	@echo "make cases   write docs/cases.md: each failure case and the tests named after it"
	@echo "make scenarios  write docs/scenarios.md: GitHub's own scenarios and the tests that show them"
	@echo "make protocol  write the protocol's types from the pinned npm package"
	@echo "make protocol-coverage  write docs/protocol-coverage.md from what the tests recorded"
	@echo "make fuzz    10 minutes of coverage-guided fuzzing of the JSON-RPC codec"
	@echo "make conformance  hold copilot_actors.otp against traces of Erlang/OTP"

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --editable . --group dev
	$(BIN)/python -m compileall -q copilot_actors  # pip does this for all but an editable install
	@touch $@

demo: $(STAMP)
	$(BIN)/copilot-actors install-cli
	$(BIN)/copilot-actors demo

test: $(STAMP)
	$(BIN)/copilot-actors install-cli
	$(BIN)/python -m pytest --numprocesses=$(WORKERS) --dist=worksteal $(PYTEST_ARGS)

lint: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	git ls-files -z 'copilot_actors/*.py' ':!copilot_actors/protocol/_generated' | xargs -0 -n 20 -P 2 $(BIN)/flake8-async --disable=$(ASYNC_OFF)
	$(BIN)/lint-imports
	$(BIN)/python -m copilot_actors._tools.gen_protocol --check
	$(BIN)/python -m copilot_actors._tools.gen_borders --check
	$(BIN)/towncrier build --draft --version 0.1.0 > /dev/null

types: $(STAMP)
	$(BIN)/mypy
	$(BIN)/basedpyright

docs: $(STAMP)
	$(BIN)/copilot-actors install-cli --quiet
	$(BIN)/python -m pytest tests/docs tests/unit/otp/test_otp_docs.py
	$(MAKE) site

# Every warning is an error: a page that no other leads to, a link or a name that is not there, a
# docstring that cannot be read. SITE_ARGS="-D source_url=..." links to the sources of a repository.
site: $(STAMP)
	$(BIN)/sphinx-build --fail-on-warning --keep-going --nitpicky --quiet --jobs 2 $(SITE_ARGS) docs docs/_build/html
	@echo "the site begins at docs/_build/html/index.html"

coverage: $(STAMP)
	$(BIN)/copilot-actors install-cli --quiet
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest $(PYTEST_ARGS)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report --show-missing --skip-covered

conformance: $(STAMP)
	$(BIN)/python tests/conformance/report.py
	$(BIN)/python -m pytest tests/conformance

# It builds an environment of its own in .bench. BENCH_ARGS="--quick --only turn" for less.
bench:
	$(PYTHON) -m benchmarks.table $(BENCH_ARGS)

bench-otp: $(STAMP)
	$(BIN)/python benchmarks/otp_bench.py
	$(BIN)/python benchmarks/bench_framing.py
	$(BIN)/python benchmarks/import_time.py
	$(BIN)/python benchmarks/events.py

kill-and-recover: $(STAMP)
	$(BIN)/copilot-actors install-cli
	$(BIN)/python benchmarks/kill_and_recover.py --rounds 100

bench-pipeline: $(STAMP)
	$(BIN)/copilot-actors install-cli
	$(BIN)/python benchmarks/pipeline_kill.py --items 1000 --kills 20
	$(BIN)/python benchmarks/pipeline_memory.py --items 100000

growth: $(STAMP)
	$(BIN)/copilot-actors install-cli
	$(BIN)/python benchmarks/growth.py --real 20

chaos: $(STAMP)
	$(BIN)/copilot-actors install-cli
	$(BIN)/python benchmarks/chaos.py --turns 500 --sessions 10

exhaustive: $(STAMP)
	$(BIN)/copilot-actors install-cli
	COPILOT_ACTORS_FULL_SWEEP=1 $(BIN)/python -m pytest --numprocesses=$(WORKERS) --dist=worksteal $(PYTEST_ARGS)

hostile: $(STAMP)
	COPILOT_ACTORS_HOSTILE_EXAMPLES=2500 $(BIN)/python -m pytest -o faulthandler_timeout=0 \
		tests/unit/client/test_hostile_peer.py

soak: $(STAMP)
	$(BIN)/copilot-actors install-cli
	$(BIN)/python benchmarks/soak.py --minutes 30

starting-delay: $(STAMP)
	$(BIN)/python benchmarks/starting_delay.py

hundred: $(STAMP)
	$(BIN)/copilot-actors install-cli
	$(BIN)/python benchmarks/hundred_sessions.py

gateway-load: $(STAMP)
	$(BIN)/python benchmarks/gateway_load.py --connections 200 --deaf 20

lease-race: $(STAMP)
	$(BIN)/python benchmarks/lease_race.py

stored-sessions: $(STAMP)
	$(BIN)/copilot-actors install-cli
	$(BIN)/python benchmarks/stored_sessions.py

cases: $(STAMP)
	$(BIN)/python tests/case_table.py
	$(BIN)/python docs/options_coverage.py

protocol: $(STAMP)
	$(BIN)/python -m copilot_actors._tools.gen_protocol
	$(BIN)/python -m copilot_actors._tools.gen_borders

protocol-coverage: $(STAMP)
	$(BIN)/python tests/protocol_table.py

scenarios: $(STAMP)
	$(BIN)/python tests/scenario_table.py

fuzz: $(STAMP)
	$(BIN)/python -m pip install --quiet atheris
	$(BIN)/python tests/fuzz/fuzz_jsonrpc.py "$$(mktemp -d)" tests/fuzz/corpus_jsonrpc \
		-max_len=600 -max_total_time=600

format: $(STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) .bench .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis build dist docs/_build docs/api
