"""Reference models: counting and smoothing, the model file, ARPA and KenLM."""

from syntacticdiff.reference.model import ReferenceModel, SentenceScore

__all__ = ["ReferenceModel", "SentenceScore"]
