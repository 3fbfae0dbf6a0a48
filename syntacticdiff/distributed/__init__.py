"""Edits of data that no single process should hold, on a Dask cluster.

`edit_counts` and `edit_matrix` map partitions lazily, `fit` learns an `EditVectorizer`'s vocabulary
by a tree reduction, and `share_model` brings a reference model to workers that cannot see its file.
For estimators on data that fits into memory none of this is needed:
`joblib.parallel_config("dask")` is enough. Needs the extra `dask`.
"""

from syntacticdiff.errors import UsageError

try:
    import distributed as _distributed
except ImportError:
    raise UsageError(
        'clusters need Dask; install it with pip install "syntacticdiff[dask]"'
    ) from None
del _distributed

from syntacticdiff.distributed.collections import (  # noqa: E402
    edit_counts,
    edit_matrix,
    fit,
    vocabulary,
)
from syntacticdiff.reference.sharing import share_model  # noqa: E402

__all__ = ["edit_counts", "edit_matrix", "fit", "share_model", "vocabulary"]
