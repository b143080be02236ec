# Every target makes its own virtual environment when it is needed; nothing has to be installed first but Python 3.11
# or newer and, for the browser tests, Chromium and npm.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
SITE_STAMP := $(VENV)/.site
TEST_STAMP := $(VENV)/.test
TOX_STAMP := $(VENV)/.tox
WORKERS ?= 2
AXE := tests/browser/node_modules/axe-core/axe.min.js
# Pythons that pyenv has installed count too, whichever of them is switched on.
PYENV_PATH := $(subst $(eval ) ,:,$(wildcard $(HOME)/.pyenv/versions/3.1[1-9].*/bin))

.PHONY: site serve test fuzz lint format template schema bench test-versions pictures chromium axe clean help

help: ## Say what there is
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(BIN)/pip:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"

$(SITE_STAMP): pyproject.toml | $(BIN)/pip
	$(BIN)/pip install --quiet --disable-pip-version-check --editable . --group site
	touch $@

$(TEST_STAMP): pyproject.toml | $(BIN)/pip
	$(BIN)/pip install --quiet --disable-pip-version-check --editable . --group test
	touch $@

$(TOX_STAMP): pyproject.toml | $(BIN)/pip
	$(BIN)/pip install --quiet --disable-pip-version-check --group versions
	touch $@

site: $(SITE_STAMP) ## Build this project's documentation and report into site/
	$(BIN)/mkdocs build --strict

serve: $(SITE_STAMP) ## Serve it, and rebuild on every change
	$(BIN)/mkdocs serve

lint: $(TEST_STAMP) ## Check style, types and floors
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(TEST_STAMP) ## Put the code into its form
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

template: $(TEST_STAMP) ## Serialise the figure of the charts again, after a change to it
	$(BIN)/python -c "from roofline_report.renderers.charts.template import write_template; write_template()"

schema: $(TEST_STAMP) ## Write the schema of the downloads again, after a change to their fields
	$(BIN)/python -c "from roofline_report.renderers.downloads.schema import write_schema; write_schema()"

test: lint chromium axe ## All checks and tests
	$(BIN)/pytest --numprocesses $(WORKERS) --dist loadgroup

fuzz: $(TEST_STAMP) ## Read damaged files of every shape, ten times as many as test does, and others each time
	$(BIN)/pytest --hypothesis-profile fuzz tests/readers/test_mutations.py

bench: $(TEST_STAMP) chromium ## Measure builds, pages and how soon they answer, against the limits (15 minutes)
	$(BIN)/python -m benchmarks

test-versions: $(TOX_STAMP) chromium axe ## All tests on the oldest and newest dependencies and every Python that is found
	PATH="$(PYENV_PATH):$$PATH:$(abspath $(BIN))" $(BIN)/tox run --recreate -- --numprocesses $(WORKERS) --dist loadgroup

pictures: site $(TEST_STAMP) chromium ## Take the pictures of the documentation anew
	$(BIN)/python -m docs.pictures

# The browser tests drive a real Chromium. Root on a Debian machine gets it installed; anybody else is told.
chromium:
	@if command -v chromium >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core; \
	else echo "The browser tests need chromium: install your system's package, or run 'make test' as root on Debian." >&2; exit 1; fi

# axe-core looks at pages for what keeps readers out. Its version stands in package.json, and it is no part of this tree.
axe: $(AXE)

$(AXE): tests/browser/package.json
	@if command -v npm >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends npm; \
	else echo "The browser tests need npm for axe-core: install Node.js, or run 'make test' as root on Debian." >&2; exit 1; fi
	npm install --prefix tests/browser --silent --no-package-lock --no-audit --no-fund --ignore-scripts
	touch $@

clean: ## Remove what was built
	rm -rf site dist build artifacts tests/browser/node_modules $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
