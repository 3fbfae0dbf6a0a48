"""Runs the inputs of the tests through the native engine alone; native/sanitize.sh calls it."""

from __future__ import annotations

import random
import sys
from pathlib import Path

from support import damage, damaged_parsers, damaged_prices, small_network
from support.generated import case, lattice_case, native_engine
from syntacticdiff.reference.streaming import train_streaming
from syntacticdiff.search import native_engine as module

CASES = 4000
LATTICES = 2000


def main(folder: str) -> None:
    if module._native is None:
        sys.exit("the sanitized extension could not be loaded")
    edits = 0
    for number in range(CASES):
        generated = case(number)
        sentence = generated.sentence
        engine = native_engine(generated)
        found, *_ = engine.search([sentence, sentence[::2], sentence])
        engine.candidates([sentence, sentence[::2]], (None, 1))
        edits += len(found.steps)
    print(f"{CASES} generated cases, {edits} edits: nothing found")
    print(f"{lattices()} edits of lattices: nothing found")
    print(f"{trained()} n-grams trained: nothing found")
    survived = sum(damage.survive(path) for _, path in damage.damaged_files(Path(folder)))
    print(f"{survived} damaged files searched: nothing found")
    repairer = damaged_parsers.small_repairer()
    parsed = sum(
        damaged_parsers.survive(path, repairer.reference)
        for path in damaged_parsers.damaged_parsers(repairer, Path(folder))
    )
    print(f"{parsed} damaged parsers used: nothing found")
    prices = damaged_prices.damaged_prices(damaged_prices.small_settings(), Path(folder))
    print(f"{sum(map(damaged_prices.survive, prices))} damaged prices used: nothing found")
    asked = sum(map(small_network.survive, small_network.damaged_networks(Path(folder))))
    print(f"{asked} damaged context networks asked: nothing found")


def lattices() -> int:
    """Short and long sentences: the edits of the best hypothesis and of the best ten."""
    edits = 0
    for number in range(LATTICES):
        generated = lattice_case(number)
        rng = random.Random(number)
        # Longer than what lies between two borders, now and then.
        length = 300 if number % 100 == 0 else rng.randrange(13)
        sentence = tuple(rng.choices(generated.sentence, k=length))
        engine = native_engine(generated)
        for found in engine.search([generated.sentence, sentence, generated.sentence[:1]]):
            edits += len(found.steps)
        for ranked in engine.n_best(generated.sentence, 10):
            edits += len(ranked.found.steps)
    return edits


def trained() -> int:
    """The n-grams of models of random texts, sorted few at a time and all at once."""
    ngrams = 0
    for seed in range(200):
        rng = random.Random(seed)
        words = [*"abcDEF", "\u00c9t\u00e9", "\ud800", "", "\0", "<s>"]
        text = [rng.choices(words, k=rng.randrange(9)) for _ in range(rng.randrange(1, 300))]
        order = rng.randrange(1, 6)
        done = train_streaming(
            [["x"], *text],
            order=order,
            prune=(0, *sorted(rng.choices(range(3), k=order - 1))),
            min_word_count=rng.randrange(1, 4),
            lower=rng.random() < 0.5,
            hold_out=True,
            memory=rng.choice([100, 10_000, 1 << 20]),
        )
        ngrams += sum(map(len, done.levels))
    return ngrams


if __name__ == "__main__":
    main(sys.argv[1])
