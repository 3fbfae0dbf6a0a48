"""What prices know of a sentence: tags, heads, and what these say of each place.

Subjects of verbs, determiners of nouns, the noun of the phrase that begins at a gap: guesses from
the parser's heads, made the same way however wrong the sentence is. native/prices.cpp has the same
rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

NOBODY = -1

# Kinds of tags, as bits; the extension gets them with the tags.
VERB, NOUN, NOMINAL, DETERMINER, ARTICLE, MODIFIER = (1 << bit for bit in range(6))
PREPOSITION, POINTING, RELATIVE, POSSESSIVE, FINITE = (1 << bit for bit in range(6, 11))
_KINDS = {
    VERB: "VB VBD VBG VBN VBP VBZ MD",
    NOUN: "NN NNS NNP NNPS",
    NOMINAL: "NN NNS NNP NNPS PRP DT EX CD WP WDT",  # what may be a subject
    DETERMINER: "DT PRP$ CD",
    ARTICLE: "DT PRP$",  # what a noun has at most one of
    MODIFIER: "JJ JJR JJS RB RBR RBS CD DT PDT PRP$ VBG VBN POS",  # what may stand before a noun
    PREPOSITION: "IN TO",
    POINTING: "PRP DT EX",  # subjects that are told by their word
    RELATIVE: "WP WDT",
    POSSESSIVE: "POS",
    FINITE: "VBD VBP VBZ MD",  # what a whole sentence has
}
_CHAIN = 3  # verbs from which a subject may be had: an auxiliary's own, its verb's, the first one's
_PHRASE = 8  # steps from the beginning of a phrase to its noun
_REACH = 5  # tokens to the left in which what leads a verb or a noun is looked for


def tag_kinds(tag: str) -> int:
    """The kinds of a tag, as bits."""
    return sum(kind for kind, tags in _KINDS.items() if tag in tags.split())


class Surroundings:
    """A tagged and parsed sentence.

    Parameters
    ----------
    tags : sequence of str
        Tags of the Penn Treebank.
    heads : sequence of int
        The head of each token; -1 for the root.
    """

    def __init__(self, tags: Sequence[str], heads: Sequence[int]) -> None:
        self.tags, self.heads = tags, heads
        self._kinds = [tag_kinds(tag) for tag in tags]

    def __len__(self) -> int:
        return len(self.tags)

    def is_a(self, token: int, kinds: int) -> bool:
        """Whether the tag of a token is of one of these kinds."""
        return bool(self._kinds[token] & kinds)

    def number_of(self, kinds: int) -> int:
        """How many tags are of one of these kinds."""
        return sum(bool(own & kinds) for own in self._kinds)

    @cached_property
    def children(self) -> list[list[int]]:
        """The tokens that each token is the head of, from left to right."""
        children: list[list[int]] = [[] for _ in self.heads]
        for token, head in enumerate(self.heads):
            if head != NOBODY:
                children[head].append(token)
        return children

    def subject(self, token: int) -> int:
        """The likely subject of a verb at `token`, or of one that is put in before it.

        The nominal child nearest to its left, or between it and its own head, as in a question;
        its own child, or else that of the heads above it. A relative pronoun stands for the noun
        that the clause belongs to.
        """
        head = token
        for _ in range(_CHAIN):
            nominal = [child for child in self.children[head] if self.is_a(child, NOMINAL)]
            before = [child for child in nominal if child < token]
            between = [child for child in nominal if token < child < head]
            if before or between:
                found = before[-1] if before else between[0]
                above = self.heads[head]
                if self.is_a(found, RELATIVE) and 0 <= above < found and self.is_a(above, NOMINAL):
                    return above
                return found
            head = self.heads[head]
            if head == NOBODY:
                break
        return NOBODY

    def determiner(self, noun: int) -> int:
        """The leftmost determiner of a noun, possessive pronoun and number included."""
        for child in self.children[noun]:
            if child < noun and self.is_a(child, DETERMINER):
                return child
        return NOBODY

    def leader_of_verb(self, verb: int) -> int:
        """The nearest token to its left that neither a subject nor an adverb can be.

        An auxiliary, `to`, a preposition: what decides about its form.
        """
        return self._leader(
            verb, lambda at: self.is_a(at, NOMINAL | MODIFIER) and not self.is_a(at, VERB)
        )

    def leader_of_noun(self, noun: int) -> int:
        """The nearest token to its left that is not of its phrase."""
        return self._leader(noun, lambda at: self.is_a(at, MODIFIER | NOUN))

    def _leader(self, token: int, passed: Callable[[int], bool]) -> int:
        for at in range(token - 1, max(token - _REACH, 0) - 1, -1):
            if not passed(at):
                return at
        return NOBODY

    def phrase_noun(self, start: int) -> int:
        """The noun of the phrase that begins at a token, which may be the token itself."""
        token = start
        for _ in range(_PHRASE):
            head = self.heads[token]
            if head <= token or not self.is_a(token, MODIFIER | NOUN):
                break
            if self.is_a(token, NOUN) and not self.is_a(head, NOUN):
                break
            if self.is_a(head, VERB | PREPOSITION):
                break
            token = head
        return token

    def noun_of(self, token: int) -> int:
        """The noun that a token belongs to: a preposition's own, else that of the phrase."""
        head = self.heads[token]
        return head if self.is_a(token, PREPOSITION) and head > token else self.phrase_noun(token)

    def article(self, noun: int, apart_from: int) -> int:
        """An article, possessive pronoun or possessor of a noun, apart from one token."""
        for child in self.children[noun]:
            if child == apart_from or child > noun:
                continue
            if self.is_a(child, ARTICLE) or any(
                self.is_a(below, POSSESSIVE) for below in self.children[child]
            ):
                return child
        return NOBODY
