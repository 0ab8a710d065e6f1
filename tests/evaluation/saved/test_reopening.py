from __future__ import annotations

from typing import Any

import pytest

from evaluation.saved.saving import what_moved

SPEC: dict[str, Any] = {
    "engine": "regrade 1",
    "significance_engine": "regrade 2",
    "run_hashes": {"bm25": "a"},
    "label_hashes": {"gold": "b"},
    "query_ids": ["q1", "q2"],
    "test": "t",
    "baseline": "bm25",
    "runs": ["bert"],
}


def test_equal_specs_have_moved_in_nothing() -> None:
    assert what_moved(SPEC, dict(SPEC)) == []


@pytest.mark.parametrize(
    ("changed", "kind", "name", "data"),
    [
        ({"engine": "regrade 3"}, "scores", "", "measures"),
        ({"significance_engine": "regrade 3"}, "tests", "", "tests"),
        ({"run_hashes": {"bm25": "c"}}, "run", "bm25", "bm25"),
        ({"label_hashes": {"gold": "c"}}, "labels", "gold", "gold"),
        ({"query_ids": ["q1"]}, "topics", "", "1 now, 2"),
        ({"baseline": "bert", "runs": ["bm25"]}, "best", "bert", "bm25"),
        ({"test": "sign"}, "question", "", "test"),
    ],
)
def test_what_moved_is_named(changed: dict[str, Any], kind: str, name: str, data: str) -> None:
    [moved] = what_moved(SPEC, {**SPEC, **changed})
    assert (moved.kind, moved.name) == (kind, name)
    assert data in moved.text
