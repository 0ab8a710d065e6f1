"""Frames of either library, and those that no file can hold."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any

import pyarrow
import pytest

from regrade.client import NotSent
from regrade.client.frames import as_file, frame_of
from tests.refusals import refused

pd = import_module("pandas")  # has no types here
ROWS: dict[str, Any] = {
    "doc_id": ["d1", "d2"],
    "query_id": [1, 2],
    "score": [1, 0.1],
    "more": [None, None],
}


def test_lines_have_the_columns_of_a_frame_by_name() -> None:
    with as_file(pd.DataFrame(ROWS), "score") as path:
        assert path.read_text() == "1 Q0 d1 0 1.0 frame\n2 Q0 d2 0 0.1 frame\n"
    assert not path.exists()


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"doc_id": ["d1", "d 2"]}, "'d 2'"),
        ({"doc_id": ["d1", ""]}, "''"),
        ({"doc_id": ["d1", None]}, "doc_id has nothing"),
        ({"query_id": ["1", "#2"]}, "'#2'"),
        ({"query_id": [1.0, 2.0]}, "numbers with a point"),
        ({"query_id": [1, "2"]}, "cannot be written"),
        ({"score": [1, float("nan")]}, "score has nothing"),
        ({"score": [1, float("inf")]}, "inf"),
        ({"score": ["high", "low"]}, "cannot be written"),
    ],
)
def test_what_no_line_can_hold_is_refused(changes: Mapping[str, Any], says: str) -> None:
    with (
        refused(NotSent, "bad_frame", says=says),
        as_file(pd.DataFrame({**ROWS, **changes}), "score"),
    ):
        pass


@pytest.mark.parametrize("given", [pd.DataFrame({"query_id": []}), pyarrow.table({}), 7])
def test_missing_columns_are_named(given: Any) -> None:
    with refused(NotSent, "bad_frame", says="doc_id, relevance"), as_file(given, "relevance"):
        pass


def test_a_relevance_is_a_whole_number() -> None:
    frame = pd.DataFrame({"query_id": ["1"], "doc_id": ["d"], "relevance": [0.5]})
    with refused(NotSent, "bad_frame"), as_file(frame, "relevance"):
        pass


def test_the_library_that_is_asked_for_makes_the_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    polars: Any = ModuleType("polars")
    polars.__spec__, polars.from_arrow = pd.__spec__, lambda table: ("polars", table.num_rows)
    monkeypatch.setitem(sys.modules, "polars", polars)
    table = pyarrow.table({"doc_id": ["d1", "d2"]})
    assert frame_of(table, "polars") == ("polars", 2)
    assert frame_of(table, "arrow") is table
    assert type(frame_of(table, None)).__module__.partition(".")[0] == "pandas"
    monkeypatch.setattr("regrade.client.frames.find_spec", lambda name: name == "polars" or None)
    assert frame_of(table, None) == ("polars", 2)


def test_a_library_that_is_not_there_is_refused() -> None:
    with refused(NotSent, "no_frames", says="vaex"):
        frame_of(pyarrow.table({"doc_id": ["d1", "d2"]}), "vaex")
