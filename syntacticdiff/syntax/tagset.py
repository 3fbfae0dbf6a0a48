"""Universal parts of speech for the Penn Treebank's tags, as English treebanks of UD have them."""

from __future__ import annotations

_BY_UPOS = {
    "ADJ": "JJ JJR JJS",
    "ADP": "IN RP",
    "ADV": "RB RBR RBS WRB",
    "AUX": "MD",
    "CCONJ": "CC",
    "DET": "DT PDT",
    "INTJ": "UH",
    "NOUN": "NN NNS",
    "NUM": "CD LS",
    "PART": "POS TO",
    "PRON": "EX PRP PRP$ WDT WP WP$",
    "PROPN": "ADD NNP NNPS",
    "PUNCT": "'' , -LRB- -RRB- . : HYPH NFP ``",
    "SYM": "$ SYM",
    "VERB": "VB VBD VBG VBN VBP VBZ",
    "X": "AFX FW GW",
}
_UPOS = {tag: upos for upos, tags in _BY_UPOS.items() for tag in tags.split()}


def matching_tags(pattern: str) -> tuple[str, ...]:
    """The tags that a pattern stands for: a tag, or the beginning of tags with `*` behind it.

    Only tags that are letters count; those of punctuation are spelled like it.

    Examples
    --------
    >>> matching_tags("JJ*"), matching_tags("DT"), matching_tags("the")
    (('JJ', 'JJR', 'JJS'), ('DT',), ())
    """
    beginning = pattern.removesuffix("*")
    if not beginning.rstrip("$").isalpha():
        return ()
    if beginning == pattern:
        return (pattern,) if pattern in _UPOS else ()
    return tuple(tag for tag in _UPOS if tag.startswith(beginning))


def is_tag_pattern(text: str) -> bool:
    """Whether a text is a tag, or the beginning of tags with `*` behind it."""
    return bool(matching_tags(text))


def universal_tag(tag: str) -> str:
    """The universal part of speech of a Penn tag; `X` for a tag that is unknown.

    Parameters
    ----------
    tag : str
        A tag of the Penn Treebank.
    """
    return _UPOS.get(tag, "X")
