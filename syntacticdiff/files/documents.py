"""Reading corpora: text files, folders, tables and standard input, one document at a time.

Readers are iterators, so that memory stays flat however large a table is. A document that cannot be
read is reported and skipped. Only invalid arguments (a path that does not exist, a column that the
table does not have) raise, and they do so before any work is done.
"""

from __future__ import annotations

import contextlib
import io
import json
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.files.decoding import (
    MAX_DOCUMENT_BYTES,
    STANDARD_INPUT,
    TOO_LARGE,
    FileInputError,
    FileUsageError,
    Lines,
    Problem,
    ProblemReport,
    Report,
    Span,
    as_text,
    open_lines,
    unfit,
    without_surrogates,
)
from syntacticdiff.files.folders import about_left_out, files_below
from syntacticdiff.files.office import OFFICE, is_office, read_office
from syntacticdiff.files.tables import TABLES, table_rows

TEXTS = (".txt", *OFFICE)
EMPTY = "empty: there is no text in it"


@dataclass(frozen=True)
class Document:
    """One text of a corpus.

    Parameters
    ----------
    name : str
        Its identifier, or the file and row that it is from.
    text : str
        The text.
    fields : mapping of str to str, default={}
        The other columns of its row, if it is from a table.
    """

    name: str
    text: str
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ReadingOptions:
    """How to read inputs: the arguments of `read_documents`."""

    text: str | None = None
    id_column: str | None = None
    lines: bool = False
    tokenized: bool = False
    piped: str = "jsonl"
    keep_empty: bool = False

    @property
    def wanted(self) -> dict[str, str]:
        """The columns that a table must have, and the options that chose them."""
        chosen = ((self.text, "--text"), (self.id_column, "--id"))
        return {column: option for column, option in chosen if column is not None}

    @property
    def suffixes(self) -> tuple[str, ...]:
        """Which files of a folder are read; a file that is named itself may have any suffix."""
        return TEXTS if self.text is None else TABLES


def read_documents(
    inputs: Sequence[str],
    *,
    text: str | None = None,
    id_column: str | None = None,
    lines: bool = False,
    tokenized: bool = False,
    piped: str = "jsonl",
    keep_empty: bool = False,
    report: Report,
    note: Report | None = None,
) -> Iterator[Document]:
    """Read the documents of files, folders and standard input, in the order given.

    Parameters
    ----------
    inputs : sequence of str
        Paths, or `-` for standard input. Of a folder, every .txt, .docx and .odt file below it is
        read, in sorted order; with `text`, every table. Links to folders are not followed.
    text : str or None, default=None
        The column that holds the text, for tables (.csv, .tsv, .jsonl, .parquet). Standard input is
        then a table as well.
    id_column : str or None, default=None
        The column that names a table's documents. By default they are named `file:row`.
    lines : bool, default=False
        Whether each line of a text file is a document, named `file:line`.
    tokenized : bool, default=False
        Whether lines are sentences, so that a file of blank lines is not empty.
    piped : {"csv", "tsv", "jsonl", "parquet"}, default="jsonl"
        The format of standard input, if it is a table.
    keep_empty : bool, default=False
        Whether a file without text is a document; it is reported in any case.
    report : callable
        Takes one line of text: called for every document or file that is skipped, and for every
        replaced character.
    note : callable or None, default=None
        Takes one line of text: called for what is not at fault, which is that a folder also has
        files of other kinds. By default `report` is.

    Returns
    -------
    iterator of Document
        The documents, read as they are needed.

    Raises
    ------
    UsageError
        At once, if the arguments are invalid: a path or a column does not exist, or `text` is
        missing or does not apply.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "essays.csv")
    ...     _ = path.write_text("writer,essay\\nAna,In center of town is church.\\n")
    ...     list(read_documents([str(path)], text="essay", id_column="writer", report=print))
    [Document(name='Ana', text='In center of town is church.', fields={'writer': 'Ana'})]
    """
    options = ReadingOptions(text, id_column, lines, tokenized, piped, keep_empty)
    check_inputs(inputs, options)
    return _documents(inputs, options, as_text(report), as_text(note or report))


def check_inputs(inputs: Sequence[str], options: ReadingOptions) -> None:
    """Raise UsageError if the arguments are invalid; see `read_documents`."""
    if isinstance(inputs, str):
        raise UsageError("inputs: a list of paths is needed, not a single string")
    if options.lines and options.text is not None:
        raise UsageError("--lines is for text files; in a table, each row is a document already")
    if options.id_column is not None and options.text is None:
        raise UsageError("--id names a table's column; choose the one with the text with --text")
    if list(inputs).count(STANDARD_INPUT) > 1:
        raise UsageError("- (standard input) can be read only once")
    for name in inputs:
        _check(name, options)


def span_documents(
    name: str, span: Span, options: ReadingOptions, report: ProblemReport
) -> Iterator[Document]:
    """Read the documents of a part of a file, named as in the whole file.

    Nothing is replaced: a document that is not UTF-8 or too large is reported and skipped.
    """
    return _file_documents(name, options, report, span)


def _check(name: str, reading: ReadingOptions) -> None:
    """Raise UsageError if an input is invalid. Tables are opened to see their columns."""
    if name == STANDARD_INPUT:
        return
    try:
        mode = Path(name).stat().st_mode
    except (OSError, ValueError):  # ValueError: a NUL in the path
        raise UsageError(f"{name}: no such file or folder") from None
    if stat.S_ISDIR(mode):
        return
    is_table = name.lower().endswith(TABLES)
    if reading.text is None and is_table:
        raise UsageError(f"{name}: a table; choose the column that holds the text with --text")
    if reading.text is not None and not is_table:
        raise UsageError(f"{name}: --text is for tables ({', '.join(TABLES)}), not for text files")
    if is_table and stat.S_ISREG(mode):  # a pipe can be read only once
        # Problems with the data are reported later, when it is read.
        with contextlib.suppress(InputError):
            next(table_rows(name, reading.wanted, lambda problem: None), None)


def _documents(
    inputs: Sequence[str], reading: ReadingOptions, report: ProblemReport, note: ProblemReport
) -> Iterator[Document]:
    for name in inputs:
        if name == STANDARD_INPUT or not Path(name).is_dir():
            yield from _file_documents(name, reading, report)
        else:
            yield from _folder_documents(name, reading, report, note)


def _folder_documents(
    folder: str, reading: ReadingOptions, report: ProblemReport, note: ProblemReport
) -> Iterator[Document]:
    empty = True
    left_out: list[str] = []
    for path in files_below(folder, reading.suffixes, report, left_out):
        empty = False
        try:
            yield from _file_documents(path, reading, report)
        except FileUsageError as error:  # one odd table in a folder does not stop the rest
            report(error.problem)
    if empty:
        report(nothing_in(folder, reading))
    if (problem := about_left_out(folder, left_out, reading.suffixes)) is not None:
        note(problem)


def nothing_in(folder: str, reading: ReadingOptions) -> Problem:
    """What to report of a folder without any file to read."""
    reason = f"no {' or '.join(reading.suffixes)} file in this folder or below"
    if reading.text is None and any(files_below(folder, TABLES, lambda problem: None)):
        reason += "; for its tables, choose the column that holds the text with --text"
    return Problem(folder, reason, skipped=False)


def _file_documents(
    name: str, reading: ReadingOptions, report: ProblemReport, span: Span | None = None
) -> Iterator[Document]:
    """The documents of one file. Its problems are reported, and also that it is empty."""
    silent = True

    def noted(problem: Problem) -> None:
        nonlocal silent
        silent = False
        report(problem)

    if reading.text is not None:
        documents = _table_documents(name, reading.text, reading, noted, span)
    elif reading.lines:
        documents = _line_documents(name, noted, span)
    else:
        documents = _text_document(name, reading, noted, span)
    try:
        for document in documents:
            silent = False
            yield document
    except FileInputError as error:
        noted(error.problem)
    if silent and (span is None or span.whole):
        report(Problem(name, EMPTY, skipped=False))


@contextlib.contextmanager
def _open_text(name: str, report: ProblemReport, span: Span | None) -> Iterator[Lines]:
    """The lines of a text file, or of what a Word or OpenDocument file says."""
    if not is_office(name):
        with open_lines(name, report, span) as lines:
            yield lines
        return
    text = read_office(name, span.path if span is not None else None).text
    yield Lines(name, io.BytesIO(f"{text}\n".encode(errors="replace")), span)


def _text_document(
    name: str, reading: ReadingOptions, report: ProblemReport, span: Span | None
) -> Iterator[Document]:
    with _open_text(name, report, span) as lines:
        text = lines.everything()
        if span is not None and (reason := unfit(text)):
            report(Problem(name, reason))
        elif text.strip() or (reading.tokenized and text):
            yield Document(name, text)
        elif reading.keep_empty:
            report(Problem(name, EMPTY, skipped=False))
            yield Document(name, text)


def _line_documents(name: str, report: ProblemReport, span: Span | None) -> Iterator[Document]:
    with _open_text(name, report, span) as lines:
        for number, line in lines.numbered(report):
            if span is not None and (reason := unfit(line)):
                report(Problem(name, reason, number))
                continue
            yield Document(f"{name}:{number}", line.removesuffix("\n").removesuffix("\r"))


def _table_documents(
    name: str, column: str, reading: ReadingOptions, report: ProblemReport, span: Span | None
) -> Iterator[Document]:
    for number, row in table_rows(name, reading.wanted, report, span, reading.piped):
        text = row[column]
        if not isinstance(text, str):
            reason = f'no "{column}"' if text is None else f'"{column}" is not a string'
            report(Problem(name, reason, number))
            continue
        if span is not None and (unfitness := _unfit_row(row, column, name)):
            report(Problem(name, unfitness, number))
            continue
        for key, cell in row.items():
            if isinstance(cell, str) and without_surrogates(cell) != cell:
                replaced = f'"{key}" has half a surrogate pair; replaced by U+FFFD'
                report(Problem(name, replaced, number, skipped=False))
        fields = {key: _as_text(cell) for key, cell in row.items() if key != column}
        given = "" if reading.id_column is None else _as_text(row[reading.id_column])
        yield Document(given or f"{name}:{number}", without_surrogates(text), fields)


def _unfit_row(row: Mapping[str, object], column: str, name: str) -> str | None:
    """Why a row cannot be a document, given that nothing in it is to be replaced."""
    escaped = name.lower().endswith((".jsonl", ".parquet"))  # there a NUL may be intended
    for cell in row.values():
        if isinstance(cell, str) and (reason := unfit(cell.replace("\0", "") if escaped else cell)):
            return reason
    text = row[column]
    # No character takes more than four bytes.
    if isinstance(text, str) and len(text) * 4 > MAX_DOCUMENT_BYTES:
        return TOO_LARGE if len(text.encode()) > MAX_DOCUMENT_BYTES else None
    return None


def _as_text(cell: object) -> str:
    """A cell as a field: text as it is, nothing as the empty string, anything else as JSON."""
    if isinstance(cell, str):
        return without_surrogates(cell)
    return "" if cell is None else json.dumps(cell, ensure_ascii=False, default=str)
