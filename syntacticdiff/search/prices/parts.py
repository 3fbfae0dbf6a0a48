"""The parts of a candidate edit from which cues are made, each a number with a text to read.

This is the definition; native/prices.cpp computes the same numbers. A part that does not apply to
an edit is missing, and so are the cues of every template that asks for it. Words and tags enter as
hashes, everything else as small numbers from 1.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from syntacticdiff.edits.diff import OPERATIONS, edit_name
from syntacticdiff.reference.scorer import ONE_BIT
from syntacticdiff.search.hypothesis import INSERT, REMOVE, SUB, Step
from syntacticdiff.search.prices.surroundings import (
    FINITE,
    NOBODY,
    NOUN,
    POINTING,
    VERB,
    Surroundings,
    tag_kinds,
)
from syntacticdiff.search.prices.traits import PATTERNS, WordTraits
from syntacticdiff.syntax.hashing import feature, text_hash
from syntacticdiff.text.spelling import damerau_levenshtein
from syntacticdiff.text.word_classes import EDGE

# In the order in which the extension numbers them.
PARTS = (
    *("type", "kind", "tags", "gain", "gain2", "gain1", "about", "opinion", "about-opinion"),
    *("word-1", "tag-1", "tag+1"),
    *("vowel+1", "first", "last", "first-tag", "length", "unlisted", "finite"),
    *("subject-tag", "subject-word", "determiner", "leader", "noun-tag", "has-article"),
    *("distance", "same-letter", "listed", "source-count", "target-count", "ending"),
    *("written", "share"),
)

NONE = 255  # the step of a gain or an opinion that is not known
OPINION_BIT = 1 << 10  # opinions are in units of 2^-10 bit
_UP = (-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 16.0)
GAIN_STEPS = (-6.0, -4.0, -3.0, -2.0, *_UP)  # bits at which a new step begins
OPINION_STEPS = (-10.0, -8.0, -6.0, -4.0, -3.0, -2.0, *_UP)
ABOUT_STEPS = (-4.0, -2.0, 0.0, 2.0, 4.0, 7.0, 11.0)
ABOUT_OPINION_STEPS = (-7.0, *ABOUT_STEPS)
LENGTH_STEPS = (4, 7, 11, 16, 22, 30, 45)  # tokens
MOST_UNLISTED = 3
MOST_FINITE = 2
MOST_DISTANCE = 3  # letters
_LONGEST = 40  # of longer words, letters are not compared
_LEAST_STEM = 2  # letters that two words must begin with to be called forms of one word
_TAGS = 1 << 20  # beyond the numbers of templates: the two tags of an edit make one part
_LEADER = _TAGS + 1  # and so do `of` and the word before it


class Part(NamedTuple):
    """A value, and what it means to a reader."""

    value: int
    text: str


class Opinions(Protocol):
    """What a second model says of one sentence, in units of 2^-10 bit; None if it cannot tell."""

    def sub(self, position: int, source: str, target: str) -> int | None:
        """How much likelier the target is than the source at a token."""
        ...

    def insert(self, position: int, word: str) -> int | None:
        """How much likelier the word is in a gap than none."""
        ...

    def remove(self, position: int, word: str) -> int | None:
        """How much likelier no word is in the place of this one."""
        ...


@dataclass(frozen=True)
class DescribedSentence:
    """A sentence with all that parts are made from.

    Parameters
    ----------
    words : sequence of WordTraits
        Its tokens.
    around : Surroundings
        Its tags and heads.
    opinions : Opinions or None, default None
        The second opinion, if there is one.
    """

    words: Sequence[WordTraits]
    around: Surroundings
    opinions: Opinions | None = None


def edit_parts(
    sentence: DescribedSentence,
    step: Step,
    target: WordTraits | None,
    gains: Sequence[int | None],
) -> dict[str, Part]:
    """The parts of one edit.

    Parameters
    ----------
    sentence : DescribedSentence
        The sentence.
    step : Step
        The edit.
    target : WordTraits or None
        The word that is put in; None for a removal.
    gains : sequence of int or None
        What the edit alone saves, in units of 2^-20 bit: under the whole model, under its n-grams
        of up to two words, of one word; None if that is not known.
    """
    parts = {
        **_place_parts(sentence, step),
        **_head_parts(sentence, step, target),
        **_change_parts(sentence, step, target),
    }
    for name, gain in zip(("gain", "gain2", "gain1"), gains, strict=True):
        parts[name] = _bits_step(gain, GAIN_STEPS, ONE_BIT)
    parts["about"] = _bits_step(gains[0], ABOUT_STEPS, ONE_BIT)
    opinion = _opinion(sentence, step, target)
    parts["opinion"] = _bits_step(opinion, OPINION_STEPS, OPINION_BIT)
    parts["about-opinion"] = _bits_step(opinion, ABOUT_OPINION_STEPS, OPINION_BIT)
    return parts


def edit_kind(op: int, source: WordTraits | None, target: WordTraits | None) -> str:
    """The edit itself, or, of a word of an open class, how its ending changes.

    Parameters
    ----------
    op : int
        The operation's number.
    source, target : WordTraits or None
        The word that goes and the word that comes.
    """
    old, new = "" if source is None else source.text, "" if target is None else target.text
    if source is not None and target is not None and old == new:
        return edit_name("sub", PATTERNS[source.pattern], PATTERNS[target.pattern])
    if op != SUB or (source is not None and source.closed):
        return edit_name(OPERATIONS[op], old, new)
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    if same < _LEAST_STEM:
        return "sub(*)"
    return edit_name("sub", f"-{old[same:]}", f"-{new[same:]}")


def edit_type(op: int, source: WordTraits | None, target: WordTraits | None) -> str:
    """The operation, and for a substitution how the words are related: `sub:spell`."""
    if source is None or target is None:
        word = source or target
        assert word is not None
        kind = "punctuation" if word.punctuation else "closed" if word.closed else "open"
        return f"{OPERATIONS[op]}:{kind}"
    if source.text == target.text:
        return "sub:case"
    if " " in target.text:
        return "sub:several"
    if not source.listed:
        return "sub:spell"
    return "sub:closed" if source.closed and target.closed else "sub:form"


def letters_apart(source: str, target: str) -> int:
    """The Damerau-Levenshtein distance of two words, at most 3; 3 for very long ones."""
    if max(len(source), len(target)) > _LONGEST:
        return MOST_DISTANCE
    return min(damerau_levenshtein(source, target), MOST_DISTANCE)


def _place_parts(sentence: DescribedSentence, step: Step) -> dict[str, Part]:
    """Neighbours, and where in the sentence the edit is."""
    words, around = sentence.words, sentence.around
    tags = around.tags
    at, size = step.position, len(words)
    behind = at + (step.rank != INSERT)
    unlisted = min(sum(not word.listed for word in words), MOST_UNLISTED)
    return {
        "word-1": _text(words[at - 1].text if at > 0 else EDGE),
        "tag-1": _text(tags[at - 1] if at > 0 else EDGE),
        "tag+1": _text(tags[behind] if behind < size else EDGE),
        "vowel+1": _yes_or_no(behind < size and words[behind].vowel),
        "first": _yes_or_no(at == 0),
        "last": _yes_or_no(behind == size),
        "first-tag": _text(tags[0] if tags else EDGE),
        "length": _number(1 + bisect_right(LENGTH_STEPS, size)),
        "unlisted": _number(1 + unlisted),
        "finite": _number(1 + min(around.number_of(FINITE), MOST_FINITE)),
    }


def _head_parts(
    sentence: DescribedSentence, step: Step, target: WordTraits | None
) -> dict[str, Part]:
    """What the parser's heads say: of the token, or of the token behind the gap."""
    around, words = sentence.around, sentence.words
    at, change = step.position, step.rank != INSERT
    if at == len(words):
        return {}
    parts: dict[str, Part] = {}
    # The word that is put in may be a verb or a noun where the tagger, misled, saw none.
    kinds = 0 if target is None else tag_kinds(target.tag)
    if change:
        kinds |= tag_kinds(around.tags[at])
    if kinds & VERB:
        subject = around.subject(at)
        parts["subject-tag"] = _text(EDGE if subject == NOBODY else around.tags[subject])
        if subject != NOBODY and around.is_a(subject, POINTING):
            parts["subject-word"] = _text(words[subject].text)
    if change and kinds & NOUN:
        parts["determiner"] = _text(_word_or_tag(sentence, around.determiner(at)))
    if change and kinds & VERB:
        parts["leader"] = _text(_word_or_tag(sentence, around.leader_of_verb(at)))
    elif change and kinds & NOUN:
        found = around.leader_of_noun(at)
        if found > 0 and words[found].text == "of":
            before = _word_or_tag(sentence, found - 1)
            parts["leader"] = Part(feature(_LEADER, text_hash(before)), f"{before} of")
        else:
            parts["leader"] = _text(_word_or_tag(sentence, found))
    noun = around.noun_of(at) if change else around.phrase_noun(at)
    parts["noun-tag"] = _text(around.tags[noun])
    article = around.article(noun, at if change else NOBODY)
    parts["has-article"] = _number(1 if article == NOBODY else 2 + (article >= at))
    return parts


def _word_or_tag(sentence: DescribedSentence, token: int) -> str:
    """A word of a closed class by itself, another by its tag."""
    if token == NOBODY:
        return EDGE
    word = sentence.words[token]
    return word.text if word.closed else sentence.around.tags[token]


def _change_parts(
    sentence: DescribedSentence, step: Step, target: WordTraits | None
) -> dict[str, Part]:
    """The edit by itself."""
    at, rank = step.position, step.rank
    source = None if rank == INSERT else sentence.words[at]
    tag = "" if source is None else sentence.around.tags[at]
    new_tag = "" if target is None else target.tag
    parts = {
        "type": _text(edit_type(rank, source, target)),
        "kind": _text(edit_kind(rank, source, target)),
        "tags": Part(
            feature(_TAGS, rank, text_hash(tag), text_hash(new_tag)),
            edit_name(OPERATIONS[rank], tag, new_tag),
        ),
    }
    if source is not None:
        parts["ending"] = _text(source.ending)
    if source is not None and target is not None:
        distance = letters_apart(source.text, target.text)
        parts |= {
            "distance": _number(1 + distance),
            "same-letter": _yes_or_no(source.text[:1] == target.text[:1]),
            "listed": _yes_or_no(source.listed),
            "source-count": _number(1 + source.frequency),
            "target-count": _number(1 + target.frequency),
        }
        if source.text == target.text:
            parts["written"] = Part(1 + source.pattern, PATTERNS[source.pattern])
            parts["share"] = _number(1 + source.capital)
    return parts


def _opinion(sentence: DescribedSentence, step: Step, target: WordTraits | None) -> int | None:
    opinions, at = sentence.opinions, step.position
    if opinions is None:
        return None
    if step.rank == REMOVE:
        return opinions.remove(at, sentence.words[at].text)
    assert target is not None
    if " " in target.text:
        return None
    if step.rank == INSERT:
        return opinions.insert(at, target.text)
    source = sentence.words[at].text
    return None if source == target.text else opinions.sub(at, source, target.text)


def _text(text: str) -> Part:
    return Part(text_hash(text), text)


def _number(value: int) -> Part:
    return Part(value, str(value))


def _yes_or_no(value: bool) -> Part:
    return Part(2 if value else 1, "yes" if value else "no")


def _bits_step(units: int | None, steps: Sequence[float], one: int) -> Part:
    """The step of a number of bits, from 1, with its limits for people."""
    if units is None:
        return Part(NONE, "none")
    step = bisect_right(steps, units / one)
    if step == 0:
        return Part(1, f"<{steps[0]:g}")
    above = f"..{steps[step]:g}" if step < len(steps) else "+"
    return Part(1 + step, f"{steps[step - 1]:g}{above}")
