"""An encoder-decoder that corrects, taught by examples and then by its own GLEU (torch)."""

from typing import TYPE_CHECKING

from syntacticdiff._lazy import exports

if TYPE_CHECKING:
    from syntacticdiff.neural.decoding import Decoded as Decoded
    from syntacticdiff.neural.decoding import decode as decode
    from syntacticdiff.neural.model import EncoderDecoder as EncoderDecoder
    from syntacticdiff.neural.model import Sizes as Sizes
    from syntacticdiff.neural.network_file import CorrectionNetwork as CorrectionNetwork
    from syntacticdiff.neural.network_file import load_network as load_network
    from syntacticdiff.neural.network_file import save_network as save_network
    from syntacticdiff.neural.pairs import Pair as Pair
    from syntacticdiff.neural.pairs import pairs_of as pairs_of
    from syntacticdiff.neural.pairs import read_pairs as read_pairs
    from syntacticdiff.neural.rewriter import Rewriter as Rewriter
    from syntacticdiff.neural.rewriter import Rewriting as Rewriting
    from syntacticdiff.neural.settings import CorrectorSettings as CorrectorSettings
    from syntacticdiff.neural.training import Point as Point
    from syntacticdiff.neural.training import Progress as Progress
    from syntacticdiff.neural.training import train_corrector as train_corrector

__getattr__, __dir__, __all__ = exports(__name__)
