"""Whether an sdist has everything that it needs and nothing that it must not have.

python tests/wheel/sdist_contents.py dist/syntacticdiff-1.0.0.tar.gz
"""

from __future__ import annotations

import sys
import tarfile
from pathlib import Path, PurePosixPath

PROJECT = Path(__file__).resolve().parents[2]
MOST_BYTES = 40_000_000
NEEDED = (
    *("pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE", "LICENSE.words", "NOTICE"),
    *("ATTRIBUTION.txt", "CITATION.cff", "Makefile", "native/CMakeLists.txt"),
)
FORBIDDEN_SUFFIXES = (".so", ".pyd", ".pyc", ".whl", ".m2", ".conllu", ".parquet")
FORBIDDEN_FOLDERS = ("results", "shared", "build", "dist", ".venv", ".git", ".github", ".ci")


def faults(names: dict[str, int]) -> list[str]:
    """What is wrong with the contents: names of files without the outermost folder, with sizes."""
    sources = [
        path.relative_to(PROJECT).as_posix()
        for folder in ("syntacticdiff", "native")
        for path in (PROJECT / folder).rglob("*")
        if path.is_file() and path.suffix not in (".so", ".pyd", ".pyc")
    ]
    found = [f"{name}: missing" for name in (*NEEDED, *sources) if name not in names]
    for name in names:
        parts = PurePosixPath(name).parts
        if name.endswith(FORBIDDEN_SUFFIXES) or parts[0] in FORBIDDEN_FOLDERS:
            found.append(f"{name}: does not belong here")
        if name.startswith("/") or ".." in parts:
            found.append(f"{name}: leads elsewhere")
    size = sum(names.values())
    if size > MOST_BYTES:
        found.append(f"{size:,} bytes; at most {MOST_BYTES:,}")
    return found


def main() -> None:
    with tarfile.open(sys.argv[1]) as archive:
        names = {
            member.name.partition("/")[2]: member.size
            for member in archive.getmembers()
            if member.isfile()
        }
    wrong = faults(names)
    if wrong:
        sys.exit("\n".join(wrong))
    size = sum(names.values()) / 1e6
    print(f"{Path(sys.argv[1]).name}: {len(names):,} files, {size:.1f} MB, in order")


if __name__ == "__main__":
    main()
