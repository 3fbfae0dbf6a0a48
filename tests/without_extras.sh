#!/usr/bin/env bash
# Runs the suite without each extra in turn: what it brings is uninstalled, and installed again.
#
#   tests/without_extras.sh PYTHON     PYTHON has '.[test]', in an environment of its own
set -euo pipefail
cd "$(dirname "$0")/.."
python=$1

without() {
    echo "without $*"
    "$python" -m pip uninstall --quiet --yes "$@"
    "$python" -P -m pytest -q
    "$python" -m pip install --quiet '.[test]'
}

without kenlm
without lemminflect
without starlette uvicorn
without schemathesis language-tool-python pylanguagetool
without lxml sacrebleu
without dask distributed
without dask distributed pandas pyarrow
