"""Summaries written by hand, for tests of rendering: every section, and malicious text."""

from __future__ import annotations

from dataclasses import replace

from syntacticdiff.report.sections.classes import (
    ClassesSummary,
    FeatureSetDifference,
    FeatureSetSummary,
    TellingEdit,
)
from syntacticdiff.report.sections.comparison import (
    ComparisonSummary,
    ContrastEdit,
    DirectionSummary,
)
from syntacticdiff.report.sections.topics import (
    TopicDocument,
    TopicsSummary,
    TopicSummary,
    WeightedEdit,
)
from syntacticdiff.report.summarizing import Summarizer
from syntacticdiff.report.summary import (
    DocumentSummary,
    EditSummary,
    QuotedSentence,
    SentenceSummary,
    Summary,
)

SCRIPT = "<script>alert(1)</script>"
LONG = "a" * 10_000
RIGHT_TO_LEFT = "שלום עולם"
HARM = (
    f"{SCRIPT} <img src=x onerror=alert(2)> \" ' `",
    f"</script>{SCRIPT}<!-- & &amp; ]]> {{{{ 7*7 }}}}",
    f"One {LONG} word.",
    f"{RIGHT_TO_LEFT} \u202eturned\u202c.",
    "A NUL \x00 and a bell \x07.",
    "Half a pair \ud83d alone, a whole one 😀 here.",
)


def inserted(word: str, text: str, before: str, saved: float = 4.0) -> EditSummary:
    start = text.index(before)
    return EditSummary(f"insert({word})", "insert", "", word, start, start, saved / 10, saved)


def removed(word: str, text: str, saved: float = 4.0) -> EditSummary:
    start = text.index(word)
    end = start + len(word)
    return EditSummary(f"remove({word})", "remove", word, "", start, end, saved / 10, saved)


def replaced(word: str, other: str, text: str, saved: float = 4.0) -> EditSummary:
    start = text.index(word)
    name = f"sub({word}->{other})"
    return EditSummary(name, "sub", word, other, start, start + len(word), saved / 10, saved)


def sentence(text: str, *edits: EditSummary) -> SentenceSummary:
    return SentenceSummary(text, len(text.split()), 7.5, edits)


def document(name: str, *sentences: SentenceSummary, label: str | None = None) -> DocumentSummary:
    return DocumentSummary(
        name=name,
        label=label,
        sentence_count=len(sentences),
        tokens=sum(one.tokens for one in sentences),
        edits=sum(len(one.edits) for one in sentences),
        bits=7.5,
        sentences=sentences,
    )


TOWN = "In center of town is church."
TRAIN = "My sister go to the work by train."
MARKED = sentence(TOWN, inserted("the", TOWN, "center", 9.0), inserted("the", TOWN, "town"))
BOTH = sentence(TRAIN, replaced("go", "goes", TRAIN, 12.0), removed("the", TRAIN))


def harmful() -> DocumentSummary:
    """Every malicious text, once as a sentence and once inside an edit."""
    edited = [sentence(text, replaced(text, text, text)) for text in HARM if text != LONG]
    return document(f"{SCRIPT}&\"'", *map(sentence, HARM), *edited, label=SCRIPT)


def essays() -> tuple[DocumentSummary, ...]:
    return (
        document("Ana", MARKED, sentence("Nothing is wrong here."), label="first"),
        document("Boris", BOTH, MARKED, label="second"),
        document("Chidi", sentence("I like trains."), label="first"),
    )


def topics(*extra: str) -> TopicsSummary:
    labels = ["missing articles: insert(the), insert(a)", "verb forms: sub(go->goes)", *extra]
    labels += ["articles too many: remove(the)"]
    return TopicsSummary(
        "4 topics by LDA, seed 0",
        tuple(
            TopicSummary(
                number=number,
                label=label,
                share=1 / (number + 1),
                edits=(WeightedEdit("insert(the)", 0.5), WeightedEdit("sub(go->goes)", 0.25)),
                examples=(
                    QuotedSentence("Boris", BOTH),
                    *(QuotedSentence(one, MARKED) for one in extra),
                ),
                documents=(TopicDocument("Ana", 0.9), *(TopicDocument(one, 0.1) for one in extra)),
                x=0.3 * number,
                y=0.1 * number**2,
                coherence=0.125,
            )
            for number, label in enumerate(labels, 1)
        ),
        coherence=0.125,
    )


def classes(*extra: str) -> ClassesSummary:
    names = ["first", "second", *extra]
    confusion = tuple(
        tuple(9 if one == two else 1 for two in range(len(names))) for one in range(len(names))
    )
    return ClassesSummary(
        classes=dict.fromkeys(names, 10),
        majority=0.5,
        method="cross-validation in 5 folds, classifier svm, seed 0",
        results=(
            FeatureSetSummary("words", 0.8, 0.79, 1200, 40.0, confusion),
            FeatureSetSummary("edits", 0.9, 0.89, 300, 20.5, confusion),
        ),
        differences=(FeatureSetDifference("edits", "words", 0.1, 0.01, 0.1, 0.02, 10_000),),
        telling={
            name: (
                TellingEdit("insert(the)", 0.5, 0.9, 0.1),
                TellingEdit(f"remove({name})", 0.2, 0.1, 0.3),
            )
            for name in names
        },
    )


def comparison(first: str = "essays", second: str = "news") -> ComparisonSummary:
    def direction(texts: str, reference: str) -> DirectionSummary:
        contrasts = (
            ContrastEdit("insert(the)", 1.5, 6.1, 40, 8.2, (QuotedSentence(texts, MARKED),)),
            ContrastEdit(f"remove({texts})", 0.5, 2.1, 9, 4.0, ()),
        )
        return DirectionSummary(texts, reference, 12, 10, 140, 80.4, contrasts)

    return ComparisonSummary(
        first,
        second,
        "five folds, log-odds with an informative prior",
        (direction(first, second), direction(second, first)),
    )


def summary_of(*documents: DocumentSummary, title: str = "made up") -> Summary:
    summarizer = Summarizer()
    for one in documents:
        summarizer.add(one)
    return summarizer.summary(title, "syntacticdiff:test|model:none")


def full_summary() -> Summary:
    """Every section, nothing malicious."""
    base = summary_of(*essays())
    return base.with_sections(topics(), classes(), comparison())


def harmful_summary() -> Summary:
    """Every section, with malicious text wherever a summary has text."""
    base = summary_of(*essays(), harmful(), title=SCRIPT)
    return replace(
        base,
        signature=SCRIPT,
        notes=HARM,
        sections=(
            topics(*HARM),
            replace(classes(*HARM), note=SCRIPT, method=SCRIPT),
            comparison(SCRIPT, HARM[1]),
        ),
    )
