from __future__ import annotations

import pytest

from regrade.measures import parse_measure
from tests.regrade.measures.rankings import ranking, rankings, topic, value

GIVEN = ranking(0, 1, None, 2, -1, missed=[1, 0])


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("NumQ", 1),
        ("NumRet", 5),
        ("NumRet(rel=1)", 2),
        ("NumRet(rel=2)", 1),
        ("NumRet(judged_only=True)", 3),
        ("NumRel", 3),
        ("NumRel(rel=2)", 1),  # T4: as trec_eval; ir_measures has no such count
        ("NumRel(rel=0)", 5),
        ("NumRelRet", 2),
        ("NumNonRelRet", 1),
        ("NumNonRelRet(rel=2)", 2),
        ("Unjudged", 1),
        ("Unjudged@2", 0),
        ("Unjudged@3", 1),
        ("Unjudged@100", 1),
    ],
)
def test_counts_by_hand(name: str, expected: float) -> None:
    assert value(name, GIVEN) == expected
    assert parse_measure(name).is_count


def test_counts_of_the_labels_stand_where_the_run_lacks_the_topic() -> None:
    """T3: ir_measures leaves such a topic out of these two, and counts it elsewhere."""
    given = rankings(topic(1), topic(missed=[1, 1]))
    assert parse_measure("NumQ").score(given).tolist() == [1, 1]
    assert parse_measure("NumRel").score(given).tolist() == [1, 2]
    assert parse_measure("NumRet").score(given).tolist() == [1, 0]


@pytest.mark.parametrize(
    ("name", "is_tested"),
    [
        ("NumRel", False),
        ("Judged@10", False),
        ("RBPResidual(p=0.8)", False),
        ("nDCG@10", True),
        ("MFR@10", True),
    ],
)
def test_counts_and_what_describes_the_labels_are_not_tested(name: str, is_tested: bool) -> None:
    assert parse_measure(name).is_tested == is_tested


def test_judged_is_a_share_of_the_ranks_down_to_the_cutoff() -> None:
    given = ranking(2, None, 0, None, 1, 1, missed=[1])
    assert value("Judged@4", given) == 0.5
    assert value("Judged", ranking(*[None] * 3, 0)) == 0.25
    assert value("Judged@10", ranking(missed=[1])) == 0.0
