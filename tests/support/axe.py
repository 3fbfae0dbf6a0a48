"""axe-core, which finds what screen readers and keyboards stumble over in a page.

It is installed from npm by name, once, into a folder of the temporary files.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from support.browser import Browser

_FOLDER = Path(tempfile.gettempdir()) / "syntacticdiff-axe"
_PATIENCE = 120


@cache
def axe_source() -> str | None:
    """The script, or None if npm or the package is not to be had."""
    script = _FOLDER / "node_modules" / "axe-core" / "axe.min.js"
    if not script.exists():
        npm = shutil.which("npm")
        if npm is None:
            return None
        _FOLDER.mkdir(exist_ok=True)
        command = [npm, "install", "--silent", "--no-audit", "--no-fund", "axe-core"]
        try:
            subprocess.run(command, cwd=_FOLDER, timeout=_PATIENCE, capture_output=True, check=True)
        except (OSError, subprocess.SubprocessError):
            return None
    return script.read_text("utf-8") if script.exists() else None


def violations(page: Browser, source: str) -> list[str]:
    """What is serious or critical in the page as it is shown now."""
    page.value(source + "; 1")
    found: list[str] = page.value(
        "axe.run(document, {resultTypes: ['violations']}).then(result => result.violations"
        ".filter(v => ['serious', 'critical'].includes(v.impact))"
        ".map(v => v.id + ': ' + v.nodes.slice(0, 3).map(n => n.html).join(' ')))"
    )
    return found
