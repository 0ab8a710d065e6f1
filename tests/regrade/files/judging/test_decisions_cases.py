from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from regrade.files.errors import BadInput
from regrade.files.judging.decisions import DecisionRow, read_decisions
from tests.regrade.files.writing import write

HEADER = "query_id,doc_id,grade,reason,note,decided_at,pair_kind\n"


def test_read_decisions_reads_every_column(tmp_path: Path) -> None:
    path = write(tmp_path, f'{HEADER}q1,d1,3,tied,"a, b",2020-05-01T12:00,gold\nq1,d2,1,,,,\n')
    at = datetime(2020, 5, 1, 12, tzinfo=UTC)
    first, second = read_decisions(path)
    assert first == DecisionRow("q1", "d1", 3, "tied", "a, b", at, 2, path, "gold")
    assert second == DecisionRow("q1", "d2", 1, "", "", None, 3, path)
    assert (first.counts, second.counts) == (False, True)


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("q1,d2,good,,,,", "'good'"),
        ("q1,d2,3,,,noon,", "'noon'"),
        ("q1,d2,3,,,,golden", "'golden' is none of regular, overlap"),
        ("q1,d1,3,,,,", "twice, first on line 2"),
    ],
)
def test_read_decisions_names_a_line_that_says_none(tmp_path: Path, line: str, named: str) -> None:
    path = write(tmp_path, f"{HEADER}q1,d1,3,,,,\n{line}\n")
    with pytest.raises(BadInput) as caught:
        list(read_decisions(path))
    assert caught.value.line == 3
    assert named in caught.value.reason
