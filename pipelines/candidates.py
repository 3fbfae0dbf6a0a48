"""Which of the annotators' edits are candidates at all: an edit that is none is never found.

    python pipelines/candidates.py

For every edit of CoNLL-2013 (types of NUCLE), ErAConD and CWEB (types of ERRANT): can candidate
edits together turn the annotated tokens into one of its corrections? Changes of word order and of
whole phrases cannot be made. Writes results/candidates.md and .json. Where the data is: see
shared_data.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import shared_data
from edit_types import read_without_blank_tokens

from syntacticdiff import SyntacticDiff
from syntacticdiff.alignment import M2Edit, M2Sentence
from syntacticdiff.edits import OPERATIONS
from syntacticdiff.files import atomic_write
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.search import Candidates
from syntacticdiff.text import CLOSED_CLASSES, SpellingIndex

COMMAND = "python pipelines/candidates.py"
CORPORA = {
    "CoNLL-2013": "conll2013.m2",
    "ErAConD": "eracond.m2",
    "CWEB-G dev": "cweb-g.dev.m2",
}
MIN_COUNT = 5
LONG_WORD = 7
MOST_SPELLINGS = 10
FEWEST = 10  # edits of a type that gets a row of its own
WORDS, MARKS = "function-words", "function-words+punctuation"
QUOTES = "function-words+punctuation+quotes"
EARLIER = "the earlier sources"
ALL = "all"
SENTENCE_ENDS = frozenset(".?!")
KEPT, INSERTED, REMOVED = "kept", "inserted", "removed"


def same_class(word: str) -> list[str]:
    """The earlier `confusions`: determiners, prepositions and auxiliaries, and no marks."""
    classes = [CLOSED_CLASSES[name] for name in ("DET", "PREP", "AUX")]
    return [other for words in classes if word in words for other in sorted(words)]


def unknown_spelling(model: ReferenceModel) -> Callable[[str], list[str]]:
    """The earlier `spelling`: only words that the reference does not know, and no dictionary."""
    lexicon = model.lexicon
    assert lexicon.counts is not None
    known = [
        word
        for word, count in zip(lexicon.words(), lexicon.counts, strict=True)
        if count >= MIN_COUNT and any(map(str.isalpha, word))
    ]
    index = SpellingIndex(known)

    def spelled(word: str) -> list[str]:
        letters = sum(map(str.isalpha, word))
        if not letters or lexicon.id(word):
            return []
        near = index.nearest(word, 2 if letters >= LONG_WORD else 1, MOST_SPELLINGS)
        return [*index.variants(word), *near]

    return spelled


def source_sets(model: ReferenceModel) -> dict[str, dict[str, Any]]:
    """The settings whose candidates are compared, each with one source more."""
    earlier: list[Any] = ["inflections", same_class, unknown_spelling(model)]
    spelled = "inflections+confusions+spelling"
    sets: dict[str, tuple[Any, str]] = {
        EARLIER: (earlier, WORDS),
        "spelling by a dictionary, marks for marks": (spelled, WORDS),
        "and contractions": (f"{spelled}+contractions", WORDS),
        "and homophones": (f"{spelled}+contractions+homophones", WORDS),
        "and punctuation": (f"{spelled}+contractions+homophones", MARKS),
        ALL: (f"{spelled}+contractions+homophones+capitals", MARKS),
        "with quotes and hyphens, too": (f"{spelled}+contractions+homophones+capitals", QUOTES),
    }
    return {
        name: {"substitutions": substitutions, "insertions": words, "removals": words}
        for name, (substitutions, words) in sets.items()
    }


class Makeable:
    """What the candidates of one sentence can make."""

    def __init__(self, tokens: Sequence[str], candidates: Candidates) -> None:
        self.tokens, self._candidates = tokens, candidates

    @cached_property
    def _offers(self) -> tuple[set[str], set[int], dict[int, list[str]]]:
        """The words that are inserted, the tokens that are removed, and substitutes of tokens."""
        inserted: set[str] = set()
        removed: set[int] = set()
        substitutes: dict[int, list[str]] = {}
        columns = (self._candidates.positions, self._candidates.operations)
        rows = zip(*(column.tolist() for column in columns), self._candidates.targets, strict=True)
        for position, operation, target in rows:
            if OPERATIONS[operation] == "insert":
                inserted.add(target)
            elif OPERATIONS[operation] == "remove":
                removed.add(position)
            else:
                substitutes.setdefault(position, []).append(target)
        return inserted, removed, substitutes

    def can_make(self, edit: M2Edit) -> bool:
        """Whether some of an edit's corrections can be made."""
        return any(self._makes(edit.start, edit.end, c.split()) for c in edit.corrections)

    def _makes(self, start: int, end: int, words: Sequence[str]) -> bool:
        """Whether tokens `start` to `end` can become these words, a word inserted in each gap.

        A word that is inserted and another that is removed beside it are no substitution.
        """
        inserted, removed, substitutes = self._offers

        @lru_cache(None)
        def makes(at: int, made: int, before: str) -> bool:
            """Whether the rest can be made; `before` is what was done last."""
            if at == end and made == len(words):
                return True
            put_in = made < len(words) and words[made].lower() in inserted
            if put_in and before == KEPT and makes(at, made + 1, INSERTED):
                return True
            if at == end:
                return False
            if at in removed and before != INSERTED and makes(at + 1, made, REMOVED):
                return True
            begins = made == 0 == start or (made > 0 and words[made - 1] in SENTENCE_ENDS)
            stays = made < len(words) and self._stays(at, words[made], begins)
            if stays and makes(at + 1, made + 1, KEPT):
                return True
            return any(
                makes(at + 1, made + len(tokens), KEPT)
                for tokens in (target.split(" ") for target in substitutes.get(at, ()))
                if _same(tokens, words[made : made + len(tokens)], self.tokens[at])
            )

        return makes(start, 0, KEPT)

    def _stays(self, at: int, word: str, begins: bool) -> bool:
        """Whether a token is the word already; rewriting gives a new first word its capital."""
        token = self.tokens[at]
        return token == word or (begins and at > 0 and token.lower() == word.lower())


def _same(tokens: Sequence[str], words: Sequence[str], source: str) -> bool:
    """Whether a substitute is these words; capitals count where nothing else changes."""
    if " ".join(tokens).lower() == source.lower():
        return list(tokens) == list(words)
    return [token.lower() for token in tokens] == [word.lower() for word in words]


@dataclass(frozen=True)
class Coverage:
    """How many edits of each type are candidates, with one set of sources."""

    corpus: str
    sources: str
    edits: dict[str, int]
    covered: dict[str, int]
    candidates_per_token: float

    @property
    def share(self) -> float:
        """Of all edits."""
        return sum(self.covered.values()) / sum(self.edits.values())


def coverage(
    corpus: str, sources: str, differ: SyntacticDiff, sentences: Sequence[M2Sentence]
) -> Coverage:
    """What the candidates of a differ cover."""
    edits: Counter[str] = Counter()
    covered: Counter[str] = Counter()
    rows = tokens = 0
    for sentence in sentences:
        candidates = differ.candidates(sentence.tokens, ())
        rows += len(candidates)
        tokens += len(sentence.tokens)
        makeable = Makeable(sentence.tokens, candidates)
        for edit in sentence.edits:
            if not edit.is_noop:
                edits[edit.type] += 1
                covered[edit.type] += makeable.can_make(edit)
    return Coverage(corpus, sources, dict(edits), dict(covered), rows / tokens)


def page(results: Sequence[Coverage]) -> Iterator[str]:
    """The Markdown page."""
    yield from (
        "# Which of the annotators' edits are candidates",
        "",
        f"`{COMMAND}` made this page. An edit counts if candidate edits together make one of its",
        "corrections; changes of word order and of whole phrases cannot be made. Capitals count",
        "where they alone are corrected. What was left out in CoNLL-2013 and ErAConD was looked at",
        "once: shorthand, a few pronouns, marks for other marks and the least share of capitals",
        "came of it. CWEB was not looked at.",
        "",
    )
    corpora = list(dict.fromkeys(result.corpus for result in results))
    yield f"| sources | {' | '.join(corpora)} | candidates per token |"
    yield f"|---|{'---|' * len(corpora)}---|"
    for sources in dict.fromkeys(result.sources for result in results):
        own = [result for result in results if result.sources == sources]
        shares = " | ".join(f"{100 * result.share:.1f}%" for result in own)
        yield f"| {sources} | {shares} | {own[0].candidates_per_token:.0f} |"
    for corpus in corpora:
        earlier, every = (
            next(r for r in results if r.corpus == corpus and r.sources == name)
            for name in (EARLIER, ALL)
        )
        yield from ("", f"## {corpus}, by type", "", "| type | edits | earlier | all |")
        yield "|---|---|---|---|"
        common = [kind for kind, count in Counter(every.edits).most_common() if count >= FEWEST]
        rare = [kind for kind in every.edits if kind not in common]
        for name, kinds in ((kind, [kind]) for kind in common):
            yield _row(name, kinds, earlier, every)
        if rare:
            yield _row(f"{len(rare)} rarer types", rare, earlier, every)
        yield _row("all", list(every.edits), earlier, every)


def _row(name: str, kinds: Sequence[str], *results: Coverage) -> str:
    count = sum(results[0].edits[kind] for kind in kinds)
    shares = [sum(result.covered[kind] for kind in kinds) / count for result in results]
    return f"| {name} | {count} | {' | '.join(f'{100 * share:.0f}%' for share in shares)} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description="Measure which gold edits are candidates.")
    parser.add_argument("--out", type=Path, default=shared_data.PROJECT / "results")
    options = parser.parse_args(arguments)
    try:
        corpora = {
            name: read_without_blank_tokens(shared_data.existing("gec", file))
            for name, file in CORPORA.items()
        }
    except shared_data.MissingDataError as error:
        print(error, file=sys.stderr)
        return 1
    model = ReferenceModel.load("default")
    results = []
    for sources, settings in source_sets(model).items():
        differ = SyntacticDiff(model, search="sweep", min_count=MIN_COUNT, **settings)
        for corpus, sentences in corpora.items():
            results.append(coverage(corpus, sources, differ, sentences))
            print(f"{sources}, {corpus}: {100 * results[-1].share:.1f}%", file=sys.stderr)
    plain = [asdict(result) | {"share": result.share} for result in results]
    with atomic_write(options.out / "candidates.json") as stream:
        stream.write((json.dumps(plain, indent=1) + "\n").encode())
    with atomic_write(options.out / "candidates.md") as stream:
        stream.write("".join(f"{line}\n" for line in page(results)).encode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
