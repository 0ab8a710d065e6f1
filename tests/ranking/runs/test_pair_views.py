from __future__ import annotations

import numpy as np
import pytest

from ranking.exceptions import NotFound, RankingError
from ranking.models import Run
from ranking.runs import pair_views as module
from ranking.runs.pair_views import (
    FlippedPair,
    PairedPassage,
    PairedTopic,
    flipped_pairs,
    pair_both_ways,
    paired_topics,
)
from tests.ranking.runs.pairing import TEXTS, make_duo
from tests.refusals import refused
from tests.regrade.neural.pair_cases import BY_HAND, without_diagonal

pytestmark = pytest.mark.django_db
# Each says that what comes first wins: all flip, the gap of 0 and 2 is the greatest.
ALWAYS = without_diagonal(np.array([[0, 0.75, 1], [0.75, 0, 0.625], [1, 0.625, 0]]))


@pytest.fixture
def duo() -> Run:
    return make_duo(pairs={"q1": BY_HAND, "q2": ALWAYS})


def test_paired_topics_count_what_flips(duo: Run) -> None:
    found = paired_topics(run=duo)
    assert (found.run, found.is_simulated) == ("duo", False)
    assert found.topics == [
        PairedTopic("q1", "what", 3, 3, 1, 1 / 3),
        PairedTopic("q2", "what", 3, 3, 3, 1.0),
    ]


def test_flipped_pairs_have_the_worst_first(duo: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    worst = [("d1", "d3", 1.0), ("d1", "d2", 0.5), ("d2", "d3", 0.25)]
    page = flipped_pairs(run=duo, query_id="q2")
    assert [(pair.first, pair.second, pair.gap) for pair in page.rows] == worst
    assert (page.n, page.next) == (3, None)
    monkeypatch.setattr(module, "PAGE", 2)
    first = flipped_pairs(run=duo, query_id="q2")
    second = flipped_pairs(run=duo, query_id="q2", page=first.next or 0)
    assert (first.next, [*first.rows, *second.rows], second.next) == (2, page.rows, None)


def test_flipped_pairs_of_one_passage(duo: Run) -> None:
    page = flipped_pairs(run=duo, query_id="q1", doc_id="d2")
    assert page.rows == [FlippedPair("d1", "d2", 0.75, 0.75, 0.5)]
    assert flipped_pairs(run=duo, query_id="q1", doc_id="d3").n == 0


def test_pair_both_ways_has_texts_probabilities_and_ranks(duo: Run) -> None:
    pair = pair_both_ways(run=duo, query_id="q1", first="d3", second="d2")
    assert (pair.p_first, pair.p_second, pair.flips, pair.is_simulated) == (0.5, 0.25, False, False)
    # bm25 has d1, d2, d3 at the top; duo has d1, d3, d2.
    assert pair.first == PairedPassage("d3", "", TEXTS["d3"], 2, 3)
    assert pair.second == PairedPassage("d2", "", TEXTS["d2"], 3, 2)
    assert (pair.run, pair.parent, pair.query) == ("duo", "bm25", "what")
    assert pair_both_ways(run=duo, query_id="q1", first="d2", second="d1").flips


def test_what_is_not_paired_is_not_found(duo: Run) -> None:
    with refused(NotFound, "no_pairs_of_topic"):
        flipped_pairs(run=duo, query_id="q9")
    with refused(NotFound, "no_pairs_of_passage"):
        flipped_pairs(run=duo, query_id="q1", doc_id="d5")
    with refused(NotFound, "no_pairs_of_passage"):
        pair_both_ways(run=duo, query_id="q1", first="d1", second="d5")
    with refused(RankingError, "paired_with_itself"):
        pair_both_ways(run=duo, query_id="q1", first="d1", second="d1")


def test_scores_of_no_model_are_reported_as_such(duo: Run) -> None:
    duo.spec = {"ranker": "simulated-pairs", "simulated": True}
    duo.save()
    assert paired_topics(run=duo).is_simulated
    assert pair_both_ways(run=duo, query_id="q1", first="d1", second="d2").is_simulated
