"""Errors put into clean sentences: they can be undone by what is known of them."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.treebank import made_up_treebank

from syntacticdiff.errors import UsageError
from syntacticdiff.noise import KINDS, GrammarNoise, NoisySentence
from syntacticdiff.noise.grammar import CONFUSIONS
from syntacticdiff.syntax import gold_tags
from syntacticdiff.syntax.forms import Form, Forms
from syntacticdiff.syntax.training import tree_heads

TREEBANK = made_up_treebank()
FORMS = Forms.from_treebank(TREEBANK)


def noisy(rate: float, seed: int = 1, **options: object) -> list[NoisySentence]:
    noise = GrammarNoise(rate, FORMS, seed=seed, **options)
    return [noise(s.forms, gold_tags(s), tree_heads(s)) for s in TREEBANK]


def test_without_errors_nothing_changes() -> None:
    for clean, sentence in zip(TREEBANK, noisy(0), strict=True):
        assert sentence.words == clean.forms
        assert sentence.origins == tuple(range(len(clean.words)))
        assert sentence.errors == ()


@given(st.integers(0, 10_000), st.sampled_from([5.0, 20.0, 60.0]))
def test_identities_tell_what_happened(seed: int, rate: float) -> None:
    for clean, sentence in zip(TREEBANK[:20], noisy(rate, seed)[:20], strict=True):
        kept = [origin for origin in sentence.origins if origin is not None]
        assert kept == sorted(set(kept))
        assert sentence.origins[0] == 0
        missing = set(range(len(clean.words))) - set(kept)
        inserted = sentence.origins.count(None)
        substituted = sum(
            origin is not None and word != clean.words[origin].form
            for word, origin in zip(sentence.words, sentence.origins, strict=True)
        )
        assert len(missing) + inserted + substituted == len(sentence.errors)
        inner = set(tree_heads(clean))
        assert not missing & inner  # only leaves are dropped


def test_every_kind_occurs_and_the_rate_is_about_right() -> None:
    counts = Counter(kind for seed in range(5) for s in noisy(20, seed) for kind in s.errors)
    assert set(counts) == set(KINDS)
    tokens = 5 * sum(len(sentence.words) for sentence in TREEBANK)
    assert 0.05 < sum(counts.values()) / tokens < 0.2


def test_the_same_seed_draws_the_same_errors() -> None:
    assert noisy(20, 3) == noisy(20, 3)
    assert noisy(20, 3) != noisy(20, 4)


def test_one_kind_alone() -> None:
    sentences = noisy(50, kinds=["substitute preposition"])
    changed = [
        next(
            (word.form, wrong)
            for word, wrong in zip(clean.words, sentence.words, strict=True)
            if word.form != wrong
        )
        for clean, sentence in zip(TREEBANK, sentences, strict=True)
        if sentence.errors
    ]
    assert changed
    assert all(wrong in CONFUSIONS[right] for right, wrong in changed)
    with pytest.raises(UsageError, match="kinds: 'spelling' is not one of"):
        noisy(10, kinds=["spelling"])
    with pytest.raises(UsageError, match="rate"):
        noisy(101)


def test_tags_follow_the_words() -> None:
    for sentence in noisy(40, kinds=["noun number", "verb form"]):
        for word, tag, origin in zip(sentence.words, sentence.tags, sentence.origins, strict=True):
            assert origin is not None
            if tag == "NNS":
                assert word.endswith(("s", "children"))


def test_forms_of_words() -> None:
    assert FORMS.others("Teachers", "NNS") == (Form("Teacher", "NN"),)
    assert FORMS.others("children", "NNS") == (Form("child", "NN"),)
    assert {form.word for form in FORMS.others("ran", "VBD")} == {"run", "runs"}
    assert FORMS.others("stone", "NN") == ()


def test_confusions_are_those_of_the_study() -> None:
    assert sum(CONFUSIONS["of"].values()) == 25 + 3 + 9 + 95 + 22 + 4 + 64 + 10 + 6
    assert all(right not in wrong for right, wrong in CONFUSIONS.items())
