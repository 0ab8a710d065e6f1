from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from annotation.models import PairKind, Pool
from annotation.pools.marked_pairs import resolve_marks
from annotation.pools.pairs import Mark
from regrade.files.errors import BadInput
from regrade.files.judging.marks import MarkLine
from tests.factories import make_pool

pytestmark = pytest.mark.django_db

SOURCE = Path("marks.tsv")


@pytest.fixture
def pool(db: None) -> Pool:
    """q1 and q2 with d1, d2 and d3, but for q2 with d3."""
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
    ("fields", "reason"),
    [
        ({"query_id": "q9"}, "no topic 'q9' in needs"),
        ({"doc_id": "d9"}, "no passage 'd9' in trees"),
        ({"query_id": "q2", "doc_id": "d3"}, "passage d3 of topic q2 is not in the pool pool"),
        ({"kind": "gold"}, "passage d1 of topic q1 is a gold pair and needs an expert's grade"),
        ({"kind": "qualification"}, "is a qualification pair and needs an expert's grade"),
        ({"kind": "gold", "grade": 9}, "the grade 9 is not on the scale 1, 2, 3"),
        ({"grade": 1}, "an expert grades gold and qualification pairs; passage d1"),
        ({"kind": "overlap", "grade": 1}, "passage d1 of topic q1 is overlap"),
    ],
)
def test_what_marks_no_pair_is_refused_with_its_line(
    fields: dict[str, Any], reason: str, pool: Pool
) -> None:
    with pytest.raises(BadInput, match=reason) as refused:
        resolved(pool, line("q1", "d2"), line(number=7, **fields))
    assert (refused.value.path, refused.value.line) == (SOURCE, 7)


def test_a_pair_that_stands_twice_is_refused(pool: Pool) -> None:
    with pytest.raises(BadInput, match="d1 of topic q1 appears twice, first on line 2"):
        resolved(pool, line(), line("q1", "d2", number=3), line(number=4, kind="overlap"))
