"""A training of the server: carried out, paused, killed and resumed, and what is left of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluation.exceptions import TrainingFailed, TrainingNotSteered
from evaluation.models import Training
from evaluation.training import working
from evaluation.training.here_and_now import train_now
from evaluation.training.steering import (
    cancel_training,
    end_training,
    pause_training,
    resume_training,
)
from evaluation.training.working import LOST, MAX_ATTEMPTS, work_on_training
from ranking.models import JobStatus, Run, TrainedModel
from ranking.rankers.here_and_now import run_job_now
from ranking.rankers.rerank_plan import create_rerank_job
from tests.evaluation.training.training_cases import begin, make_ground, weights_of
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def asks_after_each_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "ASKS_EVERY_S", 0.0)


def test_a_trained_model_ranks_by_its_name(tmp_path: Path) -> None:
    run, _ = make_ground()
    training = train_now(training=begin(tmp_path))
    model = training.model
    assert model is not None
    assert (model.name, model.ranker, training.step) == ("tuned", "tk", 12)
    assert not training.folder.exists()
    assert [one.step for one in training.reports.all()] == [*range(1, 13)]
    assert [one.step for one in training.validations.all()] == [6, 12]
    assert not {*training.trained_on} & {*training.held_out}
    assert len(training.held_out) == 4

    job = create_rerank_job(run=run, name="again", ranker="tk", model="tuned", depth=10)
    again = run_job_now(job=job)

    assert isinstance(again, Run)
    assert again.rankings.count() == 20
    assert (again.spec or {})["model"]["weights_sha256"] == weights_of(training)


def test_a_paused_training_goes_on_to_the_same_model(tmp_path: Path) -> None:
    make_ground()
    whole = train_now(training=begin(tmp_path, name="whole"))
    training = begin(tmp_path)

    def pauses() -> None:
        if Training.objects.get(pk=training.pk).step == 5:
            pause_training(training=training)

    work_on_training(training_id=training.pk, progress=pauses)
    training.refresh_from_db()
    assert (training.status, training.step, training.model) == (JobStatus.PAUSED, 5, None)
    assert not TrainedModel.objects.filter(name="tuned").exists()
    work_on_training(training_id=training.pk)  # nobody asked for it
    resume_training(training=training)
    train_now(training=training)
    assert weights_of(training) == weights_of(whole)
    assert training.reports.count() == 12


def test_a_training_can_end_with_the_best_model_so_far(tmp_path: Path) -> None:
    make_ground()
    training = begin(tmp_path)
    with refused(TrainingNotSteered, "no_model_yet"):
        end_training(training=training)

    def ends() -> None:
        if Training.objects.get(pk=training.pk).step == 8:
            end_training(training=training)

    work_on_training(training_id=training.pk, progress=ends)
    training.refresh_from_db()
    assert (training.status, training.step) == (JobStatus.DONE, 8)
    with refused(TrainingNotSteered, "not_steered"):
        pause_training(training=training)


def test_a_cancelled_training_leaves_no_model_and_can_be_resumed(tmp_path: Path) -> None:
    make_ground()
    training = begin(tmp_path)

    def cancels() -> None:
        if Training.objects.get(pk=training.pk).step == 7:
            cancel_training(training=training)

    work_on_training(training_id=training.pk, progress=cancels)
    training.refresh_from_db()
    assert (training.status, training.model) == (JobStatus.CANCELLED, None)
    assert begin(tmp_path).status == JobStatus.RUNNING
    assert train_now(training=training).status == JobStatus.DONE


def test_a_training_that_cannot_go_on_says_why(tmp_path: Path) -> None:
    make_ground()
    training = begin(tmp_path)
    (tmp_path / "small" / "model.safetensors").unlink()
    with pytest.raises(TrainingFailed):
        train_now(training=training)
    training.refresh_from_db()
    assert training.status == JobStatus.FAILED
    assert "weights" in training.error


def test_workers_that_are_lost_again_and_again_end_it(tmp_path: Path) -> None:
    make_ground()
    training = begin(tmp_path)
    Training.objects.update(n_attempts=MAX_ATTEMPTS)
    work_on_training(training_id=training.pk)
    training.refresh_from_db()
    assert (training.status, training.error) == (JobStatus.FAILED, LOST)
