#!/usr/bin/env bash
# Builds the engine with AddressSanitizer and UBSan and runs through it the tests of its units and
# the inputs of the other tests: the generated cases of both engines, and damaged files of models,
# parsers and prices.
#
#   native/sanitize.sh [PYTHON [--suite]]   PYTHON has the package's dependencies, nanobind, cmake
#
# With --suite, the whole Python suite runs with that engine instead.
set -euo pipefail

project=$(cd "$(dirname "$0")/.." && pwd)
python=$(command -v "${1:-python3}")
python=$(cd "$(dirname "$python")" && pwd)/$(basename "$python")
export PATH="$(dirname "$python"):$PATH"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake -S "$project/native" -B "$work/build" -DCMAKE_BUILD_TYPE=Debug \
    -DSYNTACTICDIFF_SANITIZE=address,undefined -DSYNTACTICDIFF_WERROR=ON -DPython_EXECUTABLE="$python" >"$work/log"
cmake --build "$work/build" --target _native native_tests --parallel "$(nproc)" >>"$work/log" \
    || { cat "$work/log"; exit 1; }

UBSAN_OPTIONS=print_stacktrace=1 "$work/build/native_tests"

# A package tree of its own: the sources, and this build of the extension.
cp -r "$project/syntacticdiff" "$work/syntacticdiff"
rm -f "$work"/syntacticdiff/_native*.so
cp "$work"/build/_native*.so "$work/syntacticdiff/"

# The interpreter was not built with the sanitizers, so their runtimes must come first; what it
# leaks on purpose at its end is ignored, and a model file that shrinks while it is mapped is
# reported by our own handler.
cd "$work"
sanitized() {
    LD_PRELOAD="$(${CXX:-g++} -print-file-name=libasan.so) $(${CXX:-g++} -print-file-name=libubsan.so)" \
        ASAN_OPTIONS=detect_leaks=0:handle_sigbus=0:strict_string_checks=1 UBSAN_OPTIONS=print_stacktrace=1 \
        PYTHONPATH="$work:$project/tests" PYTHONDONTWRITEBYTECODE=1 "$python" "$@"
}
if [[ "${2:-}" == --suite ]]; then
    # A test that stands still says where.
    sanitized -m pytest -q -n "${JOBS:-2}" --dist worksteal -o faulthandler_timeout=1800 \
        -p no:cacheprovider --rootdir "$project" -c "$project/pyproject.toml" \
        "$project/tests"
    exit
fi
sanitized -m support.sanitize "$work"

# New odd files, models in all forms among them, for a few seconds each.
sanitized "$project/tests/fuzz/fuzz.py" sdlm sdparse sdctx sdcs engine --seconds "${FUZZ_SECONDS:-5}"
