"""`train-corrector`, and `correct --system nrl` with what it makes."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from syntacticdiff.cli.main import main
from syntacticdiff.neural import load_network

SMALL = ["--mle-updates", "4", "--reward-updates", "2", "--samples", "3", "--units", "6"]


@pytest.fixture
def pairs(tmp_path: Path) -> str:
    lines = ["the dog run .\tthe dog runs .", "a cat sleeps .\ta cat sleeps ."] * 60
    path = tmp_path / "pairs.tsv"
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def test_without_torch_both_commands_say_how_to_install_it(
    pairs: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    out = str(tmp_path / "a.sdnrl")
    result = CliRunner().invoke(main, ["train-corrector", pairs, "--out", out])
    assert result.exit_code == 2
    assert "needs torch; run: pip install 'syntacticdiff[neural]'" in result.output
    text = tmp_path / "a.txt"
    text.write_text("We go school.\n")
    result = CliRunner().invoke(main, ["correct", str(text), "--system", "nrl"])
    assert result.exit_code == 2
    assert "needs torch; run: pip install 'syntacticdiff[neural]'" in result.output
    assert len(result.output.strip().splitlines()) == 1


def test_a_file_that_is_no_network_is_refused(tmp_path: Path) -> None:
    text = tmp_path / "a.txt"
    text.write_text("We go school.\n")
    result = CliRunner().invoke(
        main, ["correct", str(text), "--system", "nrl", "--model", str(text)]
    )
    assert result.exit_code == 1
    assert "not a correction network" in result.output


def test_the_guard_is_an_option_of_nrl_only(tmp_path: Path) -> None:
    text = tmp_path / "a.txt"
    text.write_text("We go school.\n")
    result = CliRunner().invoke(main, ["correct", str(text), "--no-guard"])
    assert result.exit_code == 2
    assert "guard: the system edits takes no such option" in result.output


@pytest.mark.parametrize(
    ("content", "message"),
    [("only one column\n", "pairs.tsv:1: no corrected version"), ("", "none to learn from")],
)
def test_pairs_that_are_none_are_refused_in_one_line(
    pairs: str, tmp_path: Path, content: str, message: str
) -> None:
    pytest.importorskip("torch", reason="needs the extra neural")
    Path(pairs).write_text(content)
    result = CliRunner().invoke(
        main, ["train-corrector", pairs, "--out", str(tmp_path / "a.sdnrl")]
    )
    assert result.exit_code == 1
    assert message in result.output
    assert len(result.output.strip().splitlines()) == 1


def test_a_network_is_trained_and_corrects(pairs: str, tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="needs the extra neural")
    out = str(tmp_path / "a.sdnrl")
    result = CliRunner().invoke(main, ["train-corrector", pairs, "--out", out, *SMALL])
    assert result.exit_code == 0, result.output
    assert "learned from 120 pairs" in result.output
    network = load_network(out)
    assert network.header["training"]["updates"] == 6
    assert (network.sizes.units, network.sizes.decoder) == (6, 9)
    again = str(tmp_path / "b.sdnrl")
    result = CliRunner().invoke(main, ["train-corrector", pairs, "--out", again, *SMALL])
    assert Path(again).read_bytes() == Path(out).read_bytes()
    further = [*SMALL, "--from", out, "--objective", "risk", "--held-out", pairs]
    result = CliRunner().invoke(main, ["train-corrector", pairs, "--out", again, *further])
    assert result.exit_code == 0, result.output
    assert "on held-out pairs" in result.output

    text = tmp_path / "a.txt"
    text.write_text("The dog  run, too.\n\nA cat.\n")
    command = ["correct", str(text), "--system", "nrl", "--model", out]
    assert CliRunner().invoke(main, command).exit_code == 0
    result = CliRunner().invoke(main, [*command, "--no-guard", "--json"])
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["text"] for row in rows] == ["The dog  run, too.", "A cat."]
    result = CliRunner().invoke(main, [*command, "--m2"])
    assert result.stdout.startswith("S The dog run , too .\n")
