"""A sentence with its tags and its tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from syntacticdiff.syntax.tagset import universal_tag
from syntacticdiff.syntax.treebank import TreebankSentence, Word


@dataclass(frozen=True, slots=True)
class Tree:
    """A dependency tree.

    Parameters
    ----------
    words : tuple of str
        The sentence.
    tags : tuple of str
        Penn Treebank tags.
    heads : tuple of int
        The place of each word's head, from 0; -1 for the root.
    labels : tuple of str
        How each word depends on its head, in Universal Dependencies' terms.
    """

    words: tuple[str, ...]
    tags: tuple[str, ...]
    heads: tuple[int, ...]
    labels: tuple[str, ...]

    def to_sentence(self, like: TreebankSentence | None = None) -> TreebankSentence:
        """The tree as a sentence of a treebank.

        Parameters
        ----------
        like : TreebankSentence, optional
            A sentence of the same words, whose comments, multi-word tokens, empty nodes and
            remarks (MISC) are kept.
        """
        misc = ["_"] * len(self.words) if like is None else [word.misc for word in like.words]
        words = tuple(
            Word(form, upos=universal_tag(tag), xpos=tag, head=head, deprel=label, misc=remark)
            for form, tag, head, label, remark in zip(
                self.words, self.tags, self.heads, self.labels, misc, strict=True
            )
        )
        if like is None:
            return TreebankSentence(words)
        return TreebankSentence(words, like.comments, like.other_lines, like.line)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "words": list(self.words),
            "tags": list(self.tags),
            "heads": list(self.heads),
            "labels": list(self.labels),
        }
