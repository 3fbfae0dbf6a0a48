"""Judgments from files: the matches of a ranking, and the rows that form one."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.real_text import SHARED

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.rankings.judgments import Cell, Judgments, judgments_of, read_judgments

JUDGED = SHARED / "data" / "ranking" / "gjg15-judgments.xml"

XML = """<?xml version="1.0" encoding="UTF-8"?>
<appraise-results><error-correction-ranking-result>
<ranking-item id="0" user="u1" src-id="1">
<translation rank="2" system="C"/><translation rank="1" system="A B"/>
<translation rank="-1" system="D"/>
</ranking-item>
<ranking-item id="1" user="u1" src-id="2"><translation rank="1" system="A"/></ranking-item>
<ranking-item id="2" user="u2" src-id="1">
<translation rank="3" system="A"/><translation rank="3" system="C"/>
</ranking-item>
</error-correction-ranking-result></appraise-results>
"""

CSV = """\
judgeID,segmentId,system1Id,system1rank,system2Id,system2rank
u1,7,A,1,System B,2
u1,7,A,1,C,1
u2,7,C,2,A,1
u1,8,A,-1,C,1
"""


def never(message: str) -> None:
    raise AssertionError(message)


def matches_of(judgments: Judgments) -> list[tuple[str, str, int, int]]:
    """Matches with names."""
    return [
        (judgments.systems[a], judgments.systems[b], int(outcome), int(ranking))
        for a, b, outcome, ranking in zip(
            judgments.first, judgments.second, judgments.outcome, judgments.ranking, strict=True
        )
    ]


def read(folder: Path, name: str, text: str, **settings: str) -> Judgments:
    (folder / name).write_text(text)
    return read_judgments(str(folder / name), never, **settings)  # type: ignore[arg-type]


class TestXml:
    def test_each_system_of_a_cell_meets_every_system_of_the_other_cells(
        self, tmp_path: Path
    ) -> None:
        assert matches_of(read(tmp_path, "j.xml", XML)) == [
            ("C", "A", -1, 0),
            ("C", "B", -1, 0),
            ("A", "C", 0, 1),
        ]

    def test_systems_with_the_same_output_can_count_as_equal(self, tmp_path: Path) -> None:
        assert matches_of(read(tmp_path, "j.xml", XML, same_output="tie")) == [
            ("C", "A", -1, 0),
            ("C", "B", -1, 0),
            ("A", "B", 0, 0),
            ("A", "C", 0, 1),
        ]

    @pytest.mark.parametrize(
        ("old", "new", "message"),
        [
            ('rank="2"', 'rank="good"', 'ranking 0: the rank is "good", not a whole number'),
            ('rank="2"', "", 'ranking 0: the rank is "None", not a whole number'),
            ('system="C"', 'system=" "', "ranking 0: a translation without a system"),
            ("</appraise-results>", "", "not well-formed XML"),
            ("?>\n<app", '?>\n<!DOCTYPE a [<!ENTITY e "x">]><app', "declares entities"),
            ("ranking-item", "item", "no two systems were compared"),
        ],
    )
    def test_errors_are_one_line(self, tmp_path: Path, old: str, new: str, message: str) -> None:
        with pytest.raises(InputError, match=message) as refused:
            read(tmp_path, "j.xml", XML.replace(old, new))
        assert str(refused.value).count("j.xml") == 1
        assert "\n" not in str(refused.value)

    @pytest.mark.skipif(not JUDGED.is_file(), reason="the human rankings are not here")
    def test_the_published_rankings_have_as_many_matches_as_published(self) -> None:
        judgments = read_judgments(str(JUDGED), never)
        assert len(judgments) == 66_803
        assert len(judgments.systems) == 13


class TestTables:
    def test_rows_of_one_judge_and_sentence_are_one_ranking(self, tmp_path: Path) -> None:
        assert matches_of(read(tmp_path, "j.csv", CSV)) == [
            ("A", "System B", 1, 0),
            ("A", "C", 0, 0),
            ("C", "A", -1, 1),
        ]

    def test_a_row_can_rank_more_than_two(self, tmp_path: Path) -> None:
        names = [f"system{number}{what}" for number in (1, 2, 3) for what in ("Id", "rank")]
        matches = matches_of(
            read(tmp_path, "j.csv", f"{','.join(names)}\nA,1,B,2,C,3\nB,1,A,1,C,-1\n")
        )
        assert matches == [("A", "B", 1, 0), ("A", "C", 1, 0), ("B", "C", 1, 0), ("B", "A", 0, 1)]

    def test_other_columns_are_named(self, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match='no column "system1Id"; it has winner, loser'):
            read(tmp_path, "j.csv", "winner,loser\na,b\n")

    def test_an_invalid_rank_is_an_error_with_its_row(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match=r'j.csv:2: the rank is "x", not a whole number'):
            read(tmp_path, "j.csv", CSV.replace("A,1,C", "A,x,C"))

    def test_a_missing_system_is_an_error_with_its_row(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match=r"j.csv:3: no system1Id"):
            read(tmp_path, "j.csv", CSV.replace("u2,7,C", "u2,7,"))


def test_an_unknown_suffix_is_refused() -> None:
    with pytest.raises(UsageError, match="must end in one of"):
        read_judgments("judgments.txt", never)


def test_a_part_of_the_rankings_keeps_all_systems() -> None:
    judgments = judgments_of([[Cell(("a",), 1), Cell((other,), 2)] for other in "bcb"])
    part = judgments.of_rankings(judgments.met()[[1, 2, 1], 0] > 1)  # those where b played
    assert part.systems == ("a", "b", "c")
    assert (part.rankings, part.second.tolist()) == (2, [1, 1])
