"""ARPA files: what is written reads back the same, and what is wrong is named with its line."""

from __future__ import annotations

import contextlib
import io
import re
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.ngram_tables import DATA, corpus, stored_table

from syntacticdiff.errors import InputError
from syntacticdiff.reference import arpa
from syntacticdiff.reference.arpa import read_arpa, write_arpa
from syntacticdiff.reference.lexicon import Lexicon
from syntacticdiff.reference.ngrams import PREFIX_ONLY, Level, NgramScorer
from syntacticdiff.reference.training import Trained, train_ngrams

BIGRAMS = r"""
\data\
ngram 1=5
ngram 2=3

\1-grams:
-1.5	<unk>
0	<s>	-0.5
-0.75	</s>
-0.5	a	-0.25
-0.625	b

\2-grams:
-0.125	<s> a
-0.25	a b
-0.375	b </s>

\end\
""".lstrip()

TRIGRAMS = r"""
\data\
ngram 1=5
ngram 2=3
ngram 3=2

\1-grams:
-1.5	<unk>
-99	<s>	-0.5
-0.75	</s>
-0.5	a	-0.25
-0.625	b	-0.375

\2-grams:
-0.125	<s> a	-0.0625
-0.25	a b	-0.03125
-0.375	b </s>

\3-grams:
-0.5	<s> a b
-0.125	a b </s>

\end\
""".lstrip()


def file(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "model.arpa"
    path.write_text(text, encoding="utf-8", newline="")
    return path


def scores(model: tuple[Lexicon, tuple[Level, ...]], sentence: str) -> list[float]:
    lexicon, levels = model
    scorer, numbers = NgramScorer(levels), []
    state = scorer.begin()
    for word in [*map(lexicon.id, sentence.split()), 2]:
        log10, state = scorer.advance(state, word)
        numbers.append(log10)
    return numbers


def written(model: Trained) -> bytes:
    stream = io.BytesIO()
    write_arpa(stream, model.lexicon, model.levels)
    return stream.getvalue()


def test_numbers_are_read_as_they_stand(tmp_path: Path) -> None:
    model = read_arpa(file(tmp_path, TRIGRAMS))
    assert scores(model, "a b") == [-0.125, -0.5, -0.125]
    assert scores(model, "b b") == [-0.5 - 0.625, -0.375 - 0.625, -0.375]
    assert scores(model, "x a") == [-0.5 - 1.5, -0.5, -0.25 - 0.75]


def test_ids_fall_with_unigram_probability(tmp_path: Path) -> None:
    swapped = BIGRAMS.replace("-0.5\ta\t-0.25\n-0.625\tb", "-0.5\tz\t-0.25\n-0.5\tc\n-0.1\tb")
    swapped = swapped.replace("1=5", "1=6").replace("<s> a", "<s> z").replace("a b", "c b")
    lexicon, _ = read_arpa(file(tmp_path, swapped))
    assert list(lexicon.words()) == ["<unk>", "<s>", "</s>", "b", "c", "z"]
    assert lexicon.counts is None


@pytest.mark.parametrize("order", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("prune", [(0,), (0, 1)])
def test_training_writing_and_reading_changes_no_number(
    tmp_path: Path, order: int, prune: tuple[int, ...]
) -> None:
    trained = train_ngrams(corpus(), order=order, prune=prune[:order], hold_out=False)
    write_arpa(tmp_path / "m.arpa", trained.lexicon, trained.levels)
    again = read_arpa(tmp_path / "m.arpa")
    assert stored_table(*again) == stored_table(trained.lexicon, trained.levels)
    for sentence in ["the old dog sees a lamp .", "? ! zebra the the", "nobody knows why"]:
        assert scores(again, sentence) == scores((trained.lexicon, trained.levels), sentence)


# Everything but what separates fields: odd spaces, NUL, emoji and text spelled like markers.
word = st.one_of(
    st.text(st.characters(exclude_characters=" \t\n\r\v\f"), min_size=1, max_size=4),
    st.sampled_from(["<s>", "</s>", "<unk>", "<UNK>", "\\end\\", "-1.5", "\ud800", "\u00a0"]),
)


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.lists(word, min_size=1, max_size=4), min_size=1, max_size=6),
    st.integers(1, 4),
    st.sampled_from(["kneser-ney", "linear"]),
)
def test_any_words_survive(sentences: list[list[str]], order: int, smoothing: str) -> None:
    weights = (*[0.0] * order, 1.0) if smoothing == "linear" else None
    trained = train_ngrams(sentences, order=order, smoothing=smoothing, weights=weights)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.arpa"
        path.write_bytes(written(trained))
        again = read_arpa(path)
    assert stored_table(*again) == stored_table(trained.lexicon, trained.levels)


def test_a_written_file_looks_as_other_tools_expect() -> None:
    lines = written(train_ngrams([["a", "b"], ["b"]], order=2)).decode().splitlines()
    assert lines[:5] == ["\\data\\", "ngram 1=5", "ngram 2=4", "", "\\1-grams:"]
    assert lines[6].startswith("-99.0\t<s>\t-")
    assert lines[7].endswith("\t</s>\t0")
    assert lines[10:12] == ["", "\\2-grams:"]
    assert sum("\t<s> a" in line for line in lines) == 1
    assert lines[-2:] == ["", "\\end\\"]


def test_what_only_holds_longer_ngrams_together_is_not_written(tmp_path: Path) -> None:
    path = file(tmp_path, TRIGRAMS.replace("2=3", "2=2").replace("-0.25\ta b\t-0.03125\n", ""))
    lexicon, levels = read_arpa(path)
    write_arpa(tmp_path / "again.arpa", lexicon, levels)
    assert "ngram 2=2\n" in (tmp_path / "again.arpa").read_text()
    assert "\ta b\t" not in (tmp_path / "again.arpa").read_text()
    assert stored_table(*read_arpa(tmp_path / "again.arpa")) == stored_table(lexicon, levels)


@pytest.mark.parametrize("bad", ["two words", "tab\tbed", "new\nline", "", "form\ffeed"])
def test_a_word_with_white_space_cannot_be_written(tmp_path: Path, bad: str) -> None:
    trained = train_ngrams([["fine", bad]], order=1)
    with pytest.raises(InputError, match=re.escape(repr(bad))):
        write_arpa(tmp_path / "m.arpa", trained.lexicon, trained.levels)
    assert list(tmp_path.iterdir()) == []


def test_a_missing_prefix_passes_its_words_on(tmp_path: Path) -> None:
    model = read_arpa(
        file(tmp_path, TRIGRAMS.replace("2=3", "2=2").replace("-0.25\ta b\t-0.03125\n", ""))
    )
    assert model[1][1].log10.tolist().count(PREFIX_ONLY) == 1
    # "a b" is scored by back-off, yet "a b </s>" is found behind it.
    assert scores(model, "b a b") == [-0.5 - 0.625, -0.375 - 0.5, -0.25 - 0.625, -0.125]


def test_a_missing_suffix_is_no_obstacle(tmp_path: Path) -> None:
    model = read_arpa(
        file(tmp_path, TRIGRAMS.replace("2=3", "2=2").replace("-0.375\tb </s>\n", ""))
    )
    assert scores(model, "a b") == [-0.125, -0.5, -0.125]
    assert scores(model, "b") == [-0.5 - 0.625, -0.375 - 0.75]


def test_a_missing_unknown_word_gets_a_default_and_a_warning(tmp_path: Path) -> None:
    path = file(tmp_path, BIGRAMS.replace("1=5", "1=4").replace("-1.5\t<unk>\n", ""))
    with pytest.warns(UserWarning, match="no <unk>; unknown words get log10 p = -100"):
        model = read_arpa(path)
    assert scores(model, "x")[0] == -100.5


def test_the_unknown_word_may_be_spelled_in_capitals(tmp_path: Path) -> None:
    path = file(tmp_path, BIGRAMS.replace("<unk>", "<UNK>").replace("b </s>", "b <UNK>"))
    model = read_arpa(path)
    assert model[0].word(0) == "<unk>"
    assert scores(model, "b x")[1] == -0.375


def test_a_missing_beginning_is_put_in(tmp_path: Path) -> None:
    text = BIGRAMS.replace("1=5", "1=4").replace("0\t<s>\t-0.5\n", "")
    text = text.replace("2=3", "2=2").replace("-0.125\t<s> a\n", "")
    assert scores(read_arpa(file(tmp_path, text)), "a") == [-0.5, -1.0]


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda text: text.replace("\n", "\r\n"), id="line ends of Windows"),
        pytest.param(lambda text: text.replace("\t", " "), id="spaces for tabs"),
        pytest.param(lambda text: text.replace("\t", " \t "), id="more white space"),
        pytest.param(lambda text: "made by hand\n\n" + text, id="text before the data"),
        pytest.param(lambda text: text.rstrip("\n"), id="no last line end"),
        pytest.param(lambda text: text.replace("\n\n", "\n\n\n"), id="more blank lines"),
        pytest.param(lambda text: text.replace("\ta b", "\ta b\t0"), id="a zero back-off"),
        pytest.param(lambda text: text.replace("ngram 1=5", "ngram  1 = 5"), id="loose counts"),
    ],
)
def test_harmless_variants_read_the_same(tmp_path: Path, change: Callable[[str], str]) -> None:
    plain = stored_table(*read_arpa(file(tmp_path, BIGRAMS)))
    assert stored_table(*read_arpa(file(tmp_path, change(BIGRAMS)))) == plain


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("\\data\\", "data", ": not an ARPA file: no line near its top says \\data\\"),
        ("ngram 1=5", "words: 5", ', line 2: expected "ngram 1=" and a number'),
        ("ngram 2=3", "ngram 3=3", ", line 3: expected the number of 2-grams"),
        ("\\1-grams:", "\\one:", ', line 5: expected \\1-grams:, found "\\one:"'),
        ("\\2-grams:", "\\3-grams:", ', line 12: expected \\2-grams:, found "\\3-grams:"'),
        ("ngram 1=5", "ngram 1=6", ", line 11: fewer 1-grams than the 6 that \\data\\ announces"),
        ("ngram 1=5", "ngram 1=4", ", line 10: more 1-grams than the 4 that \\data\\ announces"),
        ("ngram 2=3", "ngram 2=2", ", line 15: more 2-grams than the 2 that \\data\\ announces"),
        ("ngram 2=3", "ngram 2=4", ", line 16: fewer 2-grams than the 4 that \\data\\ announces"),
        ("-0.25\ta b", "-O.25\ta b", ', line 14: "-O.25" is not a number'),
        ("\t-0.25\n", "\tnone\n", ', line 9: "none" is not a number'),
        ("-0.25\ta b", "nan\ta b", ", line 14: a number that is not finite"),
        ("-0.25\ta b", "-inf\ta b", ", line 14: a number that is not finite"),
        ("-0.25\ta b", "0.25\ta b", ", line 14: log10 of a probability must not be above 0"),
        ("-0.25\ta b", "-0.25\ta b\t-1", ", line 14: a 2-gram, the longest here, has a back-off"),
        ("-0.25\ta b", "-0.25\ta", ", line 14: expected a number, 2 words and perhaps"),
        ("-0.25\ta b", "-0.25\ta b c d", ", line 14: expected a number, 2 words and perhaps"),
        ("<s> a\n-0.25\ta b", "<s>\n-0.25\ta b\t0", ", line 13: expected a number, 2 words and"),
        ("-0.25\ta b", "-0.25\ta q", ', line 14: "q" is not among the single words'),
        ("-0.375\tb </s>", "-0.375\ta b", ", line 14: an n-gram that comes a second time"),
        ("-0.625\tb", "-0.625\ta", ', line 10: "a" is here a second time'),
        ("-0.75\t</s>", "-0.75\t</S>", ", line 10: no </s> among the single words"),
        ("\\end\\", "", ", line 17: the file ends here, without \\end\\: it is truncated"),
        ("-0.375\tb </s>\n\n\\end\\\n", "", ", line 14: the file ends here"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(
    tmp_path: Path, old: str, new: str, problem: str
) -> None:
    assert old in BIGRAMS
    path = file(tmp_path, BIGRAMS.replace(old, new))
    with pytest.raises(InputError) as caught:
        read_arpa(path)
    assert str(caught.value).startswith(f"{path}{problem}")
    assert "\n" not in str(caught.value)


def test_orders_above_five_are_refused(tmp_path: Path) -> None:
    counts = "\n".join(f"ngram {k}=9" for k in range(1, 7))
    path = file(tmp_path, f"\\data\\\n{counts}\n\n\\1-grams:\n")
    with pytest.raises(InputError, match="a model of order 6; the highest possible is 5"):
        read_arpa(path)


@pytest.mark.parametrize("content", [b"", b"\x1f\x8b\x08\x00", bytes(range(256)) * 50])
def test_foreign_files_are_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "m.arpa").write_bytes(content)
    with pytest.raises(InputError, match="not an ARPA file"):
        read_arpa(tmp_path / "m.arpa")


def test_a_word_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    (tmp_path / "m.arpa").write_bytes(BIGRAMS.encode().replace(b"-0.625\tb", b"-0.625\tb\xff"))
    with pytest.raises(InputError, match=r"line 10: .* is not UTF-8"):
        read_arpa(tmp_path / "m.arpa")


@pytest.mark.parametrize("name", ["missing.arpa", ""])
def test_an_unreadable_path_is_an_input_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_arpa(tmp_path / name)


@settings(deadline=None, max_examples=100)
@given(st.data())
def test_a_damaged_file_is_read_or_refused_but_never_crashes(data: st.DataObject) -> None:
    text = bytearray(TRIGRAMS.encode())
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(text) - 1))
        text[place : place + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "m.arpa"
        path.write_bytes(text)
        with contextlib.suppress(InputError), warnings.catch_warnings(action="ignore"):
            assert all(np.isfinite(scores(read_arpa(path), "a b x a")))


def test_long_sections_are_read_in_several_blocks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = stored_table(*read_arpa(DATA / "corpus.3.arpa"))
    monkeypatch.setattr(arpa, "BLOCK", 7)
    assert stored_table(*read_arpa(DATA / "corpus.3.arpa")) == whole
    with pytest.raises(InputError, match="line 15: more 2-grams"):
        read_arpa(file(tmp_path, BIGRAMS.replace("ngram 2=3", "ngram 2=2")))
    lexicon, levels = read_arpa(DATA / "corpus.3.arpa")
    write_arpa(tmp_path / "again.arpa", lexicon, levels)
    assert stored_table(*read_arpa(tmp_path / "again.arpa")) == whole
