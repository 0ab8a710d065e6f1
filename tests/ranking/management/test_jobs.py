from __future__ import annotations

import pytest

from ranking.jobs.jobs import JobProgress, JobWork
from ranking.management import jobs
from ranking.management.jobs import job_bar
from ranking.models import JobStatus

COURSE = [JobWork("passage", 7, 0, 0), JobWork("passage", 7, 4, 0), JobWork("topic", 2, 0, 0)]


def shown(capsys: pytest.CaptureFixture[str], course: list[JobWork]) -> list[str]:
    """What stands in each line once the job is done."""
    with job_bar() as tell:
        for work in course:
            state = JobProgress(JobStatus.RUNNING, work, True, True, error="")
            tell(state)
    *lines, last = capsys.readouterr().err.split("\n")
    assert last == ""
    return [line.rpartition("\r")[2] for line in lines]


def test_job_bar_of_moments_shows_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, COURSE) == []


def test_job_bar_ends_with_all_passages_and_starts_anew_for_topics(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "SILENT_FOR_S", 0.0)
    passages, topics = shown(capsys, [*COURSE, JobWork("topic", 2, 2, 0)])
    assert "7/7" in passages
    assert "2/2" in topics
