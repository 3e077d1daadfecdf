# `make run` and `make test` are all a newcomer needs: each sets up what it lacks and asks the network only then.
# A target below is done again only when a file it comes from has changed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check --no-input
PROCESSES ?= 2
# LEDGER=show only prints; whole also fails while a rule of the base game that is due has no assertion
LEDGER ?= whole
# Where __pycache__ is forbidden, compiled files lie in the virtual environment: tests start hundreds of processes.
ifneq ($(PYTHONDONTWRITEBYTECODE),)
COMPILED := env -u PYTHONDONTWRITEBYTECODE PYTHONPYCACHEPREFIX=$(CURDIR)/$(VENV)/pycache
endif
PYTEST := $(COMPILED) $(BIN)/pytest -n $(PROCESSES) --dist loadgroup --durations=30 --ledger=$(LEDGER)

COMPILE = $(BIN)/python -m tools.uv pip compile --quiet $(UPGRADE) --universal --python-version 3.11 --generate-hashes \
    --no-emit-index-url --no-header
# The panels' drivers ask for libraries that need a compiler and fight with the system's: never installed with them.
EPAPER := waveshare-epaper>=1.4,<2

RAN := $(VENV)/.packages-run
DEVELOPED := $(VENV)/.packages-dev
INSTALLED := $(VENV)/.package
PO := $(wildcard companion/locale/*/LC_MESSAGES/*.po)
MO := $(PO:.po=.mo)

.PHONY: help setup run test test-core test-long checks chromium bench texts docs lock bundle card install-pi uninstall-pi clean
.DELETE_ON_ERROR:
.NOTPARALLEL:

help:
	@echo "make run        start the desk companion (a page opens in the browser)"
	@echo "make test       all checks and tests"
	@echo "make test-core  those that need no browser"
	@echo "make test-long  more random games, and mutation testing: some rooms whole, of all others a sample"
	@echo "make bench      how fast it is, as one JSON object"
	@echo "make texts      collect new sentences for the translators"
	@echo "make card       prepare a new memory card, so that it installs the case by itself (BOOT=DIR; see docs/builder-guide.md)"
	@echo "make install-pi make this Raspberry Pi the companion's case (with sudo; make uninstall-pi takes it back)"
	@echo "make bundle     everything for the update of a case in one signed file (KEY=FILE; see docs/builder-guide.md)"
	@echo "make docs       draw the pictures of the guides: wiring, course of a game, panels of a new card"
	@echo "make lock       bring the lock files up to pyproject.toml (UPGRADE=--upgrade: newest versions)"

setup: $(DEVELOPED) $(INSTALLED) $(MO)

run: $(RAN) $(INSTALLED) $(MO)
	@$(BIN)/companion desk

test: setup chromium checks
	$(PYTEST) -m "not long"

test-core: setup checks
	$(PYTEST) -m "not long and not browser"

test-long: setup chromium checks
	$(PYTEST)
	$(BIN)/python -m tools.mutation
	$(BIN)/python -m tools.mutation_sample

checks: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@# At the same time: neither uses what the other found.
	$(BIN)/mypy & oldest=$$!; $(BIN)/mypy --python-version 3.13; newest=$$?; wait $$oldest && exit $$newest

chromium:
	@tools/chromium.sh

bench: setup
	@$(BIN)/python -m tools.bench

texts: setup
	$(BIN)/python -m tools.texts update

docs: setup
	$(BIN)/python -m tools.wiring
	$(BIN)/python -m tools.turn_diagram
	$(BIN)/python -m tools.card.pictures

lock: setup
	$(COMPILE) --extra build pyproject.toml -o requirements.lock
	$(COMPILE) --extra build --extra pi --constraints requirements.lock pyproject.toml -o requirements-pi.lock
	$(COMPILE) --extra build --extra pi --extra dev --constraints requirements-pi.lock pyproject.toml -o requirements-dev.lock
	echo '$(EPAPER)' | $(COMPILE) --no-deps - -o requirements-epaper.lock
	$(BIN)/python -m tools.arm_wheels

bundle: setup
	@test -n "$(KEY)" || { echo "Say which key signs it: make bundle KEY=FILE (a new one is made there)." >&2; exit 2; }
	@$(BIN)/python -m tools.bundle "$(KEY)"

card: setup
	@test -n "$(BOOT)" || { echo "Say where the card's boot partition is: make card BOOT=/media/ann/bootfs" >&2; exit 2; }
	@$(BIN)/python -m tools.card.make "$(BOOT)"

# With the system's Python: what it installs has one of its own.
install-pi:
	@$(PYTHON) -m tools.pi.install

# PURGE=--purge: games and settings too
uninstall-pi:
	@$(PYTHON) -m tools.pi.install uninstall $(PURGE)

clean:
	rm -rf $(VENV) build/uv $(MO)

# The versions in the lock files, each with its hashes.
$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	    { echo "Python 3.11 or newer is needed: install it, or name it with PYTHON=... after make." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	    { echo "$(PYTHON) lacks venv: type \"sudo apt-get install -y python3-venv\" and then make again." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(RAN): requirements.lock | $(VENV)/.made
	@$(call fetch,$<)
	@touch $@

$(DEVELOPED): requirements-dev.lock requirements-epaper.lock | $(RAN)
	@$(call fetch,$<)
	@$(call fetch,requirements-epaper.lock --no-deps --only-binary :all:)
	@touch $@

define fetch
$(PIP) install --use-pep517 --require-hashes -r $(1) || \
    { echo "The packages in $(1) could not be installed: check the network and type make again." >&2; exit 1; }
endef

$(INSTALLED): pyproject.toml hatch_build.py | $(RAN)
	@$(PIP) install --no-deps --no-build-isolation --no-index --editable .
	@touch $@

companion/locale/%.mo: companion/locale/%.po | $(RAN)
	@$(BIN)/pybabel --quiet compile --input-file $< --output-file $@
