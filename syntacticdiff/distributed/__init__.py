"""Edits of data that is too large for one process, on a Dask cluster.

`edit_counts` and `edit_matrix` map partitions lazily, `fit` learns an `EditVectorizer`'s vocabulary
by a tree reduction, and `share_model` sends a reference model to workers that cannot see its file.
Estimators on data that fits into memory do not need this room: `joblib.parallel_config("dask")` is
enough. The extra `dask` is required.
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
