"""Diffs as matrices of features, for scikit-learn."""

from typing import TYPE_CHECKING

from syntacticdiff._lazy import exports

if TYPE_CHECKING:
    from syntacticdiff.features.error_edits import CountedEdits as CountedEdits
    from syntacticdiff.features.error_edits import is_content_word as is_content_word
    from syntacticdiff.features.grammar import GROUPS as GROUPS
    from syntacticdiff.features.grammar import GrammarFeatures as GrammarFeatures
    from syntacticdiff.features.grammar import grammar_scaling as grammar_scaling
    from syntacticdiff.features.grammar import group_of as group_of
    from syntacticdiff.features.habits import OPPORTUNITIES as OPPORTUNITIES
    from syntacticdiff.features.habits import HabitCounts as HabitCounts
    from syntacticdiff.features.hashing import HashingEditVectorizer as HashingEditVectorizer
    from syntacticdiff.features.information_gain import InformativeFeature as InformativeFeature
    from syntacticdiff.features.information_gain import most_informative as most_informative
    from syntacticdiff.features.matrix import FeatureLimits as FeatureLimits
    from syntacticdiff.features.matrix import learned_matrix as learned_matrix
    from syntacticdiff.features.rows import NUMERIC_COLUMNS as NUMERIC_COLUMNS
    from syntacticdiff.features.rows import DocumentFeatures as DocumentFeatures
    from syntacticdiff.features.rows import FeatureRow as FeatureRow
    from syntacticdiff.features.scaling import ColumnScaling as ColumnScaling
    from syntacticdiff.features.vectorizer import EditVectorizer as EditVectorizer

__getattr__, __dir__, __all__ = exports(__name__)
