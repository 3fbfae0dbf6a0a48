"""Runs the inputs of the tests through the native engine alone; native/sanitize.sh calls it."""

from __future__ import annotations

import sys
from pathlib import Path

from support import damage, damaged_parsers
from support.generated import case, native_engine
from syntacticdiff.search import native_engine as module

CASES = 4000


def main(folder: str) -> None:
    if module._native is None:
        sys.exit("the sanitized extension could not be loaded")
    edits = 0
    for number in range(CASES):
        generated = case(number)
        sentence = generated.sentence
        engine = native_engine(generated)
        found, *_ = engine.search([sentence, sentence[::2], sentence])
        engine.candidates([sentence, sentence[::2]], (None, 1))
        edits += len(found.steps)
    print(f"{CASES} generated cases, {edits} edits: nothing found")
    survived = sum(damage.survive(path) for _, path in damage.damaged_files(Path(folder)))
    print(f"{survived} damaged files searched: nothing found")
    repairer = damaged_parsers.small_repairer()
    parsed = sum(
        damaged_parsers.survive(path, repairer.reference)
        for path in damaged_parsers.damaged_parsers(repairer, Path(folder))
    )
    print(f"{parsed} damaged parsers used: nothing found")


if __name__ == "__main__":
    main(sys.argv[1])
