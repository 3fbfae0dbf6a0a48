"""The context network: how it is trained, made small, and how good it is.

    python pipelines/context_network.py --train     train it (extra `neural`); goes on if stopped
    python pipelines/context_network.py --export    write syntacticdiff/search/prices/context.sdctx
    python pipelines/context_network.py             measure what is shipped:
                                                    results/context_network.md

Training and measuring need the cleaned texts of the default reference, which are made if the cache
does not have them. Each tenth block of 100 lines of every text is held out; nothing was chosen
there, and the minimal pairs are only measured.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from context_network_page import page
from context_network_text import GAP_WORDS, UNKNOWN_CLASSES, network_text
from shared_data import PROJECT

from syntacticdiff import __version__
from syntacticdiff.reference.recipes import RECIPES, TEXTS, cleaned
from syntacticdiff.search.prices import ContextNetwork

SHIPPED = PROJECT / "syntacticdiff" / "search" / "prices" / "context.sdctx"
CURVE = PROJECT / "results" / "context_network.json"
PAGE = PROJECT / "results" / "context_network.md"
SHIPPED_TOKENS = 30_000_054  # that the network was trained on before it was trained again
LICENCE = "CC BY-SA 4.0; sources and attribution in NOTICE"


def train(work: Path, seconds: float, tokens: int | None, again: bool) -> None:
    """Train, for at most so many CPU seconds in all; `again`: from what is shipped."""
    from context_network_training import AGAIN, Schedule, Training

    schedule = AGAIN if again else Schedule()
    if tokens is not None:
        schedule = replace(schedule, tokens=tokens)
    text = network_text(work)
    start = None
    if again:
        shipped = ContextNetwork.load()
        if shipped.arrays.words != tuple(text.words):
            raise SystemExit("the shipped network has other words than this text: train it anew")
        start = shipped.weights(), SHIPPED_TOKENS
    Training(text, schedule, work, start).run(seconds)


def export(work: Path) -> None:
    """Write the file that is shipped, and the curve, from the last checkpoint."""
    weights = dict(np.load(work / "weights.npz"))
    words = network_text(work).words
    network = ContextNetwork.from_weights(weights, words, UNKNOWN_CLASSES, GAP_WORDS)
    header = {
        "licence": LICENCE,
        "made_by": f"syntacticdiff {__version__}",
        "tokens": int(weights["tokens"]),
        "corpora": [
            {
                "name": TEXTS[text].recorded_name,
                "sha256": hashlib.sha256(_cleaned(text).read_bytes()).hexdigest(),
                "licence": TEXTS[text].licence,
            }
            for text in RECIPES["default"].times
        ],
    }
    print(network.save(SHIPPED, header), SHIPPED.stat().st_size, "bytes")
    told = json.loads((work / "curve.json").read_text("utf-8"))
    CURVE.write_text(json.dumps(gone_on(told), indent=1) + "\n", "utf-8")


def gone_on(told: dict[str, Any]) -> dict[str, Any]:
    """The curve of a run behind that of the run whose weights it began with, if there was one."""
    began = told["schedules"][0][0]
    if not began:
        return told
    before = json.loads(CURVE.read_text("utf-8"))
    curve = [point for point in before["curve"] if point["tokens"] <= began]
    spent = curve[-1]["seconds"]
    return {
        "schedules": [plan for plan in before["schedules"] if plan[0] < began] + told["schedules"],
        "curve": curve
        + [{**point, "seconds": round(spent + point["seconds"], 1)} for point in told["curve"]],
    }


def _cleaned(text: str) -> Path:
    return cleaned(TEXTS[text], print).sentences


def main() -> None:
    """Do what the options say."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--train", action="store_true", help="train the network")
    parser.add_argument(
        "--again", action="store_true", help="begin with the weights that are shipped"
    )
    parser.add_argument("--export", action="store_true", help="write what is shipped")
    parser.add_argument(
        "--seconds", type=float, default=4_500.0, help="CPU seconds of training, in all"
    )
    parser.add_argument("--tokens", type=int, help="tokens to read, in all")
    parser.add_argument(
        "--work",
        type=Path,
        default=PROJECT / "build" / "context_network",
        help="where checkpoints and the text as arrays are kept",
    )
    chosen = parser.parse_args()
    if chosen.train:
        train(chosen.work, chosen.seconds, chosen.tokens, chosen.again)
    if chosen.export:
        export(chosen.work)
    if not chosen.train and not chosen.export:
        told = json.loads(CURVE.read_text("utf-8"))
        PAGE.write_text(page(ContextNetwork.load(), network_text(chosen.work), told), "utf-8")
        print(PAGE.read_text("utf-8"))


if __name__ == "__main__":
    main()
