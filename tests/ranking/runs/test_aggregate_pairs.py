from __future__ import annotations

import threading
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from django.db import OperationalError, connection

from ranking.asking import asked_by
from ranking.exceptions import NameTaken, NotFound, RankingError
from ranking.models import Collection, Owned, PairScores, Run, TopicSet, Visibility
from ranking.runs import aggregating as module
from ranking.runs.aggregating import aggregate_first_n, aggregate_pairs, freeze_aggregation
from ranking.runs.storing import store_child
from regrade.neural.pairs.aggregation import AGGREGATIONS
from tests.factories import make_collection, make_run, make_topics, make_user
from tests.ranking.rankers.reranking import doc_ids
from tests.ranking.runs.pairing import RANKINGS, add_pairs, make_duo, unfinished
from tests.refusals import refused
from tests.regrade.neural.pair_cases import BY_HAND, drawn

pytestmark = pytest.mark.django_db


def scores(run: Run, query_id: str) -> list[float]:
    return list(run.rankings.get(topic__query_id=query_id).scores.tolist())


def test_aggregate_pairs_ranks_by_the_aggregation_and_leaves_the_rest_below() -> None:
    child = aggregate_pairs(run=make_duo(), name="sums", by="sum")
    assert doc_ids(child)["q1"] == ["d1", "d2", "d3", "d5", "d4"]
    assert scores(child, "q1") == [1.25, 1.0, 0.75, -1.0, -2.0]


@pytest.mark.parametrize("ground", [Collection, TopicSet, Run])
def test_aggregate_pairs_is_as_private_as_its_ground_became_meanwhile(ground: type[Owned]) -> None:
    duo, owner = make_duo(), make_user("rita", "ranking.may_research")
    ground._default_manager.update(visibility=Visibility.PRIVATE, owner=owner)
    other = make_user("mallory", "ranking.may_research")
    with asked_by(other), refused(NotFound, "gone_meanwhile"):
        aggregate_pairs(run=duo, name="theirs", by="sum")
    with asked_by(owner):
        made = aggregate_pairs(run=duo, name="hers", by="sum")
    made.refresh_from_db()
    assert (made.is_private, made.owner) == (True, owner)
    assert not Run.objects.filter(name="theirs").exists()


def test_aggregate_pairs_leaves_a_topic_without_pairs_as_it_was() -> None:
    child = aggregate_pairs(run=make_duo(), name="sums", by="sum")
    assert (doc_ids(child)["q2"], scores(child, "q2")) == (RANKINGS["q2"], [2.0, 1.0])


def test_aggregate_pairs_of_no_passage_leaves_the_topic_in_its_order() -> None:
    run = make_duo(pairs={"q2": np.empty((0, 0))})
    assert doc_ids(aggregate_pairs(run=run, name="sums", by="sum"))["q2"] == RANKINGS["q2"]


def test_aggregate_pairs_of_a_passage_alone_keeps_it() -> None:
    run = make_duo(pairs={"q2": np.array([[np.nan]])})
    assert doc_ids(aggregate_pairs(run=run, name="sums", by="sum")) == {
        **RANKINGS,
        "q2": ["d1", "d4"],
    }


def test_aggregate_pairs_by_any_method_keeps_every_passage_once_and_the_rest_below() -> None:
    run = make_duo(pairs={"q1": drawn(3)})
    for by in AGGREGATIONS:
        found = doc_ids(aggregate_pairs(run=run, name=by, by=by))
        assert sorted(found["q1"][:3]) == ["d1", "d2", "d3"], by
        assert {**found, "q1": found["q1"][3:]} == {"q1": ["d5", "d4"], "q2": RANKINGS["q2"]}, by


def test_aggregate_pairs_makes_a_complete_child_with_its_plan() -> None:
    run = make_duo()
    options: dict[str, Any] = {"by": "loop-truncation", "parameters": {"cuts": [2, 1]}}
    child = Run.objects.get(pk=aggregate_pairs(run=run, name="cut", **options).pk)
    ground = (child.parent, child.collection, child.topic_set)
    assert ground == (run, run.collection, run.topic_set)
    assert (child.source, child.status, child.depth) == ("computed", "complete", 5)
    spec = child.spec or {}
    assert spec.pop("code_version").startswith("0.")
    assert spec == {
        "ranker": "pair-aggregation",
        "label": "loop-truncation (cuts 2, 1; within sym-log-sum)",
        "by": "loop-truncation",
        "parameters": {"cuts": [2, 1], "within": "sym-log-sum"},
        "parent": "duo",
    }


def test_aggregate_pairs_cuts_as_asked() -> None:
    child = aggregate_pairs(
        run=make_duo(),
        name="cut",
        by="loop-truncation",
        parameters={"cuts": [2, 1], "within": "sym-sum"},
    )
    # d2 is cut first; then d1 and d3 have 0.5 + 0.75 and 0.25 + 0.5
    assert scores(child, "q1") == [0.0, -1.0, -2.0, -3.0, -4.0]
    assert doc_ids(child)["q1"] == ["d1", "d3", "d2", "d5", "d4"]


def test_aggregate_pairs_again_answers_with_the_run_that_is_there() -> None:
    run = make_duo()
    child = aggregate_pairs(run=run, name="cut", by="loop-truncation")
    same = {"within": "sym-log-sum", "cuts": (200, 100, 50)}
    assert aggregate_pairs(run=run, name="cut", by="loop-truncation", parameters=same) == child
    assert Run.objects.filter(parent=run).count() == 1


def test_aggregate_pairs_under_the_name_of_another_run_or_plan_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = make_duo()
    aggregate_pairs(run=run, name="cut", by="loop-truncation")
    with refused(NameTaken, "name_taken", field="name") as caught:
        aggregate_pairs(run=run, name="cut", by="loop-truncation", parameters={"cuts": [2]})
    assert "'cut' already, whose plan differs in the parameters" in str(caught.value)
    for taken in ("bm25", "duo"):
        with refused(NameTaken, "name_taken", field="name"):
            aggregate_pairs(run=run, name=taken, by="sum")
    monkeypatch.setattr(module, "CODE_VERSION", "other")
    with refused(NameTaken, "name_taken", field="name"):
        aggregate_pairs(run=run, name="cut", by="loop-truncation")


def test_aggregate_pairs_of_a_run_without_any_says_which_runs_have_some() -> None:
    run = make_duo()
    assert run.parent
    with refused(RankingError, "no_pair_scores") as caught:
        aggregate_pairs(run=run.parent, name="sums", by="sum")
    assert str(caught.value) == "Run bm25 has no pair scores; there are those of duo."


def test_aggregate_pairs_where_no_run_has_any_says_so() -> None:
    run = make_run("bm25", make_collection(), make_topics(), {"q1": ["d1"]})
    with refused(RankingError, "no_pair_scores"):
        aggregate_pairs(run=run, name="sums", by="sum")


def test_aggregate_pairs_of_a_run_that_is_still_computed_is_refused() -> None:
    run = unfinished(make_duo())
    with refused(RankingError, "run_incomplete"):
        aggregate_pairs(run=run, name="sums", by="sum")


def test_aggregate_pairs_that_are_no_probabilities_leaves_nothing() -> None:
    p = drawn(5)
    p[1, 2] = np.nan
    run = make_duo(pairs={"q1": BY_HAND, "q2": p})
    with refused(RankingError, "unusable_pair_scores") as caught:
        aggregate_pairs(run=run, name="sums", by="sum")
    assert "topic q2: the score of pair (1, 2) is nan" in str(caught.value)
    assert not Run.objects.filter(name="sums").exists()


def test_aggregate_pairs_that_cannot_be_stored_leaves_nothing() -> None:
    run = make_duo()
    PairScores.objects.update(ordinals=[0, 1, 99])
    with refused(RankingError, "unknown_passage"):
        aggregate_pairs(run=run, name="sums", by="sum")
    assert not Run.objects.filter(name="sums").exists()


@pytest.mark.django_db(transaction=True)
def test_of_several_aggregations_at_once_one_makes_the_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = make_duo()
    plain, met, made = store_child, threading.Barrier(3), list[Run]()

    def meet_and_store(**what: Any) -> Run:
        met.wait(timeout=60)
        return plain(**what)

    def work() -> None:
        made.append(aggregate_pairs(run=run, name="sums", by="sum"))
        connection.close()

    monkeypatch.setattr(module, "store_child", meet_and_store)
    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == [Run.objects.get(name="sums")] * 3


def test_the_first_n_alone_are_as_another_inference_would_leave_them() -> None:
    run = make_duo(pairs={"q1": drawn(4)})
    child = aggregate_pairs(run=run, name="two", by="sum", first_n=2)
    p = drawn(4)
    best = ["d1", "d2"] if p[0, 1] > p[1, 0] else ["d2", "d1"]
    # Behind them the other candidates in their order, and what was never paired.
    assert doc_ids(child)["q1"] == [*best, "d3", "d4", "d5"]
    spec = child.spec or {}
    assert (spec["first_n"], spec["label"]) == (2, "sum, first 2")
    assert aggregate_pairs(run=run, name="two", by="sum", first_n=2) == child
    for other in (3, None):
        with refused(NameTaken, "name_taken", field="name", says="first n"):
            aggregate_pairs(run=run, name="two", by="sum", first_n=other)


def test_several_first_n_are_a_run_each_all_or_none() -> None:
    run = make_duo()
    plan: dict[str, Any] = {"by": "sum", "parameters": {}}
    made = aggregate_first_n(run=run, name="sums", first_n=[2, 3], **plan)
    assert [each.name for each in made] == ["sums-2", "sums-3"]
    assert scores(made[1], "q1") == scores(aggregate_pairs(run=run, name="all", by="sum"), "q1")
    assert [each.name for each in aggregate_first_n(run=run, name="s", first_n=[2], **plan)] == [
        "s"
    ]
    with refused(RankingError, "out_of_range") as caught:
        aggregate_first_n(run=run, name="more", first_n=[2, 4], **plan)
    assert "the first 4 are not 2 to 3" in str(caught.value)
    make_run("more-3", run.collection, run.topic_set, RANKINGS)
    with refused(NameTaken, "name_taken", field="name"):
        aggregate_first_n(run=run, name="more", first_n=[2, 3], **plan)
    assert not Run.objects.filter(name="more-2").exists()


@pytest.mark.django_db(transaction=True)
def test_the_same_names_asked_for_in_two_orders_wait_for_each_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Never in a circle: of two runs, one has its aggregations under these names."""
    run = make_duo()
    other = make_run("other", run.collection, run.topic_set, RANKINGS)
    add_pairs(other, "q1", BY_HAND)
    plain, met, stored = store_child, threading.Barrier(2), threading.Barrier(2)
    outcomes = list[str]()

    def meet_and_store(**what: Any) -> Run:
        if not met.broken and not stored.broken:
            met.wait(timeout=60)
        made = plain(**what)
        with suppress(threading.BrokenBarrierError):
            stored.wait(timeout=1)  # where each can store its first
        return made

    def work(run: Run, first_n: list[int]) -> None:
        try:
            aggregate_first_n(run=run, name="sums", by="sum", first_n=first_n)
            outcomes.append("made")
        except (NameTaken, OperationalError) as error:  # the latter of a deadlock
            outcomes.append(type(error).__name__)
        connection.close()

    monkeypatch.setattr(module, "store_child", meet_and_store)
    orders: list[tuple[Run, list[int]]] = [(run, [2, 3]), (other, [3, 2])]
    threads = [threading.Thread(target=work, args=order) for order in orders]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["NameTaken", "made"]


def test_of_several_first_n_one_that_cannot_be_made_leaves_none() -> None:
    p = drawn(5)
    p[1, 4] = np.nan
    run = make_duo(pairs={"q1": BY_HAND, "q2": p})
    with refused(RankingError, "unusable_pair_scores"):
        aggregate_first_n(run=run, name="sums", by="sum", first_n=[3, 5])
    assert not Run.objects.filter(name__startswith="sums").exists()


@pytest.mark.parametrize(
    ("by", "parameters", "code"),
    [
        ("product", {}, "unknown_aggregation"),
        ("sym-sum", {"cuts": [5]}, "unknown_parameter"),
        ("loop-truncation", {"cuts": [5, 10]}, "parameter_refused"),
    ],
)
def test_freeze_aggregation_of_what_there_is_not_is_refused(
    by: str, parameters: dict[str, Any], code: str
) -> None:
    with refused(RankingError, code):
        freeze_aggregation(by=by, parameters=parameters)


def test_pairs_of_a_topic_that_the_run_does_not_rank_are_ranked() -> None:
    run = make_duo(pairs={"q1": BY_HAND})
    run.rankings.filter(topic__query_id="q2").delete()
    add_pairs(run, "q2", drawn(2))
    child = aggregate_pairs(run=run, name="sums", by="sum")
    assert sorted(doc_ids(child)["q2"]) == ["d1", "d2"]
