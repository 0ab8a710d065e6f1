from __future__ import annotations

import json

import pytest
from django.core.management import CommandError

from ranking.management.jobs import duration
from ranking.models import Job
from ranking.rankers.chunk import rank_chunk
from tests.ranking.commands.calling import call
from tests.ranking.jobs.job_cases import ANN, BEN, lose, plan_job, take
from tests.ranking.runs.pairing import make_duo
from tests.refusals import refused

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sent")]


@pytest.fixture
def planned(monkeypatch: pytest.MonkeyPatch) -> Job:
    return plan_job(monkeypatch, n_topics=4)


def test_job_that_nobody_has_begun_says_so_in_a_line(planned: Job) -> None:
    first, second = call("job", "run").splitlines()
    assert first.startswith("Run run: running, 0 of 4 topics done (0 of 4 chunks), queue rank.cpu")
    assert "No worker" in second


def test_job_shows_rate_workers_shares_and_attempts(planned: Job) -> None:
    chunks = planned.chunks.all()
    for chunk in chunks[:2]:
        rank_chunk(chunk_id=chunk.pk, worker=ANN)
    take(chunks[2], ANN)
    lose(chunks[3])
    rank_chunk(chunk_id=chunks[3].pk, worker=BEN)
    said = call("job", "run")
    assert "3 of 4 topics done (3 of 4 chunks)" in said
    assert "topics a minute, about" in said
    titles = [line for line in said.splitlines() if line.startswith(("At", "Who", "Log"))]
    assert titles == ["At work now", "Who did what", "Log (3 landed, 1 lost, 1 under way)"]
    assert "abacus" in said


def test_job_is_paused_resumed_and_cancelled(planned: Job) -> None:
    said = [call("job", "run", option) for option in ("--pause", "--resume", "--cancel")]
    assert [line.split(",")[0] for line in said] == [
        "Run run: paused",
        "Run run: running",
        "Run run: cancelled",
    ]
    with refused(CommandError, "job_over"):
        call("job", "run", "--pause")
    assert json.loads(call("jobs", "--open", "--format", "json")) == []


def test_job_of_what_needs_none_says_what_the_run_is() -> None:
    make_duo()
    call("aggregate", "duo", "--by", "sum", "--name", "sums")
    for run, what in {"sums": "the pairs of duo", "bm25": "was not computed here"}.items():
        with refused(CommandError, "no_job") as caught:
            call("job", run)
        assert what in str(caught.value)


def test_job_followed_to_its_end_is_reported_whole(planned: Job) -> None:
    for chunk in planned.chunks.all():
        rank_chunk(chunk_id=chunk.pk, worker=ANN)
    assert call("job", "run", "--follow").startswith("Run run: done, 4 of 4 topics done")


def test_jobs_lists_the_newest_first(planned: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    plan_job(monkeypatch, name="other")
    rows = json.loads(call("jobs", "--format", "json"))
    assert [(row["run"], row["done"]) for row in rows] == [
        ("other", "0 of 2 topics"),
        ("run", "0 of 4 topics"),
    ]


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.4, "0 s"), (89, "89 s"), (91, "2 min"), (11_100, "3 h 5 min")]
)
def test_duration_is_shown_as_people_say_it(seconds: float, said: str) -> None:
    assert duration(seconds) == said
