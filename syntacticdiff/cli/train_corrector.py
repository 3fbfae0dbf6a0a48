"""`syntacticdiff train-corrector`: an encoder-decoder that corrects, from pairs of sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from syntacticdiff.cli.messages import counted, say
from syntacticdiff.cli.numbers import WholeNumber
from syntacticdiff.cli.options import seed_option
from syntacticdiff.cli.output import check_writable

if TYPE_CHECKING:
    from syntacticdiff.neural import Progress

INTERRUPTED = 130
_OBJECTIVES = ("policy", "risk")
_REWARDS = ("gleu", "released")


@click.command("train-corrector")
@click.argument("pairs", nargs=-1, required=True, metavar="PAIRS...")
@click.option("--out", required=True, metavar="FILE", help="The network's file, .sdnrl.")
@click.option(
    "--from",
    "initial",
    metavar="FILE",
    help="A network to start from, or `default` for the embedded one; its vocabulary and sizes "
    "stay.",
)
@click.option(
    "--held-out",
    multiple=True,
    metavar="FILE",
    help="Pairs that choose the best state.  [default: every 20th pair, at most 500]",
)
@click.option(
    "--mle-updates",
    type=WholeNumber(0),
    default=10_000,
    show_default=True,
    metavar="N",
    help="Updates by examples (maximum likelihood), first.",
)
@click.option(
    "--reward-updates",
    type=WholeNumber(0),
    default=500,
    show_default=True,
    metavar="N",
    help="Updates by the reward of its own sentences, then.",
)
@click.option(
    "--samples",
    type=WholeNumber(2),
    default=20,
    show_default=True,
    metavar="N",
    help="Sentences that are drawn for each source.",
)
@click.option(
    "--objective",
    type=click.Choice(_OBJECTIVES),
    default="policy",
    show_default=True,
    help="All samples alike, or weighted by their probability (minimum risk).",
)
@click.option(
    "--reward",
    type=click.Choice(_REWARDS),
    default="gleu",
    show_default=True,
    help="Sentence GLEU, or that of the program released with the study, with its fault.",
)
@click.option(
    "--vocabulary",
    type=WholeNumber(1),
    default=10_000,
    show_default=True,
    metavar="N",
    help="The N commonest words can be written; all others can be copied.",
)
@click.option(
    "--units",
    type=WholeNumber(1),
    default=128,
    show_default=True,
    metavar="N",
    help="Units of the encoder in each direction; the decoder has half as many again.",
)
@seed_option("Of all that is drawn: the same seed gives the same weights.")
def command(
    pairs: tuple[str, ...],
    out: str,
    initial: str | None,
    held_out: tuple[str, ...],
    units: int,
    **settings: object,
) -> None:
    """Make an encoder-decoder that corrects, from pairs of sentences.

    PAIRS are M2 files (.m2), or files with a source, a tab and its corrected version on each line,
    tokens separated by spaces. Needs torch, on one thread. Ctrl-C ends it after the present update
    and keeps the best state so far; the same command then goes on from there.
    """
    check_writable(out)
    from syntacticdiff.neural import (
        CorrectorSettings,
        load_network,
        read_pairs,
        save_network,
        train_corrector,
    )

    made = CorrectorSettings(units=units, decoder=units + units // 2, **settings)  # type: ignore[arg-type]
    read = read_pairs(pairs, say)
    with _Line() as line:
        network = train_corrector(
            read,
            made,
            held_out=read_pairs(held_out, say) if held_out else None,
            initial=None if initial is None else load_network(initial),
            report=line,
            checkpoint=f"{out}.checkpoint",
        )
    save_network(network, out)
    done, wanted = network.header["training"]["updates"], made.mle_updates + made.reward_updates
    if done < wanted:
        say(
            f"{out}: stopped after {done:,} of {wanted:,} updates; the best state so far is kept, "
            "and the same command goes on from here"
        )
        raise click.exceptions.Exit(INTERRUPTED)
    figure = network.header["training"]["held_out"]
    shown = "" if figure is None else f", reward {figure:.2f} on held-out pairs"
    say(f"{out}: learned from {counted(network.header['training']['pairs'], 'pair')}{shown}")


class _Line:
    """A line on standard error with loss, reward and the held-out figure, if it is a terminal."""

    last: Progress | None = None

    def __enter__(self) -> _Line:
        from tqdm import tqdm

        self._bar = tqdm(unit=" updates", delay=1, disable=None, leave=False)
        return self

    def __call__(self, progress: Progress) -> None:
        self.last = progress
        self._bar.total = progress.steps
        parts = {
            "loss": progress.loss,
            "reward": progress.reward,
            "held out": progress.held_out,
        }
        shown = (f"{name} {value:.3f}" for name, value in parts.items() if value is not None)
        self._bar.set_postfix_str(", ".join(shown), refresh=False)
        self._bar.update(progress.step - self._bar.n)

    def __exit__(self, *_: object) -> None:
        self._bar.close()
