from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from annotation.pools.asked_design import Asked, ByDesign
from annotation.pools.design_preview import DesignPreview, design_preview
from ranking.models import Run
from regrade.measures import parse_measures
from tests.factories import make_collection, make_labels, make_run, make_topics

pytestmark = pytest.mark.django_db

QUERY_IDS = [f"q{i}" for i in range(2)]
FULL = 1 + 1 / np.log2(3) + 1 / 2  # DCG@3 of three passages that gain 1 each


@pytest.fixture
def runs(db: None) -> list[Run]:
    """Two runs with nothing in common, and one that shares two of three passages."""
    lists = {"bm25": ["a", "b", "c"], "bert": ["e", "f", "g"], "tk": ["d", "c", "b"]}
    collection = make_collection(texts={one: f"On {one}." for one in "abcdefg"})
    topic_set = make_topics(queries={query_id: f"what of {query_id}" for query_id in QUERY_IDS})
    return [
        make_run(name, collection, topic_set, dict.fromkeys(QUERY_IDS, doc_ids))
        for name, doc_ids in lists.items()
    ]


def preview(
    runs: list[Run], measures: str, kind: Any = "pair", *names: str, **more: Any
) -> DesignPreview:
    question = Asked(kind, names or (("bm25", "bert") if kind == "pair" else ()))
    by = ByDesign(parse_measures(measures), question, **more)
    return design_preview(runs=runs, depth=3, by=by)


def test_intervals_to_expect_narrow_down_to_those_of_all_pairs(runs: list[Run]) -> None:
    found = preview(runs, "P@3")
    # 12 pairs weigh 1/6 each; 12.706 is t with one degree of freedom.
    assert found.half_all == pytest.approx(12.706 * (1.8 * 0.48**2 * 12 / 6**2) ** 0.5, rel=1e-3)
    assert len(found.half_these) == len(found.half_like) == len(found.n)
    assert sorted(found.half_like, reverse=True) == found.half_like
    assert (found.half_these[-1], found.half_like[-1]) == (0.0, found.half_all)


def test_of_several_differences_the_median_one_is_expected(runs: list[Run]) -> None:
    apart = preview(runs, "P@3").half_all
    assert preview(runs, "P@3", "pair", "bm25", "tk").half_all < apart
    assert preview(runs, "P@3", "all").half_all == pytest.approx(apart)


def test_ndcg_is_expected_against_known_ideals_or_usual_ones(runs: list[Run]) -> None:
    in_gains = preview(runs, "DCG@3").half_all
    assert preview(runs, "nDCG@3").half_all == pytest.approx(in_gains / (0.8 * FULL))
    relevant = dict.fromkeys(QUERY_IDS, dict.fromkeys("abc", 3))
    labels = make_labels("known", runs[0].collection, runs[0].topic_set, relevant)
    with_ideals = preview(runs, "nDCG@3", ideal_of=labels).half_all
    assert with_ideals == pytest.approx(in_gains / FULL)


def test_means_of_runs_have_intervals_to_expect(runs: list[Run]) -> None:
    assert 0 < preview(runs, "P@3", "means").half_all < preview(runs, "P@3").half_all
