from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from django.contrib.auth.models import User

from evaluation.models import (
    Comparison,
    ComparisonJob,
    Evaluation,
    SavedComparison,
    Study,
    StudyRun,
    TopicCoverage,
    TopicScores,
    Training,
)
from ranking.models import Run
from tests.database.constraints import declared, refused_by
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


def save(comparison: Comparison, name: str = "kept", **fields: object) -> SavedComparison:
    rita = User.objects.get_or_create(username="rita")[0]
    kept = {"name": name, "comparison": comparison, "asked": {}, "owner": rita}
    return SavedComparison.objects.create(**{**kept, **fields})


def keep(*, results: int = 1, **fields: object) -> None:
    """With one answer."""
    head = {"kind": "order", "content_hash": "0" * 64, "seed": None, "n_draws": None, **fields}
    save(compare("0"), answers=[head], results={str(n): {} for n in range(results)})


def save_twice(*names: str) -> None:
    """By one account the same comparison, or by two."""
    comparison = compare("0")
    for number, name in enumerate(names):
        owner = User.objects.get_or_create(username=f"rita{number if len(set(names)) < 2 else ''}")
        save(comparison, name, owner=owner[0])


def begin(evaluation: Evaluation, name: str = "noise", **fields: object) -> Study:
    run = evaluation.run
    return Study.objects.create(
        **{
            "name": name,
            "topic_set": run.topic_set,
            "collection": run.collection,
            "label_set": evaluation.label_set,
            "matrix": {},
            **fields,
        }
    )


def fill(study: Study, number: int, variant: str, **fields: object) -> StudyRun:
    return StudyRun.objects.create(
        **{
            "study": study,
            "number": number,
            "variant": variant,
            "ranker": "BM25",
            "topic_set": study.topic_set,
            "collection": study.collection,
            "name": variant,
            "asked": {},
            **fields,
        }
    )


def fill_twice(study: Study) -> None:
    fill(study, 0, "a")
    fill(study, 1, "a")


def fill_at_once(study: Study) -> None:
    fill(study, 0, "a")
    fill(study, 0, "b")


def after_itself(field: StudyRun) -> None:
    field.after = field
    field.save()


def teach(evaluation: Evaluation, name: str = "tuned", **fields: object) -> Training:
    ground = {"run": evaluation.run, "label_set": evaluation.label_set}
    usual = {"base": {}, "recipe": {}, "data": {}, "data_hash": "0", "n_steps": 9, **ground}
    return Training.objects.create(name=name, **{**usual, **fields})


def report_twice(training: Training) -> None:
    for _ in range(2):
        training.reports.create(step=1, epoch=0.1, loss=0.5, learning_rate=1e-5)


def validate_twice(training: Training) -> None:
    for _ in range(2):
        training.validations.create(step=1, depth=10, measures={}, is_best=True)


NOW = "2026-01-01T00:00Z"
BREAKS: dict[str, Callable[[Evaluation], object]] = {
    "training_name_unique": lambda e: [teach(e), teach(e)],
    "training_name_without_comma_or_blank": lambda e: teach(e, "a,b"),
    "training_visibility_known": lambda e: teach(e, visibility="odd"),
    "training_status_known": lambda e: teach(e, status="odd", finished_at=NOW),
    "training_finished_when_over": lambda e: teach(e, status="cancelled"),
    "training_failed_says_why": lambda e: teach(e, status="failed", finished_at=NOW),
    "training_done_has_a_model": lambda e: teach(e, status="done", finished_at=NOW),
    "training_steps_in_range": lambda e: teach(e, step=10),
    "training_by_run_and_labels": lambda e: teach(e, run=None),
    "training_topics_apart": lambda e: teach(e, trained_on=["q1"], held_out=["q1"]),
    "training_report_once_a_step": lambda e: report_twice(teach(e)),
    "training_validation_once_a_step": lambda e: validate_twice(teach(e)),
    "evaluation_one_per_run_label_set_and_precision": lambda e: Evaluation.objects.create(
        run=e.run, label_set=e.label_set
    ),
    "topic_scores_one_per_evaluation_and_measure": lambda e: [score(e, "AP"), score(e, "AP")],
    "topic_coverage_one_per_evaluation_and_cutoff": lambda e: [cover(e), cover(e)],
    "topic_coverage_cutoff_positive": lambda e: cover(e, cutoff=0),
    "topic_coverage_arrays_same_length": lambda e: cover(e, n_judged=[1]),
    "comparison_job_content_unique": lambda e: [ask(e.run), ask(e.run)],
    "comparison_job_failed_says_why": lambda e: ask(e.run, failed_at="2026-01-01T00:00Z"),
    "comparison_content_unique": lambda e: [compare("0"), compare("0")],
    "saved_comparison_name_unique": lambda e: save_twice("kept", "kept"),
    "saved_comparison_once_per_owner": lambda e: save_twice("one", "two"),
    "saved_comparison_name_without_comma_or_blank": lambda e: save(compare("0"), "a,b"),
    "saved_comparison_visibility_known": lambda e: save(compare("0"), visibility="odd"),
    "saved_comparison_link_token_unique": lambda e: [
        save(compare(hash_), hash_, link_token="one") for hash_ in "01"
    ],
    "saved_comparison_answers_named": lambda e: keep(kind="odd"),
    "saved_comparison_answers_seed_with_draws": lambda e: keep(seed=3),
    "saved_comparison_answers_with_results": lambda e: keep(results=2),
    "study_name_unique": lambda e: [begin(e), begin(e)],
    "study_name_without_comma_or_blank": lambda e: begin(e, name="a,b"),
    "study_status_known": lambda e: begin(e, status="odd", finished_at="2026-01-01T00:00Z"),
    "study_finished_when_over": lambda e: begin(e, status="done"),
    "study_failed_says_why": lambda e: begin(e, status="failed", finished_at="2026-01-01T00:00Z"),
    "study_run_number_unique": lambda e: fill_at_once(begin(e)),
    "study_run_one_per_variant_and_ranker": lambda e: fill_twice(begin(e)),
    "study_run_imported_is_there": lambda e: fill(begin(e), 0, "a", asked=None),
    "study_run_not_after_itself": lambda e: after_itself(fill(begin(e), 0, "a")),
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
