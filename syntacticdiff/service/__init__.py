"""The page and the HTTP interface, on this machine."""

from typing import TYPE_CHECKING

from syntacticdiff._lazy import exports

if TYPE_CHECKING:
    from syntacticdiff.service.application import make_application as make_application
    from syntacticdiff.service.limits import Limits as Limits

__getattr__, __dir__, __all__ = exports(__name__)
