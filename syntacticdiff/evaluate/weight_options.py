"""The options of metrics that weigh edits, and the weights that they describe."""

from __future__ import annotations

import os

from syntacticdiff.errors import UsageError
from syntacticdiff.evaluate.edit_weights import WEIGHTS, EditWeights, GainWeights, named_weights
from syntacticdiff.evaluate.options import Option

API_KEY_VARIABLE = "OPENAI_API_KEY"  # where clients of such servers look for the key


def weight_options(default: str) -> tuple[Option, ...]:
    """`weights`, with its default, and the options that some weights need."""
    return (
        Option("weights", default, "What an edit weighs.", choices=WEIGHTS),
        Option(
            "encoder",
            None,
            "For similarity: the folder of a transformer, or a file of word vectors.",
            metavar="PATH",
        ),
        Option(
            "llm",
            None,
            "For llm: an OpenAI-compatible server, such as http://localhost:8000/v1.",
            metavar="URL",
        ),
        Option("llm_model", None, "For llm: the name of the model.", metavar="NAME"),
        Option(
            "reference",
            "default",
            "For gain: the reference model, `default` or a file.",
            metavar="NAME|PATH",
        ),
    )


def weights_from_options(
    weights: str, encoder: str | None, llm: str | None, llm_model: str | None, reference: str
) -> EditWeights:
    """The weights that the values of `weight_options` describe.

    Raises
    ------
    UsageError
        If an option is missing, or does not belong to these weights.
    """
    if encoder is not None and weights != "similarity":
        raise UsageError("--encoder: only for --weights similarity")
    if (llm is not None or llm_model is not None) and weights != "llm":
        raise UsageError("--llm and --llm-model: only for --weights llm")
    if weights == "similarity":
        return _similarity_weights(encoder)
    if weights == "llm":
        return _llm_weights(llm, llm_model)
    if weights == "gain":
        from syntacticdiff.reference import ReferenceModel

        return GainWeights(ReferenceModel.load(reference))
    return named_weights(weights)


def _similarity_weights(encoder: str | None) -> EditWeights:
    from syntacticdiff.evaluate.similarity_weights import BertScore, SimilarityWeights

    if encoder is None:
        raise UsageError("--weights similarity needs an encoder: --encoder PATH")
    return SimilarityWeights(BertScore.load(encoder))


def _llm_weights(url: str | None, model: str | None) -> EditWeights:
    from syntacticdiff.evaluate.llm_weights import ChatRater, LlmWeights

    if url is None or model is None:
        raise UsageError("--weights llm needs a server and a model: --llm URL --llm-model NAME")
    return LlmWeights(ChatRater(url, model, key=os.environ.get(API_KEY_VARIABLE)))
