"""A parser learned from a treebank of our own, in both engines."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.treebank import made_up_treebank

from syntacticdiff.syntax import Parser, ParserSettings, train_parser


@pytest.fixture(scope="session")
def parser_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("syntacticdiff._native", reason="only the native engine learns")
    path = tmp_path_factory.mktemp("parser") / "ours.sdparse"
    settings = ParserSettings(iterations=3, min_updates=1, label_min_updates=1)
    train_parser(made_up_treebank(), settings).save(path)
    return path


@pytest.fixture(scope="session")
def native(parser_file: Path) -> Parser:
    return Parser.load(parser_file, engine="native")


@pytest.fixture(scope="session")
def python(parser_file: Path) -> Parser:
    return Parser.load(parser_file, engine="python")
