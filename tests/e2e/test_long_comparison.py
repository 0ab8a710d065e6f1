"""A comparison that a worker works out: real processes, the page, and SIGKILL."""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import ExitStack
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from evaluation.comparisons import asking, jobs
from evaluation.comparisons.jobs import LOCK, offer_waiting_comparisons
from evaluation.models import Comparison, ComparisonJob
from ranking.jobs.process_lock import is_free
from tests.e2e.conftest import signed_in
from tests.evaluation.four_runs import make_ground
from tests.factories import make_user
from tests.ranking.worker_process import wait_until, worker_process
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)
ADDRESS = "/compare?baseline=a&runs=b,c&labels=old&measures=RR@10,AP&test=bootstrap"
GO_ON = "go-on"
PATIENT = "--include tests.evaluation.patient_comparisons"


@pytest.fixture(autouse=True)
def queue(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> str:
    """Nobody else listens there; and everything takes too long for a request."""
    make_user("dave", "ranking.may_research")
    make_ground()
    name = f"test-{uuid4()}"
    monkeypatch.setattr(jobs, "QUEUE", name)
    monkeypatch.setattr(asking, "MOST_AT_ONCE", 0)
    return name


@thorough
def test_the_page_shows_how_far_a_worker_is_and_then_its_answer(
    page: Page, queue: str, storage: Path, tmp_path: Path
) -> None:
    signed_in(page, "dave").goto(ADDRESS)
    bar = page.get_by_role("progressbar", name="Working this out")
    expect(bar).to_have_attribute("aria-valuetext", "0 of 4 tests")
    options = f"--pool solo --queues {queue} {PATIENT}"
    with worker_process(options, storage=storage, log=tmp_path / "ann.log", name="ann"):
        expect(bar).to_have_attribute("aria-valuetext", "2 of 4 tests", timeout=120_000)
        (storage / GO_ON).touch()
        expect(page.get_by_role("link", name="Download CSV")).to_be_visible(timeout=120_000)
    expect(bar).to_have_count(0)
    assert Comparison.objects.get().spec["runs"] == ["b", "c"]
    assert not ComparisonJob.objects.exists()


@thorough
def test_what_a_killed_worker_had_in_hand_is_worked_out_by_another(
    page: Page, queue: str, storage: Path, tmp_path: Path
) -> None:
    signed_in(page, "dave").goto(ADDRESS)
    expect(page.get_by_role("progressbar")).to_be_visible()
    job = ComparisonJob.objects.get()
    with ExitStack() as stack:

        def start(name: str, *more: str) -> subprocess.Popen[bytes]:
            options = " ".join(["--pool solo --queues", queue, *more])
            log = tmp_path / f"{name}.log"
            return stack.enter_context(worker_process(options, storage=storage, log=log, name=name))

        ann = start("ann", PATIENT)
        wait_until(lambda: ComparisonJob.objects.get().n_attempts == 1, ann)
        os.killpg(ann.pid, signal.SIGKILL)
        ann.wait()
        wait_until(lambda: is_free(LOCK, job.pk))
        ComparisonJob.objects.update(offered_at="2020-01-01T00:00Z")  # as half a minute later
        assert offer_waiting_comparisons() == 1
        ben = start("ben")
        wait_until(lambda: not ComparisonJob.objects.exists(), ben)
    expect(page.get_by_role("link", name="Download CSV")).to_be_visible()
