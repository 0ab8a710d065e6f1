from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from annotation.exceptions import PoolRefused
from annotation.models import LabelSet, Pool, PoolStrategy
from annotation.models.label_set import LABEL_ROLES
from annotation.pools.asked_design import Asked, ByDesign, Draw, measures_to_draw_for
from annotation.pools.by_design import DesignReport, build_pool_by_design
from ranking.exceptions import NameTaken, NotFound
from ranking.models import Collection, Run, TopicSet
from regrade.measures import parse_measures
from tests.factories import make_collection, make_labels, make_run, make_topics
from tests.refusals import refused

pytestmark = pytest.mark.django_db

DOC_IDS = [f"d{i}" for i in range(8)]
QUERY_IDS = [f"q{i}" for i in range(5)]


@pytest.fixture
def collection(db: None) -> Collection:
    """Eight passages; the last has no text."""
    return make_collection(texts={one: f"On {one}." for one in DOC_IDS[:-1]} | {"d7": None})


@pytest.fixture
def topic_set(db: None) -> TopicSet:
    return make_topics(queries={query_id: f"what of {query_id}" for query_id in QUERY_IDS})


@pytest.fixture
def runs(collection: Collection, topic_set: TopicSet) -> list[Run]:
    """Three runs: d0 to d3, d4 to d7, and d3 to d0."""
    lists = {"bm25": DOC_IDS[:4], "bert": DOC_IDS[4:], "tk": DOC_IDS[3::-1]}
    return [
        make_run(name, collection, topic_set, dict.fromkeys(QUERY_IDS, doc_ids))
        for name, doc_ids in lists.items()
    ]


def asked(measures: str = "nDCG@3", kind: Any = "all", *names: str, **more: Any) -> ByDesign:
    return ByDesign(parse_measures(measures), Asked(kind, names), **more)


def build(runs: Sequence[Run], by: ByDesign | None = None, **more: Any) -> DesignReport:
    given: dict[str, Any] = {"name": "drawn", "depth": 3} | more
    draw = Draw(given.pop("n", 6), by or asked())
    return build_pool_by_design(runs=runs, draw=draw, **given)


def test_a_pool_by_design_keeps_order_probabilities_and_ranks(runs: list[Run]) -> None:
    report = build(runs)
    pairs = list(report.pool.pairs.select_related("passage").order_by("pk"))
    assert [pair.draw_place for pair in pairs] == [1, 2, 3, 4, 5, 6]
    assert all(0 < pair.probability < 1 for pair in pairs if pair.probability is not None)
    ranks = {pair.passage.doc_id: (pair.n_runs, pair.best_rank) for pair in pairs}
    known = {"d0": (1, 1), "d1": (2, 2), "d2": (2, 2), "d3": (1, 1)} | {
        f"d{i + 3}": (1, i) for i in (1, 2, 3)
    }
    assert ranks.items() <= known.items()


def test_a_pool_by_design_stores_what_it_was_drawn_for(runs: list[Run]) -> None:
    report = build(runs, asked("P@2,DCG@3", "against", "tk", seed=9))
    pool = Pool.objects.get(name="drawn")
    assert (pool.strategy, pool.depth, pool.seed) == (PoolStrategy.DESIGN, 3, 9)
    design = pool.recipe["design"]
    assert design["question"] == {"kind": "against", "runs": ["tk", "bm25", "bert"]}
    assert (design["n"], design["n_drawable"], design["n_frame"]) == (6, 35, 35)
    assert (report.n_pairs, report.n_drawable, report.n_frame) == (6, 35, 35)


def test_a_design_has_the_names_that_runs_and_labels_have_when_it_is_stored(
    runs: list[Run], collection: Collection, topic_set: TopicSet
) -> None:
    """All were read before: one may be renamed, and another deleted, while pairs are drawn."""
    labels = make_labels("older", collection, topic_set, {one: {"d0": 1} for one in QUERY_IDS})
    Run.objects.filter(pk=runs[1].pk).update(name="colbert")
    LabelSet.objects.update(name="oldest")
    design = build(runs, asked(ideal_of=labels, predicted_by=labels)).pool.recipe["design"]
    assert design["runs"] == ["bm25", "colbert", "tk"]
    assert {design[role]["name"] for role in LABEL_ROLES} == {"oldest"}
    gone = LabelSet(pk=0, name="gone", collection=collection, topic_set=topic_set)
    with refused(NotFound, code="gone_meanwhile"):
        build(runs, asked(predicted_by=gone), name="again")


def test_all_that_can_be_drawn_is_certain(runs: list[Run]) -> None:
    pool = build(runs, n=35).pool
    assert set(pool.pairs.values_list("probability", flat=True)) == {1.0}


BETWEEN = ("pair", "bm25", "bert")
REFUSED: dict[str, tuple[dict[str, Any], str, str | None]] = {
    "one pair": ({"n": 1}, "too_few_drawn", "draw"),
    "more than there are": ({"n": 36}, "too_many_drawn", "draw"),
    "depth": ({"depth": 0}, "out_of_range", "depth"),
    "seed": ({"by": asked(seed=-1)}, "out_of_range", "seed"),
    "no measure": ({"by": ByDesign((), Asked("all"))}, "no_measure", "measures"),
    "RR": ({"by": asked("RR@10")}, "measure_not_estimated", "measures"),
    "AP": ({"by": asked("P@2,AP")}, "measure_not_estimated", "ideal_of"),
    "another run": ({"by": asked("P@2", "pair", "tk", "t5")}, "run_outside_pool", "question"),
    "a run twice": ({"by": asked("P@2", "pair", "tk", "tk")}, "run_twice", "question"),
    "three in a pair": ({"by": asked("P@2", "pair")}, "other_number_of_runs", "question"),
    "one in all": ({"by": asked("P@2", "all", "tk")}, "other_number_of_runs", "question"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_drawn_is_refused_before_anything_is_stored(
    name: str, runs: list[Run]
) -> None:
    given, code, field = REFUSED[name]
    with refused(PoolRefused, code=code, field=field):
        build(runs, **given)
    assert not Pool.objects.exists()


def test_runs_that_rank_alike_are_refused(
    runs: list[Run], collection: Collection, topic_set: TopicSet
) -> None:
    same = make_run("same", collection, topic_set, dict.fromkeys(QUERY_IDS, DOC_IDS[:4]))
    with refused(PoolRefused, code="nothing_to_tell"):
        build([runs[0], same])


def test_runs_over_other_topics_are_refused(runs: list[Run], collection: Collection) -> None:
    other = make_run("other", collection, make_topics("others"), {"q1": ["d0"]})
    with refused(PoolRefused, code="other_ground"):
        build([runs[0], other])


def test_labels_that_give_no_ideal_are_refused(
    runs: list[Run], collection: Collection, topic_set: TopicSet
) -> None:
    labels = make_labels("older", collection, topic_set, {"q0": {"d0": 1}})
    with refused(PoolRefused, code="ideal_without_ndcg", field="ideal_of"):
        build(runs, asked("P@2", ideal_of=labels))
    with refused(PoolRefused, code="ideal_lacks_topics", field="ideal_of", says="4 topics"):
        build(runs, asked("nDCG@2", ideal_of=labels))
    sampled = LabelSet(pk=labels.pk, name="s", collection=collection, topic_set=topic_set)
    sampled.design = {"n": 3}
    with refused(PoolRefused, code="ideal_of_sample", field="ideal_of"):
        build(runs, asked("nDCG@2", ideal_of=sampled))


def test_a_name_that_is_taken_is_refused(runs: list[Run]) -> None:
    build(runs)
    with refused(NameTaken, code="name_taken", field="name"):
        build(runs)


def test_a_misspelt_measure_is_refused() -> None:
    with refused(PoolRefused, code="unknown_measure", field="measures"):
        measures_to_draw_for("nDGC@10")
