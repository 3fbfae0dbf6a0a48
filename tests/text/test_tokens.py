"""Sentences and tokens: a table of examples, and the laws that hold for any text."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntacticdiff.text.sentences import sentence_spans
from syntacticdiff.text.tokenizers import TOKENIZERS
from syntacticdiff.text.tokens import Token, tokenize
from syntacticdiff.text.whitespace import line_spans, split_whitespace

# Any text at all, and text dense in what the tokenizer and the splitter care about.
ANY_TEXT = st.text() | st.text(st.characters())
VISIBLE = """
    . ... … , ; : ! ? ' ’ ` ´ " “ ” ( ) [ ] < > - -- — / & @ # $ % _ ^ = * 1 23 4,5 a I n't 's Mr
    cannot gonna U.S. e.g. www. http:// x@y.z home .Then :) 😀 👍🏽 日本 Then it
"""
INVISIBLE = ("e\u0301", "\u200d", "\ufe0f", "\ud800", "\0", " ", "\n", "\n\n", "\r\n", "\t")
TOKEN_LIKE = st.lists(st.sampled_from([*VISIBLE.split(), *INVISIBLE])).map("".join)
TEXTS = ANY_TEXT | TOKEN_LIKE


def words(text: str) -> list[str]:
    return [token.surface for token in tokenize(text)]


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # contractions and possessives
        ("I don't know.", "I do n't know ."),
        ("We CAN'T, we shouldn't've", "We CA N'T , we should n't 've"),
        ("It's John's; they'll say we're I've", "It 's John 's ; they 'll say we 're I 've"),
        ("he'd say I'm YOU'RE", "he 'd say I 'm YOU 'RE"),
        ("the students' books", "the students ' books"),
        ("It’s ours, don’t", "It ’s ours , do n’t"),
        ("I`m sure it´s so", "I `m sure it ´s so"),
        ("I cannot, you Cannot", "I can not , you Can not"),
        ("gonna wanna gotta gimme lemme", "gon na wan na got ta gim me lem me"),
        ("'tis at nine o'clock, ma'am", "'t is at nine o'clock , ma'am"),
        ("the 1990's and the '90s", "the 1990 's and the '90s"),
        ("do n't it 's", "do n't it 's"),
        ("Donna saw the savanna", "Donna saw the savanna"),
        # quotes, brackets, dots and dashes
        ("He said \"hi\" and 'bye'.", "He said \" hi \" and ' bye ' ."),
        ("“So,” she said, ‘no’.", "“ So , ” she said , ‘ no ’ ."),
        ("``so''", "`` so ''"),
        ("(a) [b] {c}", "( a ) [ b ] { c }"),
        ("Wait... what… no.. yes", "Wait ... what … no .. yes"),
        ("so -- well--then—now – then", "so -- well -- then — now – then"),
        ("a well-known, 20-year-old co-op", "a well-known , 20-year-old co-op"),
        ("Yes!!! Really?!", "Yes ! ! ! Really ? !"),
        # addresses
        ("See http://a.example/x?y=1, ok", "See http://a.example/x?y=1 , ok"),
        ("at www.example.org.", "at www.example.org ."),
        ("at example.com/page or lang-9.com", "at example.com/page or lang-9.com"),
        ("Write to jo.doe@mail.example.org!", "Write to jo.doe@mail.example.org !"),
        ("@jo likes #this and #1", "@jo likes #this and # 1"),
        # numbers
        ("1,000.50 and 3.5% of .5", "1,000.50 and 3.5 % of .5"),
        ("on 12/05/2019, 2019-05-12 at 10:30.", "on 12/05/2019 , 2019-05-12 at 10:30 ."),
        ("$5, US$5, £3.20 or 5€", "$ 5 , US $ 5 , £ 3.20 or 5 €"),
        ("the 3rd at 5pm or 5p.m. in the 1960s", "the 3rd at 5pm or 5 p.m. in the 1960s"),
        ("1,2 or 3, 4", "1,2 or 3 , 4"),
        # abbreviations
        ("The U.S. and Mr. Roe, e.g. here", "The U.S. and Mr. Roe , e.g. here"),
        ("J. Doe of the U.S.", "J. Doe of the U.S."),
        ("older than I.", "older than I ."),
        ("No. 5, said no. Then", "No. 5 , said no . Then"),
        ("Jane Doe Jr..", "Jane Doe Jr. ."),
        ("AT&T and R&D, this&that", "AT&T and R&D , this & that"),
        # as learners write
        ("I went home .Then i slept", "I went home . Then i slept"),
        ("I went home.Then i slept,and woke", "I went home . Then i slept , and woke"),
        ("he/she and/or", "he / she and / or"),
        ("happy:) :-( ;P :D", "happy :) :-( ;P :D"),
        ("^_^ >_< <3 :)))", "^_^ >_< <3 :)))"),
        ("these:(a)", "these : ( a )"),
        # beyond ASCII
        ("cafe\u0301 naïve", "cafe\u0301 naïve"),
        ("😀😀 👍🏽 👩‍👧 🇫🇷🇬🇧", "😀 😀 👍🏽 👩‍👧 🇫🇷 🇬🇧"),
        ("<s> </s>", "< s > < / s >"),
    ],
)
def test_a_text_comes_apart_as_in_the_treebank(text: str, expected: str) -> None:
    assert words(text) == expected.split(" ")


@given(TEXTS)
def test_tokens_are_slices_that_hold_every_character_but_white_space_once(text: str) -> None:
    for find in (tokenizer.tokens for tokenizer in TOKENIZERS.values()):
        tokens = find(text)
        assert all(
            type(token) is Token and text[token.start : token.end] == token.surface != ""
            for token in tokens
        )
        assert all(before.end <= after.start for before, after in pairwise(tokens))
        assert not any(map(str.isspace, "".join(token.surface for token in tokens)))
        assert sum(len(token.surface) for token in tokens) == sum(
            not character.isspace() for character in text
        )


@given(TEXTS)
def test_white_space_tokens_are_those_of_str_split(text: str) -> None:
    assert [token.surface for token in split_whitespace(text)] == text.split()


@given(TEXTS)
def test_lines_are_those_of_a_line_counter_without_the_space_around_them(text: str) -> None:
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    assert [text[start:end] for start, end in line_spans(text)] == [line.strip() for line in lines]


@given(TEXTS)
def test_sentences_are_trimmed_ordered_and_hold_everything(text: str) -> None:
    spans = sentence_spans(text)
    found = [text[start:end] for start, end in spans]
    assert all(sentence and sentence == sentence.strip() for sentence in found)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
    assert "".join("".join(found).split()) == "".join(text.split())


@given(TEXTS, st.sampled_from(["\n\n", "\r\n\r\n", "\r\r", "\n \t\n", "\n\n\n"]), TEXTS)
def test_a_blank_line_always_ends_a_sentence(before: str, blank: str, after: str) -> None:
    # \r or \n at the seams would join the break
    before, after = before.strip(), after.strip()
    offset = len(before + blank)
    expected = sentence_spans(before)
    expected += [(start + offset, end + offset) for start, end in sentence_spans(after)]
    assert sentence_spans(before + blank + after) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It rains. We stay here!", ["It rains.", "We stay here!"]),
        ("One line\nand the next.\r\nAnd one.", ["One line\nand the next.", "And one."]),
        ("Title\n\nText here.", ["Title", "Text here."]),
        ("Mr. Roe came. He sat.", ["Mr. Roe came.", "He sat."]),
        ("Smile 😀 now. 𝔘nd then? Yes.", ["Smile 😀 now.", "𝔘nd then?", "Yes."]),
        ('He said "I go. You stay." Then he left.', ['He said "I go. You stay."', "Then he left."]),
        # one stray quotation mark or bracket must not swallow the rest
        (
            'He left. "Come now. We wait. It is late.',
            ["He left.", '"Come now.', "We wait.", "It is late."],
        ),
        (
            'A 5" nail. He said "no". I left. It "hurt".',
            ['A 5" nail.', 'He said "no".', "I left.", 'It "hurt".'],
        ),
        (
            "Sad :( here. We lost. 1) go. 2) stay. Bye now.",
            ["Sad :( here.", "We lost.", "1) go.", "2) stay.", "Bye now."],
        ),
        ("lone \ud800 half. And more.", ["lone \ud800 half.", "And more."]),
        ("nul \0 byte. And more.", ["nul \0 byte.", "And more."]),
        (" \n ", []),
        ("", []),
    ],
)
def test_a_text_comes_apart_into_sentences(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


ODD = {
    "a word": "a",
    "dots": ".",
    "straight quotes": '"',
    "apostrophes": "'",
    "guillemets": "«",
    "low quotes": "„",
    "brackets": "(",
    "closed brackets": ")(",
    "dotted letters": "a.",
    "dotted words": "ab.cd-",
    "hyphens": "a-",
    "at signs": "a@",
    "clitics": "n't",
    "addresses": "www.",
    "digits and commas": "1,",
    "accents": "\u0301",
    "joined emoji": "😀\u200d",
    "smiles": ":)",
    "line breaks": "\n ",
    "stops": ". ",
}


@pytest.mark.parametrize("piece", ODD.values(), ids=ODD)
def test_time_stays_in_proportion_to_the_text(piece: str) -> None:
    texts = [piece * (length // len(piece)) for length in (8_000, 64_000)]
    short, long = (min(seconds(text) for _ in range(3)) for text in texts)
    for _ in range(12):  # what else the machine does makes some runs longer, none shorter
        if long < 24 * short:
            break
        short, long = min(short, seconds(texts[0])), min(long, seconds(texts[1]))
    assert long < 24 * short  # 8 times as long; quadratic time would be 64 times as much


def seconds(text: str) -> float:
    """The processor time that a text takes."""
    start = time.process_time()
    tokenize(text)
    sentence_spans(text)
    return time.process_time() - start


def test_a_megabyte_without_a_space_is_one_sentence() -> None:
    assert sentence_spans("x" * 1_000_000) == [(0, 1_000_000)]


@pytest.mark.parametrize("words", ["word a ", "word  a  ", "word,a,", "我喜欢吃苹果、"])
def test_what_has_no_end_for_very_long_is_cut_between_words(words: str) -> None:
    text = f"We go. {words * 50_000}\n\nThe end."
    first, *parts, last = sentence_spans(text)
    assert (text[slice(*first)], text[slice(*last)]) == ("We go.", "The end.")
    assert len(parts) == -(-len(words) * 50_000 // 100_000)
    assert all(end - start < 100_010 for start, end in parts)
    assert all(text[start:end] == text[start:end].strip() for start, end in parts)
    found = [word for span in parts for word in tokens_of(text[slice(*span)])]
    assert found == tokens_of(words * 50_000)


def tokens_of(text: str) -> list[str]:
    return [token.surface for token in tokenize(text)]


def test_a_word_is_never_cut() -> None:
    assert sentence_spans("x" * 300_000) == [(0, 300_000)]
