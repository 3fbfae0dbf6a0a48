"""`syntacticdiff parse`: tags and trees as CoNLL-U or JSON; with --repair, of mended sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from syntacticdiff.cli.messages import progress
from syntacticdiff.cli.options import Corpus, input_options, output_options, reference_option
from syntacticdiff.cli.output import Output, Printer
from syntacticdiff.errors import UsageError

if TYPE_CHECKING:
    from syntacticdiff.files.documents import Document
    from syntacticdiff.repair import Repair, Repairer
    from syntacticdiff.syntax import Tree, TreebankSentence

_BATCH = 256
_REFERENCE = "default"  # the reference, which is English
_TREEBANK = ".conllu"


class Sentence(NamedTuple):
    """A sentence to be parsed, and its place in the document."""

    document: str
    number: int
    text: str
    offset: int
    spans: tuple[tuple[int, int], ...]
    words: tuple[str, ...]
    treebank: TreebankSentence | None = None


@click.command("parse")
@input_options()
@output_options
@click.option("--repair", is_flag=True, help="Repair the sentences while they are parsed.")
@click.option(
    "--parser",
    default="default",
    show_default=True,
    metavar="FILE",
    help="A file that train-parser has made.",
)
@reference_option
@click.option(
    "--engine",
    type=click.Choice(["auto", "native", "python"]),
    default="auto",
    show_default=True,
    help="What does the work.",
)
def command(
    corpus: Corpus, output: Output, repair: bool, parser: str, reference: str, engine: str
) -> None:
    """Tags and dependency trees of sentences.

    Prints CoNLL-U; with --json, one object per sentence. With --tokenized there is a tree for each
    line, with exactly its tokens. A .conllu file is tagged and parsed anew; its words, comments,
    multi-word tokens and empty nodes stay. With --repair the trees are those of the mended
    sentences, and the reference chooses the words that are put in.
    """
    sentences = _sentences(corpus)
    from syntacticdiff.syntax import Parser

    if not repair and reference != _REFERENCE:
        _refuse_other_languages(reference)
    with output.open() as printer:
        if repair:
            from syntacticdiff.repair import Repairer

            repairer = Repairer.load(parser, reference=reference, engine=engine)
            _print_repairs(repairer, sentences, printer, as_json=output.json)
        else:
            _print_trees(Parser.load(parser, engine=engine), sentences, printer, output.json)
    corpus.finish()


def _refuse_other_languages(reference: str) -> None:
    """Tags are English; a reference, even if only repair uses it, says what the text is."""
    from syntacticdiff.reference import ReferenceModel
    from syntacticdiff.text.languages import refuse_other_languages

    language = ReferenceModel.load(reference, verify=False).language
    refuse_other_languages("tags", language, "choose an English one")


def _sentences(corpus: Corpus) -> Iterator[Sentence]:
    """The sentences of the inputs; raises at once if the call is at fault."""
    treebanks = [name for name in corpus.inputs if name.endswith(_TREEBANK)]
    if not treebanks:
        return _of_documents(corpus, progress(corpus.documents(), "documents"))
    if len(treebanks) < len(corpus.inputs):
        raise UsageError(f"{treebanks[0]}: {_TREEBANK} files and other inputs in one call")
    return _of_treebanks(treebanks)


def _of_documents(corpus: Corpus, documents: Iterable[Document]) -> Iterator[Sentence]:
    from syntacticdiff.text.sentences import sentence_spans
    from syntacticdiff.text.tokens import tokenize
    from syntacticdiff.text.whitespace import line_spans, split_whitespace

    for document in documents:
        split = line_spans if corpus.tokenized else sentence_spans
        for number, (start, end) in enumerate(split(document.text)):
            text = document.text[start:end]
            tokens = split_whitespace(text) if corpus.tokenized else tokenize(text)
            yield Sentence(
                document.name,
                number,
                text,
                start,
                tuple((token.start, token.end) for token in tokens),
                tuple(token.surface for token in tokens),
            )
    corpus.refuse_nothing()


def _of_treebanks(names: Iterable[str]) -> Iterator[Sentence]:
    from syntacticdiff.syntax import read_conllu

    for name in names:
        for number, sentence in enumerate(read_conllu(name)):
            words = sentence.forms
            ends = [sum(map(len, words[: n + 1])) + n for n in range(len(words))]
            spans = tuple((end - len(word), end) for word, end in zip(words, ends, strict=True))
            yield Sentence(name, number, " ".join(words), 0, spans, words, sentence)


def _print_trees(
    parser: Any, sentences: Iterator[Sentence], printer: Printer, as_json: bool
) -> None:
    while batch := list(islice(sentences, _BATCH)):
        trees = parser.parse_many(sentence.words for sentence in batch)
        for sentence, tree in zip(batch, trees, strict=True):
            if as_json:
                printer.json(_place(sentence) | tree.to_dict())
            elif sentence.words:
                _print_conllu(sentence, tree, printer)


def _print_repairs(
    repairer: Repairer, sentences: Iterator[Sentence], printer: Printer, *, as_json: bool
) -> None:
    while batch := list(islice(sentences, _BATCH)):
        repairs = repairer.repair_many(sentence.words for sentence in batch)
        for sentence, repair in zip(batch, repairs, strict=True):
            if as_json:
                diff = repairer.diff(repair, sentence.text, sentence.spans, offset=sentence.offset)
                printer.json(_place(sentence) | diff.to_dict() | repair.tree.to_dict())
            elif sentence.words:
                _print_repaired(sentence, repair, printer)


def _place(sentence: Sentence) -> dict[str, Any]:
    return {"document": sentence.document, "sentence": sentence.number, "text": sentence.text}


def _comments(sentence: Sentence) -> tuple[str, ...]:
    if sentence.treebank is not None:
        return sentence.treebank.comments
    newdoc = (f"# newdoc id = {_one_line(sentence.document)}",) if not sentence.number else ()
    return (
        *newdoc,
        f"# sent_id = {sentence.number + 1}",
        f"# text = {_one_line(sentence.text)}",
    )


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _print_conllu(sentence: Sentence, tree: Tree, printer: Printer) -> None:
    made = tree.to_sentence(sentence.treebank)
    if sentence.treebank is None:
        made = replace(
            made,
            comments=_comments(sentence),
            words=tuple(
                replace(word, misc="SpaceAfter=No") if joined else word
                for word, joined in zip(made.words, _joined(sentence), strict=True)
            ),
        )
    printer.line(made.to_conllu().removesuffix("\n"))


def _joined(sentence: Sentence) -> list[bool]:
    """For each token, whether the next one follows without a space."""
    ends = [end for _, end in sentence.spans]
    starts = [start for start, _ in sentence.spans[1:]]
    return [*(end == start for end, start in zip(ends, starts, strict=False)), False][: len(ends)]


def _print_repaired(sentence: Sentence, repair: Repair, printer: Printer) -> None:
    """The mended sentence; what was changed is in MISC, what went is in a comment."""
    remarks = {"sub": "substitute", "insert": "insert", "remove": "delete"}
    made = repair.tree.to_sentence()
    words = []
    for word, source in zip(made.words, repair.sources, strict=True):
        if source is None:
            word = replace(word, misc=f"Edit={remarks['insert']}")
        elif word.form != repair.words[source]:
            word = replace(word, misc=f"Edit={remarks['sub']}|Orig={repair.words[source]}")
        words.append(word)
    removed = tuple(
        f"# deleted = {edit.position + 1} {edit.source}"
        for edit in repair.edits()
        if edit.op == "remove"
    )
    made = replace(made, words=tuple(words), comments=(*_comments(sentence), *removed))
    printer.line(made.to_conllu().removesuffix("\n"))
