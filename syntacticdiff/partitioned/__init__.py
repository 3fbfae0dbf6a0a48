"""Features of inputs of any size: cut into partitions, a file for each, resumable.

`planning` cuts, `parts` turns a partition into the bytes of its file, `folder` keeps what is done,
and `run` puts them together. Who does the work, this process or a cluster, is the caller's choice.
"""
