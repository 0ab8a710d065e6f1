from __future__ import annotations

import pytest

from ranking.jobs.jobs import JobProgress, JobWork
from ranking.management import progress
from ranking.management.jobs import job_bar
from ranking.models import JobStatus
from tests.processes.terminals import errors_on_a_terminal

COURSE = [JobWork("passage", 7, 0, 0), JobWork("passage", 7, 4, 0), JobWork("topic", 2, 0, 0)]


def follow(course: list[JobWork]) -> None:
    with job_bar() as tell:
        for work in course:
            tell(JobProgress(JobStatus.RUNNING, work, True, True, error=""))


def shown(course: list[JobWork]) -> list[str]:
    """What stands in each line of a terminal once the job is done."""
    with errors_on_a_terminal() as terminal:
        follow(course)
    *lines, last = terminal.getvalue().split("\n")
    assert last == ""
    return [line.rpartition("\r")[2] for line in lines]


def test_job_bar_of_moments_shows_nothing() -> None:
    assert shown(COURSE) == []


def test_job_bar_ends_with_all_passages_and_starts_over_for_topics(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(progress, "SILENT_FOR_S", 0.0)
    passages, topics = shown([*COURSE, JobWork("topic", 2, 2, 0)])
    assert "7/7" in passages
    assert "2/2" in topics


def test_job_bar_in_a_pipe_shows_nothing(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "SILENT_FOR_S", 0.0)
    follow([*COURSE, JobWork("topic", 2, 2, 0)])
    assert capfd.readouterr().err == ""
