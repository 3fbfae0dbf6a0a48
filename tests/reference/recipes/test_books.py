"""Novels and speeches."""

from __future__ import annotations

import io
import zipfile

from syntacticdiff.reference.recipes.books import address_names, novel, speeches


def test_a_publishers_terms_after_a_book_are_cut_off() -> None:
    book = (
        b"I was at home that day.\n\n\nEnd of the Project Gutenberg EBook of X\n\n"
        b"These are the terms of use.\n\nThey go on for pages.\n"
    )
    assert [text for text in novel(io.BytesIO(book)) if text.strip()] == ["I was at home that day."]


def test_british_quotation_marks_become_double_ones() -> None:
    book = io.BytesIO(b"'It's late,' she said. 'Isn't it?'")
    assert list(novel(book, single_quotes=True)) == ['"It\'s late," she said. "Isn\'t it?"']


def test_addresses_are_chosen_by_year() -> None:
    table = io.BytesIO(b"fileid,year\nlate,1950\nearly,1900\nlast,2026\nfirst,1946\n")
    assert address_names(table, 1946, 2026) == ["first", "last", "late"]


def test_speeches_are_the_texts_of_the_table() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("en.csv", 'speaker,text\nAnn,"I agree, and ""why"" not?"\n')
    packed.seek(0)
    assert list(speeches(packed)) == ['I agree, and "why" not?']
