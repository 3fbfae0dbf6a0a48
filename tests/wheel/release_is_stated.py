"""Whether a tag, the version and the changelog agree, before anything is published.

python tests/wheel/release_is_stated.py v1.0.0
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]


def faults(tag: str, project: Path = PROJECT) -> list[str]:
    """What has to be done before the tag can be published."""
    version = tag.removeprefix("v")
    settings = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))
    own = (project / "syntacticdiff" / "_version.py").read_text(encoding="utf-8")
    cited = (project / "CITATION.cff").read_text(encoding="utf-8")
    changes = (project / "CHANGELOG.md").read_text(encoding="utf-8")
    dated = rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d$"
    stated = {
        "pyproject.toml": settings["project"]["version"] == version,
        "syntacticdiff/_version.py": f'__version__ = "{version}"' in own,
        "CITATION.cff": f"\nversion: {version}\n" in cited,
        "CHANGELOG.md, with its day": re.search(dated, changes, re.MULTILINE) is not None,
    }
    return [f"{where}: does not state {version}" for where, right in stated.items() if not right]


if __name__ == "__main__":
    wrong = faults(sys.argv[1])
    if wrong:
        sys.exit("\n".join(wrong))
