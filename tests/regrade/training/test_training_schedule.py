from __future__ import annotations

import pytest

from regrade.training.schedule import Best, Losses, learning_rate_share
from regrade.training.task import TrainingFailed
from regrade.training.validating import BY, Validation
from tests.refusals import refused
from tests.regrade.training.small import recipe


def test_learning_rate_rises_and_falls_in_straight_lines() -> None:
    plan = recipe("tk", steps=10, warm_up=4)
    shares = [learning_rate_share(plan, step) for step in range(10)]
    assert shares == pytest.approx([0, 0.25, 0.5, 0.75, 1, 5 / 6, 4 / 6, 3 / 6, 2 / 6, 1 / 6])
    stays = recipe("tk", steps=10, warm_up=4, decays=False)
    assert [learning_rate_share(stays, step) for step in (3, 4, 9)] == [0.75, 1, 1]


def test_patience_counts_validations_without_a_better_one() -> None:
    plan, best = recipe("tk", patience=2), Best()
    tried = [Validation(step, 10, {BY: value}) for step, value in enumerate((0.2, 0.3, 0.3, 0.1))]
    assert [best.is_better(one) for one in tried] == [True, True, False, False]
    assert best.best == tried[1]
    assert best.is_enough(plan)
    assert not best.is_enough(recipe("tk"))


def test_loss_that_is_no_number_names_its_step() -> None:
    with refused(TrainingFailed, "loss_not_finite", says="step 7"):
        Losses().add(float("nan"), 7)
