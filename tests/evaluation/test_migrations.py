"""Migrations of evaluation there and back, over rows that only the later state can hold."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from evaluation.models import Comparison, Evaluation, SavedComparison
from evaluation.scores.evaluating import evaluate_runs
from evaluation.scores.measures import measures_of
from tests.factories import make_collection, make_labels, make_run, make_topics

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE, WITH_PRECISION = "0009_keep_answers", "0010_keep_scores_in_single_precision"


def migrate(name: str) -> None:
    executor = MigrationExecutor(connection)
    executor.migrate([("evaluation", name)])


@pytest.fixture(autouse=True)
def latest() -> Iterator[None]:
    """All migrations are there again for the tests after this one."""
    yield
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes("evaluation"))


def test_scores_in_single_precision_go_where_they_are_no_longer_told_apart() -> None:
    ground = make_collection(), make_topics()
    run = make_run("run", *ground, {"q1": ["d1"]})
    nist, measures = make_labels("nist", *ground, {"q1": {"d1": 1}}), measures_of("RR@10")
    for way in (False, True):
        evaluate_runs(runs=[run], label_sets=[nist], measures=measures, single_precision=way)
    migrate(BEFORE)
    migrate(WITH_PRECISION)
    [kept] = Evaluation.objects.all()
    assert kept.single_precision is False
    assert kept.topic_scores.count() == kept.topic_coverage.count() == 1


def test_answers_kept_with_a_comparison_stay_there_and_back() -> None:
    frozen = Comparison.objects.create(spec={}, result=[], content_hash="c" * 64)
    kept = [
        {
            "kind": kind,
            "asked": {"measure": "AP"},
            "seed": 7,
            "n_draws": 200,
            "content_hash": kind,
            "spec": {"kind": kind},
            "created_at": "2026-11-26T19:52:01.123456+00:00",
        }
        for kind in ("order", "bounds")
    ]
    results = {"order": {"pairs": []}, "bounds": {"rows": [1.5, None]}}
    fields = {"comparison": frozen, "asked": {}}
    SavedComparison.objects.create(name="with", answers=kept, results=results, **fields)
    SavedComparison.objects.create(name="without", **fields)
    migrate(WITH_PRECISION)
    migrate("0012_drop_rows_of_kept_answers")
    found = SavedComparison.objects.values_list("name", "answers", "results")
    stored = {name: (answers, results) for name, answers, results in found}
    assert stored == {"with": (kept, results), "without": ([], {})}
