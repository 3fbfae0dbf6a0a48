"""Words joined by hyphens: treebanks of UD take them apart, our tokenizer does not.

A parser that will read our tokens learns from such sentences both ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from syntacticdiff.syntax.treebank import EMPTY, ROOT, TreebankSentence, Word

_HYPHEN = "HYPH"
_MODIFIERS = ("amod", "compound", "nummod", "nmod:unmarked")


def joined_hyphens(sentence: TreebankSentence) -> TreebankSentence | None:
    """The sentence with words that hyphens join as one word; None if there are none.

    Such a word depends on what its parts depend on. Its tag is that of its last part, or `JJ`
    where it modifies a noun behind it.
    """
    groups = _groups(sentence.words)
    if all(len(group) == 1 for group in groups):
        return None
    place_of = {old: new for new, group in enumerate(groups) for old in group}
    words = []
    for group in groups:
        [top] = _tops(sentence.words, group)
        head = sentence.words[top].head
        word = replace(
            sentence.words[top],
            head=head if head is None or head == ROOT else place_of[head],
            deps=EMPTY,
        )
        if len(group) > 1:
            parts = [sentence.words[place] for place in group]
            modifies = word.deprel in _MODIFIERS and head is not None and head > group[-1]
            word = replace(
                word,
                form="".join(part.form for part in parts),
                lemma="".join(part.lemma for part in parts),
                xpos="JJ" if modifies else parts[-1].xpos,
            )
        words.append(word)
    return TreebankSentence(tuple(words), line=sentence.line)


def _groups(words: Sequence[Word]) -> list[list[int]]:
    """The places of the words that become one, as far as one of them is head of the others."""
    groups = [[0]]
    for place in range(1, len(words)):
        before = words[place - 1]
        joins = _HYPHEN in (words[place].xpos, before.xpos) and "SpaceAfter=No" in before.misc
        if joins:
            groups[-1].append(place)
        else:
            groups.append([place])
    return [
        part
        for group in groups
        for part in (
            [group]
            if len(group) > 2 and words[group[-1]].xpos != _HYPHEN and len(_tops(words, group)) == 1
            else [[place] for place in group]
        )
    ]


def _tops(words: Sequence[Word], group: Sequence[int]) -> list[int]:
    """The words of a group whose heads are outside of it."""
    return [place for place in group if words[place].head not in group]
