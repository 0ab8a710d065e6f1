from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from annotation.models import LabelSet
from evaluation.models import Training
from ranking.models import JobStatus
from tests.annotation.drawn import drawn_campaign
from tests.evaluation.training.training_cases import asked, make_ground
from tests.regrade.training.small import model

pytestmark = pytest.mark.django_db

OPTIONS = ("--ranker", "tk", "--batch", "8", "--steps", "12", "--validate-every", "6")


def run_command(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def test_a_command_trains_and_shows_its_training(tmp_path: Path) -> None:
    make_ground()
    data = ["--run", "first", "--labels", "trec", "--from", f"{asked(tmp_path).model}"]
    assert "16 relevant passages of 16 topics" in run_command(
        "train", "tuned", *data, *OPTIONS, "--preview"
    )
    assert not Training.objects.exists()
    trained = run_command("train", "tuned", *data, *OPTIONS, "--now")
    assert "Training tuned is done" in trained
    assert Training.objects.get().status == JobStatus.DONE
    assert "nDCG@10" in run_command("training", "tuned")


def test_a_judged_campaign_trains_in_one_command(tmp_path: Path) -> None:
    drawn = drawn_campaign()
    drawn.judge([4, 1, 2])
    small = model(tmp_path / "small", "tk").path
    run_command(
        "train",
        "tuned",
        "--campaign",
        drawn.campaign.name,
        "--from",
        f"{small}",
        *OPTIONS,
        "--held-out",
        "0",
        "--now",
    )
    assert LabelSet.objects.get().name == "tuned-labels"
    assert Training.objects.get().status == JobStatus.DONE
