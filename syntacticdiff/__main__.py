"""`python -m syntacticdiff` is the same as `syntacticdiff`."""

from syntacticdiff.cli.main import main

main()
