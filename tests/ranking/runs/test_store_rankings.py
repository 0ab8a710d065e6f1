from __future__ import annotations

import numpy as np
import pytest
from django.db import IntegrityError, transaction

from ranking.collections.docid_maps import docid_map
from ranking.exceptions import UnusableScores
from ranking.models import Ranking, Run
from ranking.runs.storing import StoredRankings, TopicRanking, store_rankings
from tests.factories import make_collection, make_run, make_topics
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def run() -> Run:
    collection = make_collection(texts={"a": "1", "B": "2", "c": "3", "é": "4"})
    return make_run("new", collection, make_topics(), {})


def ranking(run: Run, ordinals: list[int], scores: list[float]) -> TopicRanking:
    topic = run.topic_set.topics.get(query_id="q1")
    return TopicRanking(topic.pk, np.array(ordinals, np.int32), np.array(scores))


def store(run: Run, *rankings: TopicRanking) -> StoredRankings:
    return store_rankings(run=run, rankings=rankings, docids=docid_map(run.collection))


def test_store_rankings_orders_by_score_then_by_doc_id_as_bytes_and_counts_ties(run: Run) -> None:
    report = store(run, ranking(run, [0, 1, 2, 3], [1.0, 1.0, 2.0, 1.0]))
    assert report == StoredRankings(n_topics=1, n_lines=4, n_tied=3, depth=4)
    stored = Ranking.objects.get()
    assert stored.ordinals.tolist() == [2, 3, 0, 1]  # c, then é > a > B
    assert stored.scores.tolist() == [2.0, 1.0, 1.0, 1.0]


def test_store_rankings_keeps_scores_that_float32_would_tie_apart(run: Run) -> None:
    scores = [1.0, 1.0 + 1e-12]
    assert store(run, ranking(run, [0, 1], scores)).n_tied == 0
    assert Ranking.objects.get().scores.tolist() == scores[::-1]


@pytest.mark.parametrize(
    ("ordinals", "scores", "code"),
    [
        ([0, 1], [1.0, float("nan")], "score_not_finite"),
        ([0, 1], [1.0, float("inf")], "score_not_finite"),
        ([0, 0], [1.0, 2.0], "passage_twice"),
        ([0, 4], [1.0, 2.0], "unknown_passage"),
        ([0, -1], [1.0, 2.0], "unknown_passage"),
        ([0, 1], [1.0], "other_number_of_scores"),
    ],
)
def test_store_rankings_refuses_what_no_ranking_is(
    run: Run, ordinals: list[int], scores: list[float], code: str
) -> None:
    with refused(UnusableScores, code), transaction.atomic():
        store(run, ranking(run, ordinals, scores))
    assert not Ranking.objects.exists()


def test_store_rankings_of_a_topic_that_has_one_is_refused_by_the_database(run: Run) -> None:
    store(run, ranking(run, [0], [1.0]))
    with pytest.raises(IntegrityError, match="ranking_one_per_run_and_topic"), transaction.atomic():
        store(run, ranking(run, [1], [1.0]))
