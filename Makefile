# `make play` and `make test` set up everything they need from Python and a package index alone.
PYTHON ?= python3
BIN := .venv/bin
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web --no-fund --no-audit --loglevel=error
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet
HOST ?= 127.0.0.1
PORT ?= 8000
# What two at a time have to say is told one after the other, where make can do so.
ONE_BY_ONE := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

.PHONY: help play test quick lint types unit web-test web-unit e2e steady wheel-test ray-test bench pages fuzz soak mutants docs clean

help: ## Show what can be made.
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 12

# Nothing is compiled here: the server does that itself, beside the pages it shows already.
play: ## Serve Paddock on http://127.0.0.1:8000 with SQLite.
	@$(MAKE) --no-print-directory --jobs=2 $(ONE_BY_ONE) .venv/play web/dist.done
	$(BIN)/paddock serve --host $(HOST) --port $(PORT)

# Checks that keep one processor busy run two at a time, beside the compiler and what is fetched.
test: ## Run every test and every check.
	$(MAKE) --jobs=2 $(ONE_BY_ONE) .venv/kernels lint types web-test web/dist.done
	$(MAKE) unit e2e
	@echo "everything passed"

quick: .venv/test ## Check what has changed and run the tests nearest to it, in about a minute (BASE=origin/main).
	$(BIN)/python -m tools.quick $(if $(BASE),--base $(BASE))

lint: .venv/test ## Check style, formatting and the direction of imports.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: .venv/test ## Check types.
	$(BIN)/mypy

unit: .venv/test .venv/kernels web/node_modules.done ## Test rules, properties, bots, the server on SQLite and PostgreSQL, and the documentation.
	$(BIN)/pytest -n 2 --dist worksteal -q

web-test: web/node_modules.done web/types.done .venv/test ## Check and test the browser's side.
	$(NPM) run lint
	$(NPM) run check
	$(NPM) run test

web-unit: web/node_modules.done web/types.done ## Run the unit tests of the browser's side alone.
	$(NPM) run test

e2e: web/node_modules.done web/dist.done .venv/test ## Play in a real browser.
	$(NPM) run e2e

steady: .venv/test .venv/kernels web/node_modules.done web/dist.done ## Run every test RUNS=5 times on busy cores, in as many sittings as wished; names what fails or stalls (SUITE=e2e FILES="first-lap keyboard").
	$(BIN)/python -m tools.steady --runs $(or $(RUNS),5) $(addprefix --suite ,$(SUITE)) $(addprefix --busy ,$(BUSY)) $(FILES)

wheel-test: web/dist.done .venv/test ## Install the built wheel with every extra, each into an empty environment, and play.
	PADDOCK_WHEEL_EXTRAS=all $(BIN)/pytest -q tests/test_wheel.py

ray-test: .venv-ray/made ## Play a tournament on a real local Ray, in an environment of its own.
	.venv-ray/bin/python -m pytest -q tests/ray_cluster

bench: .venv/test .venv/kernels ## Measure speed; prints a table and writes bench/results/latest.json.
	$(BIN)/python -m bench

pages: .venv/test ## Measure every page of a server with 100,000 people and a million games, on both databases (SHARE=0.1).
	$(BIN)/python -m bench.pages --share $(or $(SHARE),1)

fuzz: .venv/test ## Play a million random decisions a game; a broken promise shrinks to a small log in build/fuzz.
	$(BIN)/python -m paddock.testing.fuzzing

soak: .venv/test ## Ten minutes of kills, full disks and clock jumps on each database; nothing may be lost.
	$(BIN)/python -m tests.server.soak

mutants: .venv/test .venv-mutants/made ## Break core, games and server on purpose; prints what no test noticed (ROOM=core SAMPLE=60).
	.venv-mutants/bin/python bench/mutants.py

docs: .venv/docs ## Build the documentation; `paddock serve` then shows it under /docs.
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet

clean: ## Remove everything that was installed or built.
	rm -rf .venv .venv-mutants build dist web/node_modules web/src/generated web/*.done src/paddock/server/static src/paddock/server/handbook bench/results
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/made:
	$(PYTHON) -m venv .venv
	touch $@

.venv/node: requirements/node.txt | .venv/made
	$(PIP) -r requirements/node.txt
	touch $@

# Python compiles the modules that are used when they are; all of them would take as long again.
.venv/play: requirements/play.txt pyproject.toml | .venv/node
	$(PIP) --no-compile -r requirements/play.txt
	@# Until lately the distribution was called paddock; left behind, it would name games and bots a second time.
	@! ls -d .venv/lib/python*/site-packages/paddock-[0-9]* >/dev/null 2>&1 || $(BIN)/python -m pip -qq uninstall --yes paddock
	$(PIP) --no-deps --editable .
	touch $@

# Compiled before tests, so that none waits for a compiler.
.venv/kernels: $(shell find src/paddock/kernels -name '*.py') | .venv/play
	$(BIN)/python -m paddock.kernels
	touch $@

.venv/test: requirements/test.txt .venv/play
	$(PIP) -r requirements/test.txt
	touch $@

.venv-mutants/made: requirements/mutants.txt
	$(PYTHON) -m venv .venv-mutants
	.venv-mutants/bin/python -m pip --disable-pip-version-check install --quiet -r requirements/mutants.txt
	touch $@

.venv/docs: requirements/docs.txt .venv/test
	$(PIP) -r requirements/docs.txt
	touch $@

.venv-ray/made: requirements/ray.txt pyproject.toml
	$(PYTHON) -m venv --clear .venv-ray
	.venv-ray/bin/python -m pip --disable-pip-version-check install --quiet -r requirements/ray.txt
	.venv-ray/bin/python -m pip --disable-pip-version-check install --quiet --editable .
	touch $@

# What the build of the pages needs. The rest is for tests, and comes when nothing is built any more.
web/build_modules.done: web/package.json web/package-lock.json | .venv/node
	$(NPM) install --no-save --omit=dev
	touch $@

web/node_modules.done: web/build_modules.done | web/dist.done
	$(NPM) install --no-save
	touch $@

web/types.done: $(shell find src/paddock tools/typescript -name '*.py' -not -path '*/static/*') | .venv/play
	$(BIN)/python -m tools.typescript web/src/generated
	touch $@

web/dist.done: web/build_modules.done web/index.html $(shell find web/src web/public -type f -not -path '*/generated/*' 2>/dev/null) web/vite.config.ts
	$(NPM) run build
	touch $@
