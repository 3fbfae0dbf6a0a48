"""Shell completion: commands, options and choices; elsewhere names of files."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.commands import ENVIRONMENT, process, run

from syntacticdiff.cli.main import COMMANDS


def completed(*words: str) -> list[str]:
    """What bash is told for the last of these words."""
    env = {
        "_SYNTACTICDIFF_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(("syntacticdiff", *words)),
        "COMP_CWORD": str(len(words)),
    }
    done = process(env=env, stdout=subprocess.PIPE)
    out = done.communicate()[0].decode()
    assert done.returncode == 0
    return out.splitlines()


@pytest.mark.parametrize("shell", ["bash", "fish", "zsh"])
def test_each_shell_gets_lines_that_call_the_program(shell: str) -> None:
    answer = run("completion", shell)
    assert (answer.code, answer.stderr) == (0, "")
    assert f"_SYNTACTICDIFF_COMPLETE={shell}_complete" in answer.text


def test_another_shell_is_refused_with_the_names_of_those_known() -> None:
    answer = run("completion", "tcsh")
    assert answer.code == 2
    assert "bash" in answer.stderr


def test_commands_are_completed() -> None:
    assert completed("di") == ["plain,diff"]
    assert completed("") == [f"plain,{name}" for name in COMMANDS]


def test_options_and_choices_are_completed() -> None:
    assert "plain,--min-probability" in completed("diff", "--min-")
    assert "plain,lattice" in completed("diff", "--search", "la")
    assert completed("classify", "pre") == ["plain,predict"]


def test_where_nothing_is_known_files_are_offered() -> None:
    assert completed("diff", "ess") == ["file,ess"]
    assert "".join(completed("no-such-command-")) == ""


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not on this machine")
def test_bash_itself_completes(tmp_path: Path) -> None:
    (tmp_path / "essay.txt").touch()
    program = tmp_path / "syntacticdiff"  # as pip would put it there
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m syntacticdiff "$@"\n')
    program.chmod(0o755)
    script = (
        'eval "$(syntacticdiff completion bash)"; complete -p syntacticdiff >/dev/null || exit 3\n'
        'ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()\n'
        '_syntacticdiff_completion syntacticdiff; echo "${COMPREPLY[@]}"; }\n'
        "ask syntacticdiff doc\nask syntacticdiff completion z\n"
    )
    path = f"{tmp_path}{os.pathsep}{ENVIRONMENT['PATH']}"
    done = subprocess.run(
        ["bash", "--norc", "-c", script],
        env=ENVIRONMENT | {"PATH": path},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == ["doctor", "zsh"]
