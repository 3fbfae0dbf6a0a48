"""Eight threads that search at once with the native engine; native/threads.sh calls it."""

from __future__ import annotations

import sys

from support.commands import LEARNER, reference_sentences
from support.plain import plain_differ
from syntacticdiff import ReferenceModel
from syntacticdiff.search import native_engine

DOCUMENTS = 200
THREADS = 8


def main() -> None:
    """Every search finds the same with eight threads as with one."""
    if native_engine._native is None:
        sys.exit("the extension could not be loaded")
    model = ReferenceModel.train(reference_sentences())
    texts = [f"{LEARNER} {sentence}" for sentence in list(reference_sentences())[:DOCUMENTS]]
    edits = 0
    for search in ("sweep", "beam", "lattice"):
        sums = {"cost": "window", "aggregate": "sum"} if search == "lattice" else {}
        differ = plain_differ(model, search=search, min_count=1, engine="native", **sums)
        alone = list(differ.many(texts))
        together = list(differ.many(texts, n_jobs=THREADS, batch_size=3))
        assert together == alone, search
        edits += sum(len(diff.edits) for diffs in alone for diff in diffs)
    print(f"{3 * len(texts)} documents, {THREADS} threads, {edits} edits")


if __name__ == "__main__":
    main()
