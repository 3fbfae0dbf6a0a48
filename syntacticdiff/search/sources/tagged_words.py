"""Words by their tags: what the tagger makes of a word that stands alone.

English only, as the tagger is. In a sentence a word may have another tag; a list of candidates
needs one that does not depend on the sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from syntacticdiff.errors import UsageError
from syntacticdiff.search.sources.known_words import KnownWords
from syntacticdiff.syntax.tagger import Tagger
from syntacticdiff.syntax.tagset import matching_tags


@lru_cache(1)
def shipped_tagger() -> Tagger:
    """The tagger that is part of the package."""
    return Tagger.load()


def tagged_words(argument: str, known: KnownWords, parameter: str) -> Sequence[str]:
    """`"tags:TAG"`."""
    wanted = matching_tags(argument)
    if not wanted:
        raise UsageError(
            f'{parameter}: tags:TAG takes a tag of the Penn Treebank, not "{argument}"; '
            "for instance tags:DT, tags:DT+IN or tags:VB*"
        )
    tagger = shipped_tagger()
    return [word for word in known if tagger.tag_alone(word) in wanted]
