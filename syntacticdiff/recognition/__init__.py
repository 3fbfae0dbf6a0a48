"""Word recognition: the words behind jumbled, missing and superfluous letters."""

from typing import TYPE_CHECKING

from syntacticdiff._lazy import exports

if TYPE_CHECKING:
    from syntacticdiff.recognition.decision import Choice as Choice
    from syntacticdiff.recognition.decision import probabilities as probabilities
    from syntacticdiff.recognition.index import SemicharacterIndex as SemicharacterIndex
    from syntacticdiff.recognition.indexed_words import build_index as build_index
    from syntacticdiff.recognition.indexed_words import reference_index as reference_index
    from syntacticdiff.recognition.misspelled import Orthography as Orthography
    from syntacticdiff.recognition.model_file import load_network as load_network
    from syntacticdiff.recognition.model_file import save_network as save_network
    from syntacticdiff.recognition.network import Likely as Likely
    from syntacticdiff.recognition.network import RecognitionNetwork as RecognitionNetwork
    from syntacticdiff.recognition.noise import WordNoise as WordNoise
    from syntacticdiff.recognition.noise import may_change as may_change
    from syntacticdiff.recognition.pool import Near as Near
    from syntacticdiff.recognition.pool import WordPool as WordPool
    from syntacticdiff.recognition.recognizer import Recognition as Recognition
    from syntacticdiff.recognition.recognizer import Recognizer as Recognizer
    from syntacticdiff.recognition.semicharacter import CONDITIONS as CONDITIONS
    from syntacticdiff.recognition.semicharacter import semicharacter_key as semicharacter_key
    from syntacticdiff.recognition.semicharacter import (
        semicharacter_vectors as semicharacter_vectors,
    )
    from syntacticdiff.recognition.training import Progress as Progress
    from syntacticdiff.recognition.training import RecognizerSettings as RecognizerSettings
    from syntacticdiff.recognition.training import train_recognizer as train_recognizer

__getattr__, __dir__, __all__ = exports(__name__)
