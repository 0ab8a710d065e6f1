from __future__ import annotations

import pytest

from annotation.models import LabelSet
from evaluation.scores.judged_runs import LabelledTopics, RunRankings, coverage, labelled_topics
from evaluation.scores.streamed_runs import stream_rankings
from ranking.models import Run, Topic
from regrade.measures import judge
from tests.evaluation.single_precision import make_close_run
from tests.factories import make_collection, make_labels, make_run, make_topics

pytestmark = pytest.mark.django_db


@pytest.fixture
def run(db: None) -> Run:
    """d1 d2 d3 for q1, nothing for q2, d3 for q3."""
    topic_set = make_topics(queries={"q1": "one", "q2": "two", "q3": "three"})
    rankings = {"q1": ["d1", "d2", "d3"], "q3": ["d3"]}
    return make_run("run", make_collection(), topic_set, rankings)


def make(name: str, run: Run, relevances: dict[str, dict[str, int]]) -> LabelSet:
    return make_labels(name, run.collection, run.topic_set, relevances)


def rankings_of(
    run: Run, topics: list[LabelledTopics], *, single_precision: bool = False
) -> RunRankings:
    """Those of the topics of any of these label sets."""
    wanted = {topic_id for each in topics for topic_id in each.topic_ids}
    with stream_rankings([run], sorted(wanted), single_precision=single_precision) as stream:
        ((_, read),) = stream
    return read


def test_labels_are_packed_by_the_ordinals_of_their_topics(run: Run) -> None:
    Topic.objects.filter(query_id="q1").update(ordinal=9)
    topics = labelled_topics(make("l", run, {"q1": {"d1": 0, "d3": 2}, "q2": {"d2": -1}}))
    judged = topics.judged
    assert judged.starts.tolist() == [0, 1, 3]
    assert judged.passages.tolist() == [1, 0, 2]
    assert judged.relevances.tolist() == [-1, 0, 2]


def test_rankings_follow_the_topics_of_the_labels(run: Run) -> None:
    topics = labelled_topics(make("l", run, {q: {"d1": 1} for q in ("q1", "q2", "q3")}))
    rankings = rankings_of(run, [topics]).of(topics)
    assert rankings.starts.tolist() == [0, 3, 3, 4]
    assert rankings.passages.tolist() == [0, 1, 2, 2]


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((20.0000005, 20.0000003, 20.0000001), [2, 1, 0]),
        ((2e39, 1e39, 1e38), [1, 0, 2]),
        ((1.0, 1e-46, 0.0), [0, 2, 1]),
        ((3.0, 2.0, 1.0), [0, 1, 2]),
    ],
    ids=["equal", "too large", "too small", "apart"],
)
def test_rankings_in_single_precision_order_what_ties_by_doc_id(
    scores: tuple[float, ...], expected: list[int]
) -> None:
    topic_set = make_topics()
    run = make_close_run("close", make_collection(), topic_set, scores)
    topics = labelled_topics(make("l", run, {"q1": {"d1": 1}, "q2": {"d1": 1}}))
    single = rankings_of(run, [topics], single_precision=True).of(topics)
    assert single.starts.tolist() == [0, 3, 6]
    assert single.passages.tolist() == [*expected, *expected]
    assert rankings_of(run, [topics]).of(topics).passages.tolist() == [0, 1, 2, 0, 1, 2]


def test_rankings_read_once_serve_label_sets_of_other_topics(run: Run) -> None:
    first = labelled_topics(make("first", run, {"q3": {"d1": 1}}))
    second = labelled_topics(make("second", run, {"q2": {"d1": 1}, "q3": {"d1": 1}}))
    read = rankings_of(run, [first, second])
    assert [read.of(topics).n_retrieved.tolist() for topics in (first, second)] == [[1], [0, 1]]


def test_coverage_counts_down_to_the_cutoff(run: Run) -> None:
    topics = labelled_topics(make("l", run, {"q1": {"d1": 1}, "q2": {"d1": 1}, "q3": {"d3": 1}}))
    seen = judge(rankings_of(run, [topics]).of(topics), topics.judged)
    n_retrieved, n_judged = coverage(seen, 2)
    assert n_retrieved.tolist() == [2, 0, 1]
    assert n_judged.tolist() == [1, 0, 1]


def test_a_run_without_any_topic_of_the_labels_retrieves_nothing(run: Run) -> None:
    topics = labelled_topics(make("l", run, {"q2": {"d1": 1}}))
    assert rankings_of(run, [topics]).of(topics).n_retrieved.tolist() == [0]
