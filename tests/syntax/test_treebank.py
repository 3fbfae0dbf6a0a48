"""CoNLL-U in and out: nothing is lost, and what is wrong is named with its place."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.treebank import made_up_treebank

from syntacticdiff.errors import InputError
from syntacticdiff.syntax import (
    TreebankSentence,
    Word,
    conllu_sentences,
    is_projective,
    read_conllu,
)
from syntacticdiff.syntax.treebank import in_cycle

FULL = """\
# sent_id = 1
# text = Don't go, or he will.
1-2\tDon't\t_\t_\t_\t_\t_\t_\t_\t_
1\tDo\tdo\tAUX\tVB\tMood=Imp\t3\taux\t3:aux\t_
2\tn't\tnot\tPART\tRB\t_\t3\tadvmod\t3:advmod\t_
3\tgo\tgo\tVERB\tVB\tMood=Imp\t0\troot\t0:root\tSpaceAfter=No
4\t,\t,\tPUNCT\t,\t_\t3\tpunct\t3:punct\t_
5\tor\tor\tCCONJ\tCC\t_\t7\tcc\t7:cc\t_
6\the\the\tPRON\tPRP\t_\t7\tnsubj\t7:nsubj\t_
7\twill\twill\tAUX\tMD\t_\t3\tconj\t3:conj\tSpaceAfter=No
7.1\tgo\tgo\tVERB\tVB\t_\t_\t_\t3:conj\t_
8\t.\t.\tPUNCT\t.\t_\t3\tpunct\t3:punct\t_

"""


def read(text: str) -> list[TreebankSentence]:
    return list(conllu_sentences(text.splitlines(keepends=True), "t.conllu"))


def changed(line: int, **columns: str) -> str:
    """FULL with some columns of a line replaced."""
    lines = FULL.split("\n")
    fields = lines[line - 1].split("\t")
    for name, value in columns.items():
        fields[("id", "form", "xpos", "head").index(name) if name != "head" else 6] = value
    lines[line - 1] = "\t".join(fields)
    return "\n".join(lines)


def test_comments_multiword_tokens_and_empty_nodes_are_kept() -> None:
    [sentence] = read(FULL)
    assert sentence.forms == ("Do", "n't", "go", ",", "or", "he", "will", ".")
    assert sentence.words[2].head == -1
    assert [before for before, _ in sentence.other_lines] == [0, 7]
    assert sentence.to_conllu() == FULL


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (FULL.replace("\tor\tor", "\tor"), r"t\.conllu:8: 9 fields instead of 10"),
        (FULL.replace("\the\the", "\t\the"), r"t\.conllu:9: FORM is empty"),
        (changed(6, id="4"), r"t\.conllu:6: word 4 where word 3 is expected"),
        (changed(6, id="x"), r't\.conllu:6: the ID is "x"'),
        (changed(3, id="2-3"), r"t\.conllu:3: 2-3 after word 0"),
        (changed(7, head="x"), r't\.conllu:7: the HEAD is "x"'),
        (changed(7, head="9"), r"t\.conllu:7: HEAD 9 in a sentence of 8 words"),
        (changed(7, head="_"), r"t\.conllu:7: no HEAD, but other words"),
        (changed(7, head="0"), r"t\.conllu:4: 2 roots instead of one"),
        (changed(7, head="4"), r"t\.conllu:7: the HEADs lead from this word back to it"),
        ("# nothing\n\n", r"t\.conllu:1: comments without a sentence"),
        (FULL.replace("5\tor", "# no\n5\tor"), r"t\.conllu:8: a comment inside a sentence"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(text)


def test_a_missing_file_and_one_that_is_not_utf8(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        list(read_conllu(tmp_path / "none.conllu"))
    path = tmp_path / "latin.conllu"
    path.write_bytes(FULL.replace("go", "caf\xe9").encode("latin-1"))
    with pytest.raises(InputError, match="not UTF-8"):
        list(read_conllu(path))


def test_a_file_without_sentences_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "empty.conllu"
    path.write_text("\n\n")
    assert list(read_conllu(path)) == []


def test_what_is_written_is_read_again() -> None:
    sentences = made_up_treebank()
    assert read("".join(sentence.to_conllu() for sentence in sentences)) == sentences


@given(st.lists(st.integers(-1, 6), min_size=1, max_size=7))
def test_a_cycle_is_found_where_there_is_one(heads: list[int]) -> None:
    heads = [min(head, len(heads) - 1) for head in heads]

    def reaches_root(token: int) -> bool:
        for _ in heads:
            if token == -1:
                return True
            token = heads[token]
        return token == -1

    assert (in_cycle(heads) is None) == all(map(reaches_root, range(len(heads))))


def test_projective_trees() -> None:
    assert is_projective([1, -1, 1, 4, 2])
    assert not is_projective([2, 3, -1, 2])  # two arcs cross
    assert not is_projective([2, -1, 1, 0])  # an arc over the root
    assert is_projective([-1])


def test_words_without_trees_are_fine() -> None:
    sentence = TreebankSentence((Word("Hi"), Word("!")))
    assert read(sentence.to_conllu()) == [sentence]
