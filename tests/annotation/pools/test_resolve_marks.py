from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from annotation.models import PairKind, Pool
from annotation.pools.pairs import Mark, resolve_marks
from regrade.files.errors import BadInput
from regrade.files.judging.marks import MarkLine
from tests.factories import make_pool
from tests.refusals import refused

pytestmark = pytest.mark.django_db

SOURCE = Path("marks.tsv")


@pytest.fixture
def pool(db: None) -> Pool:
    """q1 with d1, d2 and d3; q2 with d1 and d2."""
    pool = make_pool()
    pool.pairs.filter(topic__query_id="q2", passage__doc_id="d3").delete()
    return pool


def line(query_id: str = "q1", doc_id: str = "d1", number: int = 2, **fields: Any) -> MarkLine:
    plain = MarkLine(query_id, doc_id, "regular", 0, grade=None, explanation="", line=number)
    return plain._replace(**fields)


def resolved(pool: Pool, *lines: MarkLine) -> dict[int, Mark]:
    return resolve_marks(pool=pool, lines=lines, scale=(1, 2, 3), source=SOURCE)


def test_marks_are_found_by_pooled_pair(pool: Pool) -> None:
    marks = resolved(
        pool,
        line("q1", "d2", priority=4),
        line("q2", "d1", kind="gold", grade=3, explanation="It says so."),
    )
    first = pool.pairs.get(topic__query_id="q1", passage__doc_id="d2")
    second = pool.pairs.get(topic__query_id="q2", passage__doc_id="d1")
    assert marks == {
        first.pk: Mark(PairKind.REGULAR, 4),
        second.pk: Mark(PairKind.GOLD, 0, 3, "It says so."),
    }


def test_no_lines_are_no_marks(pool: Pool) -> None:
    assert resolved(pool) == {}


@pytest.mark.parametrize(
    ("fields", "code", "words"),
    [
        ({"query_id": "q9"}, "unknown_topic", "'q9'"),
        ({"doc_id": "d9"}, "unknown_passage", "'d9'"),
        ({"query_id": "q2", "doc_id": "d3"}, "outside_pool", "passage d3 of topic q2"),
        ({"kind": "gold"}, "grade_missing", "gold"),
        ({"kind": "qualification"}, "grade_missing", "qualification"),
        ({"kind": "gold", "grade": 9}, "grade_off_scale", "1, 2, 3"),
        ({"grade": 1}, "grade_not_expected", "regular"),
        ({"kind": "overlap", "grade": 1}, "grade_not_expected", "overlap"),
    ],
)
def test_what_marks_no_pair_is_refused_with_its_line(
    fields: dict[str, Any], code: str, words: str, pool: Pool
) -> None:
    with refused(BadInput, code, line=7) as found:
        resolved(pool, line("q1", "d2"), line(number=7, **fields))
    assert words in found.value.reason
    assert found.value.path == SOURCE


def test_a_pair_that_stands_twice_is_refused(pool: Pool) -> None:
    with refused(BadInput, "passage_twice", line=4) as found:
        resolved(pool, line(), line("q1", "d2", number=3), line(number=4, kind="overlap"))
    assert "first on line 2" in found.value.reason
