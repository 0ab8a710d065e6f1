"""The preview promises what `build_pool_from_runs` then makes, at any depth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median

import numpy as np
import pytest
from pytest_django import DjangoAssertNumQueries

from annotation.exceptions import PoolRefused
from annotation.models import LabelSet, Pool
from annotation.pools.building import build_pool_from_runs
from annotation.pools.drawing import Sample
from annotation.pools.preview import PoolPreview, n_pairs_of, pool_preview
from ranking.collections.importing import import_collection
from ranking.collections.topics import import_topics
from ranking.models import Collection, Run, RunStatus, TopicSet
from ranking.runs.importing import import_run
from tests.factories import make_collection, make_labels, make_run, make_topics
from tests.real.real_data import DATA, needs_real_data
from tests.refusals import refused

pytestmark = pytest.mark.django_db
QUERY_IDS = [f"q{n}" for n in range(1, 9)]


@pytest.fixture
def runs(db: None) -> list[Run]:
    """Three runs over eight topics; some passages have no text, one run lacks a topic."""
    texts = {f"d{n}": None if n % 5 == 0 else "" if n == 3 else "A text." for n in range(40)}
    collection = make_collection(texts=texts)
    topic_set = make_topics(queries=dict.fromkeys(QUERY_IDS, "what"))
    rng = np.random.default_rng(4)
    return [
        make_run(
            name,
            collection,
            topic_set,
            {
                query_id: [f"d{n}" for n in rng.permutation(40)[: rng.integers(1, 30)]]
                for query_id in QUERY_IDS[skipped:]
            },
        )
        for skipped, name in enumerate(("bm25", "dense", "both"))
    ]


def assert_promised(
    preview: PoolPreview,
    runs: list[Run],
    depth: int,
    sample: Sample | None,
    without: Sequence[LabelSet] = (),
) -> None:
    """Build the pool, count it, and hold the preview against it."""
    report = build_pool_from_runs(
        name=f"at{depth}", runs=runs, depth=depth, sample=sample, without=without
    )
    pairs = Pool.objects.get(name=f"at{depth}").pairs.values_list("topic", "n_runs")
    topics, found_by = Counter(t for t, _ in pairs), Counter(n for _, n in pairs)
    sizes, at = preview.sizes, depth - 1
    assert sizes.n_pairs[at] == report.n_pairs
    assert sizes.n_topics[at] == report.n_topics
    assert sizes.n_textless[at] == report.n_textless_left_out
    assert (sizes.least[at], sizes.most[at]) == (min(topics.values()), max(topics.values()))
    assert sizes.median[at] == median(topics.values())
    assert [n[at] for n in sizes.found_by] == [found_by[n + 1] for n in range(len(runs))]


@pytest.mark.parametrize("depth", [1, 3, 15, 28])
@pytest.mark.parametrize("sample", [None, Sample(seed=5, n=3)])
def test_the_preview_agrees_with_the_pool(
    runs: list[Run], depth: int, sample: Sample | None
) -> None:
    preview = pool_preview(runs=runs, sample=sample)
    assert preview.n_topics_drawn == (3 if sample else 8)
    assert_promised(preview, runs, depth, sample)


@pytest.mark.parametrize("depth", [3, 15])
def test_the_preview_leaves_out_what_labels_have(runs: list[Run], depth: int) -> None:
    known = {query_id: {f"d{n}": 1 for n in range(12)} for query_id in QUERY_IDS[::2]}
    labels = [make_labels("old", runs[0].collection, runs[0].topic_set, known)]
    preview = pool_preview(runs=runs, without=labels)
    assert_promised(preview, runs, depth, None, labels)
    n_pairs = n_pairs_of(runs=runs, depth=depth, without=labels)
    assert n_pairs == preview.sizes.n_pairs[depth - 1] + preview.sizes.n_textless[depth - 1]


def test_the_preview_goes_as_deep_as_the_deepest_run(runs: list[Run]) -> None:
    preview = pool_preview(runs=runs)
    assert preview.depth == max(run.depth for run in runs) == len(preview.sizes.n_pairs)


@needs_real_data
@pytest.mark.thorough
@pytest.mark.parametrize("depth", [1, 10, 100])
def test_the_preview_agrees_with_the_pool_of_real_runs(depth: int) -> None:
    import_collection(name="msmarco", paths=[DATA / "trec_dl" / "passages.tsv.gz"])
    import_topics(name="dl20", path=DATA / "trec_dl" / "topics.dl20.txt")
    topic_set = TopicSet.objects.get()
    for path in sorted((DATA / "trec_dl" / "runs").glob("*dl20*"))[:3]:
        import_run(
            path=path, name=path.name, collection=Collection.objects.get(), topic_set=topic_set
        )
    runs = list(Run.objects.all())
    assert_promised(pool_preview(runs=runs), runs, depth, None)


def test_runs_that_make_no_pool_are_refused(runs: list[Run]) -> None:
    with refused(PoolRefused, "no_runs"):
        pool_preview(runs=[])
    with refused(PoolRefused, "sample_not_drawn", field="sample.n"):
        pool_preview(runs=runs, sample=Sample(seed=0, n=9))
    Run.objects.update(status=RunStatus.COMPUTING)
    with refused(PoolRefused, "run_incomplete"):
        pool_preview(runs=list(Run.objects.all()))


def test_more_topics_than_fit_are_refused_with_how_many_do(
    runs: list[Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    depth = max(run.depth for run in runs)
    monkeypatch.setattr("annotation.pools.preview.MAX_CELLS", depth)
    with refused(PoolRefused, "too_many_pairs") as found:
        pool_preview(runs=runs)
    assert "draw at most 1 topics" in str(found.value)
    pool_preview(runs=runs, sample=Sample(seed=0, n=1))


def test_runs_without_any_line_are_counted_as_naught(db: None) -> None:
    run = make_run("empty", make_collection(), make_topics(), {})
    assert pool_preview(runs=[run]).sizes.n_pairs.tolist() == [0]


@pytest.mark.parametrize("n", [2, 50])
def test_a_preview_takes_the_same_queries_however_many_topics_and_runs(
    db: None, n: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    topics = {f"q{number}": "what" for number in range(n)}
    collection, topic_set = make_collection(), make_topics(queries=topics)
    runs = [
        make_run(f"run{number}", collection, topic_set, {q: ["d1", "d2"] for q in topics})
        for number in range(n)
    ]
    with django_assert_num_queries(5):  # topics, rankings, what has no text, lengths, judgments
        pool_preview(runs=runs)
