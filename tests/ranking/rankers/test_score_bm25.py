from __future__ import annotations

import pytest

from ranking.exceptions import RankingError
from ranking.models import Collection, Job, Run
from ranking.parameters.index_options import IndexOptions
from ranking.rankers.bm25_scores import score_topics, topics_at_once
from ranking.rankers.here_and_now import run_job_now
from regrade.bm25.rm3 import RM3
from tests.factories import make_collection, make_topics
from tests.ranking.rankers.lexical import compute_run, ordinals, plan_run, scores
from tests.refusals import refused

pytestmark = pytest.mark.django_db

# Two that score the same, the first by doc_id standing last in the collection.
TIED: dict[str, str | None] = {
    "d2": "Spruces grow.",
    "d3": "Firs have cones.",
    "d1": "Spruces grow.",
}


def test_a_run_by_bm25_ranks_passages_with_text_at_their_own_ordinals() -> None:
    run = compute_run()
    assert ordinals(run) == {"q1": [2, 3], "q2": [1]}
    assert (run.status, run.depth) == ("complete", 2)
    assert (run.spec or {})["computed_by"][0].startswith("cpu, numba 0.")


@pytest.mark.parametrize(("n_texts", "n_least"), [(1_000, 1_000), (9_000_000, 64)])
def test_bm25_searches_many_topics_at_once_and_all_of_a_chunk_where_that_is_quick(
    n_texts: int, n_least: int
) -> None:
    run = plan_run().run
    run.spec = {"n_texts": n_texts}
    assert (topics_at_once(run) or 0) >= n_least


def test_a_run_by_bm25_scores_the_title_as_well_unless_texts_alone_are_asked_for() -> None:
    collection = make_collection(texts={"d1": "They grow old.", "d2": "Firs have cones."})
    collection.passages.filter(doc_id="d1").update(title="Spruces")
    topic_set = make_topics()
    assert ordinals(compute_run(collection, topic_set))["q1"] == [0]
    alone = compute_run(collection, topic_set, name="alone", index=IndexOptions(fields="text"))
    assert sorted(ordinals(alone)) == ["q2"]


def test_a_topic_of_unknown_words_or_stop_words_alone_gets_no_ranking() -> None:
    queries = {"q1": "spruces", "q2": "zebra", "q3": "to be or not to be", "q4": "?!"}
    assert sorted(ordinals(compute_run(topic_set=make_topics(queries=queries)))) == ["q1"]


def test_tied_passages_are_stored_in_lucenes_order_with_scores_apart() -> None:
    run = compute_run(make_collection(texts=TIED))
    [first, second] = scores(run)["q1"]
    assert ordinals(run)["q1"] == [2, 0]
    assert first - second == pytest.approx(1e-6, abs=1e-7)


def test_without_tie_adjustment_tied_passages_stand_as_trec_eval_orders_them() -> None:
    run = compute_run(make_collection(texts=TIED), adjusts_ties=False)
    [first, second] = scores(run)["q1"]
    assert ordinals(run)["q1"] == [0, 2]
    assert first == second


def test_the_cut_at_the_depth_takes_the_smaller_doc_id_of_tied_ones() -> None:
    run = compute_run(make_collection(texts=TIED), depth=1, adjusts_ties=False)
    assert ordinals(run)["q1"] == [2]


def test_k1_and_b_reach_the_scores() -> None:
    collection, topic_set = make_collection(), make_topics()
    plain = compute_run(collection, topic_set, name="plain")
    other = compute_run(collection, topic_set, name="other", k1=2.0, b=0.1)
    assert scores(plain) != scores(other)


def test_rm3_finds_passages_by_words_of_those_it_found_first() -> None:
    texts = {f"e{n}": f"Filler number {n}." for n in range(40)}
    texts |= {"d1": "Spruces bear needles.", "d2": "Needles fall."}
    topic_set = make_topics(queries={"q1": "spruces"})
    collection = make_collection(texts=texts)
    plain = compute_run(collection, topic_set, name="plain")
    expanded = compute_run(collection, topic_set, name="expanded", rm3=RM3())
    assert ordinals(plain) == {"q1": [40]}
    assert ordinals(expanded) == {"q1": [40, 41]}


def test_a_passage_without_words_and_a_very_long_one_are_ranked_like_others() -> None:
    texts = {"d1": "…", "d2": "spruces grow " * 50_000, "d3": "Spruces grow."}
    run = compute_run(make_collection(texts=texts))
    assert ordinals(run)["q1"] == [1, 2]


def test_a_run_whose_topics_find_nothing_fails_with_a_sentence() -> None:
    job = plan_run(
        index=IndexOptions(fields="text", stemmer="none"),
        topic_set=make_topics(queries={"q1": "zebra", "q2": "the"}),
    )
    with refused(RankingError, "job_failed") as caught:
        run_job_now(job=job)
    assert "indexed with --fields text --stemmer none" in str(caught.value)
    assert (Job.objects.get().status, Run.objects.get().status) == ("failed", "failed")


def test_texts_that_came_after_the_plan_are_not_searched_even_if_they_are_indexed() -> None:
    collection = make_collection()
    run = plan_run(collection).run
    Collection.objects.update(text_version=2)
    with refused(RankingError, "texts_added"):
        score_topics(run=run, topic_ids=[])
