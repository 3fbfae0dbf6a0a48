"""How often learners make each kind of error in chat, and how many opportunities text has.

    python pipelines/learner_rates.py

Writes syntacticdiff/noise/measured_rates.toml: opportunities in 1,000 tokens of MASC (its first
four fifths; the rest only measures), and ErAConD's errors and opportunities, by kind. An edit of
ErAConD belongs to a kind by its ERRANT type and its words; rewritten phrases belong to none.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

import shared_data
from edit_types import read_without_blank_tokens

from syntacticdiff.alignment import M2Edit, corrected
from syntacticdiff.files import atomic_write
from syntacticdiff.noise import opportunities
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.syntax import Tagger

OUT = shared_data.PROJECT / "syntacticdiff" / "noise" / "measured_rates.toml"
INJECTED = 0.8  # of MASC's lines, the first
_ARTICLES = frozenset(("a", "an", "the"))
_BE = frozenset(("am", "is", "are", "was", "were", "be", "been", "'s", "'m", "'re"))
_HAVE = frozenset(("have", "has", "had", "'ve"))
_ENDS = (".", "?", "!")
_CLITICS = frozenset(("n't", "'s", "'m", "'re", "'ve", "'ll", "'d"))
_BY_TYPE = {
    "U:DET": "article.add",
    "R:PREP": "preposition.swap",
    "M:PREP": "preposition.omit",
    "U:PREP": "preposition.add",
    "R:NOUN:INFL": "noun.plural",
    "R:NOUN:POSS": "possessive.apostrophe",
    "M:NOUN:POSS": "possessive.omit",
    "R:VERB:SVA": "verb.agreement",
    "R:VERB:TENSE": "verb.tense",
    "R:VERB:FORM": "verb.form",
    "R:VERB:INFL": "verb.regular",
    "M:VERB:FORM": "verb.to",
    "U:VERB:FORM": "verb.to.add",
    "R:PRON": "pronoun.swap",
    "M:PRON": "pronoun.omit",
    "U:PRON": "pronoun.add",
    "M:CONJ": "conjunction.omit",
    "R:CONJ": "linking",
    "R:ADV": "adverb.adjective",
    "R:ADJ:FORM": "comparison",
    "R:MORPH": "derivation",
    "R:SPELL": "spelling",
    "R:VERB": "choice",
    "R:NOUN": "choice",
}


def kinds_of(tokens: Sequence[str], edit: M2Edit) -> Iterator[str]:
    """The kinds of errors that an edit of ErAConD undoes; none for what we do not inject."""
    source, target = tokens[edit.start : edit.end], edit.correction.split()
    before, after = [word.lower() for word in source], [word.lower() for word in target]
    if before == after:
        for old, new in zip(source, target, strict=True):
            if old != new:
                yield _case(old, new, edit.start == 0)
        return
    if not before and after and after[-1] in _ENDS:
        yield "end.omit"
        after = after[:-1]
    if not before and after == [","]:
        yield "comma.omit"
    elif before == [","] and not after:
        yield "comma.add"
    elif len(before) == len(after) == 1 and before[0] in _ENDS and after[0] in _ENDS:
        yield "end.swap"
    elif _letters(before) == _letters(after) and before:
        yield from _spaces(source, target, edit.start == 0)
    elif len(before) <= 1 and len(after) <= 1 and before + after:
        kind = _word_kind(edit.type, before[0] if before else "", after[0] if after else "")
        if kind:
            yield kind


def _case(old: str, new: str, first: bool) -> str:
    if old == "i":
        return "capitals.first" if first else "capitals.i"
    if first:
        return "capitals.first"
    return "capitals.name" if new[:1].isupper() else "capitals.added"


def _letters(words: Iterable[str]) -> str:
    return "".join(words).replace("'", "").replace("’", "").replace("-", "")


def _spaces(source: Sequence[str], target: Sequence[str], first: bool) -> Iterator[str]:
    """Apostrophes, hyphens and spaces; `i m` besides lacks a capital."""
    written, meant = "".join(source), "".join(target)
    if "'" in meant and "'" not in written:
        is_clitic = not _CLITICS.isdisjoint(word.lower() for word in target)
        yield "apostrophe.omit" if is_clitic else "possessive.apostrophe"
    elif "'" in written and "'" not in meant:
        yield "apostrophe.added"
    elif "-" in meant and "-" not in written:
        yield "hyphen"
    elif len(source) > len(target):
        yield "space.added"
    elif len(source) < len(target):
        yield "space.missing"
    if written[:1].islower() and meant[:1].isupper():
        yield "capitals.first" if first else "capitals.i"


def _word_kind(type_: str, before: str, after: str) -> str | None:
    if type_ == "M:DET":
        return "article.omit" if after in _ARTICLES else None
    if type_ == "R:DET":
        if {before, after} == {"a", "an"}:
            return "article.sound"
        return "article.swap" if {before, after} <= _ARTICLES else "quantifier"
    if type_ == "R:NOUN:NUM":
        return "noun.singular" if len(after) > len(before) else "noun.plural"
    if type_ in ("M:VERB", "M:VERB:TENSE"):
        return "verb.be" if after in _BE else "verb.have" if after in _HAVE else None
    if type_ in ("U:VERB", "U:VERB:TENSE"):
        return "verb.be.add" if before in _BE else None
    return _BY_TYPE.get(type_)


def tagged(
    sentences: Sequence[Sequence[str]],
) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    """Sentences with their tags."""
    return zip(sentences, Tagger.load().tag_many(sentences), strict=True)


def masc() -> list[list[str]]:
    """The tokens of the sentences of MASC that may be injected."""
    model = ReferenceModel.load("default")
    path = shared_data.existing("reference", "masc_written.txt")
    lines = path.read_text("utf-8").splitlines()
    lines = lines[: int(len(lines) * INJECTED)]
    found = ([token.surface for token in model.tokens(line)] for line in lines)
    return [words for words in found if words]


def measured() -> str:
    """The file's text."""
    text = masc()
    native, tokens = opportunities(tagged(text)), sum(map(len, text))
    sentences = read_without_blank_tokens(shared_data.existing("gec", "eracond.m2"))
    errors = Counter(
        kind
        for sentence in sentences
        for edit in sentence.annotations[0]
        for kind in kinds_of(sentence.tokens, edit)
    )
    right = [corrected(each.tokens, each.annotations[0]) for each in sentences]
    chat = opportunities(tagged([words for words in right if words]))
    pairs: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for sentence in sentences:
        for edit in sentence.annotations[0]:
            before, after = sentence.tokens[edit.start : edit.end], edit.correction.split()
            if edit.type == "R:PREP" and len(before) == len(after) == 1:
                pairs[after[0].lower()][before[0].lower()] += 1
    lines = [
        "# Made by pipelines/learner_rates.py; do not edit.",
        "",
        "# Opportunities for each kind of error in 1,000 tokens of MASC's written texts.",
        "[opportunities]",
        *(f'"{kind}" = {1000 * native[kind] / tokens:.3f}' for kind in sorted(native)),
        "",
        "# Chat: errors and opportunities in ErAConD (Yuan et al., 2022; MIT licence).",
        "[chat]",
        *(f'"{kind}" = [{errors[kind]}, {chat.get(kind, 0.0):.1f}]' for kind in sorted(errors)),
        "",
        "# Prepositions of ErAConD: the right one, and what was written how often.",
        "[prepositions]",
        *(_row(right, row) for right, row in sorted(pairs.items())),
    ]
    return "\n".join(lines) + "\n"


def _row(right: str, wrongs: Counter[str]) -> str:
    counts = ", ".join(f'"{wrong}" = {count}' for wrong, count in sorted(wrongs.items()))
    return f'"{right}" = {{ {counts} }}'


def main() -> None:
    """Measure and write."""
    with atomic_write(OUT) as stream:
        stream.write(measured().encode("utf-8"))


if __name__ == "__main__":
    main()
