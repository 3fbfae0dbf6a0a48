"""Reference models of single texts, of other mixes and of other sizes, trained and measured.

Every 20th sentence of the everyday texts is held out of all of them; bits per token on those
sentences compare mixes without any learner's text. Held-out sentences of Tatoeba that name Tom or
Mary are not scored, so that leaving these two out of a text can be judged.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from preference import preference, prefers_right, read_jfleg, read_minimal_pairs, total_bits

from syntacticdiff.reference import ReferenceModel
from syntacticdiff.reference.recipes import (
    RECIPES,
    TEXTS,
    cleaned,
    names_stock_characters,
)

HELD_OUT_EVERY = 20
EVERYDAY = ("tatoeba", "novels", "commons", "addresses")
WITHOUT_STOCK = "tatoeba without Tom and Mary"


@dataclass(frozen=True)
class VariantRow:
    """One model and what it prefers."""

    text: str
    order: int
    pruning: str
    min_word_count: int
    tokens: int
    ngrams: int
    bytes: int
    everyday_bits: dict[str, float]  # per token, by held-out text
    pairs: int
    number_of_pairs: int
    jfleg: float  # share preferred by bits per token
    jfleg_total: float


@dataclass(frozen=True)
class Variant:
    """What to train: texts and how often each counts, order, pruning, vocabulary cut.

    With `mixed` there is a model of each of these groups of texts besides, all mixed into one:
    with weights fitted to the held-out sentences, or with the weight of the first group given.
    """

    name: str
    times: Mapping[str, int]
    order: int
    prune: tuple[int, ...]
    min_word_count: int = 5
    mixed: Sequence[Sequence[str]] = ()
    weight: float | None = None


def variants() -> Iterator[Variant]:
    """What was considered, the embedded model's own settings among them."""
    default = RECIPES["default"]
    once = dict.fromkeys(default.times, 1)
    encyclopedia = [name for name in once if TEXTS[name].genre == "encyclopedia"]
    for name in (*once, WITHOUT_STOCK):
        yield Variant(name, {name: 1}, 3, (0, 0, 0))
    yield Variant("encyclopedia", dict.fromkeys(encyclopedia, 1), 3, (0, 1, 1))
    yield Variant("everyday texts", dict.fromkeys(EVERYDAY, 1), 3, (0, 1, 1))
    without = {name if name != "tatoeba" else WITHOUT_STOCK: 1 for name in once}
    yield Variant("all, without Tom and Mary", without, 3, (0, 1, 1))
    for prune in ((0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 2)):
        yield Variant("all", once, 3, prune)
    for times, prune in ((2, (0, 1, 1)), (3, (0, 1, 2))):
        weighed = {name: times if name in EVERYDAY else 1 for name in once}
        yield Variant(f"all, everyday texts {times} times", weighed, 3, prune)
        yield Variant(f"all, Tatoeba {times} times", {**once, "tatoeba": times}, 3, prune)
    groups = (encyclopedia, *([name] for name in EVERYDAY))
    yield Variant("groups of texts, weights fitted", {}, 3, (0, 1, 1), mixed=groups)
    yield Variant("all, mixed with everyday texts", once, 3, (0, 1, 1), 5, (EVERYDAY,), 0.25)
    for recipe in RECIPES.values():
        settings = (recipe.order, recipe.prune, recipe.min_word_count)
        yield Variant(f"recipe of {recipe.name}", recipe.times, *settings)


def measured_variants() -> Iterator[VariantRow]:
    """The row of every variant."""
    for variant in variants():
        row = measured(variant)
        print(row, flush=True)
        yield row


def measured(variant: Variant) -> VariantRow:
    """Train a variant and measure it."""
    model = trained(variant)
    learners, rewrites = read_jfleg()
    pairs = read_minimal_pairs()
    differ, preferred = preference(model, learners, rewrites)
    _, preferred_total = preference(model, learners, rewrites, total_bits)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "variant.sdlm"
        model.save(path)
        size = path.stat().st_size
    return VariantRow(
        text=variant.name,
        order=variant.order,
        pruning=" ".join(map(str, variant.prune)),
        min_word_count=variant.min_word_count,
        tokens=model.header["tokens"],
        ngrams=sum(model.header["ngrams"]),
        bytes=size,
        everyday_bits={name: everyday_bits(model, name) for name in EVERYDAY},
        pairs=sum(prefers_right(model, pairs)),
        number_of_pairs=len(pairs),
        jfleg=round(float(preferred.sum() / differ.sum()), 4),
        jfleg_total=round(float(preferred_total.sum() / differ.sum()), 4),
    )


def trained(variant: Variant) -> ReferenceModel:
    """The model of a variant's texts, or the mixture of several models."""
    texts = [variant.times] * bool(variant.times)
    texts += [dict.fromkeys(group, 1) for group in variant.mixed]
    models = [
        ReferenceModel.train(
            training_text(times),
            variant.order,
            prune=variant.prune,
            min_word_count=variant.min_word_count,
            straight_quotes=True,
        )
        for times in texts
    ]
    if len(models) == 1:
        return models[0]
    if variant.weight is None:
        held_out = (line for name in EVERYDAY for is_held, line in sentences(name) if is_held)
        weights = ReferenceModel.mixture_weights(models, held_out)
    else:
        weights = (1 - variant.weight, variant.weight)
    return ReferenceModel.mix(zip(models, weights, strict=True))


def sentences(name: str) -> Iterator[tuple[bool, str]]:
    """The sentences of a text, and whether each is held out."""
    source = "tatoeba" if name == WITHOUT_STOCK else name
    with cleaned(TEXTS[source], say).sentences.open(encoding="utf-8") as stream:
        for number, line in enumerate(stream, 1):
            if name != WITHOUT_STOCK or not names_stock_characters(line):
                held_out = source in EVERYDAY and number % HELD_OUT_EVERY == 0
                yield held_out, line.rstrip("\n")


def training_text(times: Mapping[str, int]) -> Iterator[str]:
    """The sentences that are not held out, each as often as it counts."""
    for name, repeats in times.items():
        for _ in range(repeats):
            yield from (line for held_out, line in sentences(name) if not held_out)


def everyday_bits(model: ReferenceModel, name: str) -> float:
    """Bits per token of the held-out sentences of a text."""
    bits = tokens = 0.0
    for held_out, line in sentences(WITHOUT_STOCK if name == "tatoeba" else name):
        if held_out:
            score = model.score(line)
            bits += total_bits(score)
            tokens += score.tokens + 1  # the end of the sentence is predicted too
    return round(bits / tokens, 3)


def say(line: str) -> None:
    """One line of progress."""
    print(line, flush=True)
