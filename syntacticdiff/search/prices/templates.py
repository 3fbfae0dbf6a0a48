"""The templates of cues: which parts of a candidate edit are looked at together.

A cue is a 64-bit number that a template's number and the values of its parts make (`feature` of
syntax/hashing.py); where a part is missing, there is no cue. `parts` says what the parts are. The
table goes into the file of learned prices and from there into the native engine: a new template is
one line here, with a new number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from syntacticdiff.errors import UsageError
from syntacticdiff.search.prices.parts import PARTS, Part
from syntacticdiff.syntax.hashing import feature

MOST_TEMPLATES = 255  # so that sums of weights stay far from 2^31
MOST_NUMBER = 1 << 16
MOST_PARTS = 6


class Template(NamedTuple):
    """Parts that make one cue together.

    Parameters
    ----------
    number : int
        Tells its cues from those of other templates; it never changes.
    parts : tuple of str
        Names of `PARTS`.
    model_specific : bool, default False
        Whether its weights hold only for the reference that they were learned with.
    """

    number: int
    parts: tuple[str, ...]
    model_specific: bool = False

    @property
    def name(self) -> str:
        """Its parts, for people."""
        return " ".join(self.parts)


TEMPLATES = tuple(
    Template(number, tuple(parts.split()), "count" in parts)
    for number, parts in (
        # What the reference and the second opinion say
        (0, "type"),
        (1, "type gain"),
        (2, "type gain2"),
        (3, "type gain1"),
        (4, "type opinion"),
        (5, "type about about-opinion"),
        (6, "type gain opinion"),
        (7, "kind"),
        (8, "kind gain"),
        (9, "kind opinion"),
        (10, "kind about about-opinion"),
        (11, "tags"),
        (12, "tags about"),
        (13, "tags about-opinion"),
        # Tags
        (22, "kind tag-1"),
        (23, "kind tag+1"),
        (31, "kind vowel+1"),
        # Places
        (32, "kind first"),
        (33, "kind last"),
        (34, "kind last first-tag"),
        (36, "type unlisted"),
        (53, "kind last finite"),
        (54, "kind last finite length"),
        (55, "kind last word-1"),
        # Heads
        (38, "kind subject-tag"),
        (39, "kind subject-word"),
        (40, "tags subject-tag"),
        (41, "kind determiner"),
        (42, "tags determiner"),
        (43, "kind noun-tag has-article"),
        (56, "kind leader"),
        (57, "tags leader"),
        (58, "tags leader about-opinion"),
        # Spelling
        (47, "type distance same-letter"),
        (48, "type listed"),
        (49, "type source-count target-count"),
        (50, "type distance about about-opinion"),
        (51, "tags ending"),
        # Capitals
        (52, "type written share first"),
    )
)


def checked_templates(templates: Sequence[Template]) -> tuple[Template, ...]:
    """The templates, if their numbers differ and their parts exist."""
    numbers = [template.number for template in templates]
    fine = len(set(numbers)) == len(numbers) <= MOST_TEMPLATES and all(
        0 <= template.number < MOST_NUMBER
        and 1 <= len(template.parts) <= MOST_PARTS
        and all(name in PARTS for name in template.parts)
        for template in templates
    )
    if not fine:
        raise UsageError("prices: templates of parts that this version does not know")
    return tuple(templates)


def cues(templates: Sequence[Template], parts: Mapping[str, Part]) -> Iterator[int]:
    """The cues of one edit."""
    for number, names, _ in templates:
        if all(name in parts for name in names):
            yield feature(number, *(parts[name].value for name in names))


def cue_names(templates: Sequence[Template], parts: Mapping[str, Part]) -> Iterator[str]:
    """The names of the same cues, in the same order: `insert(the) | tag+1=NN`."""
    for _, names, _ in templates:
        if all(name in parts for name in names):
            yield " | ".join(
                parts[name].text if name in _SPEAKS else f"{name}={parts[name].text}"
                for name in names
            )


_SPEAKS = ("type", "kind", "tags")  # parts whose values can be read without their names
