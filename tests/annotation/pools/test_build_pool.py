from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from annotation.exceptions import PoolRefused, SampleRefused
from annotation.models import LabelSet, Pool, PooledPair, PoolStrategy
from annotation.pools.building import (
    PoolReport,
    build_pool_from_pairs,
    build_pool_from_runs,
)
from annotation.pools.drawing import Sample
from annotation.pools.sampling import Stratum
from ranking.exceptions import NameTaken
from ranking.models import Collection, Run, RunStatus, TopicSet
from regrade.files.errors import BadInput
from tests.factories import make_collection, make_labels, make_run, make_topics
from tests.refusals import refused

pytestmark = pytest.mark.django_db

N_TOPICS, N_PASSAGES = 12, 9
DOC_IDS = [f"d{i}" for i in range(N_PASSAGES)]
QUERY_IDS = [f"q{i}" for i in range(N_TOPICS)]
TOP, LOW = Stratum("top", 1, 3, 2), Stratum("low", 4, 9, 3)


@pytest.fixture
def collection(db: None) -> Collection:
    """Nine passages; the last one is known by its doc_id alone."""
    return make_collection(
        texts={doc_id: f"On {doc_id}." for doc_id in DOC_IDS[:-1]} | {"d8": None}
    )


@pytest.fixture
def topic_set(db: None) -> TopicSet:
    return make_topics(queries={query_id: f"what of {query_id}" for query_id in QUERY_IDS})


@pytest.fixture
def bm25(collection: Collection, topic_set: TopicSet) -> Run:
    """Every passage for every topic, d0 first."""
    return make_run("bm25", collection, topic_set, dict.fromkeys(QUERY_IDS, DOC_IDS))


@pytest.fixture
def bert(collection: Collection, topic_set: TopicSet) -> Run:
    """One topic: d2, d1 and d7."""
    return make_run("bert", collection, topic_set, {"q0": ["d2", "d1", "d7"]})


@pytest.fixture
def labels(collection: Collection, topic_set: TopicSet) -> LabelSet:
    """The first relevant passage of topic i lies at rank i + 1, as far as there are passages."""
    relevances = {f"q{i}": {"d0": 0, f"d{i}": 2} for i in range(N_PASSAGES - 1)}
    return make_labels("trec", collection, topic_set, relevances, min_relevance=1)


def pairs_of(pool: Pool, query_id: str = "q0") -> dict[str, tuple[int, int | None]]:
    """Runs and best rank of each pooled passage of a topic."""
    pairs = PooledPair.objects.filter(pool=pool, topic__query_id=query_id)
    rows = pairs.values_list("passage__doc_id", "n_runs", "best_rank")
    return {doc_id: (n_runs, best_rank) for doc_id, n_runs, best_rank in rows}


def topics_of(pool: Pool) -> dict[str, str]:
    """The stratum of each pooled topic."""
    return dict(PooledPair.objects.filter(pool=pool).values_list("topic__query_id", "stratum"))


def from_runs(runs: Sequence[Run], depth: int = 2, **options: Any) -> PoolReport:
    return build_pool_from_runs(name=options.pop("name", "pool"), runs=runs, depth=depth, **options)


def from_pairs(topic_set: TopicSet, collection: Collection, path: Path, **more: Any) -> PoolReport:
    return build_pool_from_pairs(
        name="pool", path=path, collection=collection, topic_set=topic_set, **more
    )


def write(folder: Path, *lines: str) -> Path:
    path = folder / "pairs.tsv"
    path.write_text("\n".join(lines) + "\n")
    return path


def test_runs_are_counted_with_the_best_rank_of_each_passage(bm25: Run, bert: Run) -> None:
    pool = from_runs([bm25, bert], depth=3).pool
    assert pairs_of(pool) == {"d0": (1, 1), "d1": (2, 2), "d2": (2, 1), "d7": (1, 3)}


@pytest.mark.parametrize("order", [1, -1])
def test_runs_give_the_same_in_any_order(order: int, bm25: Run, bert: Run) -> None:
    pool = from_runs([bm25, bert][::order], depth=3).pool
    assert pairs_of(pool)["d2"] == (2, 1)


def test_a_run_named_twice_counts_once(bert: Run) -> None:
    assert pairs_of(from_runs([bert, bert]).pool) == {"d2": (1, 1), "d1": (1, 2)}


def test_a_depth_beyond_the_rankings_takes_them_whole(bert: Run) -> None:
    assert len(pairs_of(from_runs([bert], depth=100).pool)) == 3


def test_a_pool_of_runs_keeps_how_it_came_about(bm25: Run, bert: Run) -> None:
    pool = from_runs([bm25, bert], depth=3).pool
    assert (pool.strategy, pool.depth, pool.seed) == (PoolStrategy.DEPTH, 3, None)
    assert set(pool.runs.all()) == {bm25, bert}


def test_the_report_counts_topics_and_pairs(bm25: Run, bert: Run) -> None:
    report = from_runs([bm25, bert])
    assert (report.n_topics, report.n_pairs) == (N_TOPICS, N_TOPICS * 2 + 1)


def test_passages_without_text_are_left_out_and_counted(bm25: Run) -> None:
    report = from_runs([bm25], depth=N_PASSAGES)
    assert "d8" not in pairs_of(report.pool)
    assert (report.n_pairs, report.n_textless_left_out) == (N_TOPICS * 8, N_TOPICS)


def test_passages_without_text_are_kept_on_request(bm25: Run) -> None:
    report = from_runs([bm25], depth=N_PASSAGES, keep_textless=True)
    assert pairs_of(report.pool)["d8"] == (1, 9)
    assert report.n_textless_left_out == 0


def test_a_sample_draws_that_many_topics(bm25: Run) -> None:
    report = from_runs([bm25], sample=Sample(seed=1, n=5))
    assert (report.n_topics, report.n_pairs) == (5, 10)


def test_a_sample_with_another_seed_is_another(bm25: Run) -> None:
    drawn = {
        frozenset(topics_of(from_runs([bm25], name=f"p{seed}", sample=Sample(seed, n=4)).pool))
        for seed in range(5)
    }
    assert len(drawn) > 1


def test_a_sample_is_kept_with_its_seed(bm25: Run, labels: LabelSet) -> None:
    sample = Sample(seed=9, strata=[TOP], labels=labels)
    pool = from_runs([bm25], sample=sample).pool
    assert pool.seed == 9
    assert pool.recipe == {"sample": None, "strata": [TOP._asdict()], "labels": "trec"}


def test_strata_draw_by_the_rank_of_the_first_relevant_passage(bm25: Run, labels: LabelSet) -> None:
    strata = [TOP._replace(n=3), LOW._replace(n=5)]
    report = from_runs([bm25], sample=Sample(seed=1, strata=strata, labels=labels))
    assert topics_of(report.pool) == {
        **dict.fromkeys(("q0", "q1", "q2"), "top"),
        **dict.fromkeys(("q3", "q4", "q5", "q6", "q7"), "low"),
    }
    assert report.strata == {"top": 3, "low": 5}


@pytest.mark.parametrize("name", ["above", "other"])
def test_strata_count_the_best_rank_over_the_runs(name: str, bm25: Run, labels: LabelSet) -> None:
    """Topic 7 has its relevant passage at rank 8 of one run and at rank 1 of the other.

    Which of them is read first must not matter; in the order of names bm25 lies between.
    """
    other = make_run(name, bm25.collection, bm25.topic_set, {"q7": ["d7"]})
    sample = Sample(seed=1, strata=[TOP._replace(n=4)], labels=labels)
    pool = from_runs([bm25, other], sample=sample).pool
    assert topics_of(pool).keys() == {"q0", "q1", "q2", "q7"}


def test_strata_see_what_lies_below_the_depth(bm25: Run, labels: LabelSet) -> None:
    sample = Sample(seed=1, strata=[LOW], labels=labels)
    assert from_runs([bm25], depth=1, sample=sample).n_pairs == LOW.n


def test_runs_over_another_collection_are_refused(bm25: Run) -> None:
    other = make_run("other", make_collection("other"), bm25.topic_set, {"q0": ["d1"]})
    with refused(PoolRefused, "other_ground"):
        from_runs([bm25, other])


def test_runs_for_other_topics_are_refused(bm25: Run) -> None:
    other = make_run("other", bm25.collection, make_topics("others"), {"q1": ["d1"]})
    with refused(PoolRefused, "other_ground"):
        from_runs([bm25, other])


@pytest.mark.parametrize("status", [RunStatus.COMPUTING, RunStatus.FAILED])
def test_a_run_that_is_not_complete_is_refused(status: RunStatus, bm25: Run) -> None:
    bm25.status = status
    with refused(PoolRefused, "run_incomplete"):
        from_runs([bm25])


def test_no_run_is_refused(db: None) -> None:
    with refused(PoolRefused, "no_runs"):
        from_runs([])


@pytest.mark.parametrize("depth", [0, -1])
def test_a_depth_below_one_is_refused(depth: int, bm25: Run) -> None:
    with refused(PoolRefused, "out_of_range", field="depth"):
        from_runs([bm25], depth=depth)


@pytest.mark.parametrize(
    ("sample", "code", "field"),
    [
        (Sample(seed=1, n=N_TOPICS + 1), "sample_not_drawn", "n"),
        (Sample(seed=-1, n=2), "sample_not_drawn", "seed"),
        (Sample(seed=1, strata=[TOP]), "labels_missing", "labels"),
    ],
    ids=["too many", "negative seed", "no labels"],
)
def test_a_sample_that_cannot_be_drawn_is_refused(
    sample: Sample, code: str, field: str, bm25: Run
) -> None:
    with refused(PoolRefused, code, field=f"sample.{field}"):
        from_runs([bm25], sample=sample)


def test_strata_that_give_another_number_than_the_sample_are_refused(
    bm25: Run, labels: LabelSet
) -> None:
    sample = Sample(seed=1, n=6, strata=[TOP, LOW], labels=labels)
    with refused(PoolRefused, "sample_not_drawn", field="sample.n"):
        from_runs([bm25], sample=sample)


def test_all_faults_of_strata_are_reported_by_field(bm25: Run, labels: LabelSet) -> None:
    sample = Sample(seed=1, strata=[TOP._replace(n=99), LOW._replace(name="")], labels=labels)
    with refused(SampleRefused, "sample_not_drawn", field="sample.strata.1.name") as found:
        from_runs([bm25], sample=sample)
    assert found.value.more["fields"].keys() == {"sample.strata.1.name", "sample.strata.0.n"}


def test_labels_of_other_topics_are_refused(bm25: Run) -> None:
    labels = make_labels("others", bm25.collection, make_topics("others"), {"q1": {"d1": 1}})
    with refused(PoolRefused, "other_topic_set", field="sample.labels"):
        from_runs([bm25], sample=Sample(seed=1, strata=[TOP], labels=labels))


def test_a_pool_that_would_be_empty_is_refused(collection: Collection, topic_set: TopicSet) -> None:
    textless = make_run("textless", collection, topic_set, {"q0": ["d8"]})
    with refused(PoolRefused, "empty_pool") as found:
        from_runs([textless])
    assert "its one pair was left out for want of a text" in str(found.value)
    assert not Pool.objects.exists()


def test_a_taken_name_is_refused(bm25: Run) -> None:
    from_runs([bm25])
    with refused(NameTaken, "name_taken", field="name"):
        from_runs([bm25])


def test_pairs_of_a_file_are_pooled_without_runs_or_ranks(
    topic_set: TopicSet, collection: Collection, tmp_path: Path
) -> None:
    path = write(tmp_path, "query_id\tpassage_id", "q0\td1", "q0\td3", "q1\td1")
    report = from_pairs(topic_set, collection, path)
    assert pairs_of(report.pool) == {"d1": (0, None), "d3": (0, None)}
    assert (report.n_topics, report.n_pairs) == (2, 3)


def test_a_pool_of_pairs_keeps_how_it_came_about(
    topic_set: TopicSet, collection: Collection, tmp_path: Path
) -> None:
    pool = from_pairs(topic_set, collection, write(tmp_path, "q0\td1")).pool
    assert (pool.strategy, pool.depth) == (PoolStrategy.PAIRS, None)
    assert pool.recipe == {"file": "pairs.tsv"}


def test_a_pair_that_stands_twice_is_pooled_once(
    topic_set: TopicSet, collection: Collection, tmp_path: Path
) -> None:
    path = write(tmp_path, "q0\td1\ta01", "q0\td1\ta02")
    assert from_pairs(topic_set, collection, path).n_pairs == 1


def test_a_sample_of_pairs_draws_among_their_topics(
    topic_set: TopicSet, collection: Collection, tmp_path: Path
) -> None:
    path = write(tmp_path, *(f"q{i}\td{j}" for i in range(4) for j in range(2)))
    report = from_pairs(topic_set, collection, path, sample=Sample(seed=1, n=2))
    assert (report.n_topics, report.n_pairs) == (2, 4)
    assert report.pool.recipe["sample"] == 2


def test_a_sample_of_more_topics_than_the_pairs_have_is_refused(
    topic_set: TopicSet, collection: Collection, tmp_path: Path
) -> None:
    path = write(tmp_path, "q0\td1", "q1\td1")
    with refused(PoolRefused, "sample_not_drawn", field="sample.n"):
        from_pairs(topic_set, collection, path, sample=Sample(seed=1, n=3))


def test_strata_of_pairs_are_refused(
    topic_set: TopicSet, collection: Collection, labels: LabelSet, tmp_path: Path
) -> None:
    sample = Sample(seed=1, strata=[TOP], labels=labels)
    with refused(PoolRefused, "strata_of_no_runs"):
        from_pairs(topic_set, collection, write(tmp_path, "q0\td1"), sample=sample)


@pytest.mark.parametrize(
    ("bad_line", "code"), [("q99\td1", "unknown_topic"), ("q0\td99", "unknown_passage")]
)
def test_an_unknown_pair_is_named_by_file_and_line(
    bad_line: str, code: str, topic_set: TopicSet, collection: Collection, tmp_path: Path
) -> None:
    path = write(tmp_path, "query_id\tpassage_id", "q0\td1", bad_line)
    with refused(BadInput, code, line=3) as found:
        from_pairs(topic_set, collection, path)
    assert "99" in found.value.reason
    assert found.value.path == path
    assert not Pool.objects.exists()


def test_strata_by_labels_of_a_sample_are_refused(bm25: Run, labels: LabelSet) -> None:
    labels.design = {"n": 2, "imported": True}
    with refused(PoolRefused, "labels_are_a_sample", field="sample.labels"):
        from_runs([bm25], sample=Sample(seed=1, strata=[TOP], labels=labels))
