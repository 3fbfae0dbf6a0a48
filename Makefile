# Two commands do everything on a machine with Python 3.11+ and a C++ compiler:
#   make demo        a virtual environment, the package, and the tour
#   make test        the same with what the tests need, then the whole suite
# And for those who work on it:
#   make lint        style and types
#   make test-plain  the suite without a compiler, without kenlm and without the native engine
#   make sanitize    the native engine under AddressSanitizer and UBSan
#   make bench       speed, as ratios measured in one run
#   make docs        the site, from docs/ and the docstrings; broken links are errors
#   make fuzz        ever new odd input for every reader and both engines, FUZZ_SECONDS for each
#   make soak        200,000 documents on two workers, and 200 runs that are killed; hours

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
PLAIN = .venv-plain
FUZZ_SECONDS ?= 60

.PHONY: demo test lint docs test-plain sanitize bench fuzz soak clean

demo: $(VENV)/.demo
	$(BIN)/syntacticdiff demo

# Not `python -m pytest`: that would put this folder before the installed package.
test: $(VENV)/.test
	$(BIN)/python -P -c 'import syntacticdiff._native'  # or its tests would be skipped
	$(BIN)/pytest

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test-plain: $(PLAIN)/.made
	CC=/no/compiler CXX=/no/compiler $(PLAIN)/bin/python -m pip install --quiet '.[inflections,tables]' pytest hypothesis
	$(PLAIN)/bin/python -P -c 'import importlib.util as u, sys; sys.exit(any(map(u.find_spec, ("kenlm", "syntacticdiff._native"))))'
	$(PLAIN)/bin/pytest

sanitize: $(VENV)/.test
	native/sanitize.sh $(BIN)/python

docs: $(VENV)/.docs
	$(BIN)/python docs/site/assemble.py build/site-sources
	$(BIN)/mkdocs build --quiet --strict --config-file docs/site/mkdocs.yml
	@echo "The site is in build/site; open build/site/index.html"

bench: $(VENV)/.test
	$(BIN)/python benchmarks/engines.py

fuzz: $(VENV)/.test
	$(BIN)/python tests/fuzz/fuzz.py --seconds $(FUZZ_SECONDS)

soak: $(VENV)/.test
	$(BIN)/python pipelines/scale.py

# The package is installed again whenever its sources changed.
SOURCES := pyproject.toml $(shell find syntacticdiff native -type f -not -name '*.pyc' 2>/dev/null)

$(VENV)/.demo: $(SOURCES) | $(VENV)/.made
	$(BIN)/python -m pip install --quiet '.[kenlm,inflections]'
	@touch $@

$(VENV)/.test: $(SOURCES) | $(VENV)/.made
	$(BIN)/python -m pip install --quiet '.[test]'
	@touch $@

$(VENV)/.docs: pyproject.toml | $(VENV)/.made
	$(BIN)/python -m pip install --quiet '.[docs]'
	@touch $@

$(VENV)/.made $(PLAIN)/.made:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; set PYTHON=")'
	$(PYTHON) -m venv $(@D)
	@touch $@

clean:
	rm -rf $(VENV) $(PLAIN) build .mypy_cache .pytest_cache .ruff_cache
