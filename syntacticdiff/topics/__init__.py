"""Topics of errors: documents grouped by the edits that they need."""

from typing import TYPE_CHECKING

from syntacticdiff._lazy import exports

if TYPE_CHECKING:
    from syntacticdiff.topics.exemplars import ExampleSentence as ExampleSentence
    from syntacticdiff.topics.exemplars import TopicExamples as TopicExamples
    from syntacticdiff.topics.exemplars import topic_examples as topic_examples
    from syntacticdiff.topics.kind_counts import KindCounts as KindCounts
    from syntacticdiff.topics.models import fit_lda as fit_lda
    from syntacticdiff.topics.models import fit_nmf as fit_nmf
    from syntacticdiff.topics.profiles import Profiles as Profiles
    from syntacticdiff.topics.profiles import fit_profiles as fit_profiles
    from syntacticdiff.topics.stability import bootstrap_agreement as bootstrap_agreement
    from syntacticdiff.topics.study_groups import complementarity as complementarity
    from syntacticdiff.topics.study_groups import pairs as pairs
    from syntacticdiff.topics.study_groups import teams as teams
    from syntacticdiff.topics.taxonomy import KINDS as KINDS
    from syntacticdiff.topics.taxonomy import ErrorKind as ErrorKind
    from syntacticdiff.topics.taxonomy import KindGroup as KindGroup
    from syntacticdiff.topics.taxonomy import kind_groups as kind_groups
    from syntacticdiff.topics.topic import Topic as Topic
    from syntacticdiff.topics.topic import ranked_features as ranked_features
    from syntacticdiff.topics.topics import ErrorTopics as ErrorTopics

__getattr__, __dir__, __all__ = exports(__name__)
