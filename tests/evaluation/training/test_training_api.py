from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from evaluation.models import Training
from ranking.models import JobStatus
from tests.evaluation.asking import post
from tests.evaluation.training.training_cases import SETTINGS, asked, make_ground


def body(folder: Path, **changes: Any) -> dict[str, Any]:
    return {
        "name": "tuned",
        "run": "first",
        "labels": "trec",
        "model": asked(folder).model,
        "settings": SETTINGS,
        **changes,
    }


@pytest.mark.django_db
def test_a_training_is_planned_begun_watched_and_steered(
    researcher: Client, tmp_path: Path
) -> None:
    make_ground()
    plan = post(researcher, "trainings/preview", body(tmp_path)).json()
    assert plan == {
        "n_examples": 16,
        "n_trained_on": 16,
        "n_held_out": 4,
        "n_steps": 12,
        "seconds": None,
    }
    begun = post(researcher, "trainings", body(tmp_path))
    assert (begun.status_code, begun.json()["status"]) == (202, "running")
    assert begun.json()["owner"] == "rita"
    [listed] = researcher.get("/api/trainings").json()
    assert (listed["ranker"], listed["n_steps"], listed["best"]) == ("tk", 12, None)
    paused = post(researcher, "trainings/steer", {"name": "tuned", "action": "pause"}).json()
    assert (paused["status"], paused["why_not"]) == ("paused", "")
    assert Training.objects.get().status == JobStatus.PAUSED
    choices = researcher.get("/api/trainings/choices").json()
    kinds = {one["name"]: one["kind"] for one in choices["settings"]}
    assert (kinds["batch"], kinds["rotates"], kinds["precision"]) == ("whole", "yes_no", "choice")
    assert kinds["validation_depth"] == "numbers"


@pytest.mark.django_db
def test_a_bad_setting_is_refused_by_its_name(researcher: Client, tmp_path: Path) -> None:
    make_ground()
    answer = post(researcher, "trainings", body(tmp_path, settings={**SETTINGS, "batch": 0}))
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_batch")
