"""`python -m syntacticdiff` is the same as `syntacticdiff`."""

from syntacticdiff.cli.main import main

if __name__ == "__main__":  # workers import this module too
    main()
