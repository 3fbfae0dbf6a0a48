"""The English side of Tatoeba."""

from __future__ import annotations

import io

from syntacticdiff.reference.recipes.everyday import tatoeba


def line(english: str, other: str, author: str) -> bytes:
    credit = f"CC-BY 2.0 (France) Attribution: tatoeba.org #12 ({author}) & #13 (other)"
    return f"{english}\t{other}\t{credit}\n".encode()


def test_every_sentence_comes_once_with_its_author() -> None:
    first = line("I am at home.", "A", "ann") + line("I am at home.", "B", "ann")
    second = line("I am at home.", "C", "ann") + line("It is late.", "D", "bob_2")
    found = list(tatoeba([io.BytesIO(first), io.BytesIO(second)]))
    assert found == [("I am at home.", "ann"), ("It is late.", "bob_2")]
