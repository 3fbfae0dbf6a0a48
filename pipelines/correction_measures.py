"""What the corrections of a differ are worth, on each of the corpora that they are measured on.

Every measure takes what corrects (a SyntacticDiff for tokens separated by spaces, and one for plain
text) and gives plain figures. What corrects is made elsewhere (`correction`, `prices`).
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate, compress
from typing import Any

import shared_data

from syntacticdiff import SyntacticDiff
from syntacticdiff.alignment import M2Sentence, annotated, parsed_m2
from syntacticdiff.edits import Diff
from syntacticdiff.evaluate import M2, Errant, Gleu, Rewrites
from syntacticdiff.tuning import gold_steps

REFERENCES = 4  # of JFLEG
MASC_MEASURED = 5  # the last fifth of MASC's lines only measures
NATIVE = 2_000  # sentences of native text, evenly spread
TEXT = 100  # sentences of a text, where a file is one long list of them
PASSAGE = 25  # sentences of native text that follow each other
RELIABILITY = 10  # classes of probability
PAIRS = shared_data.PROJECT / "tests" / "data" / "minimal_pairs.tsv"

Tokens = tuple[str, ...]
Row = dict[str, Any]


@cache
def gold(name: str) -> tuple[M2Sentence, ...]:
    """The annotated sentences of a file."""
    lines = shared_data.existing("gec", name).read_text(encoding="utf-8").split("\n")
    return tuple(parsed_m2(_without_blanks(lines), name))


def _without_blanks(lines: Iterable[str]) -> Iterator[str]:
    """The lines of an M2 file without tokens that are blanks, which ErAConD has."""
    places: list[int] = []  # of each token, its place among those that stay
    for line in lines:
        if line.startswith("S "):
            tokens = line[2:].replace("   ", " \0 ").split(" ")
            stay = [token.strip("\0 ") != "" for token in tokens]
            places = list(accumulate(map(int, stay), initial=0))
            yield "S " + " ".join(compress(tokens, stay))
        elif line.startswith("A ") and not line.startswith("A -1"):
            span, rest = line[2:].split("|||", 1)
            start, end = (places[min(int(place), len(places) - 1)] for place in span.split())
            if start < end or rest.split("|||")[1]:
                yield f"A {start} {end}|||{rest}"
        else:
            yield line


def corrected(differ: SyntacticDiff, sentences: Iterable[Sequence[str]]) -> list[Diff]:
    """What a differ for tokens finds."""
    return differ.document([list(sentence) for sentence in sentences])


def in_texts(differ: SyntacticDiff, sentences: Sequence[Sequence[str]]) -> list[Diff]:
    """What a differ for tokens finds in texts of 100 sentences, as the command line reads them."""
    return [
        diff
        for start in range(0, len(sentences), TEXT)
        for diff in corrected(differ, sentences[start : start + TEXT])
    ]


def alone(differ: SyntacticDiff, sentences: Iterable[Sequence[str]]) -> list[Diff]:
    """What it finds in sentences that it knows nothing else of."""
    return [differ(list(sentence)) for sentence in sentences]


def output(diff: Diff) -> Tokens:
    """The tokens of the corrected sentence."""
    return tuple((diff.output if diff.output is not None else diff.text).split())


def by_m2(diffs: Sequence[Diff], sentences: Sequence[M2Sentence]) -> Row:
    """M2, the scorer of the CoNLL shared tasks."""
    score = M2(0.5).corpus(list(map(output, diffs)), sentences)
    return _figures(score.f, score.precision, score.recall, diffs)


def by_errant(diffs: Sequence[Diff], sentences: Sequence[M2Sentence]) -> Row:
    """ERRANT's comparison; our alignment finds the edits of the output."""
    found = [annotated(s.tokens, output(d)) for s, d in zip(sentences, diffs, strict=True)]
    score = Errant().corpus(found, sentences)
    return _figures(score.f, score.precision, score.recall, diffs)


def by_gleu(diffs: Sequence[Diff], rewrites: Sequence[Rewrites]) -> Row:
    """GLEU against several rewrites."""
    score = Gleu().corpus(list(map(output, diffs)), rewrites)
    return {"gleu": _percent(score.expected), "changed": _changed(diffs)}


def jfleg() -> list[Rewrites]:
    """JFLEG dev."""
    folder = shared_data.existing("gec", "jfleg-dev")
    source, *references = (
        [tuple(line.split()) for line in (folder / file).read_text("utf-8").splitlines()]
        for file in ("dev.src", *(f"dev.ref{number}" for number in range(REFERENCES)))
    )
    return [Rewrites(s, tuple(r)) for s, *r in zip(source, *references, strict=True)]


def masc(measured: bool = True) -> list[str]:
    """MASC's last fifth of lines, which only measures; or the rest, which may be learned from."""
    lines = shared_data.existing("reference", "masc_written.txt").read_text("utf-8").splitlines()
    first = len(lines) - len(lines) // MASC_MEASURED
    return lines[first:] if measured else lines[:first]


def evenly(lines: Sequence[str], number: int = NATIVE) -> list[str]:
    """Some sentences, evenly spread: neither fragments nor monsters."""
    whole = [line for line in lines if 5 <= len(line.split()) <= 40]
    return whole[:: max(len(whole) // number, 1)][:number]


def passages(lines: Sequence[str], number: int = NATIVE) -> list[str]:
    """As many sentences in runs that follow each other, each a text; evenly spread."""
    whole = [line for line in lines if 5 <= len(line.split()) <= 40]
    texts = ["\n\n".join(whole[at : at + PASSAGE]) for at in range(0, len(whole), PASSAGE)]
    most = max(number // PASSAGE, 1)
    return texts[:: max(len(texts) // most, 1)][:most]


def left_alone(differ: SyntacticDiff, lines: Sequence[str]) -> Row:
    """How much of native text is changed."""
    diffs = [diff for line in lines for diff in differ.document(line)]
    words = sum(len(diff.tokens) for diff in diffs)
    edits = Counter(str(edit) for diff in diffs for edit in diff.edits)
    return {
        "sentences": len(diffs),
        "changed": _changed(diffs),
        "edits per 100 words": round(100 * sum(edits.values()) / max(words, 1), 2),
        "commonest": edits.most_common(12),
    }


def unannotated(diffs: Sequence[Diff], sentences: Sequence[M2Sentence]) -> Row:
    """Of sentences without any gold edit, the share that is changed."""
    pairs = zip(diffs, sentences, strict=True)
    clean = [diff for diff, sentence in pairs if all(edit.is_noop for edit in sentence.edits)]
    return {"sentences": len(clean), "changed": _changed(clean)}


def textbook(differ: SyntacticDiff) -> Row:
    """Textbook errors: corrected, left, made into something else; and the right ones changed."""
    with open(PAIRS, encoding="utf-8", newline="") as stream:
        pairs = list(csv.DictReader(stream, delimiter="\t"))
    verdicts: Counter[str] = Counter(corrected=0)
    missed: Counter[str] = Counter()
    for pair in pairs:
        made = differ(pair["wrong"]).output
        verdict = "corrected" if made == pair["right"] else "left"
        if verdict == "left" and made != pair["wrong"]:
            verdict = "changed otherwise"
        verdicts[verdict] += 1
        if verdict != "corrected":
            missed[pair["habit"]] += 1
        verdicts["right sentence changed"] += differ(pair["right"]).output != pair["right"]
    return {"pairs": len(pairs), **dict(verdicts), "missed": missed.most_common()}


def reliability(
    diffs: Sequence[Diff], right: Callable[[int, Any], bool], least: float = 0.05
) -> Row:
    """How often edits of each class of probability are right, and the expected error of it.

    All edits above `least` count, shown or not: those of the best hypothesis and the others.
    """
    counts, sums, hits = [0] * RELIABILITY, [0.0] * RELIABILITY, [0] * RELIABILITY
    for number, diff in enumerate(diffs):
        for edit in (*diff.edits, *diff.alternatives):
            probability = edit.probability or 0.0
            if probability < least:
                continue
            place = min(int(probability * RELIABILITY), RELIABILITY - 1)
            counts[place] += 1
            sums[place] += probability
            hits[place] += right(number, edit)
    total = max(sum(counts), 1)
    error = sum(abs(s - h) for s, h in zip(sums, hits, strict=True)) / total
    classes = [
        {
            "from": place / RELIABILITY,
            "edits": count,
            "probability": round(total_probability / count, 3),
            "right": round(hit / count, 3),
        }
        for place, (count, total_probability, hit) in enumerate(
            zip(counts, sums, hits, strict=True)
        )
        if count
    ]
    return {"classes": classes, "expected calibration error": round(error, 4)}


def is_gold(sentences: Sequence[M2Sentence]) -> Callable[[int, Any], bool]:
    """Whether annotators made an edit: of the sentence with this number, by any of them."""
    steps = [
        {(step.position, step.op, step.target) for step in gold_steps(sentence)}
        for sentence in sentences
    ]
    return lambda number, edit: (edit.position, edit.op, edit.target) in steps[number]


def _figures(f: float, precision: float, recall: float, diffs: Sequence[Diff]) -> Row:
    edits = sum(len(diff.edits) for diff in diffs)
    words = sum(len(diff.tokens) for diff in diffs)
    return {
        "f": _percent(f),
        "precision": _percent(precision),
        "recall": _percent(recall),
        "edits": edits,
        "edits per 100 words": round(100 * edits / max(words, 1), 2),
        "changed": _changed(diffs),
    }


def _changed(diffs: Sequence[Diff]) -> float:
    return _percent(sum(bool(diff.edits) for diff in diffs) / max(len(diffs), 1))


def _percent(share: float) -> float:
    return round(100 * share, 1)
