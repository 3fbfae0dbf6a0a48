#!/usr/bin/env bash
# Builds what fuzzing needs of the engine, with Clang, and prints the folder that has it:
#
#   searches         the searches for libFuzzer, with AddressSanitizer and UBSan
#   package/         the package, with an engine that has AddressSanitizer and counts its branches
#
#   native/fuzz.sh [PYTHON]     PYTHON has nanobind and cmake; CLANG is the compiler, or clang++
set -euo pipefail

project=$(cd "$(dirname "$0")/.." && pwd)
python=$(command -v "${1:-python3}")
python=$(cd "$(dirname "$python")" && pwd)/$(basename "$python")
export PATH="$(dirname "$python"):$PATH"
build=$project/build/native-fuzz
mkdir -p "$build"

build() { # TARGET SANITIZERS
    cmake -S "$project/native" -B "$build/$1" -DCMAKE_BUILD_TYPE=Debug \
        -DCMAKE_CXX_COMPILER="${CLANG:-clang++}" -DSYNTACTICDIFF_SANITIZE="$2" \
        -DPython_EXECUTABLE="$python"
    cmake --build "$build/$1" --target "$1" --parallel "$(nproc)"
}
{
    build searches_fuzz address,undefined
    # Clang's UBSan needs a runtime that Python's fuzzer does not bring.
    build _native address,fuzzer-no-link
} >"$build/log" 2>&1 || { cat "$build/log" >&2; exit 1; }
ln -sf searches_fuzz/searches_fuzz "$build/searches"
rm -rf "$build/package"
mkdir "$build/package"
cp -r "$project/syntacticdiff" "$build/package/"
rm -f "$build"/package/syntacticdiff/_native*.so
cp "$build"/_native/_native*.so "$build/package/syntacticdiff/"
echo "$build"
