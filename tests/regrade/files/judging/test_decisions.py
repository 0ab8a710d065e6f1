from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from regrade.files.errors import BadInput
from regrade.files.judging.decisions import DecisionRow, read_decisions
from tests.refusals import refused

HEADER = "query_id\tpassage_id\tgrade\treason\tdecided_at\tpair_kind\tnote_json\n"


def decided(folder: Path, text: str) -> list[DecisionRow]:
    path = folder / "decisions.tsv"
    path.write_text(text)
    return list(read_decisions(path))


def test_read_decisions_reads_every_column(tmp_path: Path) -> None:
    rows = 'q1\td1\t3\tunclear\t2020-05-01T12:00\toverlap\t"so"\nq1\td2\t0\t\t\tgold\t\n'
    first, second = decided(tmp_path, HEADER + rows)
    assert first[:6] == ("q1", "d1", 3, "unclear", "so", datetime(2020, 5, 1, 12, tzinfo=UTC))
    assert second == DecisionRow("q1", "d2", 0, "", "", None, 3, first.path, "gold")
    assert [first.counts, second.counts] == [True, False]


def test_read_decisions_reads_a_plain_note_and_a_pair_of_no_kind(tmp_path: Path) -> None:
    [row] = decided(tmp_path, 'query_id,doc_id,grade,note,pair_kind\nq1,d1,3,"a, b",\n')
    assert (row.doc_id, row.note, row.pair_kind, row.counts) == ("d1", "a, b", None, True)


@pytest.mark.parametrize(
    ("row", "code", "says"),
    [
        (
            "q0\td0\t1\t\t\t\t",
            "decided_twice",
            "passage d0 of topic q0 is decided on twice, first on line 2",
        ),
        ("q1\td1\thigh\t\t\t\t", "not_a_whole_number", "grade 'high'"),
        ("q1\td1\t1\t\tnoon\t\t", "not_a_time", "decided_at 'noon'"),
        ("q1\td1\t1\t\t\tspecial\t", "unknown_pair_kind", "'special'"),
        ("q1\td1\t1\t\t\t\tso", "not_json", "note_json"),
        ("q1\td 1\t1\t\t\t\t", "id_with_white_space", "'d 1'"),
        ("q1\td1", "mixed_columns", "2 fields"),
    ],
)
def test_read_decisions_refuses_a_bad_row(tmp_path: Path, row: str, code: str, says: str) -> None:
    with refused(BadInput, code, line=3, says=says):
        decided(tmp_path, f"{HEADER}q0\td0\t2\t\t\t\t\n{row}\n")


def test_read_decisions_refuses_a_file_without_any(tmp_path: Path) -> None:
    with refused(BadInput, "no_records", says="decisions"):
        decided(tmp_path, HEADER)
