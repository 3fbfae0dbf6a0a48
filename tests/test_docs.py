"""Every code block of the documentation runs, and prints what it says it prints."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page, language):
    return [body for tag, body in FENCE.findall(page.read_text("utf-8")) if tag == language]


def commands(page):
    """The commands of the page's console blocks, each with the output shown below it."""
    for body in blocks(page, "console"):
        for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_block_is_of_a_kind_that_is_tested(page):
    allowed = {"python", "console"} | ({"sh"} if page.name == "README.md" else set())
    assert {tag for tag, _ in FENCE.findall(page.read_text("utf-8"))} <= allowed


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_blocks_run_and_print_what_their_comments_say(page, tmp_path, monkeypatch, capsys):
    if "from distributed import" in page.read_text("utf-8"):
        pytest.importorskip("dask.distributed")
    if '"serve"' in page.read_text("utf-8"):
        pytest.importorskip("uvicorn")
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "__main__"}
    for body in blocks(page, "python"):
        exec(compile(body, page.name, "exec"), names)
        expected = re.findall(r"^print\(.*\)  # (.*)$", body, re.MULTILINE)
        if expected:
            assert capsys.readouterr().out.splitlines() == expected


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_print_what_is_shown_below_them(page, tmp_path):
    scripts = str(Path(sys.executable).parent)
    environment = os.environ | {"PATH": scripts + os.pathsep + os.environ["PATH"]}
    for command, shown in commands(page):
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        # What `head` no longer reads ends a command as it should: by a broken pipe.
        fine = (0, 128 + signal.SIGPIPE) if "| head" in command else (0,)
        assert done.returncode in fine, done.stderr
        assert done.stdout == shown, command
