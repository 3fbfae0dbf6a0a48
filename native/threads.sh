#!/usr/bin/env bash
# Builds the engine with ThreadSanitizer and lets eight threads of `many` search with it.
#
#   native/threads.sh [PYTHON]     PYTHON has the package's dependencies, nanobind and cmake
set -euo pipefail

project=$(cd "$(dirname "$0")/.." && pwd)
python=$(command -v "${1:-python3}")
python=$(cd "$(dirname "$python")" && pwd)/$(basename "$python")
export PATH="$(dirname "$python"):$PATH"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake -S "$project/native" -B "$work/build" -DCMAKE_BUILD_TYPE=Debug \
    -DSYNTACTICDIFF_SANITIZE=thread -DSYNTACTICDIFF_WERROR=ON -DPython_EXECUTABLE="$python" >"$work/log"
cmake --build "$work/build" --target _native --parallel "$(nproc)" >>"$work/log" \
    || { cat "$work/log"; exit 1; }
cp -r "$project/syntacticdiff" "$work/syntacticdiff"
rm -f "$work"/syntacticdiff/_native*.so
cp "$work"/build/_native*.so "$work/syntacticdiff/"

# Only the engine is instrumented: a report that does not name it is about somebody else.
cd "$work"
LD_PRELOAD="$(${CXX:-g++} -print-file-name=libtsan.so)" \
    TSAN_OPTIONS="report_bugs=1 exitcode=0 log_path=$work/report" OPENBLAS_NUM_THREADS=1 \
    PYTHONPATH="$work:$project/tests" PYTHONDONTWRITEBYTECODE=1 \
    setarch "$(uname -m)" --addr-no-randomize "$python" -m support.threads
if grep -l "_native" "$work"/report.* 2>/dev/null; then
    cat "$work"/report.*
    exit 1
fi
echo "eight threads: nothing found in the engine"
