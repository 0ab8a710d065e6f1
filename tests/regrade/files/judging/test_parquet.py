"""Judgments as Parquet: typed columns, groups of rows, and the same cells as from a text table."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from regrade.files.errors import BadInput
from regrade.files.judging.judgments import read_judgments
from regrade.files.judging.parquet import ROWS_PER_GROUP, write_parquet
from tests.refusals import refused

COLUMNS = ["query_id", "doc_id", "assessor", "grade", "spans", "created_at", "note", "extra"]
AT = datetime(2020, 5, 1, 12, 34, 56, 789, tzinfo=UTC)
ROW: dict[str, Any] = {
    "query_id": "q1",
    "doc_id": "=1",
    "assessor": "7KQ2M",
    "grade": 3,
    "spans": [[0, 4], [9, 12]],
    "created_at": AT,
    "note": "so\n\tand so",
    "extra": {"set": "7"},
}


def test_columns_have_types(tmp_path: Path) -> None:
    path = written(tmp_path, [ROW, ROW | {"grade": None, "spans": []}])
    table = parquet.read_table(path)
    types = [str(table.schema.field(name).type) for name in ("grade", "spans", "created_at")]
    assert types == [
        "int16",
        "list<element: list<element: int32>>",
        "timestamp[us, tz=UTC]",
    ]
    assert table.column("grade").to_pylist() == [3, None]
    assert table.column("created_at").to_pylist()[0] == AT
    assert table.column("spans").to_pylist() == [[[0, 4], [9, 12]], []]


def test_rows_come_in_groups_and_are_never_held_all(tmp_path: Path) -> None:
    n_given = 0

    def rows() -> Iterator[dict[str, Any]]:
        nonlocal n_given
        for number in range(2 * ROWS_PER_GROUP + 1):
            n_given = number
            yield ROW | {"doc_id": f"d{number}"}

    class Counting(io.BytesIO):
        seen: list[int] = []

        def write(self, data: Any, /) -> int:
            self.seen.append(n_given)
            return super().write(data)

    stream = Counting()
    write_parquet(stream, COLUMNS, rows())
    assert ROWS_PER_GROUP - 1 in stream.seen
    metadata = parquet.ParquetFile(io.BytesIO(stream.getvalue())).metadata
    sizes = [metadata.row_group(place).num_rows for place in range(metadata.num_row_groups)]
    assert sizes == [ROWS_PER_GROUP, ROWS_PER_GROUP, 1]


def test_the_same_rows_make_the_same_bytes(tmp_path: Path) -> None:
    first, second = io.BytesIO(), io.BytesIO()
    for stream in (first, second):
        write_parquet(stream, COLUMNS, [ROW])
    assert first.getvalue() == second.getvalue()


def test_what_others_write_is_read(tmp_path: Path) -> None:
    """A frame's whole numbers are floats where one is missing, and its times nanoseconds."""
    path = tmp_path / "others.parquet"
    zone = timezone(timedelta(hours=2))
    moment = pa.array([AT.astimezone(zone), None]).cast(pa.timestamp("ns", tz="+02:00"))
    others = {
        "qid": ["q1", "q2"],
        "doc_id": pa.array(["d1", "d1"]).dictionary_encode(),
        "assessor": ["a", "b"],
        "grade": pa.array([3.0, float("nan")]),
        "spans": [[[0, 2]], None],
        "created_at": moment,
        "device": pa.array([{"os": "x"}, None]),
    }
    parquet.write_table(pa.table(others), path)
    with refused(BadInput, "column_missing", says="query_id among qid, doc_id"):
        list(read_judgments(path))
    parquet.write_table(pa.table(others).rename_columns(["query_id", *list(others)[1:]]), path)
    first, second = read_judgments(path)
    assert (first.grade, first.spans, first.created_at) == (3, ((0, 2),), AT)
    assert first.extra == {"device": '{"os": "x"}'}
    assert (second.grade, second.spans, second.created_at, second.line) == (None, (), None, 2)


@pytest.mark.parametrize(
    ("changed", "code", "line", "says"),
    [
        ({"grade": 40000.5}, "not_a_whole_number", 2, "grade '40000.5'"),
        ({"doc_id": "d 1"}, "id_with_white_space", 2, "'d 1'"),
        ({"note": "a\0b"}, "nul_character", 2, ""),
        ({"note": b"bytes"}, "column_of_bytes", 1, ""),
        ({"query_id": "q0"}, "judged_twice", 2, "passage =1 of topic q0 twice, first on line 1"),
    ],
)
def test_a_bad_row_is_named(
    changed: dict[str, Any], code: str, line: int, says: str, tmp_path: Path
) -> None:
    path, rows = tmp_path / "bad.parquet", [ROW | {"query_id": "q0"}, ROW | changed]
    names = ["query_id", "doc_id", "assessor", "grade", *(set(changed) & {"note"})]
    good = rows[0] | ({"note": type(changed["note"])()} if "note" in changed else {})
    table = {name: [good[name], rows[1][name]] for name in names}
    if "grade" in changed:
        table["grade"] = [float(value) for value in table["grade"]]
    parquet.write_table(pa.table(table), path)
    with refused(BadInput, code, line=line, says=says):
        list(read_judgments(path))


@pytest.mark.parametrize("damage", [lambda data: b"text", lambda data: data[:-9], lambda data: b""])
def test_a_damaged_file_is_refused(damage: Any, tmp_path: Path) -> None:
    path = written(tmp_path, [ROW])
    path.write_bytes(damage(path.read_bytes()))
    with refused(BadInput, "not_parquet"):
        list(read_judgments(path))


def test_a_file_that_is_not_there_or_holds_nothing_is_refused(tmp_path: Path) -> None:
    with refused(BadInput, "no_such_file"):
        list(read_judgments(tmp_path / "none.parquet"))
    empty = written(tmp_path, [])
    with refused(BadInput, "no_records"):
        list(read_judgments(empty))


def test_parquet_under_another_name_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, [ROW]).rename(tmp_path / "judgments.csv")
    with refused(BadInput, "is_parquet", says="ends in .parquet"):
        list(read_judgments(path))


def test_progress_shows_how_many_bytes_were_read(tmp_path: Path) -> None:
    path, found = written(tmp_path, [ROW]), list[int]()
    list(read_judgments(path, found.append))
    assert 0 < sum(found) <= path.stat().st_size


def written(folder: Path, rows: list[dict[str, Any]]) -> Path:
    path = folder / "judgments.parquet"
    with path.open("wb") as stream:
        write_parquet(stream, COLUMNS, rows)
    return path
