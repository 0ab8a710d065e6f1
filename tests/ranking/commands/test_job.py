from __future__ import annotations

import io
import json

import pytest
from django.core.management import CommandError, call_command

from config import celery_app
from ranking.jobs.chunk import rank_chunk
from ranking.management.job_texts import duration
from ranking.models import Job
from tests.factories import make_collection, make_run, make_topics
from tests.ranking.jobs.job_cases import ANN, BEN, lose, plan_job, take
from tests.ranking.runs.pairing import make_duo

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(celery_app, "send_task", lambda *_, **__: None)


@pytest.fixture
def planned(monkeypatch: pytest.MonkeyPatch) -> Job:
    return plan_job(monkeypatch, n_topics=4)


def call(*arguments: str) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def test_job_that_nobody_has_begun_says_so_in_a_line(planned: Job) -> None:
    assert call("job", "run") == (
        "Run run: running, 0 of 4 topics done (0 of 4 chunks), queue rank.cpu.\n"
        "No worker has begun yet.\n"
    )


def test_job_that_is_paused_says_that_what_is_in_hand_lands(planned: Job) -> None:
    take(planned.chunks.all()[0])
    call("job", "run", "--pause")
    said = call("job", "run").splitlines()[1]
    assert said == "Chunks that are being computed will still be stored."


def test_job_tells_seconds_as_people_do_and_why_a_start_came_to_nothing(planned: Job) -> None:
    first = planned.chunks.all()[0]
    lose(first)
    rank_chunk(chunk_id=first.pk, worker=BEN)
    log = call("job", "run").split("Log ")[1]
    *_, landed, lost = log.splitlines()
    assert landed.split()[-3:] == ["0", "s", "-"]
    assert lost.endswith("The worker fell silent.")


def test_job_tells_rate_workers_shares_and_attempts(planned: Job) -> None:
    chunks = planned.chunks.all()
    for chunk in chunks[:2]:
        rank_chunk(chunk_id=chunk.pk, worker=ANN)
    take(chunks[2], ANN)
    lose(chunks[3])
    said = call("job", "run")
    assert "2 of 4 topics done (2 of 4 chunks)" in said
    assert "topics a minute, about" in said
    titles = [line for line in said.splitlines() if line.startswith(("At", "Who", "Log"))]
    assert titles == ["At work now", "Who did what", "Log (2 landed, 2 under way)"]
    assert "abacus" in said


def test_job_that_failed_says_why(planned: Job) -> None:
    planned.chunks.update(n_losses=9)
    for chunk in planned.chunks.all():
        lose(chunk)
        rank_chunk(chunk_id=chunk.pk)
    call_command("job", "run")
    said = call("job", "run")
    assert "Topic q1 failed: 10 workers ended or fell silent with them." in said


def test_job_is_paused_resumed_and_cancelled(planned: Job) -> None:
    said = [call("job", "run", option) for option in ("--pause", "--resume", "--cancel")]
    assert [line.split(",")[0] for line in said] == [
        "Run run: paused",
        "Run run: running",
        "Run run: cancelled",
    ]


def test_job_that_is_over_cannot_be_paused(planned: Job) -> None:
    call("job", "run", "--cancel")
    with pytest.raises(CommandError, match="is cancelled; it cannot be paused"):
        call("job", "run", "--pause")


def test_job_followed_to_its_end_is_told_whole(planned: Job) -> None:
    for chunk in planned.chunks.all():
        rank_chunk(chunk_id=chunk.pk, worker=ANN)
    assert call("job", "run", "--follow").startswith("Run run: done, 4 of 4 topics done")


def test_job_of_an_imported_run_is_not_there() -> None:
    make_run("tas-b", make_collection(), make_topics(), {"q1": ["d1"]})
    with pytest.raises(CommandError, match=r"^Run tas-b was not computed here\.$"):
        call("job", "tas-b")


def test_job_of_a_run_made_of_pairs_says_that_it_needs_none() -> None:
    make_duo()
    call("aggregate", "duo", "--by", "sum", "--name", "sums")
    with pytest.raises(CommandError) as refused:
        call("job", "sums")
    assert str(refused.value) == (
        "Run sums is another ranking of the pairs of duo, which needs no job."
    )


def test_jobs_lists_the_newest_first(planned: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    plan_job(monkeypatch, name="other")
    rows = json.loads(call("jobs", "--format", "json"))
    assert [(row["run"], row["done"]) for row in rows] == [
        ("other", "0 of 2 topics"),
        ("run", "0 of 4 topics"),
    ]


def test_jobs_that_are_open_are_listed_alone(planned: Job) -> None:
    call("job", "run", "--cancel")
    assert call("jobs", "--open") == "There are no such jobs.\n"


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.4, "0 s"), (89, "89 s"), (91, "2 min"), (11_100, "3 h 5 min")]
)
def test_duration_is_told_as_people_say_it(seconds: float, said: str) -> None:
    assert duration(seconds) == said
