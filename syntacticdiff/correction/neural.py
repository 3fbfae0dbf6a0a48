"""NeuralCorrector: text corrected by an encoder-decoder (NRL).

The rewritten sentences are those of the room `neural`; here they become diffs of documents, so that
whatever takes the diffs of `Corrector` takes these.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

from syntacticdiff.correction.rewriting import RewritingCorrector, RewritingDiffer
from syntacticdiff.differ.preparing import PreparedSentence
from syntacticdiff.edits.diff import Diff
from syntacticdiff.edits.measured import measured_diff
from syntacticdiff.neural.network_file import load_network
from syntacticdiff.neural.rewriter import Rewriter
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.reference.model import DEFAULT


class NeuralDiffer(RewritingDiffer):
    """The diffs of documents that an encoder-decoder makes.

    Parameters
    ----------
    rewriter : Rewriter
        What rewrites sentences.
    tokenized : bool, default False
        Strings are tokens separated by spaces, and documents have a sentence on each line.
    """

    system = "nrl"

    def __init__(self, rewriter: Rewriter, *, tokenized: bool = False) -> None:
        super().__init__(rewriter.reference, tokenized=tokenized)
        self.rewriter = rewriter

    @property
    def parts(self) -> dict[str, object]:
        rewriter = self.rewriter
        trained = rewriter.network.header.get("signature", "")
        return {
            "network": str(trained).rpartition(" ")[2],
            "beam": rewriter.beam,
            "guard": rewriter.guard,
            "spelling": rewriter.recognizer is not None,
        }

    def diffs(self, prepared: Sequence[PreparedSentence]) -> list[Diff]:
        words = [[item.text[start:end] for start, end in item.spans] for item in prepared]
        return [
            replace(
                measured_diff(
                    self.model,
                    found.source,
                    found.edits(),
                    text=item.text,
                    spans=item.spans,
                    offset=item.offset,
                    apart=item.spaced,
                ),
                signature=self.signature,
            )
            for item, found in zip(prepared, self.rewriter.rewrite_many(words), strict=True)
        ]


class NeuralCorrector(RewritingCorrector):
    """Corrects text by an encoder-decoder, and keeps everything else to the character.

    Its output is aligned with the source, so that it has edits. Their probability is that of the
    decoder's step, given the steps before it; words whose spelling alone was put right have none.

    Parameters
    ----------
    reference : ReferenceModel, str or path, default "default"
        The reference, which measures gains and which the guard asks.
    model : str or path, default "default"
        A file that `train-corrector` has made, or "default" for the embedded network, which is
        small and has seen open text only.
    tokenized : bool, default False
        Strings are tokens separated by spaces, and documents have a sentence on each line.
    engine : str, default "auto"
        Not used: torch does the work.
    guard : bool, default True
        Leave a sentence as it is where the output is less likely than it under the reference, or
        its length differs by more than half.
    beam : int, default 5
        How many hypotheses are followed at once; 1 is greedy, and quicker.
    spelling : bool, default True
        Put misspelled words right before the network reads a sentence.
    """

    def __init__(
        self,
        reference: ReferenceModel | str | os.PathLike[str] = DEFAULT,
        *,
        model: str | os.PathLike[str] = "default",
        tokenized: bool = False,
        engine: str = "auto",
        guard: bool = True,
        beam: int = 5,
        spelling: bool = True,
    ) -> None:
        if not isinstance(reference, ReferenceModel):
            reference = ReferenceModel.load(reference)
        rewriter = Rewriter(
            load_network(model), reference, guard=guard, beam=beam, spelling=spelling
        )
        super().__init__(NeuralDiffer(rewriter, tokenized=tokenized))
