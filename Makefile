# Two commands do everything on a machine with Python 3.11+ and a C++ compiler:
#   make demo        a virtual environment, the package, and the tour
#   make test        the same with what the tests need, then all tests, those in C++ first
# And for those who work on it:
#   make lint        style and types
#   make test-plain  the suite without a compiler, without kenlm and without the native engine
#   make test-oldest the suite with the oldest releases of what it needs that pyproject.toml allows
#   make test-extras the suite without the extras, some missing in each of three runs
#   make test-neural the tests that need torch, in an environment of its own
#   make native-test the tests of the C++ units alone
#   make sanitize    the native engine and its tests under AddressSanitizer and UBSan
#   make sanitize-suite  the whole Python suite with that engine, and threads under ThreadSanitizer
#   make bench       speed, as ratios measured in one run
#   make wheel       sdist and wheel, installed without a compiler in an empty environment and tested
#   make wheel-suite the same with the whole suite
#   make docs        the site, from docs/ and the docstrings; broken links are errors
#   make fuzz        ever new odd input for every reader and both engines, FUZZ_SECONDS for each
#   make fuzz-record the same, also guided by coverage, with the figures added to results/fuzz.md
#   make faults      1,000 runs of commands that write, on a file system that fails
#   make lock        requirements/ from pyproject.toml: exact releases for development and the oldest
#   make audit       known weaknesses of the exact releases
#   make openapi     many more generated requests for the service than the suite sends
#   make soak-service  20 clients of the service for five minutes; writes results/service.md
#   make soak        200,000 documents on two workers, and 200 runs that are killed; hours

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
PLAIN = .venv-plain
OLDEST = .venv-oldest
EXTRAS = .venv-extras
NEURAL = .venv-neural
FUZZ_SECONDS ?= 60
# Processes that run the tests; 0 for one that shows the tests as they go.
JOBS ?= 2
SPREAD = -n $(JOBS) --dist worksteal
FAULT_RUNS ?= 1000
# ON makes the compiler's warnings errors, for those who change the C++ sources; .ci/run sets it.
WERROR ?= OFF
export SKBUILD_CMAKE_DEFINE = SYNTACTICDIFF_WERROR=$(WERROR)

.PHONY: demo test native-test lint docs test-plain test-oldest test-extras test-neural sanitize \
	sanitize-suite bench fuzz fuzz-record faults lock audit openapi soak-service soak wheel \
	wheel-suite clean

demo: $(VENV)/.demo
	$(BIN)/syntacticdiff demo
	@echo
	@echo 'To use these commands in this shell: . $(BIN)/activate'

# Not `python -m pytest`: that would put this folder before the installed package.
test: native-test
	$(BIN)/python -P -c 'import syntacticdiff._native'  # or its tests would be skipped
	$(BIN)/pytest $(SPREAD)

native-test: $(VENV)/.test
	@mkdir -p build
	$(BIN)/cmake -S native -B build/native -DPython_EXECUTABLE=$(abspath $(BIN)/python) \
		-DSYNTACTICDIFF_WERROR=$(WERROR) >build/native.log || { cat build/native.log; exit 1; }
	$(BIN)/cmake --build build/native --target native_tests --parallel 2 >>build/native.log \
		|| { cat build/native.log; exit 1; }
	build/native/native_tests

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror native/*.cpp native/*.hpp
	$(BIN)/mypy

test-plain: $(PLAIN)/.made
	CC=/no/compiler CXX=/no/compiler $(PLAIN)/bin/python -m pip install --quiet '.[inflections,tables]' pytest pytest-xdist hypothesis
	$(PLAIN)/bin/python -P -c 'import importlib.util as u, sys; sys.exit(any(map(u.find_spec, ("kenlm", "syntacticdiff._native"))))'
	$(PLAIN)/bin/pytest $(SPREAD)

# Exact releases: requirements/oldest.txt is the least that pyproject.toml allows.
test-oldest: $(OLDEST)/.made
	$(OLDEST)/bin/python -m pip install --quiet -r requirements/oldest.txt
	SYNTACTICDIFF_REQUIRE_NATIVE=1 $(OLDEST)/bin/python -m pip install --quiet --no-deps .
	$(OLDEST)/bin/pytest $(SPREAD)

# Whatever extras bring is missing, some in each of three runs; its tests are skipped, all others pass.
test-extras: $(EXTRAS)/.made
	$(EXTRAS)/bin/python -m pip install --quiet '.[test]'
	tests/without_extras.sh $(EXTRAS)/bin/python

# Whatever trains or runs a network with torch.
test-neural: $(NEURAL)/.made
	$(NEURAL)/bin/python -m pip install --quiet '.[neural,inflections]' pytest pytest-xdist hypothesis
	$(NEURAL)/bin/pytest $(SPREAD) tests/neural tests/recognition tests/correction/test_neural.py \
		tests/cli/test_recognize.py tests/cli/test_train_corrector.py

sanitize-suite: $(VENV)/.test
	native/sanitize.sh $(BIN)/python --suite
	native/threads.sh $(BIN)/python

sanitize: $(VENV)/.test
	native/sanitize.sh $(BIN)/python

docs: $(VENV)/.docs
	$(BIN)/python docs/site/assemble.py build/site-sources
	# Not --quiet, which hides warnings from --strict as well.
	$(BIN)/mkdocs build --strict --config-file docs/site/mkdocs.yml >build/docs.log 2>&1 \
		|| { cat build/docs.log; exit 1; }
	$(BIN)/python docs/site/links.py build/site
	@echo "The site is in build/site; open build/site/index.html"

wheel:
	tests/wheel/build.sh $(PYTHON)

wheel-suite:
	tests/wheel/build.sh $(PYTHON) --whole

bench: $(VENV)/.test
	$(BIN)/python benchmarks/start.py
	$(BIN)/python benchmarks/engines.py
	$(BIN)/python benchmarks/compact.py
	$(BIN)/python benchmarks/lattice.py
	$(BIN)/python benchmarks/features.py
	$(BIN)/python benchmarks/correcting.py

fuzz: $(VENV)/.test
	$(BIN)/python tests/fuzz/fuzz.py --seconds $(FUZZ_SECONDS)

# The same, guided by coverage and by chance in turns, with the figures added to results/fuzz.md;
# whatever lacks most comes first. FUZZ_SECONDS=enough: until nothing lacks.
fuzz-record: $(VENV)/.test
	$(BIN)/python -m pip install --quiet atheris
	$(BIN)/python tests/fuzz/fuzz.py --both --record results/fuzz.json \
		$(if $(filter enough,$(FUZZ_SECONDS)),--enough,--seconds $(FUZZ_SECONDS))

faults: $(VENV)/.test
	$(BIN)/python tests/faults/faults.py --runs $(FAULT_RUNS) --record results/faults.json

lock: $(VENV)/.made
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile pyproject.toml --extra test --universal --python-version 3.11 --quiet \
		--no-header --no-emit-index-url --upgrade --output-file requirements/development.txt
	$(BIN)/uv pip compile pyproject.toml --extra test --resolution lowest-direct --quiet \
		--python-version 3.11 --no-header --no-emit-index-url --no-annotate --upgrade \
		--output-file requirements/oldest.txt

audit: $(VENV)/.made
	$(BIN)/python -m pip install --quiet pip-audit
	$(BIN)/pip-audit --requirement requirements/development.txt --no-deps --disable-pip

openapi: $(VENV)/.test
	SYNTACTICDIFF_OPENAPI_EXAMPLES=200 $(BIN)/pytest tests/service/test_openapi.py

soak-service: $(VENV)/.test
	$(BIN)/python benchmarks/service.py

soak: $(VENV)/.test
	$(BIN)/python pipelines/scale.py

# The package is installed again whenever its sources changed.
SOURCES := pyproject.toml $(shell find syntacticdiff native -type f -not -name '*.pyc' 2>/dev/null)

$(VENV)/.demo: $(SOURCES) | $(VENV)/.made
	$(BIN)/python -m pip install --quiet '.[kenlm,inflections]'
	@touch $@

$(VENV)/.test: $(SOURCES) | $(VENV)/.made
	SYNTACTICDIFF_REQUIRE_NATIVE=1 $(BIN)/python -m pip install --quiet '.[test]'
	@touch $@

$(VENV)/.docs: pyproject.toml | $(VENV)/.made
	$(BIN)/python -m pip install --quiet '.[docs]'
	@touch $@

$(VENV)/.made $(PLAIN)/.made $(OLDEST)/.made $(EXTRAS)/.made $(NEURAL)/.made:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; set PYTHON=")'
	$(PYTHON) -m venv $(@D)
	@touch $@

clean:
	rm -rf $(VENV) $(PLAIN) $(OLDEST) $(EXTRAS) $(NEURAL) build .mypy_cache .pytest_cache .ruff_cache
