"""The shipped tagger and parser: how they are made from UD English-EWT, and how good they are.

    python pipelines/syntax.py --train            write syntacticdiff/syntax/default.sdparse
    python pipelines/syntax.py --train-repair     repair alone, after the reference has changed
    python pipelines/syntax.py                    measure what is shipped: results/syntax.md

Everything was chosen on the development part; the test part is only measured. The treebank is
github.com/UniversalDependencies/UD_English-EWT, CC BY-SA 4.0 (NOTICE).
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from shared_data import PROJECT, existing

from syntacticdiff import ReferenceModel
from syntacticdiff.repair import Repairer, RepairSettings, train_repairer
from syntacticdiff.syntax import (
    Parser,
    ParserSettings,
    Tagger,
    Tree,
    TreebankSentence,
    gold_tags,
    read_conllu,
    train_parser,
)
from syntacticdiff.text import tokenize

SHIPPED = PROJECT / "syntacticdiff" / "syntax" / "default.sdparse"
TREEBANK = "UD English-EWT"
LICENCE = "CC BY-SA 4.0"
REPEATED = 5  # timings; the fastest counts


def sentences(part: str) -> list[TreebankSentence]:
    """A part of the treebank."""
    return list(read_conllu(existing("treebank", f"en_ewt-{part}.conllu")))


def train() -> None:
    """Learn what is shipped; the same treebank, reference and version give the same file."""
    train_parser(sentences("train"), treebank=TREEBANK, licence=LICENCE).save(SHIPPED)
    train_repair()


def train_repair() -> None:
    """Add repair to the shipped parser. It depends on the reference, which chooses words."""
    parser, reference = Parser.load(SHIPPED), ReferenceModel.load()
    train_repairer(sentences("train"), parser, reference, RepairSettings()).save(SHIPPED)


def attachment(gold: Sequence[TreebankSentence], trees: Sequence[Tree]) -> dict[str, float]:
    """Shares of words with the right tag, head, and head and label, in per cent."""
    pairs = [
        (word, tag, head, label)
        for sentence, tree in zip(gold, trees, strict=True)
        for word, tag, head, label in zip(
            sentence.words, tree.tags, tree.heads, tree.labels, strict=True
        )
    ]
    return {
        "tags": 100 * sum(word.xpos == tag for word, tag, _, _ in pairs) / len(pairs),
        "UAS": 100 * sum(word.head == head for word, _, head, _ in pairs) / len(pairs),
        "LAS": 100
        * sum((word.head, word.deprel) == (head, label) for word, _, head, label in pairs)
        / len(pairs),
    }


def cpu_seconds(work: Callable[[], Any]) -> float:
    """The least of several runs."""
    found = []
    for _ in range(REPEATED):
        begin = time.process_time()
        work()
        found.append(time.process_time() - begin)
    return min(found)


def speed(dev: Sequence[TreebankSentence]) -> dict[str, float]:
    """Tokens per CPU second, and the same as multiples of our tokenizer's."""
    words = [sentence.forms for sentence in dev]
    tokens = sum(map(len, words))
    texts = [" ".join(sentence) for sentence in words]
    tagger, parser = Tagger.load(), Parser.load()
    tags = [gold_tags(sentence) for sentence in dev]
    repairer = Repairer.load()
    yardstick = cpu_seconds(lambda: [tokenize(text) for text in texts])
    result = {"tokenizer": tokens / yardstick}
    for name, work in (
        ("tagger", lambda: list(tagger.tag_many(words))),
        ("parser, tags given", lambda: list(parser.parse_many(words, tags))),
        ("tagger and parser", lambda: list(parser.parse_many(words))),
        ("tagger and repair", lambda: list(repairer.repair_many(words))),
    ):
        result[name] = tokens / cpu_seconds(work)
    return result


def measure(kept: Path) -> dict[str, Any]:
    """All figures; what was learned with gold tags for one of them is kept in a file."""
    parts = {part: sentences(part) for part in ("dev", "test")}
    if not kept.exists():
        settings = ParserSettings(predicted_tags=False)
        tagger = Tagger.load()  # not asked: tags are given
        train_parser(sentences("train"), settings, tagger=tagger, treebank=TREEBANK).save(kept)
    shipped, on_gold, repairer = Parser.load(), Parser.load(kept), Repairer.load()
    figures: dict[str, Any] = {"accuracy": {}}
    for part, gold in parts.items():
        words = [sentence.forms for sentence in gold]
        tags = [gold_tags(sentence) for sentence in gold]
        repairs = list(repairer.repair_many(words))
        figures["accuracy"][part] = {
            "predicted tags": attachment(gold, list(shipped.parse_many(words))),
            "gold tags, learned with gold tags": attachment(
                gold, list(on_gold.parse_many(words, tags))
            ),
            "edits of clean sentences": sum(len(repair.edits()) for repair in repairs),
        }
    sections = shipped.sections()
    figures["bytes"] = {
        "file": SHIPPED.stat().st_size,
        **{
            name: sum(a.nbytes for key, a in sections.items() if key.startswith(f"{name}."))
            for name in ("tagger", "arcs", "labels")
        },
    }
    figures["speed"] = speed(parts["dev"])
    return figures


def page(figures: dict[str, Any]) -> str:
    """The figures for people."""
    lines = [
        "# Tags and trees",
        "",
        "UD English-EWT; `python pipelines/syntax.py`. Accuracy in per cent of words, punctuation "
        "included. All settings were chosen on the development part.",
        "",
        "| part | tags given to the parser | XPOS | UAS | LAS |",
        "|---|---|---|---|---|",
    ]
    for part, rows in figures["accuracy"].items():
        for name, row in rows.items():
            if isinstance(row, dict):
                lines.append(
                    f"| {part} | {name} | {row['tags']:.2f} | {row['UAS']:.2f} | {row['LAS']:.2f} |"
                )
    size = figures["bytes"]
    lines += [
        "",
        "The shipped parser is the one learned with predicted (jackknifed) tags; the other is made "
        "for this table.",
        "",
        "| size | MB |",
        "|---|---|",
        *(f"| {name} | {number / 1e6:.2f} |" for name, number in size.items()),
        "",
        "The file also has the weights of repair and the forms of words that it needs.",
        "",
        "| speed, one thread | tokens per CPU second | times our tokenizer's |",
        "|---|---|---|",
    ]
    yardstick = figures["speed"]["tokenizer"]
    for name, rate in figures["speed"].items():
        lines.append(f"| {name} | {rate:,.0f} | {rate / yardstick:.2f} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Learn, or measure and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--train", action="store_true", help="make the shipped weights")
    parser.add_argument("--train-repair", action="store_true", help="make those of repair anew")
    parser.add_argument("--kept", type=Path, default=PROJECT / "build" / "gold_tags.sdparse")
    parser.add_argument("--out", type=Path, default=PROJECT / "results" / "syntax.md")
    options = parser.parse_args()
    if options.train:
        train()
        return
    if options.train_repair:
        train_repair()
        return
    options.kept.parent.mkdir(exist_ok=True)
    figures = measure(options.kept)
    options.out.write_text(page(figures), encoding="utf-8")
    options.out.with_suffix(".json").write_text(json.dumps(figures, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
