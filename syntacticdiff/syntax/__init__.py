"""Tags and trees: a part-of-speech tagger, an easy-first parser, and treebanks in CoNLL-U."""

from typing import TYPE_CHECKING

from syntacticdiff._lazy import exports

if TYPE_CHECKING:
    from syntacticdiff.syntax.forms import Form as Form
    from syntacticdiff.syntax.forms import Forms as Forms
    from syntacticdiff.syntax.parser import Parser as Parser
    from syntacticdiff.syntax.tagger import Tagger as Tagger
    from syntacticdiff.syntax.tagset import universal_tag as universal_tag
    from syntacticdiff.syntax.training import ParserSettings as ParserSettings
    from syntacticdiff.syntax.training import gold_tags as gold_tags
    from syntacticdiff.syntax.training import jackknifed_tags as jackknifed_tags
    from syntacticdiff.syntax.training import train_parser as train_parser
    from syntacticdiff.syntax.training import tree_heads as tree_heads
    from syntacticdiff.syntax.tree import Tree as Tree
    from syntacticdiff.syntax.treebank import TreebankSentence as TreebankSentence
    from syntacticdiff.syntax.treebank import Word as Word
    from syntacticdiff.syntax.treebank import conllu_sentences as conllu_sentences
    from syntacticdiff.syntax.treebank import is_projective as is_projective
    from syntacticdiff.syntax.treebank import read_conllu as read_conllu

__getattr__, __dir__, __all__ = exports(__name__)
