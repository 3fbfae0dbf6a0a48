"""From a table of 4,000 learners' texts to the matrix of EditVectorizer(), and where the time goes.

Counting in diffs, an object for each edit, is the definition; it is measured in the same run.

    python benchmarks/features.py

Prints Markdown and writes it, with the figures as JSON, to results/features.md and .json.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any
from unittest.mock import patch

from engines import machine
from measuring import PROJECT, data, table, timed

from syntacticdiff import EditVectorizer, SyntacticDiff
from syntacticdiff.differ import DESCRIPTIVE
from syntacticdiff.features import DocumentFeatures, FeatureLimits, FeatureRow, learned_matrix
from syntacticdiff.files import atomic_write, read_documents

COMMAND = "python benchmarks/features.py"
RUNS = 2
BATCH = 16


def texts() -> list[str]:
    """The documents, read as the command line reads them."""
    path = str(data("nli", "lang8_l1.csv"))
    return [document.text for document in read_documents([path], text="text", report=print)]


def measured() -> dict[str, Any]:
    """The steps in CPU seconds, each run by itself, and the whole on two threads."""
    first = timed(lambda: EditVectorizer(cache=False).fit_transform(texts()))
    differ = SyntacticDiff(**DESCRIPTIVE, engine="native")
    model = differ.model
    count = DocumentFeatures(EditVectorizer().features)
    documents = texts()
    spans = [model.sentences(text) for text in documents]
    sentences = [text[a:b] for text, found in zip(documents, spans, strict=True) for a, b in found]
    prepared = [item for text in documents for item in differ.prepared(text)]
    words = [item.words for item in prepared if item.words]
    batches = [documents[at : at + BATCH] for at in range(0, len(documents), BATCH)]
    found = [list(differ.columns(batch)) for batch in batches]
    counting = count.of_columns
    assert counting is not None

    def counted() -> list[FeatureRow]:
        columns = zip(batches, found, strict=True)
        return [row for batch, one in columns for row in counting(len(batch), one)]

    rows = counted()
    steps = {
        "reading": texts,
        "splitting into sentences": lambda: [model.sentences(text) for text in documents],
        "tokenising": lambda: [model.surfaces(sentence) for sentence in sentences],
        "searching": lambda: differ.engine.search_alone(words),
        "counting features": counted,
        "building the matrix": lambda: learned_matrix(rows, FeatureLimits()),
    }
    seconds = {name: timed(work, RUNS).cpu for name, work in steps.items()}
    matrix, _ = learned_matrix(rows, FeatureLimits())
    alone = timed(lambda: EditVectorizer(cache=False).fit_transform(texts()), RUNS)
    both = timed(lambda: EditVectorizer(cache=False, n_jobs=2).fit_transform(texts()), RUNS)
    slow: list[Any] = []
    with patch.object(SyntacticDiff, "gives_columns", False):
        diffs = timed(lambda: slow.append(EditVectorizer(cache=False).fit_transform(texts())))
    assert (matrix != slow[0]).nnz == 0, "the definition has another matrix"
    seconds["the rest"] = alone.cpu - sum(seconds.values())
    return {
        "documents": len(documents),
        "sentences": len(sentences),
        "tokens": sum(map(len, words)),
        "columns": matrix.shape[1],
        "seconds": seconds,
        "whole, CPU s": alone.cpu,
        "first of the process, CPU s": first.cpu,
        "whole in diffs, CPU s": diffs.cpu,
        "noise": alone.noise,
        "two threads, s on the clock": both.wall,
        "two threads, CPU s": both.cpu,
    }


def report(figures: dict[str, Any]) -> str:
    """The page."""
    whole, seconds = figures["whole, CPU s"], figures["seconds"]

    def against(*names: str) -> float:
        return sum(seconds[name] for name in names) / seconds["searching"]

    steps = [(name, cpu, f"{cpu / whole:.0%}") for name, cpu in seconds.items()]
    return f"""# Feature extraction

Made by `{COMMAND}` on {figures["machine"]}.

Lang-8: {figures["documents"]:,} documents, {figures["sentences"]:,} sentences,
{figures["tokens"]:,} tokens, `EditVectorizer()` as it is: {figures["columns"]:,} columns.

{table(["step", "CPU s", "share"], [*steps, ("the whole, in one thread", whole, "100%")])}

- Each step was run by itself, the best of {RUNS} runs; the whole varied by {figures["noise"]:.0%}.
- With `n_jobs=2`: {figures["two threads, s on the clock"]:.1f} s on the clock,
  {figures["two threads, CPU s"]:.1f} CPU s, reading included.
- Counting in diffs, the definition, gives the same matrix in
  {figures["whole in diffs, CPU s"]:.1f} CPU s: counting in numbers takes
  {whole / figures["whole in diffs, CPU s"]:.2f} of it.
- Beyond the search itself, a token costs
  {whole / seconds["searching"] - 1:.2f} of what it costs to search.
- The first vectorizer of a process takes {figures["first of the process, CPU s"] - whole:.1f} CPU s
  more, once: above all for the stems of the reference's words.
- Against searching: splitting, tokenising and building the matrix cost
  {against("splitting into sentences", "tokenising", "building the matrix"):.2f} of it, counting
  the features {against("counting features"):.2f}.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description="Where the time of feature extraction goes.")
    parser.add_argument("--results", type=Path, default=PROJECT / "results", help="where to write")
    results: Path = parser.parse_args().results
    figures = {"machine": machine(), **measured()}
    print(report(figures))
    with atomic_write(results / "features.md") as stream:
        stream.write(report(figures).encode())
    with atomic_write(results / "features.json") as stream:
        stream.write((json.dumps(figures, indent=2) + "\n").encode())


if __name__ == "__main__":
    main()
