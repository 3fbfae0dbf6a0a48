"""RepairCorrector: text corrected by the parser that repairs as it parses (EREF).

The repairs are those of the room `repair`; here they become diffs of documents, so that whatever
takes the diffs of `Corrector` takes these.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

from syntacticdiff.correction.rewriting import RewritingCorrector, RewritingDiffer
from syntacticdiff.differ.preparing import PreparedSentence
from syntacticdiff.edits.diff import Diff
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.reference.model import DEFAULT
from syntacticdiff.repair import Repairer


class RepairDiffer(RewritingDiffer):
    """The diffs of documents that a repairer makes.

    Parameters
    ----------
    repairer : Repairer
        What repairs.
    tokenized : bool, default False
        Strings are tokens separated by spaces, and documents have a sentence on each line.
    """

    system = "eref"

    def __init__(self, repairer: Repairer, *, tokenized: bool = False) -> None:
        super().__init__(repairer.reference, tokenized=tokenized)
        self.repairer = repairer

    @property
    def parts(self) -> dict[str, object]:
        return {"parser": self.repairer.checksum[:16]}

    def diffs(self, prepared: Sequence[PreparedSentence]) -> list[Diff]:
        words = [[item.text[start:end] for start, end in item.spans] for item in prepared]
        return [
            replace(
                self.repairer.diff(
                    repair, item.text, item.spans, offset=item.offset, apart=item.spaced
                ),
                signature=self.signature,
            )
            for item, repair in zip(prepared, self.repairer.repair_many(words), strict=True)
        ]


class RepairCorrector(RewritingCorrector):
    """Corrects text by parsing and repairing it, and keeps everything else to the character.

    Changed are articles, ten prepositions, the number of nouns and the form of verbs.

    Parameters
    ----------
    reference : ReferenceModel, str or path, default "default"
        The reference, which chooses the words that are put in; it must be English.
    model : str or path, default "default"
        `"default"` for the parser that is shipped, else a file that `train-parser` has made.
    tokenized : bool, default False
        Strings are tokens separated by spaces, and documents have a sentence on each line.
    engine : str, default "auto"
        `"auto"`, `"native"` or `"python"`.

    Examples
    --------
    >>> RepairCorrector()("She is interested  at music.")
    'She is interested  in music.'
    """

    def __init__(
        self,
        reference: ReferenceModel | str | os.PathLike[str] = DEFAULT,
        *,
        model: str | os.PathLike[str] = DEFAULT,
        tokenized: bool = False,
        engine: str = "auto",
    ) -> None:
        repairer = Repairer.load(model, reference=reference, engine=engine)
        super().__init__(RepairDiffer(repairer, tokenized=tokenized))
