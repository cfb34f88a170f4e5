# Two commands do everything on a fresh machine: make run, make test.
PYTHON ?= python3
# uv where it works, else pip; `make UV= …` does without
UV ?= $(shell uv --version >/dev/null 2>&1 && echo uv)
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.stamp
WORKERS ?= 2
# many of them wait: for clocks, for services that start, for who comes back within 45 seconds
WAITING_WORKERS ?= 3

.PHONY: env run lint test fuzz bench chaos soak drops idle proxies image schemas audit wheel guard guard-keep

env: $(STAMP)

ifneq ($(UV),)
$(STAMP): requirements.lock pyproject.toml
	@$(UV) venv -q --allow-existing --python "$(PYTHON)" $(VENV)
	@$(UV) pip install -q --python $(BIN)/python --require-hashes -r requirements.lock
	@$(UV) pip install -q --python $(BIN)/python --no-deps --no-build-isolation -e .
	@touch $(STAMP)
else
$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $(STAMP)
endif

run: env
	@$(BIN)/python -m app.cli serve

lint: env
	@if grep -nE 'https?://|index-url|find-links' requirements.lock; then \
	  echo "requirements.lock names a registry"; exit 1; fi
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m ruff check .
	$(BIN)/lint-imports
	$(BIN)/python -m pyright

# Browser tests run on a loop of their own, which tests after them could not share.
test: lint
	$(BIN)/python -m pytest -q -n $(WAITING_WORKERS) --dist worksteal tests --ignore=tests/browser
	$(if $(wildcard tests/browser/test_*.py),$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal tests/browser)

# many more random games through the property suite than CI has time for
fuzz: env
	GREENROOM_WALKS=40 $(BIN)/python -m pytest -q -n auto tests/games/test_properties.py

# 500 games of each game in which people leave at any moment
drops: env
	GREENROOM_DROPS=170 $(BIN)/python -m pytest -q -n auto tests/games/test_dropping.py

# beside the peers, in interleaved rounds; writes docs/performance.md. BENCH="--only rooms --rounds 1"
bench: env
	cd bench/peers && npm install --no-audit --no-fund --no-package-lock
	$(PYTHON) -m pip install -q --disable-pip-version-check --upgrade --target bench/.engines -r bench/requirements.txt
	$(BIN)/python -m bench.all $(BENCH)

# before a change of the hot path: make guard-keep; after it: make guard
guard-keep: env
	$(BIN)/python -m bench.guard --keep

guard: env
	$(BIN)/python -m bench.guard

# faults on purpose: nothing acknowledged may be lost, nothing made twice
chaos: env
	$(BIN)/python -m bench.chaos

# the same for half an hour, with more time between the faults
soak: env
	$(BIN)/python -m bench.chaos --least 1800 --most 2700 --kill-pause 8 --pause 6

# ten minutes without a move behind an nginx (installed) as it comes
idle: env
	$(BIN)/python -m tests.drills.idle

# Caddy and nginx (installed) before two nodes that die and restart
proxies: env
	$(BIN)/python -m tests.drills.proxies

# the Dockerfile's steps in a fresh Debian, for machines without a container engine
image:
	tests/drills/image.sh

# many more requests to the programs' side than CI has time for
schemas: env
	GREENROOM_EXAMPLES=500 $(BIN)/python -m pytest -q tests/web/test_schema.py

# asks PyPI which of our packages have known holes; fails, too, when it does not answer
audit: env
	$(BIN)/pip-audit --strict --requirement requirements.lock --require-hashes --disable-pip

wheel: env
	$(BIN)/python -m hatchling build -t wheel
