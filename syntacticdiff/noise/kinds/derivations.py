"""Word forms across parts of speech: importance for important, economy for economic."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from syntacticdiff.noise.draft import Draft
from syntacticdiff.noise.lexis import Lexis
from syntacticdiff.noise.proposal import Proposal, Table
from syntacticdiff.syntax.forms import capitalized_like

# Endings of an adjective or noun, and of a word of another class with the same stem.
_ENDINGS = (
    ("ence", "ent"),
    ("ance", "ant"),
    ("ency", "ent"),
    ("ility", "le"),
    ("ness", ""),
    ("iness", "y"),
    ("ful", ""),
    ("al", ""),
    ("ical", "y"),
    ("ic", "y"),
    ("ous", ""),
    ("ion", "e"),
    ("ation", "e"),
    ("ition", "e"),
    ("ment", ""),
    ("ive", "ion"),
    ("ist", "ism"),
    ("able", ""),
)
_IRREGULAR = Table(
    """
death: dead, die
dead: death, die
die: dead
health: healthy 2
healthy: health 2
true: truth
truth: true
success: succeed, successful
successful: success
safety: safe
safe: safety
choice: choose
strength: strong
strong: strength
length: long
high: height
life: live
belief: believe
difference: different, differ
different: difference 2, differ
important: importance 2
importance: important
pollution: polluted, pollute
independent: independence
confident: confidence
confidence: confident
convenient: convenience
convenience: convenient
addicted: addict, addiction
economic: economy, economical
economy: economic
politics: political
political: politics, politic
science: scientific
scientific: science
knowledge: know
analysis: analyze
dangerous: danger
danger: dangerous
beautiful: beauty
beauty: beautiful
famous: fame
noisy: noise
angry: anger
hungry: hunger
lucky: luck
tired: tire
married: marry
used: use 2
"""
).rows
_SHORTEST = 5
_CLASSES = frozenset(("NN", "JJ"))


def derivations(draft: Draft, place: int, lexis: Lexis) -> Iterator[Proposal]:
    """Words of another class that a learner may write for this one."""
    tag, word = draft.tags[place], draft.lower[place]
    if tag not in _CLASSES and word not in _IRREGULAR:
        return
    if word in _IRREGULAR:
        written = draft.words[place]
        wrongs = {capitalized_like(written, wrong): n for wrong, n in _IRREGULAR[word].items()}
        yield Proposal("derivation", 2.0, wrongs)
    elif len(word) >= _SHORTEST and word.isalpha():
        related = _related(word, lexis)
        if related:
            written = draft.words[place]
            yield Proposal(
                "derivation", 1.0, {capitalized_like(written, wrong): 1.0 for wrong in related}
            )


@lru_cache(1 << 16)
def _related(word: str, lexis: Lexis) -> tuple[str, ...]:
    """Common words with the same stem and another ending."""
    found = []
    for first, second in _ENDINGS:
        for old, new in ((first, second), (second, first)):
            if not old and (new in ("th", "er", "al", "y", "ed") or word.endswith(("e", "y"))):
                continue  # too many chance hits: `part` and `party`
            if word.endswith(old) and len(stem := word.removesuffix(old)) >= 4:
                other = stem + new
                if other != word and lexis.is_common(other):
                    found.append(other)
    return tuple(dict.fromkeys(found))
