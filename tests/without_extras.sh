#!/usr/bin/env bash
# Runs the suite without the extras: what they bring is uninstalled, and installed again. Several
# are missing at once if there is no test that needs two of them: it would be skipped for the one,
# and say nothing of the other.
#
#   tests/without_extras.sh PYTHON     PYTHON has '.[test]', in an environment of its own
set -euo pipefail
cd "$(dirname "$0")/.."
python=$1

without() {
    echo "without $*"
    "$python" -m pip uninstall --quiet --yes "$@"
    "$python" -P -m pytest -q -n "${JOBS:-2}" --dist worksteal
    "$python" -m pip install --quiet '.[test]'
}

without kenlm lemminflect starlette uvicorn
without dask distributed lxml sacrebleu schemathesis language-tool-python pylanguagetool
without dask distributed pandas pyarrow
