"""Comparisons that take longer than a request may: a worker's, asked for again until they are."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from config import celery_app
from evaluation.comparisons import freezing, jobs
from evaluation.comparisons.jobs import LOCK, MAX_ATTEMPTS, offer_waiting_comparisons
from evaluation.models import Comparison, ComparisonJob
from ranking.jobs.process_lock import process_lock
from ranking.models import Run
from tests.factories import make_collection, make_labels, make_run, make_topics

pytestmark = pytest.mark.django_db

ASKED = {
    "baseline": "a",
    "runs": "b",
    "labels": "old",
    "measures": "RR@10,AP",
    "test": "bootstrap",
    "permutations": "1000",
}
FORMATS = ("json", "csv", "tex")


@pytest.fixture(autouse=True)
def ground(db: None) -> None:
    collection, topic_set = make_collection(), make_topics()
    make_run("a", collection, topic_set, {"q1": ["d1", "d2"], "q2": ["d3", "d2"]})
    make_run("b", collection, topic_set, {"q1": ["d2", "d1"], "q2": ["d2"]})
    make_labels("old", collection, topic_set, {"q1": {"d1": 1}, "q2": {"d2": 1}})


@pytest.fixture(autouse=True)
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What the broker was handed."""
    messages: list[int] = []

    def send_task(name: str, args: list[int], **_: Any) -> None:
        messages.extend(args)

    monkeypatch.setattr(celery_app, "send_task", send_task)
    return messages


@pytest.fixture
def nothing_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "MOST_AT_ONCE", 0)


def ask(client: Client, asked: dict[str, str] = ASKED) -> Any:
    return client.post("/api/comparison", asked, content_type="application/json")


def read(client: Client, asked: dict[str, str] = ASKED, path: str = "") -> Any:
    return client.get(f"/api/comparison{path}", asked)


def work() -> None:
    jobs.work_out_comparison(job_id=ComparisonJob.objects.get().pk)


def replace_run() -> None:
    """By another of the same name."""
    run = Run.objects.get(name="b")
    Run.objects.filter(pk=run.pk).update(name="older")
    make_run("b", run.collection, run.topic_set, {"q1": ["d1"], "q2": ["d2"]})


def test_a_short_comparison_is_answered_at_once(researcher: Client, sent: list[int]) -> None:
    assert (ask(researcher).status_code, sent) == (200, [])
    assert not ComparisonJob.objects.exists()


@pytest.mark.parametrize("test", ["bootstrap", "wilcoxon"])
def test_the_bound_is_by_draws_topics_and_tests(
    test: str, researcher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """2 topics, 1 contrast, 2 measures; a draw takes 120 steps beside its topics."""
    asked = {**ASKED, "test": test}
    monkeypatch.setattr(jobs, "MOST_AT_ONCE", 1000 * (2 + 120) * 2 - 1)
    assert ask(researcher, asked).status_code == 202
    ComparisonJob.objects.all().delete()
    monkeypatch.setattr(jobs, "MOST_AT_ONCE", 1000 * (2 + 120) * 2)
    assert ask(researcher, asked).status_code == 200


def test_more_than_a_worker_is_given_is_refused(
    researcher: Client, nothing_at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "MOST_OF_A_JOB", 1000 * (2 + 120))
    answer = ask(researcher)
    assert (answer.status_code, answer.json()["code"]) == (400, "too_many_draws")
    assert "2.0 times" in answer.json()["detail"]
    assert not ComparisonJob.objects.exists()


def test_asking_again_waits_for_the_same_work(
    researcher: Client,
    nothing_at_once: None,
    sent: list[int],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        answers = [ask(researcher) for _ in range(3)]
    [job] = ComparisonJob.objects.all()
    assert [answer.status_code for answer in answers] == [202, 202, 202]
    assert sent == [job.pk]
    data = answers[0].json()
    assert (data["n_tests"], data["n_done"], data["n_before"]) == (2, 0, 0)


def test_a_page_that_asks_again_and_again_costs_little(
    researcher: Client, nothing_at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def prepare(_: object) -> None:
        raise AssertionError("topics are read again")

    ask(researcher)
    monkeypatch.setattr(jobs, "prepare", prepare)
    assert ask(researcher).status_code == 202


def test_a_job_of_an_earlier_release_is_found(researcher: Client, nothing_at_once: None) -> None:
    """Its question said nothing of single precision, and its hash was another."""
    ask(researcher)
    [job] = ComparisonJob.objects.all()
    assert "single_precision" not in job.asked
    ComparisonJob.objects.update(content_hash="of an earlier engine")
    ask(researcher)
    assert [found.pk for found in ComparisonJob.objects.all()] == [job.pk]
    assert ask(researcher, ASKED | {"single_precision": "true"}).status_code == 202
    assert ComparisonJob.objects.count() == 2


def test_a_workers_answer_is_the_one_that_a_request_works_out(
    researcher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(researcher)
    at_once = [read(researcher, ASKED | {"format": name}).content for name in FORMATS]
    Comparison.objects.all().delete()
    monkeypatch.setattr(jobs, "MOST_AT_ONCE", 0)
    assert ask(researcher).status_code == 202
    work()
    assert not ComparisonJob.objects.exists()
    assert [read(researcher, ASKED | {"format": name}).content for name in FORMATS] == at_once


def test_the_same_question_in_other_words_waits_for_the_same_work(
    researcher: Client, nothing_at_once: None
) -> None:
    """The baseline is not held against itself; the answer says how far the worker is."""
    shown, in_other_words = ask(researcher), ASKED | {"runs": "a,b"}
    for answer in (ask(researcher, in_other_words), read(researcher, in_other_words)):
        assert (answer.status_code, answer.json()) == (202, shown.json())
    assert ComparisonJob.objects.count() == 1


@pytest.mark.parametrize("path", ["", "/bounds"])
def test_nothing_can_be_downloaded_before_it_is_done(
    path: str, researcher: Client, nothing_at_once: None
) -> None:
    ask(researcher)
    point = {"measure": "AP"} if path else {"format": "csv"}
    answer = read(researcher, {**ASKED, **point}, path)
    assert (answer.status_code, answer.json()["code"]) == (400, "comparison_under_way")


def test_one_person_has_only_so_many_under_way(
    researcher: Client, nothing_at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "MOST_AT_A_TIME", 2)
    answers = [ask(researcher, {**ASKED, "seed": str(seed)}) for seed in range(3)]
    assert [answer.status_code for answer in answers] == [202, 202, 400]
    assert answers[2].json()["code"] == "too_many_under_way"
    assert [job.asked["seed"] for job in ComparisonJob.objects.all()] == [0, 1]


def test_an_error_is_reported_and_the_work_can_be_asked_for_again(
    researcher: Client, nothing_at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_: Any) -> None:
        raise MemoryError("too large")

    ask(researcher)
    with monkeypatch.context() as broken:
        broken.setattr(jobs, "compare_runs", fail)
        work()
    for answer in (ask(researcher), read(researcher)):
        assert (answer.status_code, answer.json()["code"]) == (400, "comparison_failed")
        assert answer.json()["detail"] == "MemoryError: too large"
    ComparisonJob.objects.update(failed_at=timezone.now() - jobs.FAILED_FOR)
    assert read(researcher).status_code == 404
    assert ask(researcher).status_code == 202


def test_a_comparison_that_ends_its_workers_is_given_up(
    researcher: Client, nothing_at_once: None
) -> None:
    ask(researcher)
    ComparisonJob.objects.update(n_attempts=MAX_ATTEMPTS)
    work()
    assert ComparisonJob.objects.get().error.startswith(f"It ended {MAX_ATTEMPTS} times")


def test_an_answer_of_another_release_is_no_answer(
    researcher: Client, nothing_at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asking for it would never end."""
    ask(researcher)
    with monkeypatch.context() as worker:
        worker.setattr(freezing, "SIGNIFICANCE_ENGINE", "older")
        work()
    for answer in (ask(researcher), ask(researcher)):
        assert answer.json()["code"] == "comparison_failed"


def test_an_answer_on_a_run_that_changed_meanwhile_is_the_answer(
    researcher: Client, nothing_at_once: None
) -> None:
    ask(researcher)
    replace_run()
    work()
    assert ask(researcher).status_code == 200
    assert not ComparisonJob.objects.exists()


def test_what_failed_is_worked_out_again_once_a_run_has_changed(
    researcher: Client, nothing_at_once: None
) -> None:
    ask(researcher)
    ComparisonJob.objects.update(n_attempts=MAX_ATTEMPTS)
    work()
    replace_run()
    assert ask(researcher).status_code == 202


@pytest.mark.parametrize("is_worked_on", [True, False])
def test_what_nobody_works_on_is_offered_again(
    is_worked_on: bool,
    researcher: Client,
    nothing_at_once: None,
    sent: list[int],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    ask(researcher)
    job = ComparisonJob.objects.get()
    ComparisonJob.objects.update(offered_at="2020-01-01T00:00Z")
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            if is_worked_on:
                cursor.execute("SELECT pg_advisory_lock(hashtext('comparison job'), %s)", [job.pk])
            with django_capture_on_commit_callbacks(execute=True):
                assert offer_waiting_comparisons() == (not is_worked_on)
            with process_lock(LOCK, job.pk) as is_mine:
                assert is_mine is not is_worked_on
    finally:
        other.close()
    assert sent == ([] if is_worked_on else [job.pk])


def test_a_job_in_other_hands_is_left_alone(researcher: Client, nothing_at_once: None) -> None:
    ask(researcher)
    job = ComparisonJob.objects.get()
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(hashtext('comparison job'), %s)", [job.pk])
        work()
    finally:
        other.close()
    assert ComparisonJob.objects.get().n_attempts == 0
