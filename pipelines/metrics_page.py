"""The page of the metrics' tables: plain data in, Markdown out. Nothing is measured here."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

LEVELS = ("corpus", "sentence")


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown; the first column to the left, figures to the right."""
    lines = [f"| {' | '.join(headings)} |", f"|---|{'---:|' * (len(headings) - 1)}"]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join(lines)


def human_table(human: Mapping[str, Any], published: Mapping[str, float]) -> str:
    """Every system with its score and rank range by each method, beside the published score."""
    methods = ("expected-wins", "trueskill", "trueskill, ties", "hopkins-may")
    by_name = {
        method: {system["name"]: system for system in human[method]["systems"]}
        for method in methods
    }

    def cell(method: str, name: str) -> str:
        system = by_name[method][name]
        return f"{system['score']:.3f} ({_range(system['range'])})"

    rows = [
        (name, f"{score:.3f}", *(cell(method, name) for method in methods))
        for name, score in published.items()
    ]
    headings = (
        *("system", "published TrueSkill", "Expected Wins", "TrueSkill"),
        *("TrueSkill, same output is a tie", "Hopkins and May"),
    )
    return table(headings, rows)


def range_table(human: Mapping[str, Any], published: Mapping[str, Sequence[int]]) -> str:
    """Rank ranges by Expected Wins: published, with pairs drawn, and with rankings drawn."""
    drawn = [
        {system["name"]: system["range"] for system in human[name]["systems"]}
        for name in ("expected-wins, pairs drawn", "expected-wins")
    ]
    rows = [
        (name, *(_range(found) for found in (reach, drawn[0][name], drawn[1][name])))
        for name, reach in published.items()
    ]
    return table(("system", "published", "pairs drawn", "rankings drawn"), rows)


def _range(reach: Sequence[int]) -> str:
    best, worst = reach
    return str(best) if best == worst else f"{best}-{worst}"


def cluster_lines(human: Mapping[str, Any]) -> str:
    """The rank groups of each method, one line each."""
    return "\n".join(
        f"- {method}: {' / '.join(' '.join(group) for group in found['rank_groups'])}"
        for method, found in human.items()
    )


def held_out_table(human: Mapping[str, Any]) -> str:
    """What each method predicts of judgments that it has not seen."""
    rows = []
    for method, found in human.items():
        if "held_out" in found:
            predicted = found["held_out"]
            first = found["next"][0]
            rows.append(
                (
                    method,
                    f"{predicted['accuracy']:.1%}",
                    f"{predicted['decided_accuracy']:.1%}",
                    f"{predicted['perplexity']:.3f} ({predicted['baseline']:.3f})",
                    f"{first['first']} and {first['second']}",
                    f"{found['cpu_seconds']:.1f}",
                )
            )
    headings = (
        *("method", "outcomes predicted", "winners predicted", "perplexity (by ties alone)"),
        *("to be judged next", "CPU s of the bootstrap"),
    )
    return table(headings, rows)


def metric_table(rows: Sequence[Mapping[str, Any]], references: str) -> str:
    """Correlations of all metrics by one set of references."""
    found: dict[str, dict[str, Mapping[str, Any]]] = {}
    for row in rows:
        if row["references"] == references:
            found.setdefault(row["metric"], {})[row["level"]] = row

    def cells(by_level: Mapping[str, Mapping[str, Any]], level: str) -> Iterable[str]:
        for human in ("trueskill", "expected_wins"):
            for kind in ("spearman", "pearson"):
                yield f"{by_level[level][human][kind]:.3f}" if level in by_level else ""

    lines = [
        (metric, *(cell for level in LEVELS for cell in cells(by_level, level)))
        for metric, by_level in found.items()
    ]
    headings = [
        f"{level}: {kind}, {human}"
        for level in LEVELS
        for human in ("TrueSkill", "EW")
        for kind in ("Spearman", "Pearson")
    ]
    return table(("metric", *headings), lines)


def distance_table(distances: Sequence[Mapping[str, Any]]) -> str:
    """How near scores are to the published ones, system by system."""
    rows = [
        (
            row["metric"],
            row["references"],
            f"{row['distance']:.4f} ({row['system']})",
            f"{row['spearman']:.3f}",
            f"{row['published']:.3f}",
        )
        for row in distances
    ]
    headings = (
        *("metric", "references", "farthest from a published score"),
        *("Spearman", "published Spearman"),
    )
    return table(headings, rows)


def cleme2_table(
    rows: Sequence[Mapping[str, Any]], published: Mapping[tuple[str, str], Any]
) -> str:
    """CLEME2.0's correlations with Expected Wins, by weights."""
    lines = []
    for row in rows:
        level, assumption = row["level"], row["references"]
        found = row["expected_wins"]
        known = published[level, assumption] if row["metric"] == "none" else None
        lines.append(
            (
                f"{level}, {assumption}",
                row["metric"],
                f"{found['pearson']:.3f}",
                f"{found['spearman']:.3f}",
                f"{known[0]:.3f} / {known[1]:.3f}" if known else "",
            )
        )
    headings = ("level and assumption", "weights", "Pearson", "Spearman", "published")
    return table(headings, sorted(lines, key=lambda line: line[0]))


class _Figures:
    """The report's figures that the text of the page names."""

    def __init__(self, report: Mapping[str, Any]) -> None:
        self._rows = {
            (row["metric"], row["references"]): float(row["trueskill"]["spearman"])
            for row in report["metrics"]
            if row["level"] == "corpus"
        }
        self._distances = {
            (row["metric"], row["references"]): float(row["distance"])
            for row in report["distances"]
        }
        self._cleme2 = {
            (row["metric"], row["level"], row["references"]): row["expected_wins"]
            for row in report["cleme2"]
        }
        ties = report["human"]["trueskill, ties"]["systems"]
        wanted = report["published"]["trueskill"]
        self.scale = max(abs(each["score"] - wanted[each["name"]]) for each in ties)

        drawn = report["human"]["expected-wins, pairs drawn"]["systems"]
        ranges = report["published"]["expected_wins_ranges"]
        self.same_ranges = sum(list(each["range"]) == list(ranges[each["name"]]) for each in drawn)

    def rho(self, metric: str, references: str = "official") -> str:
        """Spearman's correlation with TrueSkill, of corpus scores."""
        return f"{self._rows[metric, references]:.3f}"

    def off(self, metric: str, references: str = "official") -> str:
        """How far a score is from the published one at most."""
        return f"{self._distances[metric, references]:.4f}"

    def raised(self, kind: str) -> int:
        """In how many settings CLEME2.0 agrees better with weights by Brown's bits than without."""
        return sum(
            self._cleme2["gain, Brown", *setting][kind] > found[kind]
            for (weights, *setting), found in self._cleme2.items()
            if weights == "none"
        )

    def both(self, weights: str) -> str:
        """CLEME2.0's Pearson and Spearman, corpus and dependent."""
        found = self._cleme2[weights, "corpus", "dependent"]
        return f"{found['pearson']:.3f} / {found['spearman']:.3f}"


def differences(report: Mapping[str, Any]) -> str:
    """Where figures differ from the published ones, and why; in figures of the report."""
    found = _Figures(report)
    turned, fluency = "GLEU, brevity turned round", "expert fluency"
    bert = " / ".join(f"{value:.3f}" for value in report["published"]["cleme2_similarity"])
    as_text = "official, as text"
    points = (
        "**TrueSkill's scale.** Systems with the same output are not compared here. If they count "
        f"as ties, all scores are within {found.scale:.3f} of the published ones, so that is "
        "probably what the study did. The order is the same either way.",
        f"**Rank ranges and rank groups.** {found.same_ranges} of the 13 published ranges by "
        "Expected Wins come out if pairs are drawn one by one, as if judged independently. They "
        "are not: "
        "the pairs of a ranking come from one look at one sentence. With whole rankings drawn, "
        "ranges are wider and rank groups fewer.",
        f"**GLEU.** Today's program gives {found.rho('GLEU')} (published .626) and, by experts' "
        f"fluent references, {found.rho('GLEU', fluency)} (published .819). The published scores "
        "are those of another GLEU: in its repository a version of spring 2016 takes the lengths "
        "of hypothesis and reference for each other, so that its brevity penalty falls on what is "
        f"too *long*. With the penalty turned round, every system's score is within "
        f"{found.off(turned)} and {found.off(turned, fluency)} of the published one (with the "
        f"penalty as it should be: {found.off('GLEU')} and {found.off('GLEU', fluency)}), and the "
        f"correlations are {found.rho(turned)} and {found.rho(turned, fluency)}. What is left is "
        "the random draw of references: among the published scores by the fluent references those "
        "of IPN, IITB, UFC and the input lie within .0007 of each other, and any change of order "
        "among these moves the correlation.",
        f"**M2.** {found.rho('M2')} (published .725): PKU and UMC change places, whose published "
        "scores differ by .0001. The published scores are not by the official edits (one is "
        f"{found.off('M2')} off), nor by edits that our alignment finds in the texts of the "
        f"official references ({found.off('M2', as_text)} off, correlation "
        f"{found.rho('M2', as_text)}). How those edits were made we do not know.",
        f"**I-measure.** {found.rho('I-measure')} (published -.423), scores within "
        f"{found.off('I-measure')} of the published ones.",
        f"**Weights by `gain`.** CLEME2.0, corpus level, dependent: {found.both('none')} without "
        f"weights, {found.both('gain, Brown')} with the bits of a trigram model of Brown, "
        f"{found.both('gain, default model')} with those of the embedded model; published for "
        f"BERTScore's weights: {bert}. So a plain n-gram model goes part of the way there; but of "
        f"the four settings its weights (Brown) raise Pearson's in {found.raised('pearson')} and "
        f"Spearman's in only {found.raised('spearman')}.",
        "Thirteen entries are few: two neighbours that change places move Spearman's by .0055.",
    )
    return "\n".join(
        textwrap.fill(point, 100, initial_indent="- ", subsequent_indent="  ") for point in points
    )


def markdown(report: Mapping[str, Any]) -> str:
    """The page."""
    human, rows = report["human"], report["metrics"]
    known = report["published"]
    cleme2 = {(level, assumption): values for level, assumption, *values in known["cleme2"]}
    sets = dict.fromkeys(row["references"] for row in rows)
    tables = "\n\n".join(f"### {name.capitalize()}\n\n{metric_table(rows, name)}" for name in sets)
    return f"""# How well metrics agree with people

Made by `{report["command"]}` in {report["cpu_seconds"]:,} CPU s.

## (a) The human ranking

The judgments of Grundkiewicz et al. (2015): twelve systems of CoNLL-2014 and the input, ranked five
at a time by eight native speakers. Scores are from all judgments; in brackets the ranks that 95% of
the resamples leave, which draw whole rankings
(`{human["trueskill"]["signature"]}`).

{human_table(human, known["trueskill"])}

Clusters:

{cluster_lines(human)}

Rank ranges by Expected Wins, if the pairs of a ranking are drawn one by one, and if rankings are
drawn whole:

{range_table(human, known["expected_wins_ranges"])}

Held out: five folds of rankings, of which each is predicted by the others.

{held_out_table(human)}

## (b) Metrics

Correlation over all thirteen entries, the input among them. *Corpus*: the metric's corpus score;
*sentence*: the mean of its sentences' scores (of the I-measure for the official references only,
for time's sake). The 34 sentences that annotators would have merged are left out, as in Sakaguchi
et al. (2016). ERRANT, CLEME and CLEME2.0 take ERRANT's own edits for the official references and
those of our alignment for the others. Each of the other sets is two references, A and B: eight in
all.

{tables}

Beside the scores that Sakaguchi et al. published, system by system:

{distance_table(report["distances"])}

## (c) CLEME2.0

Correlation with Expected Wins; all 1,312 sentences, ERRANT's edits.

{cleme2_table(report["cleme2"], cleme2)}

## Where figures differ from the published ones

{differences(report)}
"""
