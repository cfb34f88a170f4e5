# Two commands do everything on a fresh machine: make run, make test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.stamp

.PHONY: env run test lint fuzz

env: $(STAMP)

$(STAMP): requirements.lock pyproject.toml
	@if command -v uv >/dev/null 2>&1; then \
	  uv venv -q --allow-existing --python $(PYTHON) $(VENV) && \
	  uv pip install -q --python $(BIN)/python --require-hashes -r requirements.lock && \
	  uv pip install -q --python $(BIN)/python --no-deps --no-build-isolation -e . ; \
	else \
	  $(PYTHON) -m venv $(VENV) && \
	  $(BIN)/pip install -q --disable-pip-version-check --require-hashes -r requirements.lock && \
	  $(BIN)/pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e . ; \
	fi
	@touch $(STAMP)

lint: env
	@if grep -nE 'https?://|index-url|find-links' requirements.lock; then \
	  echo "requirements.lock names a registry"; exit 1; fi
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/pyright

test: lint
	$(BIN)/pytest -q tests --ignore=tests/browser

# many more random games through the property suite than CI has time for
fuzz: env
	GREENROOM_WALKS=40 $(BIN)/pytest -q -n auto tests/games/test_properties.py
