"""The positions and sizes in the page's two figures; the templates draw them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from syntacticdiff.report.sections.topics import TopicSummary
from syntacticdiff.report.summary import Histogram

_LARGEST, _SMALLEST = 34.0, 9.0  # radii of topics


@dataclass(frozen=True)
class Bar:
    """A bar of a histogram; `label` is its interval, `tick` the number below it, if any."""

    x: float
    y: float
    width: float
    height: float
    count: int
    label: str
    tick: str


@dataclass(frozen=True)
class Spot:
    """A topic on the map."""

    topic: TopicSummary
    x: float
    y: float
    radius: float


def histogram(data: Histogram, width: float, height: float) -> list[Bar]:
    """Bars in a box whose lower edge is at `height`."""
    most = max(data.counts, default=0) or 1
    step = width / max(len(data.counts), 1)
    every = math.ceil(len(data.counts) / 12)  # more than about 12 ticks would overlap
    bars = []
    for number, count in enumerate(data.counts):
        start = data.start + number * data.width
        tall = height * count / most
        label = f"{start:g} to {start + data.width:g}"
        tick = f"{start:g}" if number % every == 0 else ""
        bars.append(Bar(number * step, height - tall, step, tall, count, label, tick))
    return bars


def topic_map(topics: Sequence[TopicSummary], width: float, height: float) -> list[Spot]:
    """Spots in a box, with areas proportional to the topics' shares; the largest come first."""
    xs, ys = [topic.x for topic in topics], [topic.y for topic in topics]
    most = max((topic.share for topic in topics), default=0.0) or 1.0
    # One scale for both axes, because the map shows distances.
    margin = _LARGEST + 4
    spans = (max(xs) - min(xs), max(ys) - min(ys)) if topics else (0.0, 0.0)
    scales = [
        (side - 2 * margin) / span
        for side, span in zip((width, height), spans, strict=True)
        if span > 1e-9
    ]
    scale = min(scales, default=0.0)
    spots = [
        Spot(
            topic,
            width / 2 + scale * (topic.x - (max(xs) + min(xs)) / 2),
            height / 2 - scale * (topic.y - (max(ys) + min(ys)) / 2),
            max(_SMALLEST, _LARGEST * math.sqrt(topic.share / most)),
        )
        for topic in topics
    ]
    return sorted(spots, key=lambda spot: -spot.radius)
