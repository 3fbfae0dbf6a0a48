"""The families of errors, in the order in which a word meets them; adding one is one line."""

from __future__ import annotations

from syntacticdiff.noise.kinds.articles import articles
from syntacticdiff.noise.kinds.auxiliaries import auxiliaries
from syntacticdiff.noise.kinds.confusions import confusions
from syntacticdiff.noise.kinds.derivations import derivations
from syntacticdiff.noise.kinds.joined import joined
from syntacticdiff.noise.kinds.marks import marks
from syntacticdiff.noise.kinds.misspelling import misspelling
from syntacticdiff.noise.kinds.modifiers import modifiers
from syntacticdiff.noise.kinds.nouns import nouns
from syntacticdiff.noise.kinds.prepositions import prepositions
from syntacticdiff.noise.kinds.pronouns import pronouns
from syntacticdiff.noise.kinds.repeats import repeats
from syntacticdiff.noise.kinds.small_words import small_words
from syntacticdiff.noise.kinds.verbs import verbs
from syntacticdiff.noise.proposal import Proposer

PROPOSERS = (
    Proposer("articles", articles),
    Proposer("prepositions", prepositions),
    Proposer("nouns", nouns),
    Proposer("verbs", verbs),
    Proposer("auxiliaries", auxiliaries),
    Proposer("pronouns", pronouns),
    Proposer("small words", small_words),
    Proposer("modifiers", modifiers),
    Proposer("confusions", confusions),
    Proposer("derivations", derivations),
    Proposer("joined", joined),
    Proposer("marks", marks),
    Proposer("misspelling", misspelling),
    Proposer("repeats", repeats),
)
