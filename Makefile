# Two commands do everything on a machine with Python 3.11+ and a C++ compiler:
#   make demo    a virtual environment, the package, and the tour
#   make test    the same with what the tests need, then the whole suite

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin

.PHONY: demo test lint clean

demo: $(VENV)/.demo
	$(BIN)/syntacticdiff demo

test: $(VENV)/.test
	$(BIN)/python -m pytest

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The package is installed again whenever its sources changed.
SOURCES := pyproject.toml $(shell find syntacticdiff native -type f -not -name '*.pyc' 2>/dev/null)

$(VENV)/.demo: $(SOURCES) | $(VENV)/.made
	$(BIN)/python -m pip install --quiet '.[kenlm,inflections]'
	@touch $@

$(VENV)/.test: $(SOURCES) | $(VENV)/.made
	$(BIN)/python -m pip install --quiet '.[test]'
	@touch $@

$(VENV)/.made:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; set PYTHON=")'
	$(PYTHON) -m venv $(VENV)
	@touch $@

clean:
	rm -rf $(VENV) build .mypy_cache .pytest_cache .ruff_cache
