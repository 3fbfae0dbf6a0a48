"""Options of the metrics that compare chunks: which reference judges, and what edits weigh."""

from __future__ import annotations

import os
from typing import Any

import click

from syntacticdiff.cli.options import Decorator, reference_option
from syntacticdiff.errors import UsageError

KEY_VARIABLE = "OPENAI_API_KEY"  # where programs that talk to such addresses look for it


def chunk_options(weights: str) -> tuple[Decorator, ...]:
    """--assumption, --weights (with its default) and what weights need to know."""
    return (
        click.option(
            "--assumption",
            type=click.Choice(["dependent", "independent"]),
            default="dependent",
            show_default=True,
            help="Chunks are judged by one reference at a time, or each by all.",
        ),
        click.option(
            "--weights",
            type=click.Choice(["none", "length", "similarity", "llm", "gain"]),
            default=weights,
            show_default=True,
            help="What an edit weighs.",
        ),
        click.option(
            "--encoder",
            metavar="PATH",
            help="For similarity: a transformer's folder, or a file of word vectors.",
        ),
        click.option(
            "--llm",
            metavar="URL",
            help="For llm: an OpenAI-compatible address, such as http://localhost:8000/v1.",
        ),
        click.option("--llm-model", metavar="NAME", help="For llm: the model's name there."),
        reference_option,
    )


def chunk_settings(options: dict[str, Any]) -> dict[str, Any]:
    """The metric's settings: weights are made of the options that tell whom to ask."""
    encoder, url, model, reference = (
        options.pop(name) for name in ("encoder", "llm", "llm_model", "reference")
    )
    weights = options["weights"]
    if encoder is not None and weights != "similarity":
        raise UsageError("--encoder is for --weights similarity")
    if (url is not None or model is not None) and weights != "llm":
        raise UsageError("--llm and --llm-model are for --weights llm")
    if weights == "similarity":
        options["weights"] = _by_similarity(encoder)
    elif weights == "llm":
        options["weights"] = _by_llm(url, model)
    elif weights == "gain":
        options["weights"] = _by_gain(reference)
    return options


def _by_similarity(encoder: str | None) -> Any:
    from syntacticdiff.evaluate.similarity_weights import BertScore, SimilarityWeights

    if encoder is None:
        raise UsageError("--weights similarity needs an encoder: --encoder PATH")
    return SimilarityWeights(BertScore.load(encoder))


def _by_llm(url: str | None, model: str | None) -> Any:
    from syntacticdiff.evaluate.llm_weights import ChatRater, LlmWeights

    if url is None or model is None:
        raise UsageError("--weights llm needs an address and a model: --llm URL --llm-model NAME")
    return LlmWeights(ChatRater(url, model, key=os.environ.get(KEY_VARIABLE)))


def _by_gain(reference: str) -> Any:
    from syntacticdiff.evaluate.edit_weights import GainWeights
    from syntacticdiff.reference import ReferenceModel

    return GainWeights(ReferenceModel.load(reference))
