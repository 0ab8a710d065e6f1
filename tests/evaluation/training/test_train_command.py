from __future__ import annotations

from pathlib import Path

import pytest

from annotation.models import LabelSet
from evaluation.models import Training
from ranking.models import JobStatus
from tests.annotation.drawn import drawn_campaign
from tests.commands import run_command
from tests.evaluation.training.training_cases import asked, make_ground

pytestmark = pytest.mark.django_db
OPTIONS = ("--ranker", "tk", "--batch", "8", "--steps", "12", "--validate-every", "6")


def test_a_command_trains_and_shows_its_training(tmp_path: Path) -> None:
    make_ground()
    model = asked(tmp_path).model
    data = ["--run", "first", "--labels", "trec", "--from", model]
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
    model = asked_model(tmp_path)
    run_command(
        "train",
        "tuned",
        "--campaign",
        drawn.campaign.name,
        "--from",
        model,
        *OPTIONS,
        "--held-out",
        "0",
        "--now",
    )
    assert LabelSet.objects.get().name == "tuned-labels"
    assert Training.objects.get().status == JobStatus.DONE


def asked_model(folder: Path) -> str:
    from tests.regrade.training.small import model

    return str(model(folder / "small", "tk").path)
