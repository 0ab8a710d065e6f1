"""Real worker processes, a real broker, and SIGKILL in the middle of a step."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from uuid import uuid4

import numpy as np
import pytest

from annotation.active import due
from annotation.active.replaying import replay
from annotation.models import ActiveStep, ActiveTopic, Campaign
from tests.annotation.active.learning import active_campaign
from tests.annotation.active.test_learning import grade, one_run
from tests.annotation.assessing import answer, crew, work_off
from tests.ranking.worker_process import wait_until, worker_process

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.thorough]


def steps() -> list[tuple[bytes, bytes, str]]:
    found = ActiveStep.objects.filter(chosen__isnull=False).order_by("number")
    return [(one.judged.tobytes(), one.chosen.tobytes(), one.model_hash) for one in found]


def is_planned(number: int) -> bool:
    return ActiveStep.objects.filter(number=number, n_attempts__gte=1).exists()


def is_chosen(number: int) -> bool:
    return ActiveStep.objects.filter(number=number, chosen__isnull=False).exists()


def test_a_step_of_a_killed_worker_is_taken_by_another_as_it_was_planned(
    storage: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = f"test-{uuid4()}"
    monkeypatch.setattr(due, "QUEUE", queue)
    campaign: Campaign = active_campaign("cal", runs=one_run(), depth=12, learner="pairwise")
    [alice] = crew(campaign, 1)
    options = f"--pool solo --queues {queue}"
    stalled = f"{options} --include tests.annotation.active.stalled_choice"
    with worker_process(stalled, storage=storage, log=tmp_path / "ann.log", name="ann") as ann:
        [first] = work_off(alice, most=1, grade=grade)
        wait_until(lambda: is_planned(2), ann)
        os.kill(ann.pid, signal.SIGKILL)
        ann.wait()
    known = ActiveStep.objects.get(number=2).is_relevant.tolist()
    answer(alice, first, 1)  # a changed answer comes too late for this step
    ActiveTopic.objects.update(due_since="2026-01-01T00:00Z")
    with worker_process(options, storage=storage, log=tmp_path / "ben.log", name="ben") as ben:
        due.offer_waiting_steps()
        wait_until(lambda: is_chosen(2), ben)

    before = steps()
    again = replay(campaign)

    assert known == [True]
    assert (again.n_steps, again.differences) == (2, [])
    assert before == steps()
    assert np.array_equal(ActiveStep.objects.get(number=2).is_relevant, [True])
