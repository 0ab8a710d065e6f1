from __future__ import annotations

import pytest

from ranking.exceptions import NameTaken, RankingError
from ranking.models import Ranking, Run
from ranking.services.rank_bm25 import rank_bm25
from tests.factories import make_collection, make_run, make_topics

pytestmark = pytest.mark.django_db

TEXTS = {"d1": None, "d2": "Firs have cones.", "d3": "Spruces live long.", "d4": "Spruces."}


def test_rank_bm25_ranks_passages_with_text_at_their_own_ordinals() -> None:
    run = rank_bm25(name="bm25", collection=make_collection(texts=TEXTS), topic_set=make_topics())
    by_topic = {r.topic.query_id: r.ordinals.tolist() for r in run.rankings.all()}
    assert by_topic == {"q1": [2, 3], "q2": [1]}
    assert (run.status, run.depth) == ("complete", 2)


def test_rank_bm25_scores_the_title_as_well() -> None:
    collection = make_collection(texts={"d1": "They grow old.", "d2": "They have cones."})
    collection.passages.filter(doc_id="d1").update(title="Spruces")
    run = rank_bm25(name="bm25", collection=collection, topic_set=make_topics())
    assert run.rankings.get(topic__query_id="q1").ordinals.tolist() == [0]


def test_rank_bm25_freezes_what_it_did() -> None:
    run = rank_bm25(
        name="bm25",
        collection=make_collection(texts=TEXTS),
        topic_set=make_topics(),
        depth=1,
        k1=1.2,
        b=0.75,
    )
    spec = Run.objects.get(pk=run.pk).spec or {}
    assert spec.pop("code_version").startswith("0.")
    assert spec == {
        "ranker": "bm25",
        "label": "BM25",
        "parameters": {"k1": 1.2, "b": 0.75},
        "depth": 1,
        "n_texts": 3,
        "text_version": 1,
    }


def test_rank_bm25_gives_no_ranking_to_a_topic_that_finds_nothing() -> None:
    topic_set = make_topics(queries={"q1": "spruces", "q2": "zebra"})
    run = rank_bm25(name="bm25", collection=make_collection(), topic_set=topic_set)
    assert [r.topic.query_id for r in run.rankings.all()] == ["q1"]


def test_rank_bm25_of_passages_without_text_is_refused() -> None:
    with pytest.raises(RankingError, match="No passage of trees has a text"):
        rank_bm25(
            name="bm25", collection=make_collection(texts={"d1": None}), topic_set=make_topics()
        )


def test_rank_bm25_that_finds_nothing_at_all_leaves_no_run() -> None:
    topic_set = make_topics(queries={"q1": "zebra"})
    with pytest.raises(RankingError, match="No topic of needs shares a term"):
        rank_bm25(name="bm25", collection=make_collection(), topic_set=topic_set)
    assert not Run.objects.exists()


@pytest.mark.parametrize(
    "parameters", [{"depth": 0}, {"k1": -1.0}, {"b": 1.5}, {"k1": float("nan")}]
)
def test_rank_bm25_with_a_parameter_out_of_range_is_refused(parameters: dict[str, float]) -> None:
    with pytest.raises(RankingError, match="must be"):
        rank_bm25(
            name="bm25",
            collection=make_collection(),
            topic_set=make_topics(),
            **parameters,  # type: ignore[arg-type]
        )


def test_rank_bm25_under_a_taken_name_is_refused() -> None:
    collection, topic_set = make_collection(), make_topics()
    make_run("bm25", collection, topic_set, {})
    with pytest.raises(NameTaken):
        rank_bm25(name="bm25", collection=collection, topic_set=topic_set)
    assert not Ranking.objects.exists()
