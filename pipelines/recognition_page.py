"""The page of the study of word recognition: our figures beside the published ones."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from typing import Any

from recognition_learners import NO_WORDS, NOT_GIVEN, NOT_POOLED, RANKS
from recognition_tables import (
    Found,
    beta_table,
    cell,
    condition_table,
    kinds_table,
    line,
    percent,
    size_table,
    values,
)
from recognition_training import (
    CONDITION_SEEDS,
    FOR_ALL,
    KINDS,
    MIXED,
    NOISY_SENTENCES,
    TWO_FAULTS,
    Row,
    schedule,
)

AIMS = {"jumble": 99.7, "delete": 96.0, "insert": 99.0}
MOST = max(RANKS)
SHIPPED = "`recognize` as shipped, with all its words"
KNOWING = "first and last letter are right"
WORTH_SHIPPING = 0.05  # of real misspellings


def page(found: Found, runs: Found) -> str:
    """All results that there are."""
    scheduled = sum(1 for _ in schedule())
    lines = [
        "# Word recognition",
        "",
        "Made by `python pipelines/recognition.py`. Words behind jumbled, missing and superfluous "
        "letters: the semi-character index, scRNN as its network, and spell-checkers. Published "
        "figures (Sakaguchi 2018) are of the Penn Treebank and of 650 units where nothing else is "
        "said; compare patterns, not figures.",
        "",
        "Text: Brown in blocks of 50 lines, every 20th block is the test part, the next one "
        "chooses the best state of a network. Words of more than three letters without digits are "
        "asked about. Where nothing else is said, words outside the vocabulary are not counted.",
        "",
        f"{len(runs)} of {scheduled} scheduled trainings are made; the pipeline goes on with the "
        "others. A cell without a figure is a training that is missing."
        if len(runs) < scheduled
        else "All scheduled trainings are made.",
        *_index(found),
        *kinds_table(found, runs),
        *_noisy(found),
        *beta_table(runs),
        *size_table(runs),
        *condition_table(found, runs),
        *_learners(found),
        *_verdict(found, runs),
    ]
    return "\n".join(lines) + "\n"


def _index(found: Found) -> Iterator[str]:
    if "index" not in found:
        return
    result = found["index"]
    yield from (
        "",
        "## The index on held-out Brown",
        "",
        "The vocabulary is that of Brown's training part, with capitals: its 10,000 commonest "
        "words, or all. Neighbours are clean; the commonest candidate is taken, or the bigrams of "
        "the neighbours decide. With the kind unknown, a third of the words has each kind, and "
        "the candidates with the fewest faults are taken.",
        "",
        "| vocabulary, decided by | jumble | delete | insert | kind unknown | words |",
        "|---|---|---|---|---|---|",
    )
    for name, row in result["kinds"].items():
        words = result["words"][name.rpartition(", ")[0]]
        yield line(name, [*(percent(row[kind]) for kind in (*KINDS, MIXED)), f"{words:,}"])
    row = result["kinds"]["all words, bigrams"]
    aims = ", ".join(
        f"{kind} {aim} ({'reached' if row[kind] >= aim else 'not reached'})"
        for kind, aim in AIMS.items()
    )
    yield from ("", f"Aims, all words and bigrams: {aims}.")
    if "shipped index" in found:
        shipped = found["shipped index"]
        kinds = (*KINDS, MIXED)
        yield from (
            "",
            f"The shipped index has {shipped['indexed']:,} words: those of the embedded reference "
            "and a full dictionary. Capitals do not count here.",
            "",
            "| decided by | jumble | delete | insert | kind unknown | words |",
            "|---|---|---|---|---|---|",
        )
        for way in ("commonest", "reference"):
            cells = [percent(shipped[kind][way]) for kind in kinds]
            yield line(way, [*cells, f"{shipped['words']:,}"])
        speeds = shipped["look-ups"]
        each = ", ".join(f"{kind} {speeds[kind]:,.0f}" for kind in kinds)
        yield from (
            "",
            f"It is memory mapped, opens in {1000 * shipped['opening']:.0f} ms of CPU time, and "
            f"answers so many look-ups per CPU second, all three kinds in each: {each}; without "
            f"the native engine {shipped['look-ups without the engine']:,.0f}. For another "
            "reference it is built once, with the dictionary, and kept:",
            "",
            "| reference | its words | words of the index | CPU s |",
            "|---|---|---|---|",
        )
        for name, row in shipped["building"].items():
            sizes = [f"{row[key]:,}" for key in ("reference", "indexed")]
            yield line(name, [*sizes, f"{row['seconds']:.2f}"])


def _noisy(found: Found) -> Iterator[str]:
    if "noisy: look-up" not in found:
        return
    columns = (*KINDS, TWO_FAULTS)
    yield from (
        "",
        "## Look-up and network on the same noisy sentences",
        "",
        "Every word has a fault of one kind, or two of any kind one after the other; which, is not "
        "known, and neighbours have theirs. Words of the first "
        f"{NOISY_SENTENCES:,} test sentences that the 10,000 words have; capitals do not count. "
        "*Pooled*: the index and the index of spellings, words within two faults. A network knows "
        "from its training that the first and the last letter are right; so does the look-up in "
        "two rows. Those two rows were added after a first look at 60 of these sentences, in which "
        "look-up without that knowledge was below the network; nothing was fitted to them. Bigrams "
        "are those of Brown's training part, over all combinations of words.",
        "",
        "| | " + " | ".join(columns) + " |",
        "|---|" + "---|" * len(columns),
    )
    for name, row in found["noisy: look-up"].items():
        yield line(name, [percent(row[kind]) for kind in columns])
    for row in FOR_ALL:
        measured = _measured(found, "noisy", row)
        if measured:
            cells = [cell([each[kind] for each in measured]) for kind in columns]
            yield line(f"network, {_title(row)}", cells)


def _learners(found: Found) -> Iterator[str]:
    if "misspellings: recall" not in found:
        return
    sizes = found["misspellings: how many"]
    texts = list(sizes)
    yield from (
        "",
        "## Real misspellings",
        "",
        "One word that annotators replaced by one other: "
        + "; ".join(
            f"{name} {row['all']}, of which {row['a word of the dictionary']} are other words of "
            "the dictionary"
            for name, row in sizes.items()
        )
        + ". JFLEG's are what a spell-checker changed, right or not. Recall of the right word "
        f"among the first 1 / the first {MOST} / all that are listed, in %; capitals do not count. "
        "Networks list five. About words of the dictionary `recognize`, the sources, hunspell and "
        "aspell are not asked, or leave them as they are; so the second table is without them.",
    )
    rows = dict(found["misspellings: recall"])
    for row in FOR_ALL:
        measured = _measured(found, "misspellings", row)
        if measured:
            rows[f"network, {_title(row)}, mean of {len(measured)}"] = _mean(measured)
    for which in ("", NO_WORDS):
        yield from (
            "",
            "| | " + " | ".join(f"{text}{which}" for text in texts) + " |",
            "|---|" + "---|" * len(texts),
        )
        for name, row in rows.items():
            cells = [
                " / ".join(f"{row[f'{text}{which}'][key]:.1f}" for key in ("1", "5", "listed"))
                for text in texts
            ]
            yield line(name, cells)
    sources = found["misspellings: sources"]
    yield from (
        "",
        "Right words that only one of the two sources offers to the search:",
        "",
        "| | both | `spelling` only | `recognition` only |",
        "|---|---|---|---|",
    )
    for name, row in sources.items():
        yield line(name, [str(row[k]) for k in ("both", "spelling only", "recognition only")])
    yield from _added(found, texts)
    if "JFLEG dev" in found:
        yield from (
            "",
            "JFLEG dev with nothing but spelling corrected (published, official scorer: source "
            "38.21, spell-checked source 43.44):",
            "",
            "| | GLEU |",
            "|---|---|",
            *(line(name, [percent(value)]) for name, value in found["JFLEG dev"].items()),
        )


def _added(found: Found, texts: Sequence[str]) -> Iterator[str]:
    """What a network would add."""
    networks = {row: _measured(found, "added", row) for row in FOR_ALL}
    if not any(networks.values()):
        return
    yield from (
        "",
        f"Right words that a network has among its first {MOST} (of those asked about, no words of "
        "the dictionary), how many of them are not pooled within two faults, and how many "
        "`recognize` does not give; mean over seeds:",
        "",
        "| | " + " | ".join(texts) + " |",
        "|---|" + "---|" * len(texts),
    )
    for row, measured in networks.items():
        if measured:
            mean = _mean(measured)
            cells = [
                f"{mean[t]['named']:.1f} of {mean[t]['asked']:.0f}; {mean[t][NOT_POOLED]:.1f}; "
                f"{mean[t][NOT_GIVEN]:.1f}"
                for t in texts
            ]
            yield line(f"network, {_title(row)}", cells)


def _verdict(found: Found, runs: Found) -> Iterator[str]:
    """What follows from the figures."""
    if "misspellings: sources" not in found or "index" not in found:
        return
    sources = found["misspellings: sources"].values()
    gained = sum(row["recognition only"] for row in sources)
    offered = sum(sum(row.values()) for row in sources)
    yield from (
        "",
        "## What follows",
        "",
        f"- `recognition` beside `spelling` adds {gained} of {offered} right words that sources "
        "offer for real misspellings: "
        + (
            "learners do not jumble words, and what they leave out or put in, `spelling` finds. It "
            "is not part of the default `substitutions`."
            if not gained
            else "see the table."
        ),
    )
    row = found["index"]["kinds"]["10,000 words, commonest"]
    best = {
        kind: max((v for each in FOR_ALL for v in values(runs, each, kind)), default=0.0)
        for kind in KINDS
    }
    if all(best.values()):
        figures = ", ".join(f"{k} {percent(best[k])} against {percent(row[k])}" for k in KINDS)
        above = [kind for kind in KINDS if best[kind] > row[kind]]
        yield (
            "- One network of 50 units for all kinds, the best of all seeds, against the index "
            f"that is told the kind and takes the commonest of 10,000 words: {figures}. "
            + (f"It is above it for: {', '.join(above)}." if above else "It is below on each.")
        )
    if "noisy: look-up" in found:
        yield from _earned(found)


def _earned(found: Found) -> Iterator[str]:
    """Whether a network earns its place beside the index."""
    look_up = found["noisy: look-up"]
    columns = (*KINDS, TWO_FAULTS)
    networks = {row: _measured(found, "noisy", row) for row in FOR_ALL}
    means = {
        _title(row): {kind: statistics.mean(each[kind] for each in measured) for kind in columns}
        for row, measured in networks.items()
        if measured
    }
    if not means:
        return
    parts, above = [], []
    for kind in columns:
        way = max(look_up, key=lambda name: look_up[name][kind])
        network = max(means, key=lambda name: means[name][kind])
        parts.append(
            f"{kind} {percent(look_up[way][kind])} ({way}) against "
            f"{percent(means[network][kind])} (network, {network})"
        )
        if means[network][kind] > look_up[way][kind]:
            above.append(kind)
    shipped = look_up[SHIPPED]
    over = [k for k in columns if max(mean[k] for mean in means.values()) > shipped[k]]
    blind = [name for name in look_up if name != SHIPPED and KNOWING not in name]
    over_blind = [
        k
        for k in columns
        if max(mean[k] for mean in means.values()) > max(look_up[name][k] for name in blind)
    ]
    added = [each for row in FOR_ALL for each in _measured(found, "added", row)]
    yield (
        "- On the same noisy sentences, the best look-up and the best network: "
        + "; ".join(parts)
        + "."
    )
    yield (
        f"- Look-up needs to know that first and last letters are right for this: without it the "
        f"network is above for: {', '.join(over_blind) or 'nothing'}. It is above `recognize` as "
        f"shipped for: {', '.join(over) or 'nothing'}; `recognize` chooses among ten times as many "
        "words, leaves words of the dictionary, and expects faults in any letter, as learners make "
        "them. On words with such noise a network of one's own may serve better."
    )
    if not added:
        return
    most = max(sum(text[NOT_GIVEN] for text in each.values()) for each in added)
    asked = sum(text["asked"] for text in added[0].values())
    earns = len(above) == len(columns) or most > WORTH_SHIPPING * asked
    yield (
        f"- A network is above the best look-up for: {', '.join(above) or 'nothing'}. Of {asked} "
        f"real misspellings it has at most {most} right words among its first {MOST} that `recognize` "
        "does not give. "
        + ("It earns its place" if earns else "It does not earn its place")
        + " beside the index, for which it would have to be above for every kind of noise, or add "
        f"the right words of {WORTH_SHIPPING:.0%} of real misspellings"
        + ("." if earns else ": none is shipped.")
    )


def _title(row: Row) -> str:
    return "sentences" if row.neighbours else "single words"


def _measured(found: Found, what: str, row: Row) -> list[Any]:
    """A measure of the networks of each seed that there are."""
    names = (f"{what}: {row.name(seed)}" for seed in range(1, CONDITION_SEEDS + 1))
    return [found[name] for name in names if name in found]


def _mean(results: Sequence[Any]) -> dict[str, dict[str, float]]:
    """Of each figure of several results."""
    return {
        text: {key: statistics.mean(each[text][key] for each in results) for key in row}
        for text, row in results[0].items()
    }
