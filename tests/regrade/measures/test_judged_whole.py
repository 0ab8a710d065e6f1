"""Topics that were judged whole: what is not listed is not relevant, and nothing is unjudged."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from regrade.measures import JudgedTopics, Rankings, judge
from regrade.measures.bounds import bounds_of_judged
from regrade.measures.parsing import parse_measure

LISTED = JudgedTopics(
    np.array([0, 3]), np.array([2, 4, 6]), np.array([1, 0, 2]), min_relevance=1, max_relevance=2
)
WHOLE = replace(LISTED, unlisted=0)
RANKINGS = Rankings(np.array([0, 5]), np.array([9, 2, 4, 8, 6]))


SAME = ["nDCG@5", "RR", "P@3", "AP", "RBP(p=0.8)", "ERR@5", "Recall@5", "Compat", "RPrec", "MFR@5"]


@pytest.mark.parametrize("name", SAME)
def test_measures_are_the_same(name: str) -> None:
    measure = parse_measure(name)
    as_listed = measure.score(judge(RANKINGS, LISTED))
    assert measure.score(judge(RANKINGS, WHOLE)) == pytest.approx(as_listed)
    assert measure.score(judge(RANKINGS, WHOLE, unjudged="condensed")) == pytest.approx(as_listed)


def test_nothing_is_unjudged() -> None:
    judged = parse_measure("Judged@5")
    assert judged.score(judge(RANKINGS, LISTED)) == [3 / 5]
    assert judged.score(judge(RANKINGS, WHOLE)) == [1]
    bounds = bounds_of_judged(parse_measure("P@5"), RANKINGS, judge(RANKINGS, WHOLE))
    assert bounds[0] == bounds[1]


def test_bpref_counts_what_is_not_listed() -> None:
    """Above the passage at rank 2 stands one that is not listed, above that at rank 5 three that
    are not relevant; of two that are relevant each counts for no more than two."""
    bpref = parse_measure("Bpref")
    assert bpref.score(judge(RANKINGS, WHOLE)) == [((1 - 1 / 2) + (1 - 2 / 2)) / 2]
