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
# One build at a time; each version of the sources has a folder, which others may be using.
exec 9>"$build/lock"
flock 9
cd "$project"
version=$(find syntacticdiff native \( -name '*.py' -o -name '*.?pp' \) -print0 | sort -z \
    | xargs -0 sha256sum | sha256sum | cut -c1-12)
made=$build/$version
[[ -d $made ]] && { echo "$made"; exit; }

build() { # TARGET SANITIZERS
    cmake -S native -B "$build/$1" -DCMAKE_BUILD_TYPE=Debug \
        -DCMAKE_CXX_COMPILER="${CLANG:-clang++}" -DSYNTACTICDIFF_SANITIZE="$2" \
        -DPython_EXECUTABLE="$python" \
        && cmake --build "$build/$1" --target "$1" --parallel "$(nproc)"
}
# Clang's UBSan needs a runtime that Python's fuzzer does not bring, so the package is without it.
(build searches_fuzz address,undefined && build _native address,fuzzer-no-link) >"$build/log" 2>&1 \
    || { cat "$build/log" >&2; exit 1; }
rm -rf "$build/new"
mkdir -p "$build/new/package"
cp "$build/searches_fuzz/searches_fuzz" "$build/new/searches"
cp -r syntacticdiff "$build/new/package/"
rm -f "$build"/new/package/syntacticdiff/_native*.so
cp "$build"/_native/_native*.so "$build/new/package/syntacticdiff/"
mv "$build/new" "$made"
echo "$made"
