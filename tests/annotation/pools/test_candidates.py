from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from annotation.exceptions import PoolRefused
from annotation.models import LabelSet
from annotation.pools.building import build_pool_from_runs
from annotation.pools.candidates import (
    Labelled,
    draw_candidates,
    list_candidates,
    spread_over_grades,
)
from annotation.pools.drawing import Sample
from annotation.pools.planned import PlannedPool, planned_pool
from ranking.models import Run, Topic
from tests.factories import make_collection, make_labels, make_run, make_topics
from tests.refusals import refused

pytestmark = pytest.mark.django_db

N_TOPICS, N_PASSAGES, DEPTH = 4, 8, 5
IDENTITY = {0: 0, 1: 1, 2: 2}


@pytest.fixture
def runs(db: None) -> list[Run]:
    """Two runs over four topics; d7 has no text."""
    texts: dict[str, str | None] = {f"d{n}": f"Passage {n}." for n in range(N_PASSAGES)}
    collection = make_collection(texts=texts | {"d7": None})
    topic_set = make_topics(queries={f"q{n}": f"tree number {n}" for n in range(N_TOPICS)})
    ids = [f"d{n}" for n in range(N_PASSAGES)]
    by_topic = {f"q{n}": ids[n:] + ids[:n] for n in range(N_TOPICS)}
    backwards = {query_id: ranked[::-1] for query_id, ranked in by_topic.items()}
    return [
        make_run("one", collection, topic_set, by_topic),
        make_run("two", collection, topic_set, backwards),
    ]


@pytest.fixture
def labels(runs: list[Run]) -> LabelSet:
    relevances = {f"q{q}": {f"d{d}": (q + d) % 3 for d in range(6)} for q in range(N_TOPICS)}
    return make_labels("old", runs[0].collection, runs[0].topic_set, relevances)


def pairs_of(pool: PlannedPool) -> set[tuple[str, str]]:
    query_ids = dict(pool.topic_set.topics.values_list("pk", "query_id"))
    doc_ids = dict(pool.collection.passages.values_list("ordinal", "doc_id"))
    found = pool.pairs(set(query_ids))
    return {(query_ids[topic], doc_ids[ordinal]) for topic, ordinal in found}


@pytest.mark.parametrize("depth", [2, DEPTH])
@pytest.mark.parametrize("sample", [None, Sample(seed=3, n=2)])
@pytest.mark.parametrize("leaves_out", [False, True])
def test_a_planned_pool_has_the_pairs_of_the_built_one(
    runs: list[Run], labels: LabelSet, depth: int, sample: Sample | None, leaves_out: bool
) -> None:
    asked: dict[str, Any] = {"runs": runs, "depth": depth, "sample": sample}
    asked["without"] = [labels] if leaves_out else []
    built = build_pool_from_runs(name="pool", **asked).pool.pairs
    stored = set(built.values_list("topic__query_id", "passage__doc_id"))
    assert pairs_of(planned_pool(**asked)) == stored


def test_candidates_show_ranks_and_older_labels_best_rank_first(
    runs: list[Run], labels: LabelSet
) -> None:
    found = list_candidates(planned_pool(runs=runs, depth=2), labels=[labels], search="number 1")
    assert [topic.query_id for topic in found.topics] == ["q1"]
    assert [(one.passage_id, one.ranks, one.old_grades) for one in found.pairs] == [
        ("d0", [("two", 1)], [("old", 1)]),
        ("d1", [("one", 1)], [("old", 2)]),
        ("d2", [("one", 2)], [("old", 0)]),
    ]


def test_candidates_of_a_topic_outside_the_sample_are_none(runs: list[Run]) -> None:
    pool = planned_pool(runs=runs, depth=2, sample=Sample(seed=1, n=1))
    found = [list_candidates(pool, topic=f"q{n}").topic for n in range(N_TOPICS)]
    assert sum(topic is not None for topic in found) == 1
    assert list_candidates(pool, search="no such").topic is None


def test_drawn_pairs_are_spread_over_grades_and_topics(runs: list[Run], labels: LabelSet) -> None:
    pool = planned_pool(runs=runs, depth=DEPTH)
    drawn = draw_candidates(pool, labels=labels, n=6, seed=1, grades=IDENTITY).pairs
    assert Counter(one.grade for one in drawn) == {0: 2, 1: 2, 2: 2}
    assert max(Counter(one.query_id for one in drawn).values()) == 2
    assert {(one.query_id, one.passage_id) for one in drawn} <= pairs_of(pool)
    queries = dict(Topic.objects.values_list("query_id", "query"))
    for query_id, query, doc_id, grade, _ in drawn:
        assert query == queries[query_id]
        assert grade == (int(query_id[1:]) + int(doc_id[1:])) % 3


@pytest.mark.parametrize("seed", range(20))
def test_each_drawn_pair_is_of_the_topic_with_the_fewest_so_far(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = {(int(t), int(d)): int(g) for t, d, g in rng.integers(0, (7, 6, 3), (60, 3))}
    pairs = [(grade, Labelled(*key, grade)) for key, grade in rows.items()]
    waiting, of_grade, of_topic = set(pairs), Counter[int](), Counter[int]()
    for grade, one in spread_over_grades(pairs, n=len(pairs), seed=seed):
        assert of_grade[grade] == min(of_grade[other] for other, _ in waiting)
        topics = [other.topic for of, other in waiting if of == grade]
        assert of_topic[one.topic] == min(of_topic[topic] for topic in topics)
        waiting.remove((grade, one))
        of_grade[grade] += 1
        of_topic[one.topic] += 1
    assert not waiting


def test_the_same_seed_draws_the_same_pairs_and_another_others(
    runs: list[Run], labels: LabelSet
) -> None:
    pool = planned_pool(runs=runs, depth=DEPTH)

    def draw(seed: int) -> list[Any]:
        return draw_candidates(pool, labels=labels, n=4, seed=seed, grades=IDENTITY).pairs

    assert draw(5) == draw(5)
    assert len({frozenset(draw(seed)) for seed in range(10)}) > 5


def test_labels_are_mapped_and_taken_pairs_are_not_drawn_again(
    runs: list[Run], labels: LabelSet
) -> None:
    pool = planned_pool(runs=runs, depth=DEPTH)
    counts = draw_candidates(pool, labels=labels, n=0, seed=1, grades={}).available
    by_value = {one.value: one.n for one in counts}
    first = draw_candidates(pool, labels=labels, n=3, seed=1, grades={2: 7}).pairs
    assert {one.grade for one in first} == {7}
    taken = [(one.query_id, one.passage_id) for one in first]
    rest = draw_candidates(
        pool, labels=labels, n=by_value[2] - 3, seed=1, grades={2: 7}, taken=taken
    )
    assert not {(one.query_id, one.passage_id) for one in rest.pairs} & {*taken}
    assert {one.value: one.n for one in rest.available} == {**by_value, 2: by_value[2] - 3}


def test_more_than_the_labels_grade_are_refused(runs: list[Run], labels: LabelSet) -> None:
    pool = planned_pool(runs=runs, depth=1)
    with refused(PoolRefused, "too_few_pairs", field="n"):
        draw_candidates(pool, labels=labels, n=50, seed=1, grades=IDENTITY)
