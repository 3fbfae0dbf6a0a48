"""Features of inputs of any size: split into partitions, one file for each, resumable.

`planning` splits, `parts` turns a partition into the bytes of its file, `folder` records what is
done, and `run` puts them together. The caller chooses who does the work: this process or a cluster.
"""
