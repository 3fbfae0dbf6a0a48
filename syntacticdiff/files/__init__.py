"""Reading and writing: documents, tables, TOML, XML and model containers; whole files or none."""

from typing import TYPE_CHECKING

from syntacticdiff._lazy import exports

if TYPE_CHECKING:
    from syntacticdiff.files.atomic import atomic_write as atomic_write
    from syntacticdiff.files.documents import Document as Document
    from syntacticdiff.files.documents import read_documents as read_documents
    from syntacticdiff.files.tables import table_rows as table_rows
    from syntacticdiff.files.toml import read_toml as read_toml
    from syntacticdiff.files.toml import write_toml as write_toml

__getattr__, __dir__, __all__ = exports(__name__)
