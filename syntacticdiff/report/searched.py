"""From documents that a differ has searched to the summary of a report.

Every report of documents is made here, so that all show the same: reasons, kinds and types of
edits, and the paragraphs as they were written.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from syntacticdiff.differ.differ import SyntacticDiff
from syntacticdiff.edits.diff import Diff
from syntacticdiff.edits.explaining import Explainer
from syntacticdiff.report.summarizing import Summarizer, document_summary
from syntacticdiff.report.summary import Summary


class SearchedDocuments:
    """Summarizes documents and explains their edits.

    Parameters
    ----------
    differ : SyntacticDiff
        What the diffs are found with.

    Examples
    --------
    >>> differ = SyntacticDiff()
    >>> documents = SearchedDocuments(differ)
    >>> text = "She is interested on music."
    >>> documents.add(differ.document(text), "essay", text)
    >>> documents.summary("one essay").documents[0].sentences[0].edits[0].kind
    'prepositions'
    """

    def __init__(self, differ: SyntacticDiff) -> None:
        self._differ = differ
        self._summarizer = Summarizer()
        # A sweep describes: there is nothing that it could explain as an error.
        explained = differ.searching.search.probabilities
        self._explainer = Explainer(differ.model) if explained else None

    def add(
        self,
        diffs: Iterable[Diff],
        name: str,
        text: str,
        label: str | None = None,
        date: str | None = None,
    ) -> None:
        """Count a document, and keep it if there is room.

        Parameters
        ----------
        diffs : iterable of Diff
            The diffs of its sentences.
        name : str
            Its name.
        text : str
            The document as it was written.
        label : str or None, default None
            Its class, if it has one.
        date : str or None, default None
            When it was written.
        """
        least = self._differ.settings.min_probability
        self._summarizer.add(
            document_summary(
                diffs,
                name,
                label,
                text=text,
                date=date,
                explainer=self._explainer,
                least=least,
            )
        )

    def summary(self, title: str) -> Summary:
        """Summarize the documents added so far.

        Parameters
        ----------
        title : str
            The title of the report.

        Returns
        -------
        Summary
            The overview, the shown documents and the notes.
        """
        found = self._summarizer.summary(title, self._differ.signature)
        return replace(found, least=self._differ.settings.min_probability)
