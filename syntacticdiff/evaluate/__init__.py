"""Metrics of corrected text, one module each; `registry` lists them."""

from typing import TYPE_CHECKING

from syntacticdiff._lazy import exports

if TYPE_CHECKING:
    from syntacticdiff.evaluate.bleu import Bleu as Bleu
    from syntacticdiff.evaluate.bootstrap import SystemComparison as SystemComparison
    from syntacticdiff.evaluate.bootstrap import paired_bootstrap as paired_bootstrap
    from syntacticdiff.evaluate.chunk_metric import ChunkMetric as ChunkMetric
    from syntacticdiff.evaluate.cleme import Cleme as Cleme
    from syntacticdiff.evaluate.cleme2 import Cleme2 as Cleme2
    from syntacticdiff.evaluate.edit_weights import GainWeights as GainWeights
    from syntacticdiff.evaluate.errant import Errant as Errant
    from syntacticdiff.evaluate.gleu import Gleu as Gleu
    from syntacticdiff.evaluate.gleu import SentenceReward as SentenceReward
    from syntacticdiff.evaluate.gleu import sentence_reward as sentence_reward
    from syntacticdiff.evaluate.graph_files import read_graphs as read_graphs
    from syntacticdiff.evaluate.graphs import Graph as Graph
    from syntacticdiff.evaluate.imeasure import IMeasure as IMeasure
    from syntacticdiff.evaluate.inputs import GoldCorpus as GoldCorpus
    from syntacticdiff.evaluate.inputs import HypothesisCorpus as HypothesisCorpus
    from syntacticdiff.evaluate.inputs import Rewrites as Rewrites
    from syntacticdiff.evaluate.inputs import prepared as prepared
    from syntacticdiff.evaluate.inputs import read_hypotheses as read_hypotheses
    from syntacticdiff.evaluate.inputs import read_tokens as read_tokens
    from syntacticdiff.evaluate.inputs import rewrites_of as rewrites_of
    from syntacticdiff.evaluate.llm_weights import LlmWeights as LlmWeights
    from syntacticdiff.evaluate.m2 import M2 as M2
    from syntacticdiff.evaluate.m2 import M2Score as M2Score
    from syntacticdiff.evaluate.metric import CorrectionMetric as CorrectionMetric
    from syntacticdiff.evaluate.metric import Metric as Metric
    from syntacticdiff.evaluate.metric import Score as Score
    from syntacticdiff.evaluate.options import Option as Option
    from syntacticdiff.evaluate.registry import METRICS as METRICS
    from syntacticdiff.evaluate.registry import MetricEntry as MetricEntry
    from syntacticdiff.evaluate.registry import metric_class as metric_class
    from syntacticdiff.evaluate.similarity_weights import BertScore as BertScore
    from syntacticdiff.evaluate.similarity_weights import SimilarityWeights as SimilarityWeights
    from syntacticdiff.evaluate.tree_graphs import repaired_graph as repaired_graph
    from syntacticdiff.evaluate.tree_graphs import tree_graph as tree_graph
    from syntacticdiff.evaluate.usim import USim as USim

__getattr__, __dir__, __all__ = exports(__name__)
