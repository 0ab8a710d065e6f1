"""A real worker whose GPU fails: a mocked error, since a real one takes a broken card."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import pytest

from ranking.jobs.offering import offer_job
from ranking.models import Attempt, Job
from tests.ranking.jobs.job_cases import outcomes, plan_job
from tests.ranking.worker_process import wait_until, worker_process
from tests.tiers import thorough


@thorough
@pytest.mark.django_db(transaction=True)
def test_a_process_whose_gpu_has_failed_ends_and_another_takes_its_place(
    storage: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = plan_job(monkeypatch, n_topics=2, topics_per_chunk=2)
    Job.objects.update(queue=(queue := f"test-{uuid4()}"))
    offer_job(job=Job.objects.get())
    options = f"--concurrency 1 --queues {queue} --include tests.ranking.breaking_ranker"
    with worker_process(options, storage=storage, log=tmp_path / "ann.log", name="ann") as worker:
        wait_until(lambda: Job.objects.get().status != "running", worker)
    assert (Job.objects.get().status, outcomes(job.chunks.get())) == ("done", ["error", "landed"])
    broken, whole = Attempt.objects.order_by("number").values_list("process", flat=True)
    assert broken != whole
