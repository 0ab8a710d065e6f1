from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from regrade.files.judging.judgment_row import JudgmentRow, number_occasions


def row(hour: int | None, *, assessor: str = "w1", is_rejected: bool = False) -> JudgmentRow:
    return JudgmentRow(
        query_id="q1",
        doc_id="d1",
        assessor=assessor,
        grade=1,
        spans=(),
        confidence=None,
        note="",
        active_ms=None,
        created_at=None if hour is None else datetime(2011, 9, 12, hour, tzinfo=UTC),
        extra={},
        line=7,
        path=Path("folder/log.txt"),
        is_rejected=is_rejected,
    )


def occasions(*rows: JudgmentRow) -> list[int]:
    return [numbered.occasion for numbered in number_occasions(rows)]


def test_number_occasions_counts_a_pairs_looks_in_time_order() -> None:
    assert occasions(row(12), row(9), row(15), row(10, assessor="w2")) == [1, 0, 2, 0]


def test_number_occasions_puts_rejected_work_behind_accepted() -> None:
    assert occasions(row(9, is_rejected=True), row(12)) == [1, 0]


def test_number_occasions_of_rejected_work_alone_is_the_first() -> None:
    assert occasions(row(9, is_rejected=True)) == [0]


@pytest.mark.parametrize(("hours", "expected"), [((None, None), [0, 1]), ((None, 9), [1, 0])])
def test_number_occasions_without_a_time_comes_last_in_the_files_order(
    hours: tuple[int | None, ...], expected: list[int]
) -> None:
    assert occasions(*map(row, hours)) == expected


def test_a_refusal_names_file_and_line() -> None:
    wrong = row(9).wrong("it is off the scale", code="off_scale")
    assert (str(wrong), wrong.code) == ("log.txt, line 7: it is off the scale", "off_scale")
