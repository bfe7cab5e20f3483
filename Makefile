# Everything a person does here is a target; `make` alone lists them.
# What a target needs is set up first, once: a stamp named after the lock's checksum says that it was.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
# Python compiles a module when it is first used: many never are.
PIP := $(PY) -m pip install --quiet --no-compile --disable-pip-version-check --require-hashes --requirement
SPHINX := $(PY) -m sphinx -W --keep-going -n -j 2
# The environment's programs come first: Node.js may be one of them.
export PATH := $(CURDIR)/$(VENV)/bin:$(PATH)

sum = $(shell cat $(1) | cksum | tr ' ' '-')
SITE_DONE := $(VENV)/.site-$(call sum,requirements-site.txt)
DEV_DONE := $(VENV)/.dev-$(call sum,requirements-dev.txt)
BROWSER_DONE := $(VENV)/.browsers
NPM_DONE := node_modules/.npm-$(call sum,package.json package-lock.json)

.PHONY: help
help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' Makefile | \
		while IFS='|' read -r name text; do printf '%-18s %s\n' "$$name" "$$text"; done

.PHONY: setup
setup: $(DEV_DONE) runtime $(BROWSER_DONE) ## set up all that the other targets need

.PHONY: serve
serve: runtime html ## build the site, serve it on this machine, say where
	@$(PY) -m sirtommy.sphinxext.serve build/html

.PHONY: html
html: $(SITE_DONE) ## build the site into build/html; warnings are errors
	@$(SPHINX) -q -d build/doctrees . build/html
	@echo 'The site is in build/html'

.PHONY: livehtml
livehtml: $(DEV_DONE) runtime ## as serve, and build and reload after each change
	@$(PY) -m sphinx_autobuild --watch sirtommy --ignore '*/runtime-files/*' --ignore '*/__pycache__/*' \
		--ignore '$(CURDIR)/build/*' --port 0 -d build/doctrees . build/livehtml

.PHONY: linkcheck
linkcheck: $(SITE_DONE) ## ask every other site that we link to whether the page is there
	@$(PY) -m sphinx -q -b linkcheck -d build/doctrees . build/linkcheck

.PHONY: test
test: setup ## set up and run everything: the site, the checks, the tests in a browser
	@$(MAKE) --no-print-directory --jobs 2 lint testsite
	@$(PY) -m pytest -n 2 --dist loadgroup

.PHONY: testsite
testsite: setup
	@$(PY) -m tests.sitebuild

.PHONY: bench
bench: setup ## measure what a page costs, and how fast the engine plays (on a quiet machine)
	@$(PY) -m tests.bench_page
	@$(PY) -m tests.bench_kernel
	@$(PY) -m tests.bench_players

.PHONY: odds
odds: $(DEV_DONE) ## measure every figure of the odds page again (hours; stopped, it goes on where it was)
	@$(PY) -m sirtommy.lab.odds --processes 2

.PHONY: drills
drills: $(DEV_DONE) ## propose positions for drills, into build/drills (DEALS=1-100 KIND=choices)
	@$(PY) -m sirtommy.lab.drills propose --deals $(or $(DEALS),1-100) --kind $(or $(KIND),choices)

.PHONY: lint
lint: $(DEV_DONE) $(NPM_DONE) ## check style, types and spelling
	@$(PY) -m ruff check --quiet --output-format concise .
	@$(PY) -m ruff format --check --quiet .
	@$(PY) -m mypy --no-error-summary
	@node node_modules/typescript/bin/tsc --project tsconfig.json
	@$(VENV)/bin/codespell

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo 'Python 3.11 or newer is needed: make PYTHON=python3.12 ...' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			apt-get update -qq && apt-get install -y -qq python3-venv; \
		else \
			echo 'Python has no venv module here: install the package python3-venv.' >&2; exit 1; \
		fi; }
	@echo 'Making the Python environment in $(VENV)'
	@$(PYTHON) -m venv $(VENV)

$(SITE_DONE): | $(PY)
	@echo 'Installing what the site needs'
	@$(PIP) requirements-site.txt
	@touch $@

$(DEV_DONE): | $(SITE_DONE)
	@echo 'Installing what the tests and the laboratory need'
	@$(PIP) requirements-dev.txt
	@touch $@

$(NPM_DONE): | $(SITE_DONE)
	@node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)' 2>/dev/null && npm --version >/dev/null 2>&1 || { \
		echo 'Installing Node.js from a Python package'; $(PIP) requirements-node.txt; }
	@echo 'Installing the Python that runs in the page'
	@npm ci --ignore-scripts --silent --no-audit --no-fund
	@touch $@

$(BROWSER_DONE): | $(DEV_DONE)
	@$(PY) -m tests.browser
	@touch $@

.PHONY: runtime
runtime: $(NPM_DONE)
	@$(PY) -m sirtommy.sphinxext.prepare

.PHONY: lock
lock: $(PY) ## renew the locks from pyproject.toml and package.json (LOCK=--upgrade: to the newest)
	@$(PY) -m pip install --quiet 'uv>=0.9'
	@for group in dev site node; do \
		$(PY) -m uv pip compile --quiet $(LOCK) --universal --python-version 3.11 --fork-strategy fewest \
			--generate-hashes --no-annotate --custom-compile-command 'make lock' \
			--constraint requirements-dev.txt --group $$group --output-file requirements-$$group.txt; done
	@npm install --package-lock-only --ignore-scripts --silent

.PHONY: clean
clean: ## remove what was built (the environment stays)
	rm -rf build dist sirtommy/sphinxext/runtime-files

.PHONY: train
train: $(DEV_DONE) ## make the weights of both evaluations anew from a seed
	@$(PY) -m sirtommy.lab train
	@$(PY) -m sirtommy.lab train --calculation
