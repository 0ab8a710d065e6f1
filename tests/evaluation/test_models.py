from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from django.contrib.auth.models import User

from evaluation.models import Comparison, ComparisonJob, Evaluation, TopicCoverage, TopicScores
from ranking.models import Run
from tests.constraints import declared, refused_by
from tests.factories import make_collection, make_labels, make_run, make_topics

pytestmark = pytest.mark.django_db


@pytest.fixture
def evaluation(db: None) -> Evaluation:
    collection, topic_set = make_collection(), make_topics()
    return Evaluation.objects.create(
        run=make_run("bm25", collection, topic_set, {"q1": ["d1", "d2"]}),
        label_set=make_labels("trec", collection, topic_set, {"q1": {"d1": 1}}),
    )


def score(evaluation: Evaluation, measure: str) -> TopicScores:
    return TopicScores.objects.create(evaluation=evaluation, measure=measure, values=[0.5, 1.0])


def cover(
    evaluation: Evaluation, cutoff: int = 10, n_judged: Sequence[int] = (1, 0)
) -> TopicCoverage:
    return TopicCoverage.objects.create(
        evaluation=evaluation, cutoff=cutoff, n_retrieved=[2, 0], n_judged=n_judged
    )


def compare(content_hash: str) -> Comparison:
    return Comparison.objects.create(spec={}, result={}, content_hash=content_hash)


def ask(run: Run, content_hash: str = "0", **fields: object) -> ComparisonJob:
    user = User.objects.get_or_create(username="rita")[0]
    return ComparisonJob.objects.create(
        asked={"runs": run.name}, content_hash=content_hash, asked_by=user, n_tests=1, **fields
    )


BREAKS: dict[str, Callable[[Evaluation], object]] = {
    "evaluation_one_per_run_and_label_set": lambda e: Evaluation.objects.create(
        run=e.run, label_set=e.label_set
    ),
    "topic_scores_one_per_evaluation_and_measure": lambda e: [score(e, "AP"), score(e, "AP")],
    "topic_coverage_one_per_evaluation_and_cutoff": lambda e: [cover(e), cover(e)],
    "topic_coverage_cutoff_positive": lambda e: cover(e, cutoff=0),
    "topic_coverage_arrays_same_length": lambda e: cover(e, n_judged=[1]),
    "comparison_job_content_unique": lambda e: [ask(e.run), ask(e.run)],
    "comparison_job_failed_says_why": lambda e: ask(e.run, failed_at="2026-01-01T00:00Z"),
    "comparison_content_unique": lambda e: [compare("0"), compare("0")],
}


@pytest.mark.parametrize("name", BREAKS)
def test_the_database_enforces(name: str, evaluation: Evaluation) -> None:
    assert refused_by(lambda: BREAKS[name](evaluation)) == name


def test_every_constraint_has_a_case() -> None:
    assert declared("evaluation") == set(BREAKS)


def test_the_database_permits_other_measures_and_comparisons(evaluation: Evaluation) -> None:
    for name in ("AP", "P@5"):
        score(evaluation, name)
        compare(name)
    assert evaluation.topic_scores.count() == Comparison.objects.count() == 2
